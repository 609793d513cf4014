// The field `at` has a method `at_in` for ranges; a field of that name cannot have its own.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_at, on = "GSI1", pk = "X", sk = "{at}#{at_in}"))]
pub struct Order {
    pub id: String,
    pub at: String,
    pub at_in: String,
}

fn main() {}
