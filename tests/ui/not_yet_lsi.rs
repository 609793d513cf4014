// `lsi` is planned; until then it must not be taken for granted.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", lsi("LSI1"))]
pub struct Shop;

fn main() {}
