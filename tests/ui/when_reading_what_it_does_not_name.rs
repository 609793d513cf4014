// What the condition reads decides which updates move the entry, so it can read nothing but the fields it names.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = open, on = "GSI1", pk = "OPEN", sk = "{id}", when = |status| status == "open" && self.total > 0))]
pub struct Order {
    pub id: String,
    pub status: String,
    pub total: u64,
}

fn main() {}
