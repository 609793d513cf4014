// A guard under a key that another entity can have would overwrite that.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order, Part))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    #[entity(unique)]
    pub code: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "UNIQUE#{what:raw}", sk = "UNIQUE#{id:raw}")]
pub struct Part {
    pub id: String,
    pub what: String,
}

fn main() {}
