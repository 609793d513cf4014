//! Items read from the service's answers themselves, and through the SDK's types: the same items, errors and requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::{
    AfterDeserializationInterceptorContextRef, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::{
    RequestId, get_item::GetItemOutput, query::QueryOutput, scan::ScanOutput,
};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::interceptors::context::Output;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Error, RawItem, Repository};
use dynamo_model_tests::{
    Customer, Order, Shop, Wire, client, customer, day, open, order, without_place,
};
use futures_util::StreamExt;

/// What a client's own interceptor sees: the items, the count and the request's id of each output.
#[derive(Clone, Debug, Default)]
struct Seen(Arc<Mutex<Vec<(usize, i32, bool)>>>);

impl Intercept for Seen {
    fn name(&self) -> &'static str {
        "Seen"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(output) = output::<QueryOutput>(context) {
            let seen = (
                output.items().len(),
                output.count(),
                output.request_id().is_some(),
            );
            self.0.lock().unwrap().push(seen);
        }
        if let Some(output) = output::<ScanOutput>(context) {
            let seen = (
                output.items().len(),
                output.count(),
                output.request_id().is_some(),
            );
            self.0.lock().unwrap().push(seen);
        }
        if let Some(output) = output::<GetItemOutput>(context) {
            let count = output.item().map_or(0, HashMap::len);
            let seen = (count, 1, output.request_id().is_some());
            self.0.lock().unwrap().push(seen);
        }
        Ok(())
    }
}

fn output<'c, T: std::fmt::Debug + Send + Sync + 'static>(
    context: &'c AfterDeserializationInterceptorContextRef<'_>,
) -> Option<&'c T> {
    context.output_or_error().ok()?.downcast_ref::<T>()
}

pub(crate) fn with_interceptor(
    database: &Embedded,
    interceptor: impl Intercept + 'static,
) -> Repository<Shop> {
    let config = database.sdk_config().interceptor(interceptor).build();
    Repository::new(aws_sdk_dynamodb::Client::from_conf(config))
}

#[tokio::test]
async fn outputs_come_without_their_items_unless_the_sdks_types_are_asked_for() {
    let (database, shop) = open::<Shop>().await;
    let orders = [order("c1", day(1), "o1"), order("c1", day(2), "o2")];
    for order in &orders {
        shop.put(order).await.unwrap();
    }
    let seen = Seen::default();
    let take = || std::mem::take(&mut *seen.0.lock().unwrap());
    let shop = with_interceptor(&database, seen.clone());
    for (shop, items, attributes) in [(shop.clone(), 0, 0), (shop.without_wire_codec(), 2, 15)] {
        assert_eq!(shop.query(Order::query("c1")).all().await.unwrap(), orders);
        assert_eq!(take(), [(items, 2, true)]);
        let scanned = shop.admin().scan::<Order>().all().await.unwrap();
        assert_eq!(scanned, orders);
        assert_eq!(take(), [(items, 2, true)]);
        assert_eq!(
            shop.get(&orders[0]).await.unwrap().as_ref(),
            Some(&orders[0])
        );
        let [(count, 1, true)] = take()[..] else {
            panic!("one call")
        };
        assert_eq!(count > 0, attributes > 0);
    }
}

/// A client that answers by itself, as mocks do.
#[derive(Debug)]
struct Mock;

impl Intercept for Mock {
    fn name(&self) -> &'static str {
        "Mock"
    }

    fn modify_before_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let item = HashMap::from([
            ("PK".to_owned(), text("CUST#c1")),
            ("SK".to_owned(), text("PROFILE")),
            ("type".to_owned(), text("Customer")),
            ("customerId".to_owned(), text("c1")),
            ("name".to_owned(), text("mocked")),
        ]);
        if let Some(Ok(output)) = context.output_or_error_mut() {
            if output.downcast_ref::<QueryOutput>().is_some() {
                *output = Output::erase(QueryOutput::builder().items(item.clone()).build());
            }
            if output.downcast_ref::<ScanOutput>().is_some() {
                *output = Output::erase(ScanOutput::builder().items(item.clone()).build());
            }
            if output.downcast_ref::<GetItemOutput>().is_some() {
                *output = Output::erase(GetItemOutput::builder().set_item(Some(item)).build());
            }
        }
        Ok(())
    }
}

