// The sum is known to the service only, and the index key needs it.

use dynamo_model::{Entity, Table};
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

pub fn change() {
    let _ = Order::update(Order::key("o1")).add_total(5);
}

fn main() {}
