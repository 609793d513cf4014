// From the month in the key nobody knows the day in the copy's key.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "MONTH#{day:month}", sk = "ORDER#{id}", also(name = by_day, pk = "DAY#{day}", sk = "ORDER#{id}"))]
pub struct Order {
    pub day: jiff::civil::Date,
    pub id: String,
}

fn main() {}
