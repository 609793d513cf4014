// An index is named by entities and requests; two of one name cannot be told apart.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI1"))]
pub struct Shop;

fn main() {}
