//! Sets: SS, NS, BS, and the empty set that DynamoDB does not have.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
struct Tagged {
    tags: HashSet<String>,
    more: Option<BTreeSet<u32>>,
}

const TAGGED: &[Attribute] = &[
    Attribute::new("tags", Shape::Set),
    Attribute::new("more", Shape::OptionalSet),
];

fn strings(texts: &[&str]) -> HashSet<String> {
    texts.iter().map(ToString::to_string).collect()
}

// fault 43
#[test]
fn a_set_becomes_ss_ns_or_bs_in_sorted_order() {
    assert_eq!(
        shaped(&strings(&["b", "a"]), Shape::Set).unwrap(),
        ss(&["a", "b"])
    );
    assert_eq!(
        shaped(&HashSet::from([10, 9, -1]), Shape::Set).unwrap(),
        ns(&["-1", "9", "10"])
    );
    assert_eq!(
        shaped(&HashSet::from([2_u8, 1]), Shape::Set).unwrap(),
        ns(&["1", "2"])
    );
    assert_eq!(
        shaped(&HashSet::from(['x']), Shape::Set).unwrap(),
        ss(&["x"])
    );
    let blobs = HashSet::from([vec![2_u8], vec![1, 2], vec![]]);
    assert_eq!(
        shaped(&blobs, Shape::Set).unwrap(),
        bs(&[&[], &[1, 2], &[2]])
    );
    assert_eq!(
        shaped(&HashSet::from([[1_u8, 2]]), Shape::Set).unwrap(),
        bs(&[&[1, 2]])
    );
    assert_eq!(
        shaped(&Some(strings(&["a"])), Shape::OptionalSet).unwrap(),
        ss(&["a"])
    );
}

// fault 35
#[test]
fn sets_hold_wide_integers_to_the_same_limit() {
    let most = 10_u128.pow(38) - 1;
    assert_eq!(
        shaped(&HashSet::from([most]), Shape::Set).unwrap(),
        ns(&[&most.to_string()])
    );
    assert_eq!(
        round_trip(&HashSet::from([most]), Shape::Set).unwrap(),
        HashSet::from([most])
    );
    assert!(shaped(&HashSet::from([u128::MAX]), Shape::Set).is_err());
}

#[test]
fn elements_of_several_or_other_types_stay_a_list() {
    assert_eq!(shaped(&("a", 1), Shape::Set).unwrap(), l([s("a"), n("1")]));
    assert_eq!(
        shaped(&[true, false], Shape::Set).unwrap(),
        l([AttributeValue::Bool(true), AttributeValue::Bool(false)])
    );
    assert_eq!(
        shaped(&[vec![300_u16]], Shape::Set).unwrap(),
        l([l([n("300")])])
    );
    assert_eq!(
        shaped(&[Some("a"), None], Shape::Set).unwrap(),
        l([s("a"), null()])
    );
    assert_eq!(
        round_trip(&HashSet::from([true]), Shape::Set).unwrap(),
        HashSet::from([true])
    );
    let pairs = HashSet::from([("a".to_owned(), 1_u8)]);
    assert_eq!(round_trip(&pairs, Shape::Set).unwrap(), pairs);
}

#[test]
fn elements_that_are_equal_after_encoding_collapse() {
    assert_eq!(
        shaped(&["b", "a", "b"], Shape::Set).unwrap(),
        ss(&["a", "b"])
    );
    assert_eq!(shaped(&(1, 1.0), Shape::Set).unwrap(), ns(&["1"]));
    assert_eq!(
        shaped(&(1e30, 10_u128.pow(30)), Shape::Set)
            .unwrap()
            .as_ns()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(shaped(&[[1_u8], [1]], Shape::Set).unwrap(), bs(&[&[1]]));
}

// fault 39, fault 40
#[test]
fn an_empty_set_is_absent_and_reads_back_as_empty() {
    let item = encode(&Tagged::default(), TAGGED).unwrap();
    assert_eq!(item.len(), 0);
    assert_eq!(
        decode::<Tagged>(item.into_map(), TAGGED).unwrap(),
        Tagged::default()
    );
    assert!(encode_value(&strings(&[]), Shape::Set).unwrap().is_none());
}

#[test]
fn some_of_an_empty_set_reads_as_none() {
    let value = Tagged {
        tags: strings(&["a"]),
        more: Some(BTreeSet::new()),
    };
    let item = encode(&value, TAGGED).unwrap().into_map();
    assert_eq!(item, map([("tags", ss(&["a"]))]));
    assert_eq!(decode::<Tagged>(item, TAGGED).unwrap().more, None);
}

// fault 39
#[test]
fn an_absent_set_reads_as_empty_beside_flattened_fields_too() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Entity {
        id: u8,
        tags: HashSet<String>,
        #[serde(flatten)]
        rest: std::collections::BTreeMap<String, String>,
    }
    let attributes = [
        Attribute::new("id", Shape::Plain),
        Attribute::new("tags", Shape::Set),
    ];
    for tags in [strings(&[]), strings(&["a"])] {
        let value = Entity {
            id: 1,
            tags,
            rest: [("k".to_owned(), "v".to_owned())].into(),
        };
        let item = stored(encode(&value, &attributes).unwrap());
        assert_eq!(item.contains_key("tags"), !value.tags.is_empty());
        assert_eq!(decode::<Entity>(item, &attributes).unwrap(), value);
    }
}

