// A page has one lifetime.

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
pub struct View<'a, 'b> {
    pub customer: &'a str,
    pub id: &'b str,
}

pub async fn read(shop: &dynamo_model::Repository<Shop>) {
    let _ = shop.query(Order::query("c1")).project::<View<'_, '_>>().page_bytes(None).await;
}

fn main() {}
