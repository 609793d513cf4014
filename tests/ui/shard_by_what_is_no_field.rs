// The shard is a hash of fields.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Event))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "EVENT#{day}#{shard}", sk = "{id}", shard(count = 10, by = event_id))]
pub struct Event {
    pub day: String,
    pub id: String,
    pub kind: String,
}

fn main() {}
