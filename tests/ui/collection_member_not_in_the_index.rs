// An index holds the items of entities with an entry on it.

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
#[collection(on = "GSI1")]
pub struct Page {
    pub orders: Vec<Order>,
    pub products: Vec<Product>,
}

fn main() {}
