// A misspelt attribute is no reason to ignore it; the nearest one is offered.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    #[entity(byte)]
    pub data: Vec<u8>,
    pub id: String,
}

fn main() {}
