//! What is read from items that the library did not write: untagged, of another type, ill-typed.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Order, Shop, Status, Wire, day, open, order, raw_item, repository};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn number(number: &str) -> AttributeValue {
    AttributeValue::N(number.to_owned())
}

/// The attributes of an order of 2026-10-05, but for the ones that a test gives.
fn stored(
    changes: Vec<(&'static str, Option<AttributeValue>)>,
) -> Vec<(&'static str, AttributeValue)> {
    let mut attributes = BTreeMap::from([
        ("PK", text("CUST#c1")),
        ("SK", text("ORDER#2026-10-05#o5")),
        ("type", text("Order")),
        ("customerId", text("c1")),
        ("orderId", text("o5")),
        ("placedOn", text("2026-10-05")),
        ("status", text("Pending")),
        ("total", number("50")),
    ]);
    for (name, value) in changes {
        match value {
            Some(value) => attributes.insert(name, value),
            None => attributes.remove(name),
        };
    }
    attributes.into_iter().collect()
}

#[tokio::test]
async fn an_untagged_item_is_accepted_when_its_key_proves_the_type() {
    let (database, shop) = open::<Shop>().await;
    raw_item(&database, "shop", &stored(vec![("type", None)])).await;
    let expected = order("c1", day(5), "o5");
    assert_eq!(
        shop.query(Order::query("c1")).all().await.unwrap(),
        std::slice::from_ref(&expected)
    );
    assert_eq!(shop.get(&expected).await.unwrap(), Some(expected));
}

#[derive(Debug, Table)]
#[table(name = "mixed", entities(Cat, Dog))]
struct Mixed;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Mixed, pk = "OWNER#{owner}", sk = "{id}", overlap_ok = "ids are unique over both")]
struct Cat {
    owner: String,
    id: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Mixed, pk = "OWNER#{owner}", sk = "{id}")]
struct Dog {
    owner: String,
    id: String,
}

#[tokio::test]
async fn an_item_of_another_type_is_skipped_and_counted() {
    let (database, mixed) = open::<Mixed>().await;
    mixed
        .put(&Cat {
            owner: String::from("o1"),
            id: String::from("a"),
        })
        .await
        .unwrap();
    mixed
        .put(&Dog {
            owner: String::from("o1"),
            id: String::from("b"),
        })
        .await
        .unwrap();
    let untagged = [
        ("PK", text("OWNER#o1")),
        ("SK", text("c")),
        ("owner", text("o1")),
        ("id", text("c")),
    ];
    raw_item(&database, "mixed", &untagged).await;
    let page = mixed.query(Cat::query("o1")).page(None).await.unwrap();
    assert_eq!((page.items.len(), page.skipped, page.examined), (1, 2, 3));
    assert!(page.errors.is_empty());
    // By key there is one item, and it is another one.
    let error = mixed.get(Cat::key("o1", "b")).await.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.entity(), Some("Cat"));
    assert_eq!(error.key(), Some("{PK: 'OWNER#o1', SK: 'b'}"));
}

#[tokio::test]
async fn an_item_whose_type_contradicts_its_key_is_skipped() {
    let (database, shop) = open::<Shop>().await;
    raw_item(
        &database,
        "shop",
        &stored(vec![("type", Some(text("Relic")))]),
    )
    .await;
    shop.put(&order("c1", day(6), "o6")).await.unwrap();
    // The templates prove that no filter is needed, so the decoder does the check.
    let page = shop.query(Order::query("c1")).page(None).await.unwrap();
    assert_eq!((page.items.len(), page.skipped), (1, 1));
    assert!(
        shop.get(Order::key("c1", day(5), "o5"))
            .await
            .unwrap_err()
            .is_decode()
    );
}

