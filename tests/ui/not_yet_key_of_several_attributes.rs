// Keys of several attributes are planned; until then a key is one attribute.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1", pk = ["tenant", "status"]))]
pub struct Shop;

fn main() {}
