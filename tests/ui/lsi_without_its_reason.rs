// A local index limits each item collection to 10 GB for as long as the table lives.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", lsi("ByDate", sk = "LSI1SK"))]
pub struct Shop;

fn main() {}
