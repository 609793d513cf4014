// The entity stores it by a function, so another one has to read it.

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

#[derive(Table)]
#[table(name = "logs", entities(Entry))]
pub struct Logs;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Logs, pk = "LOG#{id}", sk = "LOG")]
pub struct Entry {
    pub id: String,
    #[serde(with = "dynamo_model::bytes")]
    pub data: Vec<u8>,
}

#[derive(Projection, Deserialize)]
#[projection(of = Entry)]
pub struct Data {
    pub data: Vec<u8>,
}

fn main() {}
