//! Answers that are none: each gives an error, and none a panic.

use serde::Deserialize;

use super::*;
use crate::item::error::CodecError;

/// Every type, escapes, white space and nesting.
const ITEM: &str = r#"{"PK":{"S":"CUST#c1"},"note":{"S":"a \"b\" \\ \u00e9 \uD83D\ude00 é"},"total":{"N":"42"},
 "price" : { "N" : "1.5" } ,"wide":{"N":"340282366920938463463374607431768211455"},"flag":{"BOOL":true},"none":{"NULL":true},
"raw":{"B":"AQID"},"tags":{"SS":["a","b\n"]},"counts":{"NS":["1","2"]},"blobs":{"BS":["AQ==",""]},
"list":{"L":[{"S":"x"},{"N":"7"},{"L":[]},{"NULL":true}]},"address":{"M":{"city":{"S":"Rome"},"zip":{"N":"1"}}},"kind":{"M":{"Struct":{"M":{"a":{"N":"1"}}}}}}"#;

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "what is read is not looked at")]
struct Holder {
    note: String,
    total: u32,
    price: f64,
    wide: u128,
    flag: bool,
    none: Option<String>,
    #[serde(with = "crate::item::bytes")]
    raw: Vec<u8>,
    tags: Vec<String>,
    counts: Vec<u8>,
    blobs: Vec<Vec<u8>>,
    list: Vec<serde_json::Value>,
    address: HashMap<String, serde_json::Value>,
    kind: Kind,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "what is read is not looked at")]
enum Kind {
    Struct { a: u8 },
}

fn read<T: DeserializeOwned>(text: impl Into<bytes::Bytes>) -> Result<T, CodecError> {
    Body::of_item(text)?.decode(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()))
}

#[derive(Deserialize, Debug, PartialEq)]
struct One<T> {
    v: T,
}

/// Reads the value of the attribute `v`.
fn one<T: DeserializeOwned>(value: &str) -> Result<T, CodecError> {
    read::<One<T>>(format!("{{\"v\":{value}}}")).map(|one| one.v)
}

#[test]
fn every_truncation_is_an_error() {
    read::<Holder>(ITEM).unwrap();
    let answer = format!("{{\"Count\":1,\"Items\":[{ITEM}],\"ScannedCount\":1}}");
    for end in 0..ITEM.len() {
        let bytes = ITEM.as_bytes()[..end].to_vec();
        read::<Holder>(bytes).unwrap_err();
    }
    for end in 0..answer.len() {
        let bytes = answer.as_bytes()[..end].to_vec();
        Body::of_answer(bytes.into(), "Items").unwrap_err();
    }
}

#[test]
fn every_mutation_is_an_error_or_another_value() {
    let mut refused = 0;
    let others = [
        0, b'"', b'\\', b'{', b'}', b'[', b']', b',', b':', b'S', b'1', b' ', 0x80, 0xff,
    ];
    for position in 0..ITEM.len() {
        for other in others {
            let mut bytes = ITEM.as_bytes().to_vec();
            bytes[position] = other;
            refused += usize::from(read::<Holder>(bytes.clone()).is_err());
            if let Ok(body) = Body::of_item(bytes) {
                body.attributes(0).for_each(drop);
                let _ = body.decode::<serde_json::Value>(
                    0,
                    &[],
                    &Hidden::new(HiddenNames::NONE, Vec::new()),
                );
            }
        }
    }
    assert!(refused > ITEM.len(), "{refused}");
}

#[test]
fn every_removed_byte_is_an_error_or_another_value() {
    for position in 0..ITEM.len() {
        let mut bytes = ITEM.as_bytes().to_vec();
        bytes.remove(position);
        let _ = read::<Holder>(bytes);
    }
}

#[test]
fn nesting_without_end_is_refused() {
    for open in ["[", "{\"a\":", "{\"L\":[", "{\"M\":{\"a\":"] {
        let error = one::<serde_json::Value>(&open.repeat(200_000)).unwrap_err();
        assert!(!error.reason().is_empty());
    }
    let skipped = format!("{{\"a\":{}1", "[".repeat(200_000));
    Body::of_answer(skipped.into(), "Items").unwrap_err();
}

#[test]
fn a_control_character_in_a_string_is_refused_with_its_place() {
    let error = read::<Holder>("{\"a\":{\"S\":\"x\ny\"}}").unwrap_err();
    assert_eq!(error.attribute(), "a");
    assert!(error.detail().contains("byte 12"), "{error}");
    // Between strings some of them are white space.
    assert_eq!(one::<String>("\n{\t\"S\"\r: \"x\" } ").unwrap(), "x");
}

