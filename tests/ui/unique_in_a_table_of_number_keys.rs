// A guard's key is text.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", pk = "A", sk = "B", number = ["A", "B"], entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "{id}", sk = "{number}")]
pub struct Order {
    pub id: u64,
    pub number: u64,
    #[entity(unique)]
    pub code: String,
}

fn main() {}
