// A field that serde skips has its default when it is read, and then another key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order, Part))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER",
    index(name = by_rank, on = "GSI1", pk = "RANK#{rank}", sk = "{id}"),
    index(name = open, on = "GSI2", pk = "OPEN", sk = "{id}", when = |is_open| *is_open))]
pub struct Order {
    pub id: String,
    #[serde(skip_serializing, default)]
    pub rank: String,
    #[serde(skip)]
    pub is_open: bool,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "PART#{id}", sk = "PART")]
pub struct Part {
    #[serde(skip)]
    pub id: String,
}

fn main() {}
