// Each write would be of another item.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{at:010}")]
pub struct Order {
    pub id: String,
    #[entity(updated_at)]
    pub at: u64,
}

fn main() {}
