// `SK` holds the sort key's text; only a template that is the bare field may share the name.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER#{id}")]
pub struct Order {
    #[serde(rename = "SK")]
    pub id: String,
}

fn main() {}
