//! A partition of an index is no item collection: others' items are in it, and it is not read consistently.

use dynamo_model::embedded;
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{id}"),
)]
struct Order {
    customer: String,
    id: String,
    status: String,
}

fn main() {
    let shop = Repository::<Shop>::new(embedded::client());
    let _ = shop.admin().delete_partition(Order::by_status("open"));
}
