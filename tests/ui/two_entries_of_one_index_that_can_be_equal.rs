// Both entries put orders under the same keys, so a query of one would find the other's.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = open, on = "GSI1", pk = "ALL", sk = "{id}", when = |is_open| *is_open),
    index(name = closed, on = "GSI1", pk = "ALL", sk = "{id}", when = |is_open| !*is_open)
)]
pub struct Order {
    pub id: String,
    pub is_open: bool,
}

fn main() {}
