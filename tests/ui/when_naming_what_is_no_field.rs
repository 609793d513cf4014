// The condition reads fields; the nearest one is offered.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = open, on = "GSI1", pk = "OPEN", sk = "{id}", when = |state| state == "open"))]
pub struct Order {
    pub id: String,
    pub status: String,
}

fn main() {}
