// A table can only list entities that say they live in it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Table)]
#[table(name = "cellar", entities(Order))]
pub struct Cellar;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Cellar, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
