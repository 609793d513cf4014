// The index is made of two fields, and the other one is not known.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{priority:03}"),
    index(name = by_total, on = "GSI2", pk = "TOTAL", sk = "{total:010}"))]
pub struct Order {
    pub id: String,
    pub status: String,
    pub priority: u8,
    pub total: u64,
    pub count: u64,
    pub note: Option<String>,
}

pub fn change(shop: &Repository<Shop>) {
    let _ = shop.update(Order::update(Order::key("o1")).status("PAID"));
}

fn main() {}
