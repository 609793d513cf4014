// An entity lives in one table, whose layout its keys are checked against.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
