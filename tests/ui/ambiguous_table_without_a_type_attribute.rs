// Both have the same keys, and nothing else would tell their items apart.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", type_attribute = none, entities(Order, Invoice))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{part}")]
pub struct Order {
    pub id: String,
    pub part: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "INVOICE")]
pub struct Invoice {
    pub id: String,
}

fn main() {}
