// Without a literal between two parts of varying length nobody can tell where the first ends: `ab`,`c` and
// `a`,`bc` would be one key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}{other}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    pub other: String,
}

fn main() {}
