// Times come from the clock of the repository.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(created_at)]
    pub created_at: u64,
}

pub fn change() {
    let _ = Order::update(Order::key("o1")).created_at(7_u64);
}

fn main() {}
