//! An entity that is only written has no way back from its item.

use dynamo_model::{Entity, Table, from_item, to_item};
use serde::Serialize;

#[derive(Table)]
#[table(name = "shop", entities(Order))]
struct Shop;

#[derive(Entity, Serialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
struct Order {
    id: String,
}

fn main() {
    let item = to_item(&Order { id: "o1".to_owned() }).unwrap();
    let _ = from_item::<Order>(item);
}
