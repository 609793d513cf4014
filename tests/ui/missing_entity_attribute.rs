// An entity without `#[entity(…)]` has neither a table nor a key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
pub struct Order {
    pub id: String,
}

fn main() {}
