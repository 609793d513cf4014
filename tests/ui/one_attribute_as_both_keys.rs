// A partition key and a sort key are two attributes.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", pk = "K", sk = "K")]
pub struct Shop;

fn main() {}
