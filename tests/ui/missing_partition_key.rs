// Every entity has a partition key; without one nothing could be read or written.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
