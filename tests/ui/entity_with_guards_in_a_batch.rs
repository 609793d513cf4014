// A batch has no conditions, so nothing would keep values unique.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(unique)]
    pub code: String,
}

fn main() {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    let orders: Vec<Order> = Vec::new();
    let _ = shop.batch().put_all(&orders);
}
