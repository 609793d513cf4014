// A directive whose text varies in length would not sort as the times do.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{at:strftime %Y-%e}")]
pub struct Order {
    pub id: String,
    pub at: String,
}

fn main() {}
