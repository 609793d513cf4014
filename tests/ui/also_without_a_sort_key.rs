// The copies are in the same table, whose items have sort keys.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
