// A key condition is one range at the end; what follows a range would have to be a filter.

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

fn main() {
    let _ = Order::query("c").kind_starts_with("a").id("o");
}
