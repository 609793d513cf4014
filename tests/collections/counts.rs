//! Counts of collections: by the service, or by the keys and types of the items.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Collection;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{Wire, open, raw_item};

use crate::model::{
    AnyEntry, Billing, Draft, Item, Order, Payment, Profile, Session, Shop, item, order, payment,
    profile, session,
};

/// Between the two are orders.
#[derive(Collection, Debug)]
#[expect(dead_code, reason = "they are counted")]
enum Ends {
    Item(Item),
    Payment(Payment),
}

/// Nothing else has keys that begin as these do.
#[derive(Collection, Debug)]
#[expect(dead_code, reason = "they are counted")]
enum Items {
    Item(Item),
}

#[derive(Collection, Debug)]
#[collection(on = "GSI1")]
#[expect(dead_code, reason = "they are counted")]
enum OfDay {
    Order(Order),
    Payment(Payment),
}

/// Between the two are profiles.
#[derive(Collection, Debug)]
#[expect(dead_code, reason = "they are counted")]
enum OfUser {
    Billing(Billing),
    Session(Session),
}

/// What another program stored in the order's partition; none of it can be read as an entity.
async fn stored(database: &Embedded, sk: &str, type_name: Option<&str>) {
    let text = |value: &str| AttributeValue::S(value.to_owned());
    let keys = [("PK", text("ORDER#o99")), ("SK", text(sk))];
    let type_name = type_name.map(|name| ("type", text(name)));
    let attributes: Vec<_> = keys.into_iter().chain(type_name).collect();
    raw_item(database, "collections", &attributes).await;
}

/// An order, an item, one that cannot be read, and a payment; with a type and with none what is no member.
async fn mixed() -> (Embedded, dynamo_model::Repository<Shop>) {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    shop.put(&item("o99", "prod-1")).await.unwrap();
    shop.put(&payment("o99", "p1")).await.unwrap();
    stored(&database, "ITEM#broken", Some("ORDER_ITEM")).await;
    stored(&database, "ITEM#zz#invoice", Some("INVOICE")).await;
    stored(&database, "LEGACY", None).await;
    (database, shop)
}

#[tokio::test]
async fn where_others_are_between_the_members_their_keys_and_types_are_counted() {
    let (database, shop) = mixed().await;
    let wire = Wire::record(&database);
    let request = || shop.collect::<Ends, _>(Order::partition("o99"));
    // One of them cannot be read, and is counted all the same.
    assert_eq!(request().count().await.unwrap(), 3);
    let sent = wire.last();
    assert_eq!(sent.resolved("ProjectionExpression"), "PK, SK, type");
    assert!(sent.body.get("Select").is_none(), "{:?}", sent.body);

    let paged = request().page_size(1).newest_first().count();
    assert_eq!(paged.await.unwrap(), 3);
    let page = request().page(None).await.unwrap();
    assert_eq!((page.items.len(), page.errors.len()), (2, 1));
}

#[tokio::test]
async fn the_service_counts_where_no_other_entity_can_match() {
    let (database, shop) = mixed().await;
    let wire = Wire::record(&database);
    let items = shop.collect::<Items, _>(Order::partition("o99"));
    // What cannot be read too, and what no entity says could be there.
    assert_eq!(items.count().await.unwrap(), 3);
    assert_eq!(wire.last().text("Select"), "COUNT");
}

#[tokio::test]
async fn items_that_cannot_be_read_are_counted_as_in_a_query() {
    let (database, shop) = mixed().await;
    stored(&database, "ITEM#broken-too", Some("ORDER_ITEM")).await;
    let collected = || shop.collect::<Ends, _>(Order::partition("o99"));
    let queried = || shop.query(Item::query("o99"));
    for (limit, count) in [(1, 1), (2, 2), (3, 3), (0, 0)] {
        assert_eq!(collected().limit(limit).count().await.unwrap(), count);
        assert_eq!(queried().limit(limit).count().await.unwrap(), count);
    }
    assert_eq!(collected().limit(9).count().await.unwrap(), 4);
}

#[tokio::test]
async fn unknown_items_are_counted_where_a_variant_takes_them() {
    let (database, shop) = mixed().await;
    let wire = Wire::record(&database);
    let all = || shop.collect::<AnyEntry, _>(Order::partition("o99"));
    assert_eq!(all().count().await.unwrap(), 6);
    assert_eq!(wire.last().text("Select"), "COUNT");
    assert_eq!(all().limit(10).count().await.unwrap(), 6);
    assert!(wire.last().body.get("Select").is_none());
    assert_eq!(all().limit(4).count().await.unwrap(), 4);
}

#[tokio::test]
async fn items_without_a_type_are_counted_by_their_keys() {
    let (database, shop) = mixed().await;
    stored(&database, "ITEM#untyped", None).await;
    stored(&database, "PAYMENT#untyped", None).await;
    let ends = shop.collect::<Ends, _>(Order::partition("o99"));
    assert_eq!(ends.count().await.unwrap(), 5);
}

#[tokio::test]
async fn the_entries_of_an_index_are_counted_by_theirs() {
    let (database, shop) = mixed().await;
    let (id, day) = ("d1".to_owned(), order("o99").day);
    shop.put(&Draft { id, day }).await.unwrap();
    let wire = Wire::record(&database);
    let of_day = shop.collect::<OfDay, _>(Order::of_day(&order("o99").day));
    assert_eq!(of_day.count().await.unwrap(), 2);
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, GSI1PK, GSI1SK"
    );
}

#[tokio::test]
async fn expired_items_are_not_counted() {
    let (_, shop) = open::<Shop>().await;
    shop.put(&profile("u1")).await.unwrap();
    shop.put(&session("u1", "old", Some(1))).await.unwrap();
    shop.put(&session("u1", "new", None)).await.unwrap();
    let of_user = || shop.collect::<OfUser, _>(Profile::partition("u1"));
    assert_eq!(of_user().count().await.unwrap(), 1);
    assert_eq!(of_user().limit(1).count().await.unwrap(), 1);
}
