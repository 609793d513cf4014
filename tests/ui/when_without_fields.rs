// A condition that reads nothing is always or never true.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = open, on = "GSI1", pk = "OPEN", sk = "{id}", when = || true))]
pub struct Order {
    pub id: String,
}

fn main() {}
