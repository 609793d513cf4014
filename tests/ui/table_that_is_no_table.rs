// The table has to derive `Table`.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop")]
pub struct Shop;

pub struct Cellar;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Cellar, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
