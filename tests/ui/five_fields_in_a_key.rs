// DynamoDB has at most four attributes in each key of an index.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG", pk = ["a", "b"]), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_all, on = "GGG", pk = [a, b, c, d, e]))]
pub struct Order {
    pub id: String,
    pub a: String,
    pub b: String,
    pub c: String,
    pub d: String,
    pub e: String,
}

fn main() {}
