//! Requests as values: they own what they need.

use std::future::IntoFuture;

use dynamo_model::{GetRequest, Page, QueryIndex, QueryRequest, Repository, WriteRequest};
use dynamo_model_tests::{Order, Shop, Wire, day, open, order, repository};
use futures_util::TryStreamExt;

fn assert_send<T: Send + 'static>(value: T) -> T {
    value
}

/// A request leaves the function whose locals it was made from.
fn write(shop: Repository<Shop>, id: &str) -> WriteRequest {
    let order = order("c1", day(1), id);
    shop.create(&order)
}

fn read(shop: &Repository<Shop>, id: &str) -> GetRequest<Order> {
    let id = id.to_owned();
    shop.get(Order::key("c1", day(1), &id)).consistent()
}

fn query(
    shop: &Repository<Shop>,
) -> QueryRequest<impl QueryIndex<Entity = Order, Read = Order> + 'static> {
    shop.query(Order::query("c1")).newest_first()
}

#[tokio::test]
async fn requests_outlive_their_repository() {
    let shop = repository::<Shop>().await;
    let (first, second) = (write(shop.clone(), "o1"), write(shop.clone(), "o2"));
    let get = read(&shop, "o1");
    let query = query(&shop);
    let batch = shop.batch().put_all(&[order("c1", day(2), "o3")]);
    drop(shop);
    first.await.unwrap();
    second.await.unwrap();
    assert_eq!(batch.await.unwrap().written, 1);
    assert_eq!(get.await.unwrap(), Some(order("c1", day(1), "o1")));
    let found: Vec<Order> = query.stream().try_collect().await.unwrap();
    assert_eq!(found.len(), 3);
}

#[tokio::test]
async fn requests_are_send_and_can_be_spawned() {
    let shop = repository::<Shop>().await;
    let writes = (0..8).map(|number| {
        let request = assert_send(write(shop.clone(), &format!("o{number}")));
        tokio::spawn(request.into_future())
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    let all = tokio::spawn(assert_send(shop.query(Order::query("c1"))).all());
    assert_eq!(all.await.unwrap().unwrap().len(), 8);
    let page = tokio::spawn(shop.query(Order::query("c1")).page(None));
    let page: Page<Order> = page.await.unwrap().unwrap();
    assert_eq!(page.items.len(), 8);
    let items = tokio::spawn(assert_send(shop.items(Order::partition("c1"))).count());
    assert_eq!(items.await.unwrap().unwrap(), 8);
    let batch =
        tokio::spawn(assert_send(shop.batch().put_all(&[order("c2", day(1), "o1")])).into_future());
    assert_eq!(batch.await.unwrap().unwrap().written, 1);
    assert_send(shop.query(Order::query("c1")).stream());
}

#[tokio::test]
async fn nothing_is_sent_before_a_request_is_awaited() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    drop(shop.create(&order("c1", day(1), "o1")));
    drop(shop.query(Order::query("c1")));
    drop(shop.query(Order::query("c1")).stream());
    let _ = shop.query(Order::query("c1")).explain();
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_stream_sends_one_request_ahead_of_what_is_taken() {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=6 {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
    }
    let wire = Wire::record(&database);
    let mut stream = shop.query(Order::query("c1")).page_size(2).stream();
    for (taken, sent) in [(1, 2), (2, 2), (3, 3)] {
        assert_eq!(
            stream
                .try_next()
                .await
                .unwrap()
                .map(|order| order.placed_on),
            Some(day(taken))
        );
        assert_eq!(wire.count(), sent);
    }
}
