//! Items of the answers of batches, transactions, updates and refusals: the same from the answers themselves and through the SDK's types.

use std::error::Error as _;
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Error, RawItem, Repository};
use dynamo_model_tests::{
    Customer, Order, Shop, Wire, client, customer, day, open, order, raw_item, without_place,
};

use crate::wire_path::{ORDER, shown};

const CUSTOMER: &str = r#"{"PK":{"S":"CUST#c1"},"SK":{"S":"PROFILE"},"type":{"S":"Customer"},"customerId":{"S":"c1"},"name":{"S":"n\u00e4me"}}"#;

/// The answers of one call: those that an engine would give, without the engine.
#[derive(Clone, Copy)]
struct Answer<'a>(u16, &'a str);

/// All that an error says.
fn told(error: &Error) -> String {
    let existing = error.existing::<Order>().map_err(|error| error.to_string());
    let raw = error.existing_raw::<Shop>();
    let canceled: Vec<_> = error
        .canceled()
        .iter()
        .map(|action| (action.index(), action.code(), told(action.error())))
        .collect();
    format!(
        "{error} {:?} {:?} {:?} {existing:?} {:?} {canceled:?} {:?}",
        error.code(),
        error.key(),
        error.source().map(ToString::to_string),
        raw.as_ref().map(shown),
        [
            error.is_decode(),
            error.is_already_exists(),
            error.is_not_found(),
            error.is_condition_failed(),
            error.is_conflict(),
            error.is_throttled(),
            error.is_unknown_outcome(),
            error.is_table_not_found(),
        ]
    )
}

fn outcome<T: Debug>(result: Result<T, Error>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("error: {}", without_place(&told(&error))),
    }
}

/// What every call makes of an answer.
async fn outcomes(shop: &Repository<Shop>) -> Vec<String> {
    let key = |id: &str| Order::key("c1", day(1), id);
    let update = || Order::update(key("o1")).note("new");
    let both = || (key("o1"), Customer::key("c1"));
    let order = order("c1", day(1), "o1");
    vec![
        outcome(shop.get_many([key("o1"), key("o2")]).await),
        outcome(shop.get_all(both()).await),
        outcome(shop.get_all(both()).transactional().await),
        outcome(shop.update(update()).returning_new().await),
        outcome(shop.update(update()).returning_old().await),
        outcome(shop.update(update()).await),
        outcome(shop.put(&order).await),
        outcome(shop.create(&order).await),
        outcome(shop.replace(&order).await),
        outcome(shop.delete(&order).await),
        outcome(
            shop.transact()
                .create(&order)
                .update(Customer::update(Customer::key("c1")).name("new"))
                .await,
        ),
    ]
}

