// One field twice in one key says nothing new, and a query would have two arguments for one value.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "{id}#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
