// The index has a sort key attribute of its own.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "{date}", index(name = by_user, on = "GGG", pk = "U#{user}", sk = sk))]
pub struct Order {
    pub id: String,
    pub date: String,
    pub user: String,
}

fn main() {}
