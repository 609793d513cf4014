// A key condition is a prefix of the sort key; a level in the middle cannot be left out.

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
    let _ = Order::query("c").id("o");
}