// fault 40
#[test]
fn null_written_by_others_reads_as_an_empty_set_or_none() {
    let item = map([("tags", null()), ("more", null())]);
    assert_eq!(decode::<Tagged>(item, TAGGED).unwrap(), Tagged::default());
}

// fault 39
#[test]
fn an_empty_set_inside_a_list_or_map_is_an_empty_list() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Marked(#[serde(with = "crate::item::set")] HashSet<u8>);
    let sets = vec![Marked(HashSet::new()), Marked(HashSet::from([1]))];
    assert_eq!(plain(&sets).unwrap(), l([l([]), ns(&["1"])]));
    assert_eq!(round_trip(&sets, Shape::Plain).unwrap(), sets);
    let by_name = std::collections::BTreeMap::from([("a".to_owned(), Marked(HashSet::new()))]);
    assert_eq!(plain(&by_name).unwrap(), m([("a", l([]))]));
    assert_eq!(round_trip(&by_name, Shape::Plain).unwrap(), by_name);
}

// fault 43
#[test]
fn any_sequence_reads_lists_and_sets() {
    assert_eq!(
        read::<HashSet<String>>(l([s("a"), s("b")])).unwrap(),
        strings(&["a", "b"])
    );
    assert_eq!(
        read::<HashSet<String>>(ss(&["a", "b"])).unwrap(),
        strings(&["a", "b"])
    );
    assert_eq!(read::<Vec<u32>>(ns(&["2", "1"])).unwrap(), [2, 1]);
    assert_eq!(
        read::<Vec<Vec<u8>>>(bs(&[&[1], &[2, 3]])).unwrap(),
        [vec![1], vec![2, 3]]
    );
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
struct Marked {
    #[serde(default, with = "crate::item::set")]
    tags: HashSet<String>,
    #[serde(default, with = "crate::item::set")]
    numbers: Vec<i32>,
    #[serde(default, with = "crate::item::set")]
    blobs: BTreeSet<Vec<u8>>,
    #[serde(default, with = "crate::item::set")]
    maybe: Option<BTreeSet<u64>>,
}

fn marked() -> Marked {
    Marked {
        tags: strings(&["x"]),
        numbers: vec![3, 4],
        blobs: BTreeSet::from([vec![1], vec![]]),
        maybe: Some(BTreeSet::from([5])),
    }
}

// fault 43
#[test]
fn with_set_makes_sets_in_nested_structs() {
    let expected = m([
        ("tags", ss(&["x"])),
        ("numbers", ns(&["3", "4"])),
        ("blobs", bs(&[&[], &[1]])),
        ("maybe", ns(&["5"])),
    ]);
    assert_eq!(plain(&vec![marked()]).unwrap(), l([expected]));
    assert_eq!(read::<Marked>(plain(&marked()).unwrap()).unwrap(), marked());
    // Nothing is left of the empty one, and the defaults bring it back.
    assert_eq!(plain(&Marked::default()).unwrap(), m([]));
    assert_eq!(
        round_trip(&Marked::default(), Shape::Plain).unwrap(),
        Marked::default()
    );
}

// fault 50
#[test]
fn with_set_reads_through_buffered_content() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Marked(Marked),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Flattened {
        id: u8,
        #[serde(flatten)]
        marked: Marked,
    }
    let value = Tagged::Marked(Marked {
        numbers: vec![4, 3],
        ..marked()
    });
    assert_eq!(
        round_trip(&value, Shape::Plain).unwrap(),
        Tagged::Marked(Marked {
            numbers: vec![4, 3],
            ..marked()
        })
    );
    let value = Flattened {
        id: 1,
        marked: marked(),
    };
    let item = encode(&value, &[]).unwrap().into_map();
    assert_eq!(item["blobs"], bs(&[&[], &[1]]));
    assert_eq!(decode::<Flattened>(item, &[]).unwrap(), value);
    let empty = Flattened {
        id: 1,
        marked: Marked::default(),
    };
    assert_eq!(
        decode::<Flattened>(encode(&empty, &[]).unwrap().into_map(), &[]).unwrap(),
        empty
    );
}

#[test]
fn other_serializers_see_the_plain_value() {
    let json = serde_json::to_string(&marked()).unwrap();
    assert_eq!(
        json,
        r#"{"tags":["x"],"numbers":[3,4],"blobs":[[],[1]],"maybe":[5]}"#
    );
    assert_eq!(serde_json::from_str::<Marked>(&json).unwrap(), marked());
}

// fault 43
#[test]
fn the_order_of_a_set_does_not_matter_for_equality() {
    assert_eq!(value(ss(&["a", "b"])), value(ss(&["b", "a"])));
    assert_eq!(value(bs(&[&[1], &[2]])), value(bs(&[&[2], &[1]])));
    assert_ne!(value(ss(&["a"])), value(ss(&["a", "b"])));
    assert_ne!(value(ss(&["1"])), value(ns(&["1"])));
    assert_ne!(value(l([s("a"), s("b")])), value(l([s("b"), s("a")])));
}
