//! `None`, NULL and absence.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
struct Inner {
    y: Option<u8>,
    kept: u8,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
struct Outer {
    x: Option<String>,
    b: Inner,
    list: Vec<Option<i32>>,
    map: BTreeMap<String, Option<String>>,
    structs: Vec<Inner>,
}

// fault 46, fault 53
#[test]
fn none_is_absent_in_fields_at_every_depth_and_null_in_lists_and_maps() {
    let value = Outer {
        list: vec![Some(1), None],
        map: BTreeMap::from([("a".to_owned(), None)]),
        structs: vec![Inner::default()],
        ..Outer::default()
    };
    let item = encode(&value, &[]).unwrap().into_map();
    let expected = map([
        ("b", m([("kept", n("0"))])),
        ("list", l([n("1"), null()])),
        ("map", m([("a", null())])),
        ("structs", l([m([("kept", n("0"))])])),
    ]);
    assert_eq!(item, expected);
    assert_eq!(decode::<Outer>(item, &[]).unwrap(), value);
}

// fault 40, fault 46
#[test]
fn null_written_by_others_reads_as_none() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Entity {
        a: Option<String>,
        b: Option<HashMap<String, u8>>,
        c: Inner,
    }
    let item = map([
        ("a", null()),
        ("b", null()),
        ("c", m([("y", null()), ("kept", n("3"))])),
    ]);
    let expected = Entity {
        a: None,
        b: None,
        c: Inner { y: None, kept: 3 },
    };
    assert_eq!(decode::<Entity>(item, &[]).unwrap(), expected);
}

#[test]
fn null_for_a_required_field_is_an_error() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct Entity {
        a: String,
    }
    let error = decode::<Entity>(map([("a", null())]), &[]).unwrap_err();
    assert_eq!(error.attribute(), "a");
    assert_eq!(error.reason(), "expected a string, found NULL");
}

// fault 55
#[test]
fn an_absent_attribute_reads_as_none_or_as_the_default() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Entity {
        status: Option<String>,
        #[serde(default = "seven")]
        count: u32,
        #[serde(default)]
        note: String,
    }
    fn seven() -> u32 {
        7
    }
    let item = map([("unknown", s("ignored"))]);
    let expected = Entity {
        status: None,
        count: 7,
        note: String::new(),
    };
    assert_eq!(decode::<Entity>(item, &[]).unwrap(), expected);
}

// fault 55
#[test]
fn a_missing_required_attribute_is_named_with_its_path() {
    let error = decode::<Outer>(map([("b", m([("y", n("1"))]))]), &[]).unwrap_err();
    assert!(error.reason().contains("missing"), "{error}");
    let item = map([
        ("b", m([])),
        ("list", l([])),
        ("map", m([])),
        ("structs", l([])),
    ]);
    let error = decode::<Outer>(item, &[]).unwrap_err();
    assert_eq!(error.attribute(), "b.kept");
}

#[test]
fn a_flattened_struct_follows_the_rule_for_fields() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Entity {
        id: String,
        gone: Option<u8>,
        #[serde(flatten)]
        inner: Inner,
        nested: Nested,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Nested {
        gone: Option<u8>,
        #[serde(flatten)]
        inner: Inner,
    }
    let value = Entity {
        id: "1".to_owned(),
        gone: None,
        inner: Inner { y: None, kept: 1 },
        nested: Nested {
            gone: None,
            inner: Inner { y: None, kept: 2 },
        },
    };
    let item = encode(&value, &[]).unwrap().into_map();
    assert_eq!(
        item,
        map([
            ("id", s("1")),
            ("kept", n("1")),
            ("nested", m([("kept", n("2"))]))
        ])
    );
    assert_eq!(decode::<Entity>(item, &[]).unwrap(), value);
}

#[test]
fn none_is_absent_at_the_top_level_even_of_a_map() {
    let value = BTreeMap::from([("a", None), ("b", Some(1))]);
    assert_eq!(
        encode(&value, &[]).unwrap().into_map(),
        map([("b", n("1"))])
    );
    assert!(encode_value(&None::<u8>, Shape::Plain).unwrap().is_none());
    assert!(
        encode_value(&Some(None::<u8>), Shape::Plain)
            .unwrap()
            .is_none()
    );
}

#[test]
fn units_are_null_and_kept_in_fields() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Marker;
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Entity {
        unit: (),
        marker: Marker,
    }
    let item = encode(
        &Entity {
            unit: (),
            marker: Marker,
        },
        &[],
    )
    .unwrap()
    .into_map();
    assert_eq!(item, map([("unit", null()), ("marker", null())]));
    assert_eq!(
        decode::<Entity>(item, &[]).unwrap(),
        Entity {
            unit: (),
            marker: Marker
        }
    );
}

#[test]
fn attributes_keep_the_order_of_the_fields() {
    let item = encode(&Outer::default(), &[]).unwrap();
    let names: Vec<&str> = item.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["b", "list", "map", "structs"]);
}

#[test]
fn insert_replaces_in_place_and_push_appends() {
    let mut item = Item::new();
    assert_eq!(item.len(), 0);
    item.push("PK", Value::string("a"));
    item.push("SK", Value::string("b"));
    item.insert("PK", Value::string("c"));
    item.insert("type", Value::string("Order"));
    assert_eq!(item.len(), 3);
    assert_eq!(item.get("PK"), Some(&Value::string("c")));
    assert_eq!(item.get("none"), None);
    assert_eq!(
        item.explain().to_string(),
        "{PK: 'c', SK: 'b', type: 'Order'}"
    );
}
