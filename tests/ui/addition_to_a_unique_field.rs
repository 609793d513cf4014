// What an addition makes of it is known to the service only, and the guard needs it.

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
    pub code: u32,
}

fn main() {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    let _ = shop.update(Order::update(Order::key("o1")).add_code(5));
}
