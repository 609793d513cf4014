// The attribute `SK` has one value, the table's sort key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Weird", pk = "SK", sk = "weird"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "A#{id}",
    index(name = by_owner, on = "Weird", pk = "B#{owner}", sk = "{id}")
)]
pub struct Order {
    pub id: String,
    pub owner: String,
}

fn main() {}
