// DynamoDB has at most five local indexes.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", lsi("L1", sk = "A", collection_limit_10gb = "x"), lsi("L2", sk = "B", collection_limit_10gb = "x"), lsi("L3", sk = "C", collection_limit_10gb = "x"), lsi("L4", sk = "D", collection_limit_10gb = "x"), lsi("L5", sk = "E", collection_limit_10gb = "x"), lsi("L6", sk = "F", collection_limit_10gb = "x"))]
pub struct Shop;

fn main() {}
