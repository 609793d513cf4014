//! Filters: each comparison, their combinations, and optional fields against `None`.

use dynamo_model::Condition;
use dynamo_model_tests::{Order, Shop, Status, Wire, day, open, order, raw_item};

use aws_sdk_dynamodb::types::AttributeValue;

async fn filled() -> (
    dynamo_model::embedded::Embedded,
    dynamo_model::Repository<Shop>,
) {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=5 {
        let note = (number > 3).then(|| format!("note {number}"));
        let status = if number % 2 == 0 {
            Status::Paid
        } else {
            Status::Shipped
        };
        let id = format!("o{number}");
        shop.put(&Order {
            note,
            status,
            ..order("c1", day(number), &id)
        })
        .await
        .unwrap();
    }
    (database, shop)
}

macro_rules! found {
    ($shop:expr, $filter:expr) => {{
        let found = $shop
            .query(Order::query("c1"))
            .filter($filter)
            .all()
            .await
            .unwrap();
        found
            .iter()
            .map(|order| order.placed_on.day())
            .collect::<Vec<i8>>()
    }};
}

#[tokio::test]
async fn every_comparison_compares() {
    let (_, shop) = filled().await;
    assert_eq!(found!(shop, |order| order.total.eq(30_u64)), [3]);
    assert_eq!(found!(shop, |order| order.total.ne(30_u64)), [1, 2, 4, 5]);
    assert_eq!(found!(shop, |order| order.total.lt(30_u64)), [1, 2]);
    assert_eq!(found!(shop, |order| order.total.le(30_u64)), [1, 2, 3]);
    assert_eq!(found!(shop, |order| order.total.gt(30_u64)), [4, 5]);
    assert_eq!(found!(shop, |order| order.total.ge(30_u64)), [3, 4, 5]);
    assert_eq!(found!(shop, |order| order.total.between(20, 40)), [2, 3, 4]);
    assert_eq!(found!(shop, |order| order.status.eq(Status::Paid)), [2, 4]);
    assert_eq!(found!(shop, |order| order.note.eq("note 4")), [4]);
    assert_eq!(found!(shop, |order| order.note.ge("note 5")), [5]);
    assert_eq!(found!(shop, |order| order.placed_on.le(day(2))), [1, 2]);
}

#[tokio::test]
async fn conditions_combine() {
    let (_, shop) = filled().await;
    assert_eq!(
        found!(shop, |order| order.total.ge(20) & order.total.le(40)),
        [2, 3, 4]
    );
    assert_eq!(
        found!(shop, |order| order.total.eq(10) | order.total.eq(50)),
        [1, 5]
    );
    assert_eq!(found!(shop, |order| !order.total.eq(10)), [2, 3, 4, 5]);
    assert_eq!(
        found!(shop, |order| !(order.total.eq(10) | order.total.eq(50))),
        [2, 3, 4]
    );
    assert_eq!(
        found!(shop, |order| (order.total.ge(40) | order.total.le(20))
            & order.status.eq(Status::Paid)),
        [2, 4]
    );
    let twice = shop
        .query(Order::query("c1"))
        .filter(|order| order.total.ge(20));
    assert_eq!(
        twice
            .filter(|order| order.total.lt(30))
            .count()
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn none_is_absent_or_null() {
    let (database, shop) = filled().await;
    // fault 46: NULL as other tools write it counts as absent
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let attributes = [
        ("PK", text("CUST#c1")),
        ("SK", text("ORDER#2026-10-06#o6")),
        ("type", text("Order")),
        ("customerId", text("c1")),
        ("orderId", text("o6")),
        ("placedOn", text("2026-10-06")),
        ("status", text("Paid")),
        ("total", AttributeValue::N(String::from("60"))),
        ("note", AttributeValue::Null(true)),
    ];
    raw_item(&database, "shop", &attributes).await;
    assert_eq!(
        found!(shop, |order| order.note.eq(None::<String>)),
        [1, 2, 3, 6]
    );
    assert_eq!(found!(shop, |order| order.note.ne(None::<String>)), [4, 5]);
    assert_eq!(found!(shop, |order| !order.note.eq(None::<String>)), [4, 5]);
}

#[tokio::test]
async fn an_absent_attribute_differs_from_every_value() {
    let (_, shop) = filled().await;
    // Orders 1 to 3 have no note.
    assert_eq!(found!(shop, |order| order.note.ne("note 4")), [1, 2, 3, 5]);
    assert_eq!(found!(shop, |order| !order.note.eq("note 4")), [1, 2, 3, 5]);
    assert_eq!(found!(shop, |order| order.note.lt("note 9")), [4, 5]);
}

#[tokio::test]
async fn none_has_no_order() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let query = || shop.query(Order::query("c1"));
    let errors = [
        query()
            .filter(|order| order.note.lt(None::<String>))
            .all()
            .await
            .unwrap_err(),
        query()
            .filter(|order| order.note.between(None::<String>, "b"))
            .all()
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_invalid_request(), "{error}");
        assert_eq!(error.attribute(), Some("note"));
    }
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_filter_stands_beside_the_filter_on_the_type() {
    let (database, shop) = filled().await;
    let wire = Wire::record(&database);
    let query = shop
        .query(Order::by_status(Status::Paid))
        .filter(|order| order.total.ge(30));
    assert_eq!(query.all().await.unwrap().len(), 1);
    assert_eq!(
        wire.last().resolved("FilterExpression"),
        "(type = Order AND total >= 30)"
    );
    let either = |order: Condition<_>, other| order | other;
    let query = shop.query(Order::by_status(Status::Paid));
    let query = query.filter(|order| either(order.total.eq(20), order.total.eq(40)));
    assert_eq!(query.all().await.unwrap().len(), 2);
    let resolved = wire.last().resolved("FilterExpression");
    assert_eq!(resolved, "(type = Order AND (total = 20 OR total = 40))");
}
