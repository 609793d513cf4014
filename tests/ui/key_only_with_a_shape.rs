// A field that is not stored has no stored shape.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{hash}")]
pub struct Order {
    pub id: String,
    #[entity(key_only, bytes)]
    pub hash: Vec<u8>,
}

fn main() {}
