// The members are checked against each other, and a parameter can be anything.

use dynamo_model::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("Keys", keys_only), entities(Customer, Order, Product))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
pub struct Customer {
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{number:06}",
    index(name = by_day, on = "GSI1", pk = "DAY#{day}", sk = "ORDER#{number:06}"),
    index(name = key_of_day, on = "Keys", pk = "DAY#{day}", sk = "ORDER#{number:06}")
)]
pub struct Order {
    pub customer: String,
    pub number: u32,
    pub day: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "PROD#{sku}", sk = "PROD")]
pub struct Product {
    pub sku: String,
}

#[derive(Collection)]
pub struct Page<T> {
    pub customer: Customer,
    pub more: Vec<T>,
}

fn main() {}
