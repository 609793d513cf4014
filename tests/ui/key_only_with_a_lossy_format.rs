// The month does not tell the day, so the value could not be read again.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{date:month}")]
pub struct Order {
    pub id: String,
    #[entity(key_only)]
    pub date: jiff::civil::Date,
}

fn main() {}
