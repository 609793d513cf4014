// A parameter names a field; a pattern or a type would be a second place that says what the field is.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = open, on = "GSI1", pk = "OPEN", sk = "{id}", when = |&total| total > 0))]
pub struct Order {
    pub id: String,
    pub total: u64,
}

fn main() {}
