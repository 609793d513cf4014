// The keys of an inverted index are the table's own.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Inverted", pk = "SK", sk = "PK"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "OWNER#{owner}",
    index(name = by_owner, on = "Inverted", pk = "OWNER#{owner}", sk = "ORDER#{id}")
)]
pub struct Order {
    pub id: String,
    pub owner: String,
}

fn main() {}
