// From another type the fields are not what is stored; keys, filters and updates would name attributes that are
// not there.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Clone, Serialize, Deserialize)]
pub struct Wire {
    id: String,
}

impl TryFrom<Wire> for Order {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        Ok(Self { id: wire.id })
    }
}

#[derive(Entity, Serialize, Deserialize)]
#[serde(try_from = "Wire")]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
