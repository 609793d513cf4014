// The key attribute is of type B, and the field is text.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", sk = "Hash", binary = ["Hash"], entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{hash}")]
pub struct Order {
    pub id: String,
    pub hash: String,
}

fn main() {}
