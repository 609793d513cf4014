// A bool in a key is a name for two partitions; an enum or `when` says which.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{open}", sk = "ORDER")]
pub struct Order {
    pub open: bool,
}

fn main() {}
