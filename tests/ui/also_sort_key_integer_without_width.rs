// Numbers in a copy's sort key sort as text too.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id:06}", also(name = all, pk = "ORDERS#{customer}", sk = "{id}"))]
pub struct Order {
    pub customer: String,
    pub id: u32,
}

fn main() {}
