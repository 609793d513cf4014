//! Bytes: B where the type or the field says so, lists of numbers elsewhere.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::*;

/// Calls `serialize_bytes`, and asks for bytes, as the types of other crates do.
#[derive(Debug, PartialEq)]
struct Native(Vec<u8>);

impl Serialize for Native {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Native {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Native;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Native, E> {
                Ok(Native(bytes))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

// fault 44
#[test]
fn byte_types_with_their_shape_become_b() {
    assert_eq!(shaped(&vec![1_u8, 2], Shape::Bytes).unwrap(), b(&[1, 2]));
    assert_eq!(shaped(&[7_u8; 32], Shape::Bytes).unwrap(), b(&[7; 32]));
    assert_eq!(shaped(&Some(vec![1_u8]), Shape::Bytes).unwrap(), b(&[1]));
    assert_eq!(
        shaped(&Cow::Borrowed(&[1_u8][..]), Shape::Bytes).unwrap(),
        b(&[1])
    );
    assert_eq!(shaped(&Vec::<u8>::new(), Shape::Bytes).unwrap(), b(&[]));
    assert!(
        encode_value(&None::<Vec<u8>>, Shape::Bytes)
            .unwrap()
            .is_none()
    );
}

#[test]
fn serialize_bytes_is_always_b() {
    assert_eq!(plain(&Native(vec![1, 2])).unwrap(), b(&[1, 2]));
    assert_eq!(plain(&vec![Native(vec![])]).unwrap(), l([b(&[])]));
    assert_eq!(
        round_trip(&Native(vec![3]), Shape::Plain).unwrap(),
        Native(vec![3])
    );
}

#[test]
fn bytes_without_a_shape_stay_a_list_of_numbers() {
    assert_eq!(plain(&vec![1_u8, 2]).unwrap(), l([n("1"), n("2")]));
    assert_eq!(
        shaped(&vec![1_u8, 2], Shape::List).unwrap(),
        l([n("1"), n("2")])
    );
    assert_eq!(
        plain(&(1_u8, "a", 2_u8)).unwrap(),
        l([n("1"), s("a"), n("2")])
    );
    assert_eq!(shaped(&Vec::<u8>::new(), Shape::List).unwrap(), l([]));
}

// fault 44
#[test]
fn b_and_lists_of_numbers_read_as_bytes_and_as_sequences() {
    for stored in [b(&[1, 255]), l([n("1"), n("255")])] {
        assert_eq!(read::<Vec<u8>>(stored.clone()).unwrap(), [1, 255]);
        assert_eq!(read::<[u8; 2]>(stored.clone()).unwrap(), [1, 255]);
        assert_eq!(
            read::<Option<Box<[u8]>>>(stored.clone())
                .unwrap()
                .as_deref(),
            Some(&[1, 255][..])
        );
        assert_eq!(read::<Cow<'_, [u8]>>(stored.clone()).unwrap(), vec![1, 255]);
        assert_eq!(read::<Native>(stored).unwrap(), Native(vec![1, 255]));
    }
    assert_eq!(read::<Native>(l([])).unwrap(), Native(vec![]));
    assert!(read::<Native>(l([n("256")])).is_err());
    assert!(read::<[u8; 3]>(b(&[1, 2])).is_err());
    assert!(read::<[u8; 1]>(b(&[1, 2])).is_err());
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Marked {
    #[serde(with = "crate::item::bytes")]
    buffer: Vec<u8>,
    #[serde(with = "crate::item::bytes")]
    array: [u8; 2],
    #[serde(default, with = "crate::item::bytes")]
    some: Option<Vec<u8>>,
    #[serde(default, with = "crate::item::bytes")]
    none: Option<[u8; 4]>,
    #[serde(with = "crate::item::bytes")]
    boxed: Box<[u8]>,
}

fn marked() -> Marked {
    Marked {
        buffer: vec![1],
        array: [2, 3],
        some: Some(vec![]),
        none: None,
        boxed: Box::new([9]),
    }
}

// fault 44
#[test]
fn with_bytes_makes_binary_in_nested_structs() {
    let expected = m([
        ("buffer", b(&[1])),
        ("array", b(&[2, 3])),
        ("some", b(&[])),
        ("boxed", b(&[9])),
    ]);
    assert_eq!(plain(&marked()).unwrap(), expected);
    assert_eq!(round_trip(&marked(), Shape::Plain).unwrap(), marked());
}

// fault 44, fault 50
#[test]
fn with_bytes_reads_through_buffered_content_and_from_lists() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Marked(Marked),
    }
    assert_eq!(
        round_trip(&Untagged::Marked(marked()), Shape::Plain).unwrap(),
        Untagged::Marked(marked())
    );
    let list = m([
        ("buffer", l([n("1")])),
        ("array", l([n("2"), n("3")])),
        ("some", l([])),
        ("none", null()),
        ("boxed", l([n("9")])),
    ]);
    assert_eq!(read::<Marked>(list.clone()).unwrap(), marked());
    assert_eq!(read::<Untagged>(list).unwrap(), Untagged::Marked(marked()));
}

#[test]
fn other_serializers_see_plain_sequences() {
    let json = serde_json::to_string(&marked()).unwrap();
    assert_eq!(
        json,
        r#"{"buffer":[1],"array":[2,3],"some":[],"none":null,"boxed":[9]}"#
    );
    assert_eq!(serde_json::from_str::<Marked>(&json).unwrap(), marked());
}

#[test]
fn elements_that_are_no_bytes_are_refused_where_bytes_are_said() {
    let error = shaped(&vec![1_u16], Shape::Bytes).unwrap_err();
    assert!(error.reason().contains("not `u8`"), "{error}");
}
