// Only key attributes have a type that the table has to know.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", sk = "Time", number = ["Tim"])]
pub struct Shop;

fn main() {}
