// Formats are a closed list; the nearest one is offered.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id:lowr}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
