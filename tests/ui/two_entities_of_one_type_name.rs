// The type attribute tells the entities of a table apart, so two of one name could not be read.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order, OldOrder))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "Order", pk = "OLD#{id}", sk = "ORDER")]
pub struct OldOrder {
    pub id: String,
}

fn main() {}
