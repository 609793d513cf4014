// `{shard}` is computed; a field of that name would be a second meaning.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Event))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "EVENT#{day}#{shard}", sk = "{id}", shard(count = 10, by = id))]
pub struct Event {
    pub day: String,
    pub id: String,
    pub kind: String,
    pub shard: u8,
}

fn main() {}
