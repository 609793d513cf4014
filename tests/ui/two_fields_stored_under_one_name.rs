// Two fields under one name would overwrite each other in the item.

use dynamo_model::{Entity, Table};
use serde::Serialize;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    pub total: u64,
    #[serde(rename = "total")]
    pub sum: u64,
}

fn main() {}
