// A number has no text around it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", sk = "Time", number = ["Time"], entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "T#{time}")]
pub struct Order {
    pub id: String,
    pub time: u64,
}

fn main() {}
