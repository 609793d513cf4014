// A template can only name fields of the struct; the nearest one is offered.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "AT#{placed}")]
pub struct Order {
    pub id: String,
    pub placed_on: String,
}

fn main() {}