/// A repository on each path, whose requests get these answers, the last one over and over.
fn scripted(answers: &[Answer<'_>]) -> [Repository<Shop>; 2] {
    let database = Embedded::new();
    let answers: Vec<_> = answers
        .iter()
        .map(|Answer(status, body)| (*status, (*body).to_owned()))
        .collect();
    let _wire = Wire::script(&database, move |_, number| {
        let last = answers.len() - 1;
        let (status, body) = answers[(number - 1).min(last)].clone();
        Action::Answer { status, body }
    });
    let shop = Repository::<Shop>::new(client(&database));
    [shop.clone(), shop.without_wire_codec()]
}

/// What comes of an answer, which is the same on both paths.
async fn on_both_paths(status: u16, body: &str) -> Vec<String> {
    let [wire, sdk] = scripted(&[Answer(status, body)]);
    let wire = outcomes(&wire).await;
    assert_eq!(wire, outcomes(&sdk).await, "{body}");
    wire
}

fn batch(items: &str) -> String {
    format!(r#"{{"Responses":{{"shop":[{items}]}},"UnprocessedKeys":{{}}}}"#)
}

fn gets(responses: &str) -> String {
    format!(r#"{{"ConsumedCapacity":[],"Responses":[{responses}]}}"#)
}

fn refused(name: &str, members: &str) -> String {
    format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{name}",{members}}}"#)
}

fn failed(item: &str) -> String {
    let members = format!(r#""Item":{item},"message":"The conditional request failed""#);
    refused("ConditionalCheckFailedException", &members)
}

fn canceled(reasons: &str) -> String {
    let members = format!(r#""CancellationReasons":[{reasons}],"Message":"cancelled""#);
    refused("TransactionCanceledException", &members)
}

#[tokio::test]
async fn batches_are_read_the_same_on_both_paths() {
    let read = on_both_paths(200, &batch(&format!("{ORDER},{CUSTOMER}"))).await;
    assert!(
        read[1].contains("total: 10") && read[1].contains("näme"),
        "{}",
        read[1]
    );
    for answer in [
        batch(ORDER),
        batch(&format!(" {CUSTOMER} ,\n{ORDER} ")),
        batch(""),
        batch("{}"),
        batch(&format!("{{}},{ORDER}")),
        // Attributes that the entity cannot read, or does not know.
        batch(&ORDER.replace("\"N\":\"10\"", "\"S\":\"10\"")),
        batch(&ORDER.replace("\"total\"", "\"totals\"")),
        batch(&ORDER.replace("\"N\":\"10\"", "\"X\":[1]")),
        // Several tables, none, and one twice.
        format!(r#"{{"Responses":{{"other":[{CUSTOMER}],"shop":[{ORDER}]}}}}"#),
        format!(r#"{{"Responses":{{"shop":[{CUSTOMER}],"shop":[{ORDER}]}}}}"#),
        format!(r#"{{"Responses":{{"shop":[{CUSTOMER}],"\u0073hop":[{ORDER}]}}}}"#),
        format!(r#"{{"Responses":{{}},"Responses":{{"shop":[{ORDER}]}}}}"#),
        format!(r#"{{"\u0052esponses":{{"shop":[{ORDER}]}}}}"#),
        r#"{"Responses":{}}"#.to_owned(),
        r#"{"Responses":null}"#.to_owned(),
        "{}".to_owned(),
        // Of another form.
        format!(r#"{{"Responses":{{"shop":{ORDER}}}}}"#),
        format!(r#"{{"Responses":[{ORDER}]}}"#),
        r#"{"Responses":{"shop":null}}"#.to_owned(),
        r#"{"Responses":{"shop":[null]}}"#.to_owned(),
        r#"{"Responses":{"shop":[1]}}"#.to_owned(),
        batch(&format!("{ORDER},")),
        batch(&format!("{ORDER} {ORDER}")),
    ] {
        on_both_paths(200, &answer).await;
    }
}

#[tokio::test]
async fn transactional_reads_are_read_the_same_on_both_paths() {
    let both = gets(&format!(r#"{{"Item":{ORDER}}},{{"Item":{CUSTOMER}}}"#));
    let read = on_both_paths(200, &both).await;
    assert!(
        read[2].contains("total: 10") && read[2].contains("näme"),
        "{}",
        read[2]
    );
    // Gaps stay where they are.
    let read = on_both_paths(200, &gets(&format!(r#"{{}},{{"Item":{CUSTOMER}}}"#))).await;
    assert!(read[2].starts_with("(None, Some("), "{}", read[2]);
    let read = on_both_paths(
        200,
        &gets(&format!(r#"{{"Item":{ORDER}}},{{"Item":{{}}}}"#)),
    )
    .await;
    assert!(read[2].ends_with(", None)"), "{}", read[2]);
    for responses in [
        String::new(),
        "{},{}".to_owned(),
        r#"{"Item":{}},{"Item":{}}"#.to_owned(),
        r#"{"Item":null},{"Item":null}"#.to_owned(),
        format!(r#"{{"Item":{ORDER}}}"#),
        format!(r#"{{"Item":{CUSTOMER}}},{{"Item":{ORDER}}}"#),
        format!(r#"{{"Item":{ORDER},"Item":{CUSTOMER}}},{{}}"#),
        format!(r#"{{"\u0049tem":{ORDER}}},{{"Item":{CUSTOMER}}}"#),
        format!(r#"{{"Item":{ORDER}}},null"#),
        format!(r#"{{"Item":[{ORDER}]}},{{}}"#),
        format!("{ORDER},{CUSTOMER}"),
        both.clone(),
    ] {
        on_both_paths(200, &gets(&responses)).await;
    }
}

#[tokio::test]
async fn returned_attributes_are_read_the_same_on_both_paths() {
    let answer = |attributes: &str| format!(r#"{{"Attributes":{attributes}}}"#);
    let read = on_both_paths(200, &answer(ORDER)).await;
    assert!(read[3].contains("total: 10"), "{}", read[3]);
    for attributes in [
        "{}",
        "null",
        "[]",
        "1",
        CUSTOMER,
        &ORDER.replace("\"N\":\"10\"", "\"NULL\":true"),
        &ORDER.replace("\"total\"", "\"to\\u0074al\""),
        &ORDER.replace("{\"N\":\"10\"}", "{}"),
        &ORDER.replace("{\"N\":\"10\"}", "{\"N\":10}"),
        &format!("{ORDER},\"Attributes\":{CUSTOMER}"),
    ] {
        on_both_paths(200, &answer(attributes)).await;
    }
}

#[tokio::test]
async fn the_items_of_failed_conditions_are_the_same_on_both_paths() {
    let read = on_both_paths(400, &failed(ORDER)).await;
    for outcome in &read[3..10] {
        assert!(
            outcome.contains("ConditionalCheckFailedException"),
            "{outcome}"
        );
        assert!(outcome.contains("total: 10"), "{outcome}");
    }
    for refusal in [
        failed(CUSTOMER),
        failed("{}"),
        failed("null"),
        failed("[]"),
        failed(&format!("{ORDER},\"Item\":{CUSTOMER}")),
        failed(&ORDER.replace("\"N\":\"10\"", "\"S\":\"10\"")),
        failed(ORDER).replace("\"Item\"", "\"\\u0049tem\""),
        failed(ORDER).replace("\"message\"", "\"Message\""),
        failed(ORDER).replace("\"__type\"", "\"code\""),
        failed(ORDER).replace("com.amazonaws.dynamodb.v20120810#", ""),
        failed(ORDER).replace(",\"message\":\"The conditional request failed\"", ""),
        // Items where no condition failed.
        refused("ResourceNotFoundException", &format!("\"Item\":{ORDER}")),
        refused("Unknown", &format!("\"Item\":{ORDER}")),
        format!(r#"{{"Item":{ORDER}}}"#),
        format!(r#"{{"__type":1,"Item":{ORDER}}}"#),
        String::new(),
        "null".to_owned(),
    ] {
        on_both_paths(400, &refusal).await;
    }
}

#[tokio::test]
async fn the_items_of_reasons_are_the_same_on_both_paths() {
    let of =
        |item: &str| format!(r#"{{"Code":"ConditionalCheckFailed","Item":{item},"Message":"no"}}"#);
    let none = r#"{"Code":"None"}"#;
    let read = on_both_paths(400, &canceled(&format!("{},{}", of(ORDER), of(CUSTOMER)))).await;
    let [.., transaction] = &read[..] else {
        panic!("calls")
    };
    assert!(
        transaction.contains("total: 10") && transaction.contains("näme"),
        "{transaction}"
    );
    let read = on_both_paths(400, &canceled(&format!("{none},{}", of(CUSTOMER)))).await;
    let [.., transaction] = &read[..] else {
        panic!("calls")
    };
    assert!(
        transaction.contains("[(1, Some(\"ConditionalCheckFailed\")"),
        "{transaction}"
    );
    for reasons in [
        String::new(),
        "null".to_owned(),
        format!("{none},{none}"),
        of(ORDER),
        of("null"),
        format!("{},{}", of("{}"), of(ORDER)),
        format!("{},{},{}", of(ORDER), of(CUSTOMER), of(ORDER)),
        format!("{},null", of(ORDER)),
        format!("{},1", of(ORDER)),
        of(&ORDER.replace("\"N\":\"10\"", "\"S\":\"10\"")),
        of(&format!("{ORDER},\"Item\":{CUSTOMER}")),
        format!(
            "{},{}",
            of(ORDER).replace("Item", "\\u0049tem"),
            of(CUSTOMER)
        ),
    ] {
        on_both_paths(400, &canceled(&reasons)).await;
    }
    let message = "reasons [None, ConditionalCheckFailed]";
    for reasons in ["null", "[]"] {
        let members = format!(r#""CancellationReasons":{reasons},"Message":"{message}""#);
        on_both_paths(400, &refused("TransactionCanceledException", &members)).await;
    }
}

/// A mutated answer is refused, or read as the SDK reads it; what only one of them looks at may be told by that one alone.
#[tokio::test]
async fn mutated_answers_are_errors_or_answers() {
    let item = r#"{"Code":"ConditionalCheckFailed","Item":{"PK":{"S":"CUST#c1"},"n":{"N":"1"}}}"#;
    for (status, whole) in [
        (200, batch(ORDER)),
        (200, gets(&format!(r#"{{"Item":{ORDER}}},{{}}"#))),
        (200, format!(r#"{{"Attributes":{CUSTOMER}}}"#)),
        (400, failed(CUSTOMER)),
        (400, canceled(&format!("{item},{item}"))),
    ] {
        for end in (0..whole.len()).step_by(11) {
            if let Some(cut) = whole.get(..end) {
                on_both_paths(status, cut).await;
            }
        }
        for at in (0..whole.len()).step_by(5) {
            let mut mutated = whole.clone().into_bytes();
            mutated[at] = b"\"{}[],:x\\"[at % 9];
            let mutated = String::from_utf8(mutated).unwrap_or_default();
            let [wire, _] = scripted(&[Answer(status, &mutated)]);
            assert_eq!(outcomes(&wire).await.len(), 11);
        }
    }
}

#[tokio::test]
async fn keys_that_are_left_are_asked_again_and_all_items_come_together() {
    let left = r#"{"Keys":[{"PK":{"S":"CUST#c1"},"SK":{"S":"PROFILE"}}]}"#;
    let first =
        format!(r#"{{"Responses":{{"shop":[{ORDER}]}},"UnprocessedKeys":{{"shop":{left}}}}}"#);
    let answers = [Answer(200, &first), Answer(200, &batch(CUSTOMER))];
    let both = || (Order::key("c1", day(1), "o1"), Customer::key("c1"));
    let mut read = Vec::new();
    for path in 0..2 {
        let shop = &scripted(&answers)[path];
        read.push(shop.get_all(both()).await.unwrap());
    }
    assert!(matches!(&read[0], (Some(_), Some(_))));
    assert_eq!(read[0], read[1]);
}

#[tokio::test]
async fn an_attempt_that_failed_leaves_no_item_behind() {
    // A refusal that the SDK retries, with an item in it.
    let members = format!(r#""Item":{ORDER},"message":"slow down""#);
    let throttled = refused("ThrottlingException", &members);
    let order = order("c1", day(1), "o1");
    for path in 0..2 {
        let shop = &scripted(&[Answer(400, &throttled), Answer(200, "{}")])[path];
        shop.create(&order).await.unwrap();
        let answers = [
            Answer(400, &throttled),
            Answer(
                400,
                &refused("ConditionalCheckFailedException", "\"message\":\"no\""),
            ),
        ];
        let error = scripted(&answers)[path].create(&order).await.unwrap_err();
        assert!(error.is_already_exists());
        assert_eq!(error.existing::<Order>().unwrap(), None);
        let update = Order::update(Order::key("c1", day(1), "o1")).note("new");
        let answers = [
            Answer(
                500,
                &format!(r#"{{"__type":"InternalServerError","Item":{ORDER}}}"#),
            ),
            Answer(200, &format!(r#"{{"Attributes":{ORDER}}}"#)),
        ];
        let updated = scripted(&answers)[path]
            .update(update)
            .returning_new()
            .await;
        assert_eq!(updated.unwrap().total, 10);
    }
    // The connection breaks after a refusal with an item.
    let database = Embedded::new();
    let _wire = Wire::script(&database, move |_, number| match number {
        1 => Action::Answer {
            status: 400,
            body: throttled.clone(),
        },
        _ => Action::Fail,
    });
    let shop = Repository::<Shop>::new(client(&database));
    let error = shop.create(&order).await.unwrap_err();
    assert!(error.is_unknown_outcome());
    assert_eq!(error.existing::<Order>().unwrap(), None);
}

#[tokio::test]
async fn the_engines_own_answers_are_the_same_on_both_paths() {
    let (database, shop) = open::<Shop>().await;
    let stored = order("c1", day(1), "o1");
    shop.put(&stored).await.unwrap();
    shop.put(&customer("c1")).await.unwrap();
    let odd = [
        ("PK", "CUST#c1"),
        ("SK", "ORDER#2026-10-01#o2"),
        ("type", "Order"),
    ];
    let odd = odd.map(|(name, value)| (name, AttributeValue::S(value.to_owned())));
    raw_item(&database, "shop", &odd).await;
    let shop = Repository::<Shop>::new(client(&database));
    let sdk = shop.clone().without_wire_codec();
    let keys = || ["o1", "o2", "o3"].map(|id| Order::key("c1", day(1), id));
    let all = || {
        let [first, odd, missing] = keys();
        (first, odd, missing, Customer::key("c1"))
    };
    let mut outcomes = Vec::new();
    for shop in [&shop, &sdk] {
        let other = Order {
            total: 1,
            ..stored.clone()
        };
        outcomes.push([
            outcome(shop.get_many(keys()).await),
            outcome(shop.get_all(all()).await),
            outcome(shop.get_all(all()).transactional().await),
            outcome(shop.create(&other).await),
            outcome(shop.transact().create(&customer("c2")).create(&other).await),
            outcome(
                shop.update(Order::update(stored_key()).note("n"))
                    .returning_old()
                    .await,
            ),
            outcome(
                shop.update(Order::update(stored_key()).clear_note())
                    .returning_new()
                    .await,
            ),
        ]);
    }
    assert_eq!(outcomes[0], outcomes[1]);
    assert!(outcomes[0][3].contains("total: 10"), "{}", outcomes[0][3]);
}

fn stored_key() -> dynamo_model::Key<Order> {
    Order::key("c1", day(1), "o1")
}

/// The item of a raw error is one of its own.
#[tokio::test]
async fn a_failed_condition_gives_its_item_raw() {
    let [wire, sdk] = scripted(&[Answer(400, &failed(CUSTOMER))]);
    let raw = |error: Error| -> RawItem<Shop> { error.existing_raw().unwrap() };
    let order = order("c1", day(1), "o1");
    let from_wire = raw(wire.create(&order).await.unwrap_err());
    let from_sdk = raw(sdk.create(&order).await.unwrap_err());
    assert!(from_wire == from_sdk && from_wire.is::<Customer>());
    assert_eq!(from_wire.decode::<Customer>().unwrap().name, "näme");
}
