// The source says in no partition and in no index where its copies are.

use dynamo_model::{Entity, Table};
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
    index(name = by_customer, on = "GSI1", pk = "CUST#{customer_id}", sk = "{order_id}", when = |open| *open))]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    pub open: bool,
    #[entity(copy_of(Customer::name, customer_id))]
    pub customer_name: String,
}

fn main() {}
