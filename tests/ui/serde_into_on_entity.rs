// Into another type the fields are not what is stored; keys, filters and updates would name attributes that are
// not there.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Clone, Serialize, Deserialize)]
pub struct Wire {
    id: String,
}

impl From<Order> for Wire {
    fn from(order: Order) -> Self {
        Self { id: order.id }
    }
}

#[derive(Entity, Serialize, Deserialize, Clone)]
#[serde(into = "Wire")]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
}

fn main() {}
