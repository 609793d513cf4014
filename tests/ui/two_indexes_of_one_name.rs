// The name becomes a function, and two functions cannot have one name.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, on = "GSI1", pk = "A#{id}", sk = "X"), index(name = by_id, on = "GSI2", pk = "B#{id}", sk = "X"))]
pub struct Order {
    pub id: String,
}

fn main() {}
