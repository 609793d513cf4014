//! With dynamo-model, and values that borrow from the page: a projection of all fields.

use std::hint::black_box;

use aws_sdk_dynamodb::Client;
use dynamo_model::{LentPage, Repository};

use crate::model::{Order, OrderView, Shop};
use crate::{Call, Outcome, block_on};

fn page(shop: &Repository<Shop>) -> LentPage<OrderView<'static>> {
    let query = shop.query(Order::query("c1")).project();
    block_on(async { query.page_bytes(None).await.unwrap() })
}

/// Reads all orders of the page, and keeps none.
pub fn query(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |_| {
        let page = page(&shop);
        let orders = page.iter().map(|order| black_box(order.unwrap()));
        Outcome::Lent(orders.count())
    })
}

/// What [`query`] reads, for seeing that it is what the others read.
pub fn orders(client: Client) -> Vec<Order> {
    let page = page(&Repository::new(client));
    page.iter().map(|order| order.unwrap().to_owned()).collect()
}