#[test]
fn text_that_is_not_utf_8_is_refused() {
    read::<Holder>(b"{\"a\":{\"S\":\"\xff\"}}".to_vec()).unwrap_err();
}

#[test]
fn escapes_are_those_of_json() {
    assert_eq!(
        one::<String>(r#"{"S":"\"\\\/\b\f\n\r\t\u00E9\uD83D\uDE00"}"#).unwrap(),
        "\"\\/\u{8}\u{c}\n\r\té😀"
    );
    for wrong in [
        r"\x",
        r"\u12",
        r"\u+123",
        r"\uD83D",
        r"\uDE00",
        r"\uD83Dx",
        r"\uD83D\n",
        r"\uD83D\u0041",
        r"\é",
    ] {
        one::<String>(&format!("{{\"S\":\"{wrong}\"}}")).unwrap_err();
    }
}

#[test]
fn a_value_has_one_type() {
    for wrong in [
        "{}",
        "1",
        "\"x\"",
        "null",
        "[]",
        r#"{"S":null}"#,
        r#"{"S":1}"#,
        r#"{"N":5}"#,
        r#"{"BOOL":"true"}"#,
        r#"{"BOOL":1}"#,
        r#"{"S":"a","N":"1"}"#,
        r#"{"L":{}}"#,
        r#"{"M":[]}"#,
        r#"{"SS":"a"}"#,
        r#"{"S":"a"]"#,
        r#"{"NULL":null}"#,
    ] {
        let error = one::<Option<String>>(wrong).unwrap_err();
        assert!(error.detail().contains("byte"), "{wrong}: {error}");
    }
    let inside = one::<Vec<String>>(r#"{"L":[{"S":"a"},{"S":"a","N":"1"}]}"#).unwrap_err();
    assert_eq!(inside.attribute(), "v[1]");
}

#[test]
fn a_type_that_nobody_knows_is_left_to_the_sdk_and_inside_of_others_is_an_error_where_it_is_asked_for()
 {
    let unknown = r#"{"X":{"a":[1,true,"}"]}}"#;
    one::<serde::de::IgnoredAny>(unknown).unwrap_err();
    let inside = format!("{{\"L\":[{unknown},{{\"S\":\"x\"}}]}}");
    one::<Vec<String>>(&inside).unwrap_err();
    one::<(serde::de::IgnoredAny, String)>(&inside).unwrap();
}

#[test]
fn brackets_have_to_match() {
    for wrong in [
        r#"{"L":[}"#,
        r#"{"L":[{"S":"a"}]"#,
        r#"{"M":{]}}"#,
        r#"{"L":[{"X":[{]}}]}"#,
        r#"{"L":[{"X":]}]}"#,
        r#"{"L":[{"X":nul}]}"#,
    ] {
        one::<serde::de::IgnoredAny>(wrong).unwrap_err();
    }
}

#[test]
fn what_follows_an_item_is_refused() {
    read::<Holder>(format!("{ITEM}x")).unwrap_err();
    read::<Holder>(format!("{ITEM}{ITEM}")).unwrap_err();
    Body::of_answer(format!("{{\"Items\":[{ITEM}]}}]").into(), "Items").unwrap_err();
}

#[test]
fn of_two_attributes_of_one_name_the_later_counts_in_maps_and_a_struct_refuses_them() {
    let twice = r#"{"v":{"N":"1"},"v":{"N":"2"}}"#;
    let map: HashMap<String, u8> = read(twice).unwrap();
    assert_eq!(map, HashMap::from([("v".to_owned(), 2)]));
    let body = Body::of_item(twice).unwrap();
    assert_eq!(
        body.value(0, "v").unwrap(),
        Some(AttributeValue::N("2".into()))
    );
    let error = read::<One<u8>>(twice).unwrap_err();
    assert_eq!(error.reason(), "the field occurs twice");
}

#[test]
fn over_long_numbers_and_names_are_errors() {
    let digits = "9".repeat(100_000);
    one::<u128>(&format!("{{\"N\":\"{digits}\"}}")).unwrap_err();
    one::<f64>(&format!("{{\"N\":\"{digits}\"}}")).unwrap_err();
    let name = "n".repeat(70_000);
    Body::of_item(format!("{{\"{name}\":{{\"S\":\"x\"}}}}")).unwrap_err();
}

#[test]
fn binary_is_base64() {
    assert_eq!(one::<Vec<u8>>(r#"{"B":"\/w=="}"#).unwrap(), [255]);
    for wrong in ["A", "A===", "AQ", "A Q=", "AQ==AQ==", "é==="] {
        one::<Vec<u8>>(&format!("{{\"B\":\"{wrong}\"}}")).unwrap_err();
    }
}

#[test]
fn text_without_escapes_is_lent() {
    #[derive(Deserialize)]
    struct Lent<'a> {
        plain: &'a str,
        #[serde(borrow)]
        escaped: std::borrow::Cow<'a, str>,
        #[serde(borrow)]
        map: HashMap<&'a str, &'a str>,
    }
    let body =
        Body::of_item(r#"{"plain":{"S":"x"},"escaped":{"S":"a\n"},"map":{"M":{"k":{"S":"v"}}}}"#)
            .unwrap();
    let lent: Lent<'_> = body
        .decode(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()))
        .unwrap();
    assert_eq!((lent.plain, lent.escaped.as_ref()), ("x", "a\n"));
    assert_eq!(lent.map, HashMap::from([("k", "v")]));
    #[derive(Deserialize, Debug)]
    struct Strict<'a> {
        #[expect(dead_code, reason = "it cannot be read")]
        plain: &'a str,
    }
    let escaped = Body::of_item(r#"{"plain":{"S":"a\n"}}"#).unwrap();
    escaped
        .decode::<Strict<'_>>(0, &[], &Hidden::new(HiddenNames::NONE, Vec::new()))
        .unwrap_err();
}

/// A reader that leaves elements unread or wrong does not lose the place of the next one.
#[test]
fn a_reader_that_reads_in_part_finds_what_follows() {
    #[derive(Debug, PartialEq)]
    struct Nothing;
    impl<'de> Deserialize<'de> for Nothing {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Ok(Self)
        }
    }
    let read: (Nothing, Nothing, u8) =
        one(r#"{"L":[{"M":{"a":{"L":[]}}},{"S":"x"},{"N":"5"}]}"#).unwrap();
    assert_eq!(read, (Nothing, Nothing, 5));
}

#[test]
fn an_answer_without_its_items_is_the_rest() {
    let answer = r#"{"Count":2,"Items":[{"a":{"S":"]"}},{}],"LastEvaluatedKey":{"a":{"S":"x"}}}"#;
    let body = Body::of_answer(answer.into(), "Items").unwrap().unwrap();
    assert_eq!(body.count(), 2);
    assert_eq!(
        body.rest(),
        r#"{"Count":2,"Items":[],"LastEvaluatedKey":{"a":{"S":"x"}}}"#
    );
    let answer = r#"{"Item":{"a":{"S":"x"}}}"#;
    let body = Body::of_answer(answer.into(), "Item").unwrap().unwrap();
    assert_eq!(body.rest(), r#"{"Item":{}}"#);
    assert!(Body::of_answer("{}".into(), "Items").unwrap().is_none());
    Body::of_answer(r#"{"Items":[],"Items":[]}"#.into(), "Items").unwrap_err();
}

#[test]
fn hidden_attributes_are_hidden_by_their_whole_names_and_others_are_read_instead() {
    let item =
        r#"{"PK":{"S":"k"},"P":{"S":"p"},"PKX":{"S":"x"},"\u0050K2":{"S":"2"},"PK3":{"S":"3"}}"#;
    let body = Body::of_item(item).unwrap();
    let others = vec![("PK3", Value::string("other")), ("new", Value::string("n"))];
    let read: HashMap<String, String> = body
        .decode(
            0,
            &[],
            &Hidden::new(&HiddenNames::new(vec!["PK", "PK2", "gone"]), others),
        )
        .unwrap();
    let expected = [("P", "p"), ("PKX", "x"), ("PK3", "other"), ("new", "n")];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(read, HashMap::from(expected));
}

#[test]
fn a_set_that_others_have_is_not_absent() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Sets {
        a: Vec<String>,
        b: Vec<String>,
        c: Vec<String>,
    }
    let shapes = ["a", "b", "c"].map(|name| Attribute::new(name, Shape::Set));
    let body = Body::of_item(r#"{"b":{"NULL":true}}"#).unwrap();
    let one = AttributeValue::Ss(vec!["x".to_owned()]);
    let read: Sets = body
        .decode(
            0,
            &shapes,
            &Hidden::new(HiddenNames::NONE, vec![("a", Value::from_sdk(one))]),
        )
        .unwrap();
    assert_eq!((read.a.len(), read.b.len(), read.c.len()), (1, 0, 0));
}
