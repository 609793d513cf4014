// An update writes one name; an item with both could not be read.

use dynamo_model::{Document, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[serde(default, alias = "remark")]
    pub note: Option<String>,
}

#[derive(Document, Serialize, Deserialize)]
pub struct Address {
    #[serde(rename = "zip", alias = "postcode")]
    pub code: String,
}

fn main() {}
