// A batch has no conditions, so it could write a stale copy.

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
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}")]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    #[entity(copy_of = Customer::name)]
    pub customer_name: String,
}

pub fn write(shop: &Repository<Shop>, orders: &[Order]) {
    let _ = shop.batch().put_all(orders);
}

fn main() {}
