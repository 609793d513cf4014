// An entry is on one of the indexes that the table declares.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, pk = "{id}", sk = "X"))]
pub struct Order {
    pub id: String,
}

fn main() {}
