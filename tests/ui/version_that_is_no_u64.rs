// A version counts from 1.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(version)]
    pub version: String,
}

fn main() {}
