//! Maps and their keys.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
#[serde(rename_all = "kebab-case")]
enum Color {
    DarkRed,
    Blue,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Id<T>(T);

#[track_caller]
fn assert_key<K>(key: K, text: &str)
where
    K: Serialize + serde::de::DeserializeOwned + Ord + Debug,
{
    let map = BTreeMap::from([(key, 1_u8)]);
    let encoded = plain(&map).unwrap();
    assert_eq!(encoded, m([(text, n("1"))]));
    assert_eq!(read::<BTreeMap<K, u8>>(encoded).unwrap(), map);
}

// fault 52, fault 35
#[test]
fn keys_have_one_spelling_both_ways() {
    assert_key("text".to_owned(), "text");
    assert_key('c', "c");
    assert_key(-5_i8, "-5");
    assert_key(u64::MAX, "18446744073709551615");
    assert_key(u128::MAX, "340282366920938463463374607431768211455");
    assert_key(i128::MIN, "-170141183460469231731687303715884105728");
    assert_key(true, "true");
    assert_key(Color::DarkRed, "dark-red");
    assert_key(Id(7_u32), "7");
    assert_key(Id(Id(Color::Blue)), "blue");
    assert_key(Id("x".to_owned()), "x");
}

// fault 52: the service refuses an empty attribute name at every depth
#[test]
fn an_empty_key_is_an_error() {
    let map = BTreeMap::from([(String::new(), 1_u8)]);
    assert!(plain(&map).unwrap_err().reason().contains("empty key"));
    assert!(plain(&vec![map.clone()]).is_err());
    assert!(encode(&map, &[]).is_err());
}

// fault 52
#[test]
fn other_keys_are_errors() {
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Point {
        x: u8,
    }
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Variant {
        Newtype(u8),
        Tuple(u8, u8),
        Struct { x: u8 },
    }
    let refused = [
        plain(&BTreeMap::from([((), 1)])),
        plain(&BTreeMap::from([(Some(1), 1)])),
        plain(&BTreeMap::from([(None::<u8>, 1)])),
        plain(&BTreeMap::from([((1, 2), 1)])),
        plain(&BTreeMap::from([(vec![1], 1)])),
        plain(&BTreeMap::from([(Point { x: 1 }, 1)])),
        plain(&BTreeMap::from([(BTreeMap::from([(1, 1)]), 1)])),
        plain(&BTreeMap::from([(Variant::Newtype(1), 1)])),
        plain(&BTreeMap::from([(Variant::Tuple(1, 1), 1)])),
        plain(&BTreeMap::from([(Variant::Struct { x: 1 }, 1)])),
    ];
    for result in refused {
        let error = result.unwrap_err();
        assert!(
            error.reason().contains("cannot be the key of a map"),
            "{error}"
        );
    }
}

/// A map with whatever keys and values are given, twice or not.
struct Raw<'a, K, V>(&'a [(K, V)], Option<usize>);

impl<K: Serialize, V: Serialize> Serialize for Raw<'_, K, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(self.1)?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

// fault 52
#[test]
fn two_keys_with_one_text_are_an_error() {
    let twice = Raw(&[("a", 1), ("b", 1), ("a", 2)], Some(3));
    let error = encode(&BTreeMap::from([("outer", &twice)]), &[]).unwrap_err();
    assert_eq!(error.attribute(), "outer.a");
    assert_eq!(encode(&twice, &[]).unwrap_err().attribute(), "a");
}

#[test]
fn a_flattened_map_that_repeats_a_field_is_an_error() {
    #[derive(Serialize)]
    struct Entity {
        id: u8,
        #[serde(flatten)]
        rest: HashMap<String, u8>,
    }
    let error = encode(
        &Entity {
            id: 1,
            rest: HashMap::from([("id".to_owned(), 2)]),
        },
        &[],
    )
    .unwrap_err();
    assert_eq!(error.attribute(), "id");
    assert!(
        encode(
            &Entity {
                id: 1,
                rest: HashMap::from([("other".to_owned(), 2)])
            },
            &[]
        )
        .is_ok()
    );
}

#[test]
fn a_map_of_unknown_length_follows_the_rule_for_fields() {
    let entries = [("a", None), ("b", Some(1))];
    assert_eq!(plain(&Raw(&entries, None)).unwrap(), m([("b", n("1"))]));
    assert_eq!(
        plain(&Raw(&entries, Some(2))).unwrap(),
        m([("a", null()), ("b", n("1"))])
    );
}

#[test]
fn a_wrong_length_costs_nothing() {
    assert_eq!(
        plain(&Raw(&[("a", 1)], Some(usize::MAX))).unwrap(),
        m([("a", n("1"))])
    );
}

#[test]
fn a_key_that_is_not_the_text_of_its_type_is_an_error() {
    for key in ["x", "01", "+1", "1.0", "", " 1", "256"] {
        let error = read::<BTreeMap<u8, u8>>(m([(key, n("1"))])).unwrap_err();
        assert!(error.reason().contains("`u8`"), "{error}");
    }
    assert_eq!(
        read::<BTreeMap<u8, u8>>(m([("x", n("1"))]))
            .unwrap_err()
            .attribute(),
        "v.x"
    );
    assert!(read::<BTreeMap<bool, u8>>(m([("True", n("1"))])).is_err());
    assert!(read::<BTreeMap<Color, u8>>(m([("green", n("1"))])).is_err());
    assert!(read::<BTreeMap<char, u8>>(m([("ab", n("1"))])).is_err());
}

#[test]
fn values_of_any_kind_nest_in_maps() {
    let map = BTreeMap::from([(1_u8, BTreeMap::from([(true, vec![Color::Blue])]))]);
    assert_eq!(
        plain(&map).unwrap(),
        m([("1", m([("true", l([s("blue")]))]))])
    );
    assert_eq!(round_trip(&map, Shape::Plain).unwrap(), map);
    let empty = BTreeMap::<String, Vec<u8>>::new();
    assert_eq!(plain(&empty).unwrap(), m([]));
    assert_eq!(round_trip(&empty, Shape::Plain).unwrap(), empty);
}
