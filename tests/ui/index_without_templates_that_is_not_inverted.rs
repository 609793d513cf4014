// Only an index over the table's own keys needs no templates; another would hold nothing.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, on = "GSI1"))]
pub struct Order {
    pub id: String,
}

fn main() {}
