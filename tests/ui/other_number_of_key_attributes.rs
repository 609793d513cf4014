// The index has two partition attributes, the entry fills one.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG", pk = ["tenant", "status"], sk = ["placed_on"]), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_tenant, on = "GGG", pk = [tenant], sk = [placed_on]))]
pub struct Order {
    pub id: String,
    pub tenant: String,
    pub placed_on: String,
}

fn main() {}
