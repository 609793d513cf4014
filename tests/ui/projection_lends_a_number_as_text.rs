// A number is not text, and no `&str` borrows it.

use dynamo_model::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}")]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub total: u64,
    pub ship_to: Place,
}

#[derive(Serialize, Deserialize)]
pub struct Place {
    pub city: String,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
pub struct View<'a> {
    pub id: &'a str,
    pub total: &'a str,
}

fn main() {}
