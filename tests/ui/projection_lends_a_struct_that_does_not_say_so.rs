// Nobody else knows that the two structs are stored alike.

use dynamo_model::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}")]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub total: u64,
    pub ship_to: Place,
}

#[derive(Serialize, Deserialize)]
pub struct Place {
    pub city: String,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
pub struct View<'a> {
    pub id: &'a str,
    #[serde(borrow)]
    pub ship_to: PlaceView<'a>,
}

#[derive(Deserialize)]
pub struct PlaceView<'a> {
    pub city: &'a str,
}

fn main() {}
