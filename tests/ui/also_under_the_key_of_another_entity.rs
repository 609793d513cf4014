// A copy under a key that another entity can have would overwrite that.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order, Part))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", also(name = by_id, pk = "ORDER#{id}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{what:raw}")]
pub struct Part {
    pub id: String,
    pub what: String,
}

fn main() {}
