// The repository of the other table takes over with `on`.

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

pub fn write(shop: &Repository<Shop>, order: &Order, entry: &Entry) {
    let _ = shop.transact().create(order).create(entry);
}

fn main() {}
