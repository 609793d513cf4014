// A width is written with a leading zero, as in the standard formatting syntax where it means padding with
// zeros.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{n:10}")]
pub struct Order {
    pub id: String,
    pub n: u32,
}

fn main() {}
