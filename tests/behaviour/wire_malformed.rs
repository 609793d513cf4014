//! Items with an attribute that is none: what is read of them, and that nothing is written anew from them.
//!
//! Through the SDK's types such an answer is none at all; read from the wire it is an error of the one item.

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Error, Repository};
use dynamo_model_tests::{Customer, Order, Sent, Shop, Wire, client, day};

use crate::wire_path::ORDER;

/// The item with one more attribute, which no order has.
fn with(attribute: &str) -> String {
    ORDER.replacen('{', &format!("{{{attribute},"), 1)
}

fn answered(item: &str) -> (Wire, Repository<Shop>) {
    let database = Embedded::new();
    let item = item.to_owned();
    let answer = move |sent: &Sent, _| Action::Answer {
        status: 200,
        body: match sent.operation.as_str() {
            "GetItem" => format!(r#"{{"Item":{item}}}"#),
            "Query" | "Scan" => format!(r#"{{"Items":[{item}],"Count":1,"ScannedCount":1}}"#),
            _ => "{}".to_owned(),
        },
    };
    let wire = Wire::script(&database, answer);
    (wire, Repository::new(client(&database)))
}

fn operations(wire: &Wire) -> Vec<String> {
    wire.sent().into_iter().map(|sent| sent.operation).collect()
}

fn note(order: &mut Order) {
    order.note = Some("new".to_owned());
}

const MALFORMED: [&str; 4] = [
    r#""extra":{"B":"!"}"#,
    r#""extra":{"S":"\x"}"#,
    r#""extra":{"M":{"a":{"L":[{"BS":["AQ==","A"]}]}}}"#,
    // Of an index: derived on each write, and read by none.
    r#""GSI1PK":{"S":"\uD800"}"#,
];

#[tokio::test]
async fn errors_name_the_place_in_the_answer() {
    let key = || Order::key("c1", day(1), "o1");
    let item = ORDER.replace("{\"N\":\"10\"}", "{\"S\":\"ten\"}");
    let (_, shop) = answered(&item);
    let error = shop.get(key()).await.unwrap_err();
    let at = format!(r#"{{"Item":{item}}}"#).find("ten").unwrap();
    assert!(error.is_decode());
    assert_eq!(
        (error.entity(), error.attribute()),
        (Some("Order"), Some("total"))
    );
    assert_eq!(
        error.key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o1'}")
    );
    let place = format!(" at byte {at} of the answer");
    assert!(error.to_string().ends_with(&place), "{error}");
    let raw = shop.items(Customer::partition("c1")).all().await.unwrap();
    let error = raw[0].attribute::<u64>("total").unwrap_err();
    assert!(error.to_string().contains(" at byte "), "{error}");
}

#[tokio::test]
async fn an_attribute_that_the_entity_does_not_read_is_no_error_of_a_read() {
    for malformed in MALFORMED {
        let (_, shop) = answered(&with(malformed));
        let read = shop.get(Order::key("c1", day(1), "o1")).await.unwrap();
        assert_eq!(read.unwrap().total, 10, "{malformed}");
    }
}

#[tokio::test]
async fn a_raw_item_does_not_serialize_without_an_attribute() {
    for malformed in MALFORMED {
        let (_, shop) = answered(&with(malformed));
        let raw = shop.items(Customer::partition("c1")).all().await.unwrap();
        let error = serde_json::to_string(&raw[0]).unwrap_err();
        assert!(error.to_string().contains(" at byte "), "{error}");
        assert_eq!(raw[0].decode::<Order>().unwrap().total, 10);
    }
    let (_, shop) = answered(ORDER);
    let raw = shop.items(Customer::partition("c1")).all().await.unwrap();
    serde_json::to_string(&raw[0]).unwrap();
}

#[tokio::test]
async fn nothing_is_modified_that_cannot_be_read_whole() {
    let modified = async |item: &str| -> (Result<Order, Error>, Vec<String>) {
        let (wire, shop) = answered(item);
        let modified = shop.modify(Order::key("c1", day(1), "o1"), note).await;
        (modified, operations(&wire))
    };
    for malformed in MALFORMED {
        let (modified, sent) = modified(&with(malformed)).await;
        let error = modified.unwrap_err();
        assert!(error.is_decode(), "{error}");
        assert_eq!(error.entity(), Some("Order"));
        assert!(error.key().is_some() && error.attribute().is_some());
        assert_eq!(sent, ["GetItem"]);
    }
    let (modified, sent) = modified(&with(r#""extra":{"B":"AQ=="}"#)).await;
    assert_eq!(modified.unwrap().note.as_deref(), Some("new"));
    assert_eq!(sent, ["GetItem", "UpdateItem"]);
}

#[tokio::test]
async fn nothing_is_backfilled_that_cannot_be_read_whole() {
    for malformed in MALFORMED {
        let (wire, shop) = answered(&with(malformed));
        let report = shop.admin().backfill::<Order>().await.unwrap();
        assert!(!report.is_complete());
        assert_eq!(report.rewritten, 0);
        assert_eq!(operations(&wire), ["Scan"], "{malformed}");
    }
    // Without its index attributes the item is written.
    let (wire, shop) = answered(&with(r#""extra":{"B":"AQ=="}"#));
    shop.admin().backfill::<Order>().await.unwrap();
    assert_eq!(operations(&wire), ["Scan", "UpdateItem"]);
}
