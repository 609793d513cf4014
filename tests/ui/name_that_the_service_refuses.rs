// Names of tables and indexes have 3 to 255 characters of a small set.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi("by email", pk = "email"))]
pub struct Shop;

fn main() {}
