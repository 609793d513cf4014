// An attribute has one value, so two indexes that share it need one template.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "shop",
    gsi("ByDay", pk = "day", sk = "rank"),
    gsi("ByRank", pk = "kind", sk = "rank"),
    entities(Order)
)]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = by_day, on = "ByDay", pk = "{id}", sk = "A#{id}"),
    index(name = by_rank, on = "ByRank", pk = "{id}", sk = "B#{id}")
)]
pub struct Order {
    pub id: String,
}

fn main() {}
