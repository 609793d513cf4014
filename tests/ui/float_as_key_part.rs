// The text of a float does not sort by value, and NaN has no place in a key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{price}")]
pub struct Order {
    pub id: String,
    pub price: f64,
}

fn main() {}
