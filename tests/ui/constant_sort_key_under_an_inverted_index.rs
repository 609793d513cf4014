// The inverted index would gather all customers in the one partition `PROFILE`.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Inverted", pk = "SK", sk = "PK"), entities(Customer))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
pub struct Customer {
    pub id: String,
}

fn main() {}
