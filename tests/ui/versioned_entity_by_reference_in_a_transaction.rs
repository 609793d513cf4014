// The write changes the version in memory once the transaction has succeeded.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(version)]
    pub version: u64,
}

pub fn write(shop: &Repository<Shop>, order: &Order) {
    let _ = shop.transact().put(order);
}

fn main() {}
