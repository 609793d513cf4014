// A hash-only table has no sort keys, for copies neither.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", sk = none, entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", also(name = by_id, pk = "ID#{id}", sk = "ID"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
