// Copies are not spread over shards.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}", shard(count = 4, by = id), index(name = spread, on = "GSI1", pk = "ALL#{shard}", sk = "{id}"), also(name = by_shard, pk = "ORDER#{shard}", sk = "ORDER#{id}"))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

fn main() {}
