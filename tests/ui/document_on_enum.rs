// Only the fields of a struct have paths.

use dynamo_model::{Document, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

#[derive(Document, Serialize, Deserialize)]
pub enum Place {
    Leeds,
}

fn main() {}
