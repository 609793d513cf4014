// A batch has no conditions, so it would delete newer items.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(version)]
    pub version: u64,
}

pub fn delete(shop: &Repository<Shop>, order: &Order) {
    let _ = shop.batch().unchecked().delete(order);
    let _ = shop.batch().delete(order);
}

fn main() {}
