// A type says by `KeyPart` how it is written into a key; `Display` or serde are not asked.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderId(String);

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: OrderId,
}

fn main() {}
