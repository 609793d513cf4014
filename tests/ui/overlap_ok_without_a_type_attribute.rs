// Without a type the keys alone tell what an item is, so they may not overlap for any reason.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", type_attribute = none, entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", overlap_ok = "migration")]
pub struct Order {
    pub id: String,
}

fn main() {}
