// The condition reads the whole struct, and the update knows a part of it.

use dynamo_model::{Document, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), entities(Order))]
pub struct Shop;

#[derive(Document, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Place {
    pub city: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER",
    index(name = in_leeds, on = "GSI1", pk = "LEEDS", sk = "{id}", when = |place| place.city == "Leeds"))]
pub struct Order {
    pub id: String,
    pub place: Place,
}

pub fn change() {
    let _ = Order::update(Order::key("o1")).in_place(|place| place.city("Leeds"));
}

fn main() {}
