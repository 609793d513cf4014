// Any text may stand in a raw part, so nothing behind it could be told apart from it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id:raw}#{other}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    pub other: String,
}

fn main() {}
