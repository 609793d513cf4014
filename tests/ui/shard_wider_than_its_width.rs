// The last of a hundred shards has two digits.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Event))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "EVENT#{day}#{shard:01}", sk = "{id}", shard(count = 100, by = id))]
pub struct Event {
    pub day: String,
    pub id: String,
    pub kind: String,
}

fn main() {}
