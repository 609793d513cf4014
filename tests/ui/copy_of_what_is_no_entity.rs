// The source has no item whose value could change.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

pub struct Customer {
    pub customer_id: String,
    pub name: String,
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
