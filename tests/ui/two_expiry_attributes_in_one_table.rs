// DynamoDB knows one attribute per table that says when items expire.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order, Cart))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(ttl)]
    pub expires: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CART#{id}", sk = "CART")]
pub struct Cart {
    pub id: String,
    #[entity(ttl)]
    pub until: u64,
}

fn main() {}
