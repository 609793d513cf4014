// What an update makes of the version is known to the service only.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_version, on = "GSI1", pk = "V", sk = "{version:010}"))]
pub struct Order {
    pub id: String,
    #[entity(version)]
    pub version: u64,
}

fn main() {}
