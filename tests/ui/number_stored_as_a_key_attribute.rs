// The key attribute is text, and serde would store a number under its name.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", pk = "number", sk = none, entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "{number}")]
pub struct Order {
    pub number: u32,
}

fn main() {}
