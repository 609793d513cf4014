// An inverted index would gather all copies in one partition.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Inverted", pk = "SK", sk = "PK"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}", sk = "ORDER"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
