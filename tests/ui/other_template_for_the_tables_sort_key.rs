// The index re-uses the table's sort key, which has one value.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("G", sk = "SK"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{date}", index(name = by_user, on = "G", pk = "U#{user}", sk = "X#{date}"))]
pub struct Order {
    pub id: String,
    pub date: String,
    pub user: String,
}

fn main() {}
