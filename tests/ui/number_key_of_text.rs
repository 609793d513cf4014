// The key attribute is of type N, and the field is text.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", sk = "Time", number = ["Time"], entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{time}")]
pub struct Order {
    pub id: String,
    pub time: String,
}

fn main() {}
