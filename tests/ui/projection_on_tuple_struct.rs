// Fields without names have no attributes.

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
#[projection(of = Order)]
pub struct Line(String);

fn main() {}
