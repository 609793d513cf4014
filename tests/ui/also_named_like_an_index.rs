// An index and an `also` are functions of the entity, so they have different names.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", index(name = by_id, on = "GSI1", pk = "ORDER#{id}", sk = "ORDER"), also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
