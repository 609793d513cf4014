// Letter case is a matter of text; a number has none.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{n:lower}")]
pub struct Order {
    pub id: String,
    pub n: u32,
}

fn main() {}
