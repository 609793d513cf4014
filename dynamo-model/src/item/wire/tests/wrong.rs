//! Values that are none of what is asked for, occur twice, or are deeper and longer than any item: errors that both codecs agree on.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::*;

#[derive(Deserialize, Debug, PartialEq)]
struct One<T> {
    v: T,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Unit;

#[derive(Deserialize, Debug, PartialEq)]
struct New(u8);

#[derive(Deserialize, Debug, PartialEq)]
struct Fields {
    a: Option<u8>,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Kind {
    Unit,
    New(u8),
    Pair(u8, u8),
    Fields { a: u8 },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "t")]
enum Tagged {
    Unit,
    Fields { a: u8 },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
}

#[derive(Deserialize, Debug, PartialEq)]
struct Flat {
    #[serde(flatten)]
    rest: HashMap<String, u8>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Bytes(#[serde(with = "crate::item::bytes")] Vec<u8>);

/// One value of each of DynamoDB's types, and of some what a type has at its edges.
fn values() -> Vec<AttributeValue> {
    let s = |text: &str| AttributeValue::S(text.to_owned());
    let n = |text: &str| AttributeValue::N(text.to_owned());
    let b = |bytes: &[u8]| aws_sdk_dynamodb::primitives::Blob::new(bytes);
    let m = |name: &str, value| AttributeValue::M(HashMap::from([(name.to_owned(), value)]));
    vec![
        s(""),
        s("x"),
        s("7"),
        s("Unit"),
        s("true"),
        n("7"),
        n("-7"),
        n("1.5"),
        n("256"),
        n("1e2"),
        n("1e400"),
        n("340282366920938463463374607431768211456"),
        n("x"),
        n(""),
        n("NaN"),
        AttributeValue::B(b(&[])),
        AttributeValue::B(b(&[7])),
        AttributeValue::Bool(true),
        AttributeValue::Bool(false),
        AttributeValue::Null(true),
        AttributeValue::Null(false),
        AttributeValue::Ss(vec!["x".to_owned()]),
        AttributeValue::Ns(vec!["7".to_owned()]),
        AttributeValue::Ns(vec!["x".to_owned(), "7".to_owned()]),
        AttributeValue::Bs(vec![b(&[7])]),
        AttributeValue::L(Vec::new()),
        AttributeValue::L(vec![n("7"), n("7")]),
        AttributeValue::L(vec![n("7"), s("x"), AttributeValue::Null(true)]),
        AttributeValue::M(HashMap::new()),
        m("a", n("7")),
        m("7", n("7")),
        m("a", s("x")),
        m("t", s("Unit")),
        m("New", n("7")),
        m("Pair", AttributeValue::L(vec![n("7"), n("7")])),
        m("Pair", AttributeValue::L(vec![n("7")])),
        m("Fields", m("a", n("7"))),
        m("Other", n("7")),
    ]
}

#[test]
fn every_type_refuses_what_is_of_another_one() {
    macro_rules! refuse {
        ($($type:ty),+ $(,)?) => {$({
            let read = values().into_iter().map(|value| {
                let item = HashMap::from([("v".to_owned(), value)]);
                decode_equal::<One<$type>>(item, &[]).is_ok()
            });
            let read: Vec<_> = read.collect();
            assert!(read.contains(&true), "{} reads nothing", stringify!($type));
            assert!(read.contains(&false), "{} reads anything", stringify!($type));
        })+};
    }
    refuse! {
        bool, char, String, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, usize,
        (), Unit, New, Fields, Kind, Tagged, Untagged, Flat, Bytes,
        Option<u8>, Option<String>, Option<Option<bool>>, Option<Kind>, Box<str>,
        Vec<u8>, Vec<String>, Vec<Option<u8>>, [u8; 2], (u8, u8), (u8, String, Option<u8>),
        BTreeSet<String>, BTreeSet<u8>,
        BTreeMap<String, u8>, BTreeMap<u8, u8>, BTreeMap<bool, u8>, BTreeMap<Letter, u8>
    }
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Letter {
    A,
}

fn read<T: DeserializeOwned>(text: String) -> Result<T, CodecError> {
    Body::of_item(text)?.decode(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()))
}

fn one<T: DeserializeOwned>(value: &str) -> Result<T, CodecError> {
    read::<One<T>>(format!("{{\"v\":{value}}}")).map(|one| one.v)
}

#[test]
fn of_two_members_of_one_name_the_later_counts_in_maps_and_a_struct_refuses_them() {
    let twice = r#"{"M":{"a":{"N":"1"},"b":{"N":"3"},"a":{"N":"2"}}}"#;
    let expected = [("a".to_owned(), 2), ("b".to_owned(), 3)];
    assert_eq!(
        one::<BTreeMap<String, u8>>(twice).unwrap(),
        BTreeMap::from(expected)
    );
    assert_eq!(one::<Fields>(twice).unwrap_err().attribute(), "v.a");
    let twice = r#"{"M":{"\u0061":{"N":"1"},"a":{"N":"2"}}}"#;
    one::<Fields>(twice).unwrap_err();
    // One type after another is no value, of one name either.
    for twice in [r#"{"N":"1","N":"2"}"#, r#"{"M":{},"M":{}}"#] {
        one::<IgnoredAny>(twice).unwrap_err();
        one::<serde_json::Value>(twice).unwrap_err();
    }
    // A variant is one member.
    let two = r#"{"M":{"New":{"N":"1"},"New":{"N":"2"}}}"#;
    one::<Kind>(two).unwrap_err();
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "what is read is not looked at")]
struct Chain {
    next: Option<Box<Chain>>,
    rest: Option<Vec<serde_json::Value>>,
}

#[test]
fn levels_past_those_of_an_item_are_refused_however_many() {
    let lists = |levels: usize| format!("{}{}", "{\"L\":[".repeat(levels), "]}".repeat(levels));
    let maps = |levels: usize| {
        let open = "{\"M\":{\"next\":".repeat(levels - 1);
        format!("{open}{{\"M\":{{}}}}{}", "}}".repeat(levels - 1))
    };
    let mixed = |levels: usize| {
        let open = "{\"M\":{\"rest\":{\"L\":[".repeat(levels);
        format!("{open}{}", "]}}}".repeat(levels))
    };
    one::<serde_json::Value>(&lists(32)).unwrap();
    one::<Chain>(&maps(32)).unwrap();
    for levels in [33, 64, 127, 128, 129, 255, 256, 257, 10_000, 65_536] {
        let lists_error = one::<serde_json::Value>(&lists(levels)).unwrap_err();
        assert!(lists_error.reason().contains("32 levels"), "{lists_error}");
        let maps_error = one::<Chain>(&maps(levels)).unwrap_err();
        assert!(maps_error.reason().contains("32 levels"), "{maps_error}");
        one::<Chain>(&mixed(levels)).unwrap_err();
        // Nor is it a stack that ends where nobody asks for the value, or for all of them one by one.
        for deep in [lists(levels), maps(levels), mixed(levels)] {
            let item = format!("{{\"deep\":{deep},\"v\":{{\"N\":\"7\"}}}}");
            if let Ok(body) = Body::of_item(item) {
                body.attributes(0).for_each(drop);
                let _ = body.decode::<One<u8>>(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()));
                let _ = body.decode::<HashMap<String, serde_json::Value>>(
                    0,
                    &[],
                    &Hidden::new(HiddenNames::NONE, Vec::new()),
                );
            }
        }
    }
}

#[test]
fn long_text_and_many_attributes_are_read() {
    let text = "é".repeat(1 << 21);
    assert_eq!(
        one::<String>(&format!("{{\"S\":\"{text}\"}}")).unwrap(),
        text
    );
    let escaped = "\\u00e9".repeat(1 << 18);
    let escaped: String = one(&format!("{{\"S\":\"{escaped}\"}}")).unwrap();
    assert_eq!(escaped.len(), 1 << 19);
    let many: Vec<_> = (0..70_000)
        .map(|number| format!("\"a{number}\":{{\"N\":\"{}\"}}", number % 200))
        .collect();
    let many: HashMap<String, u8> = read(format!("{{{}}}", many.join(","))).unwrap();
    assert_eq!(many.len(), 70_000);
    let list = vec!["{\"N\":\"1\"}"; 100_000].join(",");
    assert_eq!(
        one::<Vec<u8>>(&format!("{{\"L\":[{list}]}}"))
            .unwrap()
            .len(),
        100_000
    );
}

#[test]
fn numbers_longer_than_dynamodbs_are_errors_or_what_their_digits_say() {
    let zeros = "0".repeat(100_000);
    for number in [
        format!("1{zeros}"),
        format!("1.{zeros}1"),
        format!("-{zeros}1e-{zeros}9"),
        format!("1e{}", "9".repeat(100_000)),
    ] {
        let item =
            |number: &str| HashMap::from([("v".to_owned(), AttributeValue::N(number.to_owned()))]);
        let _ = decode_equal::<One<f64>>(item(&number), &[]);
        let _ = decode_equal::<One<f32>>(item(&number), &[]);
        let _ = decode_equal::<One<serde_json::Value>>(item(&number), &[]);
        decode_equal::<One<u8>>(item(&number), &[]).unwrap_err();
        decode_equal::<One<i128>>(item(&number), &[]).unwrap_err();
    }
}
