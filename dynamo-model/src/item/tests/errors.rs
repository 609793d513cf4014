//! Errors: paths, depth, wrong types, and nothing of the data in them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, Debug)]
struct Customer {
    address: Address,
    tags: Vec<u8>,
}

#[derive(Serialize, Deserialize, Debug)]
struct Address {
    city: String,
    numbers: BTreeMap<String, Vec<f64>>,
}

#[test]
fn the_path_of_an_error_names_fields_keys_and_indexes() {
    let address = |city, number| {
        m([
            ("city", city),
            ("numbers", m([("home", l([n("1"), number]))])),
        ])
    };
    let read = |item| decode::<Customer>(item, &[]).unwrap_err();

    let error = read(map([("address", address(n("1"), n("2"))), ("tags", l([]))]));
    assert_eq!(error.attribute(), "address.city");
    let text = error.to_string();
    assert!(
        text.starts_with("attribute `address.city`: expected a string, found a number (N)"),
        "{text}"
    );

    let error = read(map([("address", address(s("x"), s("2"))), ("tags", l([]))]));
    assert_eq!(error.attribute(), "address.numbers.home[1]");

    let error = read(map([
        ("address", address(s("x"), n("2"))),
        ("tags", l([n("1"), n("2"), n("-3")])),
    ]));
    assert_eq!(error.attribute(), "tags[2]");
}

#[test]
fn the_path_is_given_when_writing_too() {
    let numbers = BTreeMap::from([("home".to_owned(), vec![1.0, f64::NAN])]);
    let value = Customer {
        address: Address {
            city: String::new(),
            numbers,
        },
        tags: vec![],
    };
    let error = encode(&value, &[]).unwrap_err();
    assert_eq!(error.attribute(), "address.numbers.home[1]");
    let error = encode_value(&f64::NAN, Shape::Plain).unwrap_err();
    assert_eq!(error.attribute(), "");
    assert_eq!(error.to_string(), error.reason());
}

#[test]
fn errors_and_debug_do_not_show_stored_values() {
    let error = read::<u8>(s("secret")).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"));
    let error = read::<String>(n("4711")).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("4711"));
    let wide = "1000000000000000000000000000001";
    let error = read::<serde_json::Value>(n(wide)).unwrap_err();
    assert!(!format!("{error} {error:?}").contains(wide), "{error}");
    let mut item = Item::new();
    item.push("name", Value::string("secret"));
    assert_eq!(format!("{item:?}"), r#"Item {"name": Value(S)}"#);
    assert!(!format!("{:?}", item.explain()).contains("secret"));
}

#[test]
fn only_structs_and_maps_are_items() {
    assert!(encode("text", &[]).is_err());
    assert!(encode(&vec![1], &[]).is_err());
    assert!(encode(&None::<u8>, &[]).is_err());
    assert_eq!(
        encode(&Some(BTreeMap::from([("a", 1)])), &[])
            .unwrap()
            .len(),
        1
    );
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Chain {
    next: Option<Box<Chain>>,
}

fn chain(length: usize) -> Chain {
    (1..length).fold(Chain { next: None }, |next, _| Chain {
        next: Some(Box::new(next)),
    })
}

#[test]
fn values_nest_to_32_levels_and_no_deeper() {
    // The item itself is no level; an empty map may be on the last one.
    let deepest = chain(33);
    let item = encode(&deepest, &[]).unwrap().into_map();
    assert_eq!(decode::<Chain>(item, &[]).unwrap(), deepest);
    let error = encode(&chain(34), &[]).unwrap_err();
    assert!(error.reason().contains("32 levels"), "{error}");
    assert!(encode(&chain(5_000), &[]).is_err());

    fn nested(levels: usize, innermost: AttributeValue) -> AttributeValue {
        (0..levels).fold(innermost, |value, _| l([value]))
    }
    assert!(encode_value(&as_json(31, "1"), Shape::Plain).is_ok());
    assert!(encode_value(&as_json(32, "1"), Shape::Plain).is_err());
    assert!(encode_value(&as_json(32, ""), Shape::Plain).is_ok());
    assert!(encode_value(&as_json(33, ""), Shape::Plain).is_err());
    assert!(read::<serde_json::Value>(nested(31, null())).is_ok());
    assert!(read::<serde_json::Value>(nested(500, null())).is_err());
}

/// `[[[1]]]`, with the given number of brackets.
fn as_json(levels: usize, innermost: &str) -> serde_json::Value {
    serde_json::from_str(&format!(
        "{}{innermost}{}",
        "[".repeat(levels),
        "]".repeat(levels)
    ))
    .unwrap()
}

#[test]
fn a_set_is_no_level_of_its_own() {
    #[derive(Serialize)]
    struct Holder(#[serde(with = "crate::item::set")] Vec<Vec<u8>>);
    fn wrap<T: Serialize>(levels: usize, value: &T) -> Result<(), CodecError> {
        struct Levels<'a, T>(usize, &'a T);
        impl<T: Serialize> Serialize for Levels<'_, T> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.0 {
                    0 => self.1.serialize(serializer),
                    levels => [Levels(levels - 1, self.1)].serialize(serializer),
                }
            }
        }
        encode_value(&Levels(levels, value), Shape::Plain).map(|_| ())
    }
    assert!(wrap(31, &Holder(vec![vec![1]])).is_ok());
    assert!(wrap(32, &Holder(vec![vec![1]])).is_err());
    assert!(wrap(31, &"text").is_ok());
    assert!(wrap(32, &"text").is_err());
}

#[test]
fn newtypes_and_options_inside_one_another_end_in_an_error() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Endless(Option<Box<Endless>>);
    let deep = (0..10_000).fold(Endless(None), |inner, _| Endless(Some(Box::new(inner))));
    assert!(encode_value(&deep, Shape::Plain).is_err());
    // Read, it would never come to an end: nothing of the value is consumed.
    assert!(read::<Endless>(s("x")).is_err());
    // Dropping it the usual way would overflow the stack by itself.
    let mut next = deep.0;
    while let Some(inner) = next {
        next = inner.0;
    }
}

#[test]
fn wrong_types_are_errors() {
    assert!(read::<bool>(s("true")).is_err());
    assert!(read::<String>(b(&[1])).is_err());
    assert!(read::<()>(n("0")).is_err());
    assert!(read::<char>(s("ab")).is_err());
    assert!(read::<Vec<u8>>(m([])).is_err());
    assert!(read::<Address>(s("x")).is_err());
    assert!(read::<BTreeMap<String, u8>>(ss(&["a"])).is_err());
    assert!(read::<Vec<u8>>(AttributeValue::Bool(true)).is_err());
}

// fault 56
#[test]
fn text_is_never_trimmed_or_dropped() {
    for text in ["", "   ", "\n", "a\u{301}", "\u{e1}", "🦀"] {
        assert_eq!(plain(text).unwrap(), s(text));
        assert_eq!(round_trip(&text.to_owned(), Shape::Plain).unwrap(), text);
    }
}

#[test]
fn unknown_fields_are_named_where_a_type_denies_them() {
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Strict {
        a: Option<u8>,
    }
    let error = read::<Vec<Strict>>(l([m([("b", n("1"))])])).unwrap_err();
    assert_eq!(error.attribute(), "v[0].b");
}
