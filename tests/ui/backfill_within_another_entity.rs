//! A backfill of one entity reads no path of another: it would find none of its items.

use dynamo_model::embedded;
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Customer, Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
struct Customer {
    customer: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
}

fn main() {
    let shop = Repository::<Shop>::new(embedded::client());
    let _ = shop.admin().backfill::<Order>().within(Customer::query("c1"));
}
