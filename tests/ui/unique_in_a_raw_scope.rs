// The value follows the scope, so its end has to be found.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER")]
pub struct Order {
    pub id: String,
    pub tenant: String,
    #[entity(unique(scope = "{tenant:raw}"))]
    pub code: String,
}

fn main() {}
