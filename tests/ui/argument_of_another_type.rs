// An argument is a value of the field, or what a person would write for one.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "{kind}#{id}", index(name = by_kind, on = "GSI1", pk = "{kind}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub kind: String,
    pub id: String,
    pub total: u64,
}

pub fn read(shop: &dynamo_model::Repository<Shop>) {
    let _ = shop.query(Order::query(5));
}

fn main() {}