#[tokio::test]
async fn items_that_a_client_puts_in_its_output_are_those_of_the_call() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&customer("c1")).await.unwrap();
    let shop = with_interceptor(&database, Mock);
    let read = shop.get(Customer::key("c1")).await.unwrap().unwrap();
    assert_eq!(read.name, "mocked");
    let read = shop.query(Customer::query("c1")).all().await.unwrap();
    assert_eq!(read[0].name, "mocked");
    let read = shop.admin().scan::<Customer>().all().await.unwrap();
    assert_eq!(read[0].name, "mocked");
}

/// What a call gave: of an error, what it is.
fn outcome<T>(result: Result<T, Error>) -> Result<T, (bool, bool, bool, String)> {
    result.map_err(|error| {
        (
            error.is_decode(),
            error.is_throttled(),
            error.is_table_not_found(),
            without_place(&error.to_string()),
        )
    })
}

/// Answers every request with this, and compares what comes of it on both paths.
async fn both_paths(status: u16, body: &str) -> Result<Vec<Order>, (bool, bool, bool, String)> {
    let (database, _) = open::<Shop>().await;
    let answer = body.to_owned();
    let _wire = Wire::script(&database, move |_, _| Action::Answer {
        status,
        body: answer.clone(),
    });
    let shop = Repository::<Shop>::new(client(&database));
    let sdk = shop.clone().without_wire_codec();
    let mut outcomes = Vec::new();
    for shop in [shop, sdk] {
        let page = shop.query(Order::query("c1")).page(None).await;
        let page = page.map(|page| {
            let errors = page.errors.iter().map(ToString::to_string);
            let errors: Vec<_> = errors.map(|text| without_place(&text)).collect();
            (
                page.items,
                errors,
                page.next.is_some(),
                page.skipped,
                page.examined,
            )
        });
        let raw = shop.items(Customer::partition("c1")).page(None).await;
        let raw = raw.map(|page| page.items.iter().map(shown).collect::<Vec<_>>());
        let get = shop.get(Order::key("c1", day(1), "o1")).await;
        let scanned = shop.admin().scan::<Order>().stream().next().await;
        let scanned = scanned.map(outcome);
        outcomes.push((outcome(page), outcome(raw), outcome(get), scanned));
    }
    let sdk = outcomes.pop().unwrap();
    let wire = outcomes.pop().unwrap();
    assert_eq!(wire, sdk, "{body}");
    wire.0.map(|(items, ..)| items)
}

/// All of a raw item.
pub(crate) fn shown(item: &RawItem<Shop>) -> String {
    let json = serde_json::to_string(item).unwrap_or_else(|error| error.to_string());
    format!(
        "{:?} {:?} {:?} {json}",
        item.type_name(),
        item.partition_key(),
        item.sort_key()
    )
}

pub(crate) const ORDER: &str = r#"{"PK":{"S":"CUST#c1"},"SK":{"S":"ORDER#2026-10-01#o1"},"type":{"S":"Order"},"customerId":{"S":"c1"},
"orderId":{"S":"o1"},"placedOn":{"S":"2026-10-01"},"status":{"S":"Pending"},"total":{"N":"10"},"note":{"S":"a \"gift\"\n\u00e9"}}"#;

