//! limit, page_size, pages, and what the service's `Limit` means.

use dynamo_model_tests::{Order, Shop, Status, Wire, day, invoice, open, order};
use futures_util::TryStreamExt;

async fn filled() -> (
    dynamo_model::embedded::Embedded,
    dynamo_model::Repository<Shop>,
) {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=9 {
        shop.put(&order("c1", day(number), &format!("o{number}")))
            .await
            .unwrap();
    }
    (database, shop)
}

#[tokio::test]
async fn limit_bounds_what_is_returned_over_all_pages() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let query = || shop.query(Order::query("c1"));
    assert_eq!(query().limit(4).all().await.unwrap().len(), 4);
    assert_eq!(
        (wire.count(), wire.last().body["Limit"].as_u64()),
        (1, Some(4))
    );
    assert_eq!(query().limit(5).page_size(2).all().await.unwrap().len(), 5);
    // 2 + 2 + 1
    assert_eq!(
        (wire.count(), wire.last().body["Limit"].as_u64()),
        (4, Some(1))
    );
    assert_eq!(query().limit(20).all().await.unwrap().len(), 9);
    assert_eq!(query().limit(3).count().await.unwrap(), 3);
    let streamed: Vec<Order> = query()
        .limit(3)
        .page_size(2)
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(streamed.len(), 3);
}

#[tokio::test]
async fn a_limit_of_zero_sends_nothing() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let query = || shop.query(Order::query("c1")).limit(0);
    assert!(query().all().await.unwrap().is_empty());
    assert_eq!(query().first().await.unwrap(), None);
    assert_eq!(query().count().await.unwrap(), 0);
    assert!(query().page(None).await.unwrap().items.is_empty());
    let never = || query().filter(|order| order.total.is_in([0_u64; 0]));
    assert_eq!(never().page(None).await.unwrap().next, None);
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_page_with_a_limit_of_zero_is_not_the_end() {
    let (_, shop) = filled().await;
    let query = || shop.query(Order::query("c1"));
    let whole = query().page(None).await.unwrap().items;
    let beginning = query().limit(0).page(None).await.unwrap().next;
    assert!(beginning.is_some());
    let again = query().limit(0).page(beginning.clone()).await.unwrap();
    assert_eq!(again.next, beginning);
    let read = query().page(beginning.clone()).await.unwrap();
    assert_eq!((&read.items, read.next), (&whole, None));
    let raw = shop.items(Order::partition("c2"));
    assert!(raw.page(beginning).await.unwrap_err().is_cursor());

    let begun = query().limit(2).page(None).await.unwrap().next;
    let again = query().limit(0).page(begun.clone()).await.unwrap().next;
    assert_eq!(again, begun);
    let read = query().page(again).await.unwrap();
    assert_eq!(read.items, whole[2..]);
}

#[tokio::test]
async fn a_page_size_of_zero_is_one() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let page = shop
        .query(Order::query("c1"))
        .page_size(0)
        .page(None)
        .await
        .unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(wire.last().body["Limit"], 1);
}

#[tokio::test]
async fn a_limit_with_a_filter_goes_on_until_it_is_met() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let query = || {
        shop.query(Order::query("c1"))
            .filter(|order| order.total.ge(60))
            .page_size(2)
    };
    let found = query().limit(3).all().await.unwrap();
    assert_eq!(
        found.iter().map(|order| order.total).collect::<Vec<_>>(),
        [60, 70, 80]
    );
    // The service's limit counts what is examined, so the caller's is never sent with a filter.
    assert!(wire.sent().iter().all(|sent| sent.body["Limit"] == 2));
    assert_eq!(
        query().first().await.unwrap().map(|order| order.total),
        Some(60)
    );
}

#[tokio::test]
async fn where_the_limit_cuts_a_page_the_next_one_begins_behind_the_last_item() {
    let (_, shop) = filled().await;
    for _ in 0..2 {
        let query = || {
            shop.query(Order::query("c1"))
                .filter(|order| order.total.ge(20))
                .limit(3)
        };
        let page = query().page(None).await.unwrap();
        assert_eq!(
            page.items
                .iter()
                .map(|order| order.total)
                .collect::<Vec<_>>(),
            [20, 30, 40]
        );
        let page = query().page(page.next).await.unwrap();
        assert_eq!(
            page.items
                .iter()
                .map(|order| order.total)
                .collect::<Vec<_>>(),
            [50, 60, 70]
        );
    }
}

#[tokio::test]
async fn an_empty_page_is_not_the_end() {
    let (_, shop) = filled().await;
    let query = || {
        shop.query(Order::query("c1"))
            .filter(|order| order.total.eq(90))
            .page_size(3)
    };
    let page = query().page(None).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_some());
    assert_eq!((page.examined, page.skipped), (3, 0));
    assert_eq!(query().all().await.unwrap().len(), 1);
    assert_eq!(query().count().await.unwrap(), 1);
}

#[tokio::test]
async fn an_excluded_last_bound_is_dropped_from_every_reader() {
    let (_, shop) = filled().await;
    let query = || shop.query(Order::query("c1").placed_on(day(1)).order_id_in("o".."o1"));
    assert_eq!(query().all().await.unwrap(), []);
    assert_eq!(query().count().await.unwrap(), 0);
    let query = || shop.query(Order::query("c1").placed_on(day(1)).order_id_in("o".."o2"));
    assert_eq!(query().count().await.unwrap(), 1);
    assert_eq!(query().limit(1).all().await.unwrap().len(), 1);
}

#[tokio::test]
async fn pages_of_a_shared_index_partition_count_the_other_type_as_skipped() {
    let (_, shop) = filled().await;
    for number in 1..=9 {
        shop.put(&invoice("c1", &format!("i{number}"), day(number), None))
            .await
            .unwrap();
    }
    let query = || shop.query(Order::by_status(Status::Pending)).page_size(4);
    let (mut orders, mut skipped, mut cursor) = (Vec::new(), 0, None);
    loop {
        let page = query().page(cursor).await.unwrap();
        assert!(page.errors.is_empty());
        orders.extend(page.items);
        skipped += page.skipped;
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((orders.len(), skipped), (9, 9));
    assert_eq!(
        orders,
        shop.query(Order::by_status(Status::Pending))
            .all()
            .await
            .unwrap()
    );
}
