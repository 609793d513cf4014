// There may be any number of unknown items.

use dynamo_model::{Collection, Entity, RawItem, Table};
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
pub struct Page {
    pub customer: Customer,
    #[collection(unknown)]
    pub other: Option<RawItem<Shop>>,
}

fn main() {}
