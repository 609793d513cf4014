// The key of a copy may not change when the item does.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_status, pk = "STATUS#{status}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub status: String,
}

fn main() {}
