// A transaction returns no item.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub total: u32,
}

fn main() {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    let _ = shop.update(Order::update(Order::key("c1", "o1")).total(5)).returning_new();
}
