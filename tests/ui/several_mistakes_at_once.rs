// Independent mistakes are all reported in one build, and nothing else.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{ids}", sk = "{at", index(name = key, on = "GSI1", pk = "{id}", sk = "X"), shard = 3)]
pub struct Order {
    pub id: String,
    #[entity(uniqe)]
    pub at: u64,
}

fn main() {}
