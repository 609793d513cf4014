//! Type tags and collections.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model_tests::{
    Customer, Invoice, Order, Shop, Status, Wire, customer, day, invoice, open, order, raw_item,
    repository,
};

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

// fault 118
#[tokio::test]
async fn an_index_partition_of_two_types_yields_one_of_them() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("c1", day(1), "o1")).await.unwrap();
    shop.put(&invoice("c1", "i1", day(1), None)).await.unwrap();
    let wire = Wire::record(&database);
    let orders = shop
        .query(Order::by_status(Status::Pending))
        .all()
        .await
        .unwrap();
    assert_eq!(orders, [order("c1", day(1), "o1")]);
    assert_eq!(wire.last().resolved("FilterExpression"), "type = Order");
    assert_eq!(
        shop.query(Order::by_status(Status::Pending))
            .count()
            .await
            .unwrap(),
        1
    );
    assert_eq!(wire.last().resolved("FilterExpression"), "type = Order");
    let invoices = shop
        .query(Invoice::by_status(Status::Pending))
        .all()
        .await
        .unwrap();
    assert_eq!(invoices, [invoice("c1", "i1", day(1), None)]);
}

// fault 119
#[tokio::test]
async fn a_shared_partition_yields_the_entity_that_was_asked_for() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&customer("c1")).await.unwrap();
    shop.put(&order("c1", day(1), "o1")).await.unwrap();
    shop.put(&invoice("c1", "i1", day(1), None)).await.unwrap();
    let wire = Wire::record(&database);
    assert_eq!(
        shop.query(Order::query("c1")).all().await.unwrap(),
        [order("c1", day(1), "o1")]
    );
    // Proven by the sort key's literal: nothing is filtered, nothing is read that is not wanted.
    assert_eq!(wire.last().text("FilterExpression"), "");
    let page = shop.query(Order::query("c1")).page(None).await.unwrap();
    assert_eq!((page.examined, page.skipped), (1, 0));
    assert_eq!(
        shop.query(Customer::query("c1")).all().await.unwrap(),
        [customer("c1")]
    );
}

// fault 120
#[tokio::test]
async fn an_unknown_type_does_not_fail_the_rest() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&customer("c1")).await.unwrap();
    shop.put(&order("c1", day(1), "o1")).await.unwrap();
    shop.put(&order("c1", day(3), "o3")).await.unwrap();
    let attributes = [
        ("PK", text("CUST#c1")),
        ("SK", text("ORDER#2026-10-02#x")),
        ("type", text("Refund")),
        ("amount", AttributeValue::N(String::from("5"))),
    ];
    raw_item(&database, "shop", &attributes).await;
    let items = shop
        .items(Customer::partition("c1"))
        .page_size(1)
        .all()
        .await
        .unwrap();
    let types: Vec<_> = items.iter().filter_map(|item| item.type_name()).collect();
    assert_eq!(types, ["Order", "Refund", "Order", "Customer"]);
    assert_eq!(items[1].attribute::<u8>("amount").unwrap(), Some(5));
    let page = shop.query(Order::query("c1")).page(None).await.unwrap();
    assert_eq!(
        (page.items.len(), page.skipped, page.errors.len()),
        (2, 1, 0)
    );
    assert_eq!(
        shop.query(Order::query("c1"))
            .page_size(1)
            .all()
            .await
            .unwrap()
            .len(),
        2
    );
}

// fault 123
#[tokio::test]
async fn rows_without_a_type_are_read_where_the_key_proves_it() {
    let (database, shop) = open::<Shop>().await;
    for (pk, sk) in [("CUST#c1", "PROFILE"), ("CUST#c2", "PROFILE")] {
        let attributes = [
            ("PK", text(pk)),
            ("SK", text(sk)),
            ("customerId", text(&pk[5..])),
            ("name", text("n")),
        ];
        raw_item(&database, "shop", &attributes).await;
    }
    let found = shop.query(Customer::query("c1")).all().await.unwrap();
    assert_eq!(found.len(), 1);
    assert!(shop.get(Customer::key("c2")).await.unwrap().is_some());
}

// fault 123
#[tokio::test]
async fn rows_that_are_left_out_are_counted() {
    let (database, shop) = open::<Shop>().await;
    let index = [
        ("GSI2PK", text("STATUS#PENDING")),
        ("GSI2SK", text("2026-10-01#o1")),
    ];
    let attributes = [("PK", text("CUST#c1")), ("SK", text("ORDER#2026-10-01#o1"))];
    raw_item(&database, "shop", &[attributes, index].concat()).await;
    // The filter on the type leaves it out, and the page says so.
    let page = shop
        .query(Order::by_status(Status::Pending))
        .page(None)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.skipped, page.examined), (0, 1, 1));
    assert_eq!(
        repository::<Shop>()
            .await
            .query(Order::query("c1"))
            .page(None)
            .await
            .unwrap()
            .skipped,
        0
    );
}
