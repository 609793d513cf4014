// Which source is to be checked is not known.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Customer, Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
pub struct Customer {
    pub customer_id: String,
    pub name: String,
    pub points: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{order_id}", sk = "ORDER",
    index(name = by_customer, on = "GSI1", pk = "CUST#{customer_id}", sk = "{order_id}"))]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    #[entity(copy_of(Customer::name, customer_id))]
    pub customer_name: String,
}

pub fn rename(shop: &Repository<Shop>) {
    let _ = shop.update(Order::update(Order::key("o1")).customer_name("Carol"));
}

fn main() {}
