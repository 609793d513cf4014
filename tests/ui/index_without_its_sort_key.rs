// An index with a sort key holds no item that lacks it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_id, on = "GSI1", pk = "{id}"))]
pub struct Order {
    pub id: String,
}

fn main() {}
