// A transaction could check it, but its copies are not where it looks for them.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Table)]
#[table(name = "people", entities(Customer))]
pub struct People;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = People, pk = "CUST#{customer_id}", sk = "PROFILE")]
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

fn main() {}
