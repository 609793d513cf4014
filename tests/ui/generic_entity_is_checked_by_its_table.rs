// A const item cannot name type parameters, so the table checks the entity where it lists it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Event<String>))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "EVENT#{id}", sk = "{number}")]
pub struct Event<T> {
    pub id: String,
    pub number: u32,
    pub payload: T,
}

fn main() {}
