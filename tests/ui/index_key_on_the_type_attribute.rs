// The attribute `type` holds the entity's name, so an index key there can be nothing else.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("ByType", pk = "type"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = every, on = "ByType", pk = "ALL", sk = "{id}")
)]
pub struct Order {
    pub id: String,
}

fn main() {}
