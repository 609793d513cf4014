// An invoice of the name `INVOICE` would overwrite the order of its id.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order, Invoice))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "INVOICE")]
pub struct Order {
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{order}", sk = "{name}")]
pub struct Invoice {
    pub order: String,
    pub name: String,
}

fn main() {}
