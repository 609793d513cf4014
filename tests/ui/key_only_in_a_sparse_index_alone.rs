// Where the condition does not hold the value would be nowhere.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = open, on = "GGG", pk = "OPEN", sk = "{date}", when = |total| *total > 5))]
pub struct Order {
    pub id: String,
    pub total: u64,
    #[entity(key_only)]
    pub date: String,
}

fn main() {}
