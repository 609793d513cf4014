//! Which items a collection has, and which it leaves out.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Collection, RawItem};
use dynamo_model_tests::{Wire, open, raw_item};

use crate::model::{
    AnyEntry, Billing, Entry, Item, Order, Payment, Profile, Session, Settings, Shop, User,
    WholeOrder, item, order, payment, profile, session, settings, shop,
};

#[derive(Collection, Debug)]
struct WithOthers {
    order: Option<Order>,
    #[collection(unknown)]
    others: Vec<RawItem<Shop>>,
    items: Vec<Item>,
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

/// An item that another program stored in the order's partition.
async fn stored(database: &dynamo_model::embedded::Embedded, sk: &str, more: &[(&str, &str)]) {
    let keys = [("PK", text("ORDER#o99")), ("SK", text(sk))];
    let more = more.iter().map(|(name, value)| (*name, text(value)));
    let attributes: Vec<_> = keys.into_iter().chain(more).collect();
    raw_item(database, "collections", &attributes).await;
}

#[tokio::test]
async fn a_struct_sorts_the_items_into_its_fields() {
    let shop = shop().await;
    let whole: WholeOrder = shop.collect(Order::partition("o99")).await.unwrap();
    assert_eq!(
        whole,
        WholeOrder {
            order: order("o99"),
            items: vec![item("o99", "prod-1"), item("o99", "prod-2")],
        }
    );
}

#[tokio::test]
async fn an_enum_has_the_items_in_the_order_of_the_sort_key() {
    let shop = shop().await;
    let entries: Vec<Entry> = shop.collect(Order::partition("o99")).all().await.unwrap();
    let in_order = [
        Entry::Item(item("o99", "prod-1")),
        Entry::Item(item("o99", "prod-2")),
        Entry::Order(order("o99")),
    ];
    assert_eq!(entries, in_order);

    let request = || shop.collect::<Entry, _>(Order::partition("o99"));
    let newest = request().newest_first().all().await.unwrap();
    assert!(newest.iter().eq(in_order.iter().rev()));
    assert_eq!(request().first().await.unwrap().as_ref(), in_order.first());
    assert_eq!(request().count().await.unwrap(), 3);
}

#[tokio::test]
async fn the_parts_of_a_user_are_read_by_one_query() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&profile("u42")).await.unwrap();
    shop.put(&settings("u42")).await.unwrap();
    let wire = Wire::record(&database);
    let user: User = shop
        .collect(Profile::partition("u42"))
        .consistent()
        .await
        .unwrap();
    assert_eq!(
        user,
        User {
            profile: profile("u42"),
            settings: Some(settings("u42")),
            billing: None,
        }
    );
    assert_eq!(wire.count(), 1);
    assert_eq!(wire.last().body["ConsistentRead"], true);
}

#[tokio::test]
async fn a_required_part_that_is_missing_is_an_error_with_its_field() {
    let shop = shop().await;
    shop.put(&settings("u42")).await.unwrap();
    let error = shop
        .collect::<User, _>(Settings::partition("u42"))
        .await
        .unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(error.entity(), Some("Profile"));
    let text = error.to_string();
    assert!(
        text.contains("profile") && text.contains("USER#u42"),
        "{text}"
    );
}

#[tokio::test]
async fn a_second_item_for_a_field_that_takes_one_is_an_error() {
    #[derive(Collection, Debug)]
    struct OneItem {
        #[expect(dead_code, reason = "never read")]
        item: Option<Item>,
    }
    let shop = shop().await;
    let request = || shop.collect::<OneItem, _>(Order::partition("o99"));
    let error = request().await.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.entity(), Some("Item"));
    // Of a partition's beginning there is one.
    request().limit(1).await.unwrap();
}

// fault 119
#[tokio::test]
async fn items_of_other_entities_are_left_out_and_counted() {
    let shop = shop().await;
    let report = shop
        .collect::<WholeOrder, _>(Payment::partition("o99"))
        .report()
        .await
        .unwrap();
    // The payment is behind the range of the members' sort keys.
    assert_eq!((report.skipped, report.examined), (0, 3));

    #[derive(Collection, Debug)]
    struct Ends {
        items: Vec<Item>,
        payments: Vec<Payment>,
    }
    let report = shop
        .collect::<Ends, _>(Payment::partition("o99"))
        .report()
        .await
        .unwrap();
    assert_eq!(report.collection.payments, [payment("o99", "p1")]);
    assert_eq!(report.collection.items.len(), 2);
    assert_eq!((report.skipped, report.examined), (1, 4));
}

