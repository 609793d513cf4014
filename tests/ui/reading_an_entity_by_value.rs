// The entity is read by its key, or by another value of it.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

#[derive(Table)]
#[table(name = "ledger", entities(Entry))]
pub struct Ledger;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Ledger, pk = "ACCOUNT#{account}", sk = "ENTRY")]
pub struct Entry {
    pub account: String,
}

pub fn read(shop: &Repository<Shop>, order: Order) {
    let _ = shop.get_all((order,));
}

fn main() {}
