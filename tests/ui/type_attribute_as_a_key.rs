// The type attribute holds the entity's name, so it cannot be a key.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", pk = "type")]
pub struct Shop;

fn main() {}
