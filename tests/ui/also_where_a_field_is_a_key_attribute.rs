// The field is stored once, as the key attribute, which has another value in the copy.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", pk = "customer", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
