// A wrong path would quietly find nothing.

use dynamo_model::{Document, Entity, Repository, Table};
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

pub fn read(shop: &Repository<Shop>) {
    let _ = shop.query(Order::query("o1")).filter(|o| o.place.fields().town.eq("Leeds"));
}

fn main() {}
