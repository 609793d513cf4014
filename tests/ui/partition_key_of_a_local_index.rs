// A local index has the partition key of its table.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", lsi("ByDate", sk = "LSI1SK", collection_limit_10gb = "few orders"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_date, on = "ByDate", pk = "X#{id}", sk = "{date}"))]
pub struct Order {
    pub id: String,
    pub date: String,
}

fn main() {}