#[tokio::test]
async fn an_ill_typed_attribute_is_named_and_the_rest_of_the_page_is_read() {
    let (database, shop) = open::<Shop>().await;
    for number in [4, 6] {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
    }
    for (attribute, value) in [
        ("total", Some(text("fifty"))),
        ("total", None),
        ("status", Some(text("Unheard"))),
        ("orderId", Some(number("5"))),
        ("placedOn", Some(text("2026-13-05"))),
        ("total", Some(number("-1"))),
        ("note", Some(AttributeValue::L(Vec::new()))),
    ] {
        let index = [
            ("GSI2PK", Some(text("STATUS#PENDING"))),
            ("GSI2SK", Some(text("2026-10-05#o5"))),
        ];
        let changes = index.into_iter().chain([(attribute, value)]).collect();
        raw_item(&database, "shop", &stored(changes)).await;
        let page = shop.query(Order::query("c1")).page(None).await.unwrap();
        assert_eq!(page.items.len(), 2, "{attribute}");
        let [error] = page.errors.as_slice() else {
            panic!("{:?}", page.errors)
        };
        assert!(error.is_decode());
        assert_eq!(error.entity(), Some("Order"));
        assert_eq!(
            error.key(),
            Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-05#o5'}")
        );
        assert_eq!(error.attribute(), Some(attribute));
        let error = shop.query(Order::query("c1")).all().await.unwrap_err();
        assert_eq!(error.attribute(), Some(attribute));
        let error = shop.get(Order::key("c1", day(5), "o5")).await.unwrap_err();
        assert_eq!(
            (error.is_decode(), error.attribute()),
            (true, Some(attribute))
        );
        let page = shop
            .query(Order::by_status(Status::Pending))
            .page(None)
            .await
            .unwrap();
        assert_eq!((page.items.len(), page.errors.len()), (2, 1), "{attribute}");
    }
}

#[tokio::test]
async fn unknown_attributes_are_ignored() {
    let (database, shop) = open::<Shop>().await;
    let attributes = stored(vec![
        ("colour", Some(text("red"))),
        ("old", Some(AttributeValue::Null(true))),
    ]);
    raw_item(&database, "shop", &attributes).await;
    assert_eq!(
        shop.query(Order::query("c1")).all().await.unwrap(),
        [order("c1", day(5), "o5")]
    );
}

#[derive(Debug, Table)]
#[table(name = "flat", gsi("GSI1"), entities(Page, Strict))]
struct Flat;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Audit {
    by: String,
    revision: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Flat, pk = "PAGE#{path:raw}", sk = "PAGE")]
struct Page {
    path: String,
    #[serde(flatten)]
    audit: Audit,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[entity(table = Flat, pk = "STRICT#{id}", sk = "STRICT")]
struct Strict {
    id: String,
}

fn page(rest: &[(&str, &str)]) -> Page {
    let rest = rest
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Page {
        path: String::from("a#b"),
        audit: Audit {
            by: String::from("ann"),
            revision: None,
        },
        rest,
    }
}

#[tokio::test]
async fn flattened_fields_are_attributes_and_come_back_without_the_library_s_own() {
    let flat = repository::<Flat>().await;
    let page = page(&[("lang", "en")]);
    flat.put(&page).await.unwrap();
    assert_eq!(flat.get(&page).await.unwrap(), Some(page.clone()));
    assert_eq!(
        flat.query(Page::query("a#b")).all().await.unwrap(),
        std::slice::from_ref(&page)
    );
    let item = flat.get(&page).raw().await.unwrap().unwrap();
    assert_eq!(
        item.attribute::<String>("lang").unwrap().as_deref(),
        Some("en")
    );
    assert_eq!(
        item.attribute::<String>("by").unwrap().as_deref(),
        Some("ann")
    );
}

#[tokio::test]
async fn a_flattened_name_that_is_a_key_s_or_the_type_s_is_refused() {
    let (database, flat) = open::<Flat>().await;
    let wire = Wire::record(&database);
    // Those of an index too: the item would be in it, and reading would take the attribute for the index's.
    for name in ["PK", "SK", "type", "GSI1PK", "GSI1SK"] {
        let error = flat.put(&page(&[(name, "x")])).await.unwrap_err();
        assert!(error.is_encode(), "{error}");
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Page"), Some(name))
        );
    }
    // Twice the same name from two flattened fields.
    assert!(
        flat.put(&page(&[("by", "bob")]))
            .await
            .unwrap_err()
            .is_encode()
    );
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn deny_unknown_fields_does_not_see_the_library_s_own_attributes() {
    let flat = repository::<Flat>().await;
    let strict = Strict {
        id: String::from("s1"),
    };
    flat.put(&strict).await.unwrap();
    assert_eq!(flat.get(&strict).await.unwrap(), Some(strict));
}
