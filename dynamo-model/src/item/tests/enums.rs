//! Enums: all four of serde's forms, as `serde_json` writes them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Content {
    n: u32,
    gone: Option<String>,
}

macro_rules! enums {
    ($($name:ident $(#[$form:meta])?;)*) => {$(
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        $(#[$form])?
        enum $name {
            Struct { first: i64, gone: Option<u8> },
            Newtype(Content),
            Unit,
        }
    )*};
}

enums! {
    External;
    Internal #[serde(tag = "type")];
    Adjacent #[serde(tag = "t", content = "c")];
    Untagged #[serde(untagged)];
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum More {
    Tuple(u8, String),
    Text(String),
    Maybe(Option<u8>),
    Nested(Box<More>),
    Nothing(()),
}

/// The value must look as in JSON (where the test values have no `None` in fields) and come back.
#[track_caller]
fn assert_like_json<T: Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(value: &T) {
    let encoded = plain(value).unwrap();
    assert_eq!(to_json(&encoded), serde_json::to_value(value).unwrap());
    assert_eq!(round_trip(value, Shape::Plain).unwrap(), *value);
}

fn to_json(value: &AttributeValue) -> serde_json::Value {
    match value {
        AttributeValue::S(text) => text.as_str().into(),
        AttributeValue::N(text) => serde_json::from_str(text).unwrap(),
        AttributeValue::Bool(value) => (*value).into(),
        AttributeValue::Null(_) => serde_json::Value::Null,
        AttributeValue::L(list) => list.iter().map(to_json).collect(),
        AttributeValue::M(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), to_json(value)))
            .collect(),
        other => panic!("{other:?} is not JSON"),
    }
}

// fault 50
#[test]
fn all_four_forms_are_written_as_json_does_and_come_back() {
    macro_rules! assert_form {
        ($($name:ident)*) => {$(
            assert_like_json(&$name::Unit);
            assert_like_json(&$name::Struct { first: -5, gone: Some(1) });
            assert_like_json(&$name::Newtype(Content { n: 1, gone: Some("x".to_owned()) }));
        )*};
    }
    assert_form! { External Internal Adjacent Untagged }
    assert_like_json(&More::Tuple(1, "a".to_owned()));
    assert_like_json(&More::Text(String::new()));
    assert_like_json(&More::Maybe(Some(1)));
    assert_like_json(&More::Maybe(None));
    assert_like_json(&More::Nothing(()));
    assert_like_json(&More::Nested(Box::new(More::Tuple(2, "b".to_owned()))));
}

// fault 46
#[test]
fn none_is_absent_in_the_fields_of_variants() {
    assert_eq!(
        plain(&External::Struct {
            first: 1,
            gone: None
        })
        .unwrap(),
        m([("Struct", m([("first", n("1"))]))])
    );
    let internal = Internal::Newtype(Content { n: 1, gone: None });
    assert_eq!(
        plain(&internal).unwrap(),
        m([("type", s("Newtype")), ("n", n("1"))])
    );
    assert_eq!(round_trip(&internal, Shape::Plain).unwrap(), internal);
    let adjacent = Adjacent::Struct {
        first: 1,
        gone: None,
    };
    assert_eq!(round_trip(&adjacent, Shape::Plain).unwrap(), adjacent);
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Flattening<T> {
    id: String,
    #[serde(flatten)]
    kind: T,
}

#[track_caller]
fn assert_flattens<T: Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(kind: T) {
    let value = Flattening {
        id: "1".to_owned(),
        kind,
    };
    let item = stored(encode(&value, &[]).unwrap());
    assert_eq!(
        to_json(&AttributeValue::M(item.clone())),
        serde_json::to_value(&value).unwrap()
    );
    assert_eq!(decode::<Flattening<T>>(item, &[]).unwrap(), value);
    let nested = vec![value];
    assert_eq!(round_trip(&nested, Shape::Plain).unwrap(), nested);
}

// fault 49
#[test]
fn flattened_enums_work_at_the_top_and_nested() {
    assert_flattens(External::Unit);
    assert_flattens(External::Struct {
        first: 1,
        gone: Some(2),
    });
    assert_flattens(External::Newtype(Content {
        n: 1,
        gone: Some("y".to_owned()),
    }));
    assert_flattens(More::Tuple(1, "a".to_owned()));
    assert_flattens(More::Text("t".to_owned()));
    // fault 50
    assert_flattens(Internal::Unit);
    assert_flattens(Internal::Newtype(Content {
        n: 1,
        gone: Some("y".to_owned()),
    }));
    assert_flattens(Adjacent::Struct {
        first: 1,
        gone: Some(2),
    });
    assert_flattens(Untagged::Struct {
        first: 1,
        gone: Some(2),
    });
}

#[test]
fn what_serde_cannot_express_is_an_error_and_no_panic() {
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Internal {
        Number(u8),
        List(Vec<u8>),
    }
    assert!(plain(&Internal::Number(1)).is_err());
    assert!(plain(&Internal::List(vec![1])).is_err());
    assert!(
        encode(
            &Flattening {
                id: String::new(),
                kind: 5_u8
            },
            &[]
        )
        .is_err()
    );
    assert!(
        encode(
            &Flattening {
                id: String::new(),
                kind: "text"
            },
            &[]
        )
        .is_err()
    );
    for refused in [
        plain(&BTreeMap::from([(Some(1), 1)])),
        plain(&BTreeMap::from([(vec![1], 1)])),
    ] {
        assert!(refused.is_err());
    }
}

#[test]
fn unknown_and_ill_formed_variants_are_errors_with_a_path() {
    let error = read::<Vec<External>>(l([s("Unit"), s("Other")])).unwrap_err();
    assert_eq!(error.attribute(), "v[1]");
    assert!(
        error.reason().contains("unknown variant `Other`"),
        "{error}"
    );
    assert!(read::<External>(s("Struct")).is_err());
    assert!(read::<External>(m([])).is_err());
    assert!(read::<External>(m([("Unit", null()), ("Newtype", null())])).is_err());
    assert!(read::<External>(n("1")).is_err());
    assert!(read::<External>(m([("Unit", n("1"))])).is_err());
    assert_eq!(
        read::<External>(m([("Unit", null())])).unwrap(),
        External::Unit
    );
    let error = read::<External>(m([("Struct", m([("first", s("x"))]))])).unwrap_err();
    assert_eq!(error.attribute(), "v.Struct.first");
}

#[test]
fn an_entity_may_be_an_enum_in_map_form() {
    let value = Internal::Struct {
        first: 1,
        gone: None,
    };
    let item = encode(&value, &[]).unwrap().into_map();
    assert_eq!(item, map([("type", s("Struct")), ("first", n("1"))]));
    assert_eq!(decode::<Internal>(item, &[]).unwrap(), value);
    let value = More::Tuple(1, "a".to_owned());
    let item = encode(&value, &[]).unwrap().into_map();
    assert_eq!(decode::<More>(item, &[]).unwrap(), value);
    assert!(encode(&External::Unit, &[]).is_err());
}

#[test]
fn structs_and_tuples_of_every_kind_round_trip() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Pair(u8, String);
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Wrapper(Option<Pair>);
    assert_like_json(&Pair(1, "a".to_owned()));
    assert_like_json(&Wrapper(Some(Pair(1, "a".to_owned()))));
    assert_like_json(&vec![Wrapper(None)]);
    assert_like_json(&(1, 'x', "text".to_owned(), true, ()));
    assert_like_json(&[[1, 2], [3, 4]]);
    assert_like_json(&vec![Some(vec![None, Some(1)]), None]);
    assert!(read::<(u8, u8)>(l([n("1"), n("2"), n("3")])).is_err());
    assert!(read::<(u8, u8)>(l([n("1")])).is_err());
}
