// DynamoDB has at most four attributes in each key of an index.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi("GGG", pk = ["a", "b", "c", "d", "e"]))]
pub struct Shop;

fn main() {}
