// A copy under a key that the item itself can have would overwrite it, or another one.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "CUST#{id}", sk = "ORDER#{customer}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
