// A delete in a batch is of one item, so it would leave the guard and the other copy.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
    #[entity(unique)]
    pub number: String,
}

pub fn delete(shop: &Repository<Shop>, order: &Order) {
    let _ = shop.batch().unchecked().delete(order);
    let _ = shop.batch().delete(order);
}

fn main() {}
