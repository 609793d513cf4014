// A batch has no conditions, so it would overwrite newer items.

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

pub fn write(shop: &Repository<Shop>, orders: &[Order]) {
    let _ = shop.batch().put_all(orders);
}

fn main() {}
