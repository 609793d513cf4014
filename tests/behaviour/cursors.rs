//! Cursors: whole, foreign, edited.

use dynamo_model::{Cursor, Repository};
use dynamo_model_tests::{Order, Shop, Status, Wire, day, open, order};

async fn filled() -> (dynamo_model::embedded::Embedded, Repository<Shop>) {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=5 {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
    }
    (database, shop)
}

async fn cursor(shop: &Repository<Shop>) -> Cursor {
    let page = shop
        .query(Order::query("c1"))
        .page_size(2)
        .page(None)
        .await
        .unwrap();
    page.next.unwrap()
}

#[tokio::test]
async fn a_cursor_survives_text_and_json() {
    let (_, shop) = filled().await;
    let cursor = cursor(&shop).await;
    let json = serde_json::to_string(&cursor).unwrap();
    let again: Cursor = serde_json::from_str(&json).unwrap();
    assert_eq!(again, cursor);
    let again: Cursor = cursor.to_string().parse().unwrap();
    let page = shop.query(Order::query("c1")).page(again).await.unwrap();
    assert_eq!(
        page.items.first().map(|order| order.placed_on),
        Some(day(3))
    );
    // Another page size or filter is the same query.
    let filtered = shop
        .query(Order::query("c1"))
        .filter(|order| order.total.ge(50));
    assert_eq!(filtered.page(cursor).await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn a_cursor_of_another_query_is_refused_and_nothing_is_sent() {
    let (database, shop) = filled().await;
    let cursor = cursor(&shop).await;
    let wire = Wire::record(&database);
    let other_table = shop.clone().with_table_name("other");
    let errors = [
        shop.query(Order::query("c2"))
            .page(cursor.clone())
            .await
            .unwrap_err(),
        shop.query(Order::query("c1"))
            .newest_first()
            .page(cursor.clone())
            .await
            .unwrap_err(),
        shop.query(Order::query("c1").placed_on(day(1)))
            .page(cursor.clone())
            .await
            .unwrap_err(),
        shop.query(Order::by_status(Status::Pending))
            .page(cursor.clone())
            .await
            .unwrap_err(),
        other_table
            .query(Order::query("c1"))
            .page(cursor.clone())
            .await
            .unwrap_err(),
        shop.items(Order::partition("c1"))
            .page(cursor.clone())
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_cursor(), "{error}");
    }
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn an_edited_cursor_is_refused() {
    let (database, shop) = filled().await;
    let text = cursor(&shop).await.to_string();
    let wire = Wire::record(&database);
    let mut edited = text.clone().into_bytes();
    edited[20] = if edited[20] == b'A' { b'B' } else { b'A' };
    let edited = String::from_utf8(edited).unwrap();
    for broken in [
        edited.as_str(),
        &text[1..],
        &text[..text.len() - 1],
        "",
        "x",
        "ä",
        "!!!!",
    ] {
        let error = shop
            .query(Order::query("c1"))
            .page(Cursor::from(broken))
            .await
            .unwrap_err();
        assert!(error.is_cursor(), "{broken}");
    }
    assert_eq!(wire.count(), 0);
}
