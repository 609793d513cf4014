// DynamoDB has at most five local indexes.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", lsi("LSI1", sk = "A", collection_limit_10gb = "x"), lsi("LSI2", sk = "B", collection_limit_10gb = "x"), lsi("LSI3", sk = "C", collection_limit_10gb = "x"), lsi("LSI4", sk = "D", collection_limit_10gb = "x"), lsi("LSI5", sk = "E", collection_limit_10gb = "x"), lsi("LSI6", sk = "F", collection_limit_10gb = "x"))]
pub struct Shop;

fn main() {}
