// The name becomes the function that queries the index.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(on = "GSI1", pk = "{id}", sk = "X"))]
pub struct Order {
    pub id: String,
}

fn main() {}
