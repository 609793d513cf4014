// An index is named by entities and requests.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi(pk = "openPK"))]
pub struct Shop;

fn main() {}
