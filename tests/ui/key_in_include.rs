// The keys are always projected.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1", include("total", "GSI1SK")))]
pub struct Shop;

fn main() {}
