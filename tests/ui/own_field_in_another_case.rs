// The field is stored once, as it is, under the key attribute's own name.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("ByEmail", pk = "email", sk = none), entities(Customer))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "C#{id}", sk = "C", index(name = by_email, on = "ByEmail", pk = "{email:lower}"))]
pub struct Customer {
    pub id: String,
    pub email: String,
}

fn main() {}
