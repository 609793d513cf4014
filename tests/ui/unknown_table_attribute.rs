// A misspelt attribute is no reason to ignore it; the nearest one is offered.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", entites())]
pub struct Shop;

fn main() {}
