// A type says by `KeyPart` how it is written into a key, also into the key of an index.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Clone, Serialize, Deserialize)]
pub struct Tag(String);

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_tag, on = "GSI1", pk = "{tag}", sk = "ORDER"))]
pub struct Order {
    pub id: String,
    pub tag: Tag,
}

fn main() {}
