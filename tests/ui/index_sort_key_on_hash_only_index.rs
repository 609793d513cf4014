// An index without a sort key has no place for one.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1", sk = none), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, on = "GSI1", pk = "{id}", sk = "X"))]
pub struct Order {
    pub id: String,
}

fn main() {}
