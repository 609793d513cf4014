// What a table lists has to derive `Entity`.

use dynamo_model::Table;

pub struct Order;

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

fn main() {}
