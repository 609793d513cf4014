// Every text contains the empty text, so no part could be written.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", delimiter = "")]
pub struct Shop;

fn main() {}