// fault 120
#[tokio::test]
async fn an_unknown_type_does_not_fail_the_read() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    shop.put(&item("o99", "prod-1")).await.unwrap();
    stored(
        &database,
        "ITEM#zz#invoice",
        &[("type", "INVOICE"), ("due", "now")],
    )
    .await;

    let request = || {
        shop.collect::<Entry, _>(Order::partition("o99"))
            .page_size(1)
    };
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let page = request().page(cursor).await.unwrap();
        assert!(page.errors.is_empty());
        pages.push((page.items.len(), page.skipped));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(pages[..3], [(1, 0), (0, 1), (1, 0)]);

    let report = shop
        .collect::<WholeOrder, _>(Order::partition("o99"))
        .report()
        .await
        .unwrap();
    assert_eq!((report.collection.items.len(), report.skipped), (1, 1));
}

// fault 120
#[tokio::test]
async fn an_unknown_variant_or_field_takes_what_is_no_members() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    shop.put(&payment("o99", "p1")).await.unwrap();
    stored(&database, "INVOICE#1", &[("type", "INVOICE")]).await;

    let all: Vec<AnyEntry> = shop.collect(Order::partition("o99")).all().await.unwrap();
    let [
        AnyEntry::Other(invoice),
        AnyEntry::Order(_),
        AnyEntry::Other(paid),
    ] = &all[..]
    else {
        panic!("{all:?}");
    };
    assert_eq!(invoice.type_name(), Some("INVOICE"));
    assert_eq!(paid.decode::<Payment>().unwrap(), payment("o99", "p1"));

    let report = shop
        .collect::<WithOthers, _>(Order::partition("o99"))
        .report()
        .await
        .unwrap();
    assert_eq!(report.skipped, 0);
    assert_eq!(report.collection.order, Some(order("o99")));
    assert_eq!(report.collection.others.len(), 2);
    assert!(report.collection.items.is_empty());
}

// fault 123
#[tokio::test]
async fn items_without_a_type_are_read_by_their_keys_or_counted() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    let product = [("order", "o99"), ("product", "prod-1")];
    let quantity = ("quantity", AttributeValue::N("2".to_owned()));
    let mut attributes: Vec<_> = product.map(|(name, value)| (name, text(value))).into();
    attributes.extend([
        ("PK", text("ORDER#o99")),
        ("SK", text("ITEM#prod-1")),
        quantity,
    ]);
    raw_item(&database, "collections", &attributes).await;
    stored(&database, "LEGACY", &[]).await;

    let report = shop
        .collect::<WholeOrder, _>(Order::partition("o99"))
        .report()
        .await
        .unwrap();
    assert_eq!(report.collection.items, [item("o99", "prod-1")]);
    assert_eq!(report.skipped, 1);
}

#[tokio::test]
async fn a_member_that_cannot_be_read_is_an_error_and_no_skipped_item() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o99")).await.unwrap();
    stored(
        &database,
        "ITEM#prod-1",
        &[("type", "ORDER_ITEM"), ("order", "o99")],
    )
    .await;

    let page = shop
        .collect::<Entry, _>(Order::partition("o99"))
        .page(None)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.skipped), (1, 0));
    assert!(page.errors[0].is_decode());
    let error = shop
        .collect::<WholeOrder, _>(Order::partition("o99"))
        .await
        .unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.entity(), Some("Item"));
}

#[tokio::test]
async fn expired_items_are_hidden() {
    #[derive(Collection, Debug)]
    struct Sessions {
        profile: Profile,
        sessions: Vec<Session>,
    }
    let shop = shop().await;
    shop.put(&profile("u1")).await.unwrap();
    shop.put(&session("u1", "old", Some(1))).await.unwrap();
    shop.put(&session("u1", "new", None)).await.unwrap();
    let sessions: Sessions = shop.collect(Profile::partition("u1")).await.unwrap();
    assert_eq!(sessions.profile, profile("u1"));
    assert_eq!(sessions.sessions, [session("u1", "new", None)]);
}

#[tokio::test]
async fn a_partition_of_no_member_is_refused_before_sending() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let error = shop
        .collect::<User, _>(Order::partition("o99"))
        .await
        .unwrap_err();
    assert!(error.is_invalid_request());
    assert!(error.to_string().contains("ORDER#o99"), "{error}");
    let error = shop
        .collect::<Entry, _>(Order::partition(""))
        .all()
        .await
        .unwrap_err();
    assert!(error.is_key());
    assert_eq!(wire.count(), 0);
    // What takes unknown items can read whatever there is.
    let all: Vec<AnyEntry> = shop.collect(Billing::partition("u1")).all().await.unwrap();
    assert!(all.is_empty());
}
