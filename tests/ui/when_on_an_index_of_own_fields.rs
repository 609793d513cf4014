// Leaving the index would delete the field itself.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("ByOwner", pk = "owner", sk = none), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = by_owner, on = "ByOwner", pk = "{owner}", when = |id| id.len() > 3)
)]
pub struct Order {
    pub id: String,
    pub owner: String,
}

fn main() {}
