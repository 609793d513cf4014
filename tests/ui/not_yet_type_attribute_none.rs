// Tables without a type attribute are planned; until then each item carries its type.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", type_attribute = none)]
pub struct Shop;

fn main() {}
