//! Requests as text beside those that the SDK makes of its types: the same members, whatever names and values are in them.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::client::{Client, Pace};
use crate::entity::KeyTexts;
use crate::expr::{Action, DocumentPath, Expr, KeyCondition, NewValue};
use crate::item::{Item, Value};
use crate::key::bounds::SortCondition;
use crate::key::value::KeyValue;
use crate::op::{
    Asked, BatchEntry, BatchGet, BatchWrite, Check, Delete, Expected, ExpectedVersion, Get, Live,
    Planned, Put, PutMode, Query, Returns, Scan, StartKey, Transact, TransactGet, Update, Write,
};
use crate::schema::TableLayout;
use crate::stamp::Now;
use crate::update::Purpose;

const LAYOUT: TableLayout = TableLayout::new("shop", "PK", Some("SK"), &[], None, "#");

/// An HTTP client that keeps what it is sent, and answers with an empty object.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Vec<Sent>>>);

/// Method, address, headers but for signature and date, and body.
type Sent = (String, String, Vec<(String, String)>, Json);

impl HttpClient for Kept {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Kept {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let bytes = request.body().bytes().unwrap();
        let length = request.headers().get("content-length").unwrap();
        assert_eq!(length, bytes.len().to_string());
        let kept = ["content-type", "x-amz-target", "host"];
        let headers = kept.map(|name| {
            let value = request.headers().get(name).unwrap_or_default();
            (name.to_owned(), value.to_owned())
        });
        self.0.lock().unwrap().push((
            request.method().to_owned(),
            request.uri().to_owned(),
            headers.to_vec(),
            serde_json::from_slice(bytes).unwrap(),
        ));
        let status = StatusCode::try_from(200_u16).unwrap();
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from("{}"))))
    }
}

/// What is sent on both paths, which is the same.
fn sent<F: Future>(measures: bool, call: impl Fn(Client) -> F) -> Json {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = runtime.unwrap();
    let bodies = [true, false].map(|is_wire| {
        let kept = Kept::default();
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("id", "secret", None, None, "test"))
            .http_client(kept.clone())
            .build();
        let sdk = aws_sdk_dynamodb::Client::from_conf(config);
        let mut client = Client::new(sdk, measures);
        assert!(client.writes_wire);
        if !is_wire {
            client.without_wire();
        }
        if measures {
            client = client.measuring();
        }
        runtime.block_on(call(client));
        let mut sent = kept.0.lock().unwrap();
        assert_eq!(sent.len(), 1);
        sent.pop().unwrap()
    });
    let [wire, sdk] = bodies;
    assert_eq!(wire, sdk);
    wire.3
}

/// Text that has escapes in JSON, and characters of all lengths.
fn text() -> impl Strategy<Value = String> {
    let plain = "[a-zA-Z#_.]{1,12}";
    let any = prop::collection::vec(any::<char>(), 1..8).prop_map(String::from_iter);
    let special = prop::collection::vec(
        prop::sample::select(vec![
            '"', '\\', '\n', '\u{0}', '\u{7f}', '/', 'é', '😀', '\u{2028}',
        ]),
        1..6,
    );
    prop_oneof![plain, any, special.prop_map(String::from_iter)]
}

/// Values of every type, nested to a few levels.
fn value() -> impl Strategy<Value = Value> {
    let number = any::<i64>().prop_map(|number| number.to_string());
    let blob = prop::collection::vec(any::<u8>(), 0..5).prop_map(Blob::new);
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        number.clone().prop_map(AttributeValue::N),
        blob.clone().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        prop::collection::vec(text(), 0..4).prop_map(AttributeValue::Ss),
        prop::collection::vec(number, 0..4).prop_map(AttributeValue::Ns),
        prop::collection::vec(blob, 0..4).prop_map(AttributeValue::Bs),
    ];
    let nested = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(text(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    });
    nested.prop_map(Value::from_sdk)
}

