// The other index writes the attribute, so `when` could not keep an order out.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "shop",
    gsi("Open", pk = "shared", sk = none),
    gsi("All", pk = "shared", sk = "allSK"),
    entities(Order)
)]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = open, on = "Open", pk = "ORDERS", when = |is_open| *is_open),
    index(name = every, on = "All", pk = "ORDERS", sk = "{id}")
)]
pub struct Order {
    pub id: String,
    pub is_open: bool,
}

fn main() {}
