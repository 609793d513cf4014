// What is lent is a part of the page.

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
}

pub async fn read(shop: &dynamo_model::Repository<Shop>) -> Option<View<'static>> {
    let query = shop.query(Order::query("c1")).project::<View<'_>>();
    let page = query.page_bytes(None).await.ok()?;
    page.get(0)?.ok()
}

fn main() {}
