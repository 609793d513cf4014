// Of two values for one thing nobody knows which is meant.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
#[entity(pk = "X#{id}")]
pub struct Order {
    pub id: String,
}

fn main() {}
