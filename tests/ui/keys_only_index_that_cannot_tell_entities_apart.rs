// A keys_only index has no type attribute, and these keys do not tell the two apart.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1", keys_only), entities(Order, Archived))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = by_id, on = "GSI1", pk = "{id}", sk = "ORDER")
)]
pub struct Order {
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    overlap_ok = "an order is archived in place",
    index(name = by_id, on = "GSI1", pk = "{id}", sk = "ORDER")
)]
pub struct Archived {
    pub id: String,
}

fn main() {}