fn item() -> impl Strategy<Value = Item> {
    prop::collection::btree_map(text(), value(), 1..6).prop_map(|attributes| {
        let mut item = Item::new();
        for (name, value) in attributes {
            item.push(name, value);
        }
        item
    })
}

/// Names in models are static.
fn name() -> impl Strategy<Value = &'static str> {
    text().prop_map(|text| &*text.leak())
}

fn key_value() -> impl Strategy<Value = KeyValue> {
    prop_oneof![
        text().prop_map(KeyValue::Text),
        any::<i64>().prop_map(|number| KeyValue::Number(number.to_string())),
        prop::collection::vec(any::<u8>(), 1..5).prop_map(KeyValue::Binary),
    ]
}

fn key() -> impl Strategy<Value = KeyTexts> {
    let sort = prop::option::of((name(), key_value()));
    (name(), key_value(), sort).prop_map(|(pk_name, pk, sort)| {
        let (sk_name, sk) = sort.unzip();
        // An object has one member of a name.
        let sk_name = sk_name.map(|name| match name == pk_name {
            true => "another",
            false => name,
        });
        KeyTexts {
            pk_name,
            pk,
            sk_name,
            sk,
        }
    })
}

fn path() -> impl Strategy<Value = DocumentPath> {
    (text(), prop::option::of((text(), 0..3_usize))).prop_map(|(head, inside)| {
        let path = DocumentPath::from(head);
        match inside {
            Some((field, element)) => path.field(field).element(element),
            None => path,
        }
    })
}

fn condition() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (path(), value()).prop_map(|(path, value)| Expr::equals(path, value)),
        path().prop_map(Expr::exists),
        (path(), prop::collection::vec(value(), 1..4))
            .prop_map(|(path, values)| Expr::is_in(&path, values)),
        (path(), value(), value()).prop_map(|(path, low, high)| Expr::Between { path, low, high }),
        (path(), value()).prop_map(|(path, value)| Expr::Call {
            function: "contains",
            path,
            value,
        }),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| one.and(other)),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| one.or(other)),
            inner.prop_map(Expr::negated),
        ]
    })
}

fn only_if() -> impl Strategy<Value = Option<Expr>> {
    prop::option::of(condition())
}

fn live() -> impl Strategy<Value = Option<Live>> {
    prop::option::of(name()).prop_map(|name| Live::at(name, now()))
}

fn now() -> Now {
    Now::at(std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_792_491_072))
}

fn version() -> impl Strategy<Value = Option<ExpectedVersion>> {
    let version = (name(), 0..3_u64);
    let version = version.prop_map(|(attribute, version)| ExpectedVersion { attribute, version });
    prop::option::of(version)
}

fn put() -> impl Strategy<Value = Put> {
    let mode = prop::sample::select(vec![PutMode::Create, PutMode::Put, PutMode::Replace]);
    (text(), key(), item(), mode, version(), live(), only_if()).prop_map(
        |(table, key, item, mode, version, live, only_if)| Put {
            table: format!("t{table}").into(),
            entity: "Order",
            key,
            item,
            mode,
            version,
            live,
            only_if,
        },
    )
}

fn delete() -> impl Strategy<Value = Delete> {
    let flags = (any::<bool>(), any::<bool>());
    (text(), key(), flags, version(), live(), only_if()).prop_map(
        |(table, key, (must_exist, only_expired), version, live, only_if)| Delete {
            table: format!("t{table}").into(),
            entity: "Order",
            key,
            must_exist,
            version,
            live,
            only_if,
            only_expired,
        },
    )
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (path(), value()).prop_map(|(path, value)| Action::Set {
            path,
            to: NewValue::Is(value),
        }),
        (path(), value()).prop_map(|(path, value)| Action::Set {
            path,
            to: NewValue::IfAbsent(value),
        }),
        (path(), value()).prop_map(|(path, elements)| Action::Set {
            path,
            to: NewValue::Appended {
                empty: Value::empty_list(),
                elements,
            },
        }),
        (path(), value()).prop_map(|(path, number)| Action::Set {
            path,
            to: NewValue::Plus {
                zero: Value::number(0),
                number,
            },
        }),
        path().prop_map(Action::Remove),
        (path(), value()).prop_map(|(path, value)| Action::Add { path, value }),
        (path(), value()).prop_map(|(path, value)| Action::Delete { path, value }),
    ]
}

