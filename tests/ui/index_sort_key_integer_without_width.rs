// Without a width 10 sorts before 9; an index sorts its keys in the same way.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_n, on = "GSI1", pk = "N", sk = "{n}"))]
pub struct Order {
    pub id: String,
    pub n: u32,
}

fn main() {}