fn page(items: &str) -> String {
    format!(r#"{{"Count":1,"Items":[{items}],"ScannedCount":3,"Item":{ORDER}}}"#)
}

#[tokio::test]
async fn answers_are_read_the_same_on_both_paths() {
    let read = both_paths(200, &page(ORDER)).await.unwrap();
    assert_eq!(read[0].note.as_deref(), Some("a \"gift\"\né"));
    // Escapes where the library looks for the type and the key, and in names.
    for (from, to) in [
        ("CUST#c1", "CUST\\u0023c1"),
        ("\"S\":\"Order\"", "\"S\":\"\\u004Frder\""),
        ("\"type\":", "\"\\u0074ype\":"),
        ("\"total\":", "\"to\\u0074al\":"),
    ] {
        let read = both_paths(200, &page(&ORDER.replace(from, to)))
            .await
            .unwrap();
        assert_eq!(read.len(), 1, "{to}");
    }
    // A type that a later service may bring, of an attribute that nobody asks for, or inside of one.
    for new in [
        r#""new":{"X":{"a":[1]}}"#,
        r#""new":{"M":{"a":{"X":"x"},"b":{"L":[{"X":1}]}}}"#,
    ] {
        let body = format!(
            "{{\"Count\":1,\"Items\":[{},{new}}}],\"ScannedCount\":1}}",
            ORDER.trim_end_matches('}').to_owned() + "}"
        );
        let (database, _) = open::<Shop>().await;
        let _wire = Wire::script(&database, move |_, _| Action::Answer {
            status: 200,
            body: body.clone(),
        });
        let shop = Repository::<Shop>::new(client(&database));
        for shop in [shop.clone(), shop.without_wire_codec()] {
            let read = shop.query(Order::query("c1")).all().await.unwrap();
            assert_eq!(read.len(), 1, "{new}");
        }
    }
    assert!(both_paths(200, &page("")).await.unwrap().is_empty());
    assert!(both_paths(200, "{}").await.unwrap().is_empty());
    assert!(
        both_paths(200, r#"{"Count":0,"Items":null,"ScannedCount":0}"#)
            .await
            .unwrap()
            .is_empty()
    );
    // The place to go on is read in either case.
    let key = r#""LastEvaluatedKey":{"PK":{"S":"CUST#c1"},"SK":{"S":"ORDER#2026-10-01#o1"}}"#;
    let more = page(ORDER).replace("\"ScannedCount\":3", &format!("\"ScannedCount\":3,{key}"));
    assert_eq!(both_paths(200, &more).await.unwrap().len(), 1);
}

#[tokio::test]
async fn items_that_cannot_be_read_are_the_same_errors_on_both_paths() {
    for (from, to) in [
        ("\"N\":\"10\"", "\"S\":\"10\""),
        ("\"N\":\"10\"", "\"N\":\"ten\""),
        ("\"N\":\"10\"", "\"N\":\"-1\""),
        ("\"N\":\"10\"", "\"NULL\":true"),
        ("\"N\":\"10\"", "\"X\":[1]"),
        ("\"total\"", "\"totals\""),
        ("\"S\":\"Pending\"", "\"S\":\"Gone\""),
        ("\"S\":\"Pending\"", "\"M\":{}"),
        ("\"S\":\"2026-10-01\"", "\"S\":\"2026-10-02\""),
        ("\"S\":\"Order\"", "\"S\":\"Customer\""),
        ("\"S\":\"Order\"", "\"N\":\"1\""),
        ("\"S\":\"CUST#c1\"", "\"N\":\"1\""),
    ] {
        let item = ORDER.replace(from, to);
        assert_ne!(item, ORDER);
        let _ = both_paths(200, &page(&item)).await;
    }
}

#[tokio::test]
async fn answers_that_are_none_are_the_same_errors_on_both_paths() {
    let whole = page(ORDER);
    for broken in [
        "",
        "{",
        "[]",
        "null",
        "x",
        &whole[..whole.len() - 1],
        &whole[..whole.len() / 2],
        &whole.replace("\\n", "\n"),
        &whole.replace("\"Items\":[", "\"Items\":[["),
        &whole.replace("{\"N\":\"10\"}", "{}"),
        &whole.replace("{\"N\":\"10\"}", "{\"N\":\"10\",\"S\":\"x\"}"),
        &whole.replace("{\"N\":\"10\"}", "{\"N\":10}"),
    ] {
        let _ = both_paths(200, broken).await;
    }
    let fault = |name: &str| {
        format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{name}","message":"no"}}"#)
    };
    let (_, throttled, _, _) = both_paths(400, &fault("ProvisionedThroughputExceededException"))
        .await
        .unwrap_err();
    assert!(throttled);
    let (.., missing, _) = both_paths(400, &fault("ResourceNotFoundException"))
        .await
        .unwrap_err();
    assert!(missing);
    both_paths(500, &fault("InternalServerError"))
        .await
        .unwrap_err();
}

#[tokio::test]
async fn an_answer_after_a_lost_one_is_read_whole() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(1), "o1");
    shop.put(&order).await.unwrap();
    let wire = Wire::script(&database, |_, number| match number {
        1 => Action::PassThenFail,
        2 => Action::Answer {
            status: 400,
            body: r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}"#.to_owned(),
        },
        _ => Action::Pass,
    });
    assert_eq!(shop.query(Order::query("c1")).all().await.unwrap(), [order]);
    assert_eq!(wire.count(), 3);
}
