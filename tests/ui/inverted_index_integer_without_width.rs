// On an inverted index the partition key sorts, and text sorts 10 before 9.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("Inverted", pk = "SK", sk = "PK"), entities(Line))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "INV#{number}", sk = "PRODUCT#{product}", index(name = with_product, on = "Inverted"))]
pub struct Line {
    pub number: u32,
    pub product: String,
}

fn main() {}
