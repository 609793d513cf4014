// In a key of several attributes only the last one used has a range.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GGG", pk = ["tenant"], sk = ["placed_on", "number"]), number = ["number"], entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER", index(name = by_tenant, on = "GGG", pk = [tenant], sk = [placed_on, number]))]
pub struct Order {
    pub id: String,
    pub tenant: String,
    pub placed_on: String,
    pub number: u64,
}

fn main() {
    let _ = Order::by_tenant("t").placed_on_in("a".."b").number(1);
}
