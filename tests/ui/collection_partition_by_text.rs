// The partition key's text is made by the templates, never by hand.

use dynamo_model::{Collection, Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Customer))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
pub struct Customer {
    pub id: String,
}

#[derive(Collection)]
pub struct Page {
    pub customer: Customer,
}

async fn read(shop: Repository<Shop>) -> dynamo_model::Result<()> {
    let _page: Page = shop.collect("CUST#c1").await?;
    Ok(())
}

fn main() {
    let _ = read;
}
