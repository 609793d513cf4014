// A table has a name; a repository can override it, but not invent it.

use dynamo_model::Table;

#[derive(Table)]
#[table(pk = "PK")]
pub struct Shop;

fn main() {}
