// An index has to be declared by the table.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, on = "GSI9", pk = "{id}", sk = "ORDER"))]
pub struct Order {
    pub id: String,
}

fn main() {}