fn update() -> impl Strategy<Value = Update> {
    let actions = prop::collection::vec(action(), 1..4);
    let purpose = prop::sample::select(vec![Purpose::Update, Purpose::Upsert]);
    let returns = prop::sample::select(vec![Returns::Nothing, Returns::New, Returns::Old]);
    let what = (actions, purpose, returns);
    (text(), key(), what, version(), live(), only_if()).prop_map(
        |(table, key, (actions, purpose, returns), version, live, only_if)| Update {
            table: format!("t{table}").into(),
            entity: "Order",
            key,
            actions,
            purpose,
            only_if,
            version,
            live,
            returns,
        },
    )
}

fn check() -> impl Strategy<Value = Check> {
    let expects = prop::sample::select(vec![Expected::Present, Expected::Absent]);
    (text(), key(), expects, live(), only_if()).prop_map(|(table, key, expects, live, only_if)| {
        Check {
            table: format!("t{table}").into(),
            entity: "Order",
            key,
            expects,
            live,
            only_if,
            equal: Vec::new(),
        }
    })
}

fn write() -> impl Strategy<Value = Write> {
    prop_oneof![
        put().prop_map(Write::Put),
        delete().prop_map(Write::Delete),
        update().prop_map(Write::Update),
        check().prop_map(Write::Check),
    ]
}

