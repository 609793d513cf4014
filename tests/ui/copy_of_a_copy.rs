// The order's copy changes with the customer, and no write of the order would say so.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Customer, Order, Line))]
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

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}#LINE#{line:03}")]
pub struct Line {
    pub customer_id: String,
    pub order_id: String,
    pub line: u32,
    #[entity(copy_of = Order::customer_name)]
    pub customer_name: String,
}

fn main() {}
