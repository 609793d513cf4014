// Which entity it reads has to be said; what uses it has no further error.

use dynamo_model::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Keys", keys_only), gsi("Some", include("total")), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{id}",
    index(name = by_status, on = "Keys", pk = "STATUS#{status}", sk = "{id}"),
    index(name = by_day, on = "Some", pk = "DAY#{day}", sk = "{id}")
)]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub status: String,
    pub day: String,
    pub total: u64,
    pub note: Option<String>,
}

#[derive(Projection, Deserialize)]
pub struct Line {
    pub id: String,
}

pub fn read(shop: &dynamo_model::Repository<Shop>) {
    let _ = shop.get(Order::key("c1", "o1")).project::<Line>();
    let _ = shop.query(Order::by_status("PAID")).project::<Line>().all();
}

fn main() {}