fn entry() -> impl Strategy<Value = BatchEntry> {
    (key(), prop::option::of(item())).prop_map(|(key, item)| BatchEntry {
        entity: "Order",
        key,
        item,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_put_is_the_same_on_both_paths(put in put(), measures: bool) {
        let body = sent(measures, async |client| client.put(&put).await);
        prop_assert_eq!(&body["TableName"], &json!(&*put.table));
        prop_assert_eq!(body["Item"].as_object().unwrap().len(), put.item.len());
        let asks = body.get("ReturnConsumedCapacity").is_some();
        prop_assert_eq!(asks, measures);
    }

    #[test]
    fn a_delete_is_the_same_on_both_paths(delete in delete(), measures: bool) {
        let body = sent(measures, async |client| client.delete(&delete).await);
        prop_assert_eq!(body["Key"].as_object().unwrap().len(), delete.key.attributes().count());
    }

    #[test]
    fn an_update_is_the_same_on_both_paths(update in update(), measures: bool) {
        let body = sent(measures, async |client| client.update(&update).await);
        prop_assert!(body["UpdateExpression"].is_string());
        prop_assert_eq!(body.get("ReturnValues").is_some(), update.returns != Returns::Nothing);
    }

    #[test]
    fn a_batch_is_the_same_on_both_paths(
        table in text(),
        entries in prop::collection::vec(entry(), 1..6),
        measures: bool,
    ) {
        let table = format!("t{table}");
        let body = sent(measures, async |client| {
            let (table, entries) = (table.clone(), entries.clone());
            let batch = BatchWrite {
                table: table.into(),
                entries,
            };
            client.batch_write(batch, &Pace::new(None)).await
        });
        prop_assert_eq!(body["RequestItems"][&table].as_array().unwrap().len(), entries.len());
    }

    #[test]
    fn a_transaction_is_the_same_on_both_paths(
        writes in prop::collection::vec(write(), 1..6),
        measures: bool,
    ) {
        let planned = writes.into_iter().enumerate();
        let planned = planned.map(|(position, write)| Planned::new(position, write));
        // Actions of one item may contradict each other.
        let Ok(Some(transact)) = Transact::new(planned, Some("token \"1\"".to_owned())) else {
            return Ok(());
        };
        let body = sent(measures, async |client| client.transact(&transact).await);
        prop_assert_eq!(body["TransactItems"].as_array().unwrap().len(), transact.writes.len());
        prop_assert_eq!(&body["ClientRequestToken"], "token \"1\"");
    }

    #[test]
    fn reads_of_keys_are_the_same_on_both_paths(
        table in text(),
        keys in prop::collection::vec(key(), 1..4),
        attributes in prop::option::of(prop::collection::vec(name(), 1..4)),
        is_consistent: bool,
        measures: bool,
    ) {
        let table = format!("t{table}");
        let get = Get {
            table: table.as_str().into(),
            key: keys[0].clone(),
            is_consistent,
            projection: attributes.clone(),
        };
        let body = sent(measures, async |client| client.get(&get).await);
        prop_assert_eq!(body.get("ConsistentRead").is_some(), is_consistent);
        sent(measures, async |client| {
            let names = attributes.as_ref();
            client.batch_get(BatchGet {
                table: table.as_str().into(),
                keys: keys.clone(),
                is_consistent,
                projection: names.map(|names| names.iter().map(ToString::to_string).collect()),
            }).await
        });
        let asked = |key: &KeyTexts| Asked { entity: "Order", key: key.clone(), live: None };
        let asked: Vec<_> = keys.iter().map(asked).collect();
        let transact = TransactGet::new(table.into(), &asked).unwrap();
        let body = sent(measures, async |client| client.transact_get(&transact).await);
        prop_assert_eq!(body["TransactItems"].as_array().unwrap().len(), transact.gets.len());
    }

    #[test]
    fn a_query_is_the_same_on_both_paths(
        (table, index) in (text(), prop::option::of(text())),
        (pk_name, partition, equal) in (name(), key_value(), prop::option::of((name(), key_value()))),
        sort in prop::option::of((name(), key_value(), key_value(), 0..6_u8)),
        filter in only_if(),
        attributes in prop::option::of(prop::collection::vec(name(), 1..4)),
        (newest, consistent, counts, measures) in any::<(bool, bool, bool, bool)>(),
        limit in prop::option::of(0..1000_u32),
        start in prop::option::of(prop::collection::btree_map(text(), key_value(), 1..4)),
    ) {
        let (sk_name, sort) = match sort {
            None => (None, SortCondition::All),
            Some((name, low, high, form)) => (Some(name), match form {
                0 => SortCondition::Equals(low),
                1 => SortCondition::AtLeast(low),
                2 => SortCondition::AtMost(low),
                3 => SortCondition::Before(low),
                4 => SortCondition::Between(low, high),
                _ => SortCondition::BeginsWith(low),
            }),
        };
        let key = KeyCondition { pk_name, partition, equal: equal.into_iter().collect(), sk_name, sort };
        let mut query = Query::new(format!("t{table}").into(), None, key, &LAYOUT);
        query.index = index.map(|index| format!("i{index}").into());
        query.filter = filter;
        query.is_newest_first = newest;
        query.is_consistent = consistent;
        query.counts_only = counts;
        query.page_size = limit;
        query.start = start.map(|start| StartKey(start.into_iter().collect()));
        let query = match attributes {
            Some(attributes) => query.project(attributes),
            None => query,
        };
        let body = sent(measures, async |client| client.query(&query).await);
        prop_assert!(body["KeyConditionExpression"].is_string());
        prop_assert_eq!(body.get("Limit").is_some(), limit.is_some());
    }

    #[test]
    fn a_scan_is_the_same_on_both_paths(
        table in text(),
        live in live(),
        (is_consistent, segments) in any::<(bool, u8)>(),
        limit in prop::option::of(any::<u32>()),
        start in prop::option::of(prop::collection::btree_map(text(), key_value(), 1..4)),
    ) {
        let mut scan = Scan::new(format!("t{table}").into(), live);
        scan.is_consistent = is_consistent;
        scan.segments = u32::from(segments);
        scan.page_size = limit;
        scan.start = start.map(|start| StartKey(start.into_iter().collect()));
        let body = sent(false, async |client| client.scan(&scan).await);
        prop_assert_eq!(body.get("Segment").is_some(), segments > 1);
    }
}
