//! Entities as text are what the encoder over the SDK's values makes of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::entity::key::key_text;
use crate::item;

#[derive(Debug, crate::Table)]
#[table(
    crate = crate,
    name = "everything",
    gsi("GSI1"),
    gsi("ByEmail", pk = "email", sk = "at"),
    gsi("ByTenant", pk = "tenant", sk = none),
    entities(Thing)
)]
struct Things;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crate::Entity)]
#[entity(
    crate = crate,
    table = Things,
    pk = "T#{tenant}",
    sk = "THING#{id:raw}",
    index(name = by_kind, on = "GSI1", pk = "KIND#{kind}", sk = "{number:05}"),
    index(name = by_email, on = "ByEmail", pk = "{email}", sk = "{at}"),
    index(name = of_tenant, on = "ByTenant", pk = "{tenant}")
)]
struct Thing {
    #[entity(key_only)]
    tenant: String,
    id: String,
    kind: Option<String>,
    number: u16,
    email: Option<String>,
    at: String,
    #[entity(ttl)]
    expires: Option<i64>,
    #[serde(rename = "na\"me\\\n")]
    name: String,
    float: f64,
    single: f32,
    integers: (i8, i64, u64, u8),
    wide: i128,
    is_big: bool,
    raw: Vec<u8>,
    texts: BTreeSet<String>,
    numbers: BTreeSet<i64>,
    list: Vec<Option<String>>,
    map: BTreeMap<String, Option<u32>>,
    nested: Option<Box<Nested>>,
    #[serde(flatten)]
    more: HashMap<String, i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    letter: char,
    unit: (),
    inner: Option<Box<Nested>>,
    more: Vec<u8>,
}

/// As items were made before they were text: keys, type, and what the other encoder makes of the fields.
fn expected<E: Entity + Serialize>(entity: &E) -> Item {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let mut expected = Item::new();
    for (name, value) in entity.key().render().unwrap().attributes() {
        expected.insert(name, Value::from(value));
    }
    for (number, entry) in keys.indexes.iter().enumerate() {
        if !entity.holds(number) {
            continue;
        }
        let index = layout.index(entry.on).unwrap();
        let value = |(name, template): (&'static str, &'static Template)| {
            let write = |field, format, out: &mut String| entity.write_part(field, format, out);
            let value = key_text(layout, name, template, PARTITION_KEY_LIMIT, &write).unwrap();
            value.map(|value| (name, value))
        };
        let values: Option<Vec<_>> = keys.entry_attributes(entry, index).map(value).collect();
        for (name, value) in values.into_iter().flatten() {
            expected.insert(name, Value::from(value));
        }
    }
    if let Some(name) = layout.type_attribute {
        expected.insert(name, Value::string(keys.type_name));
    }
    for (name, value) in item::encode(entity, keys.attributes).unwrap().iter() {
        if !keys.key_only.iter().any(|field| field.stored == name) {
            expected.insert(name.to_owned(), value.clone());
        }
    }
    expected
}

fn assert_expected<E: Entity + Serialize>(entity: &E) {
    let (key, item) = encode_entity(entity).unwrap();
    let expected = expected(entity);
    assert_eq!(key, entity.key().render().unwrap());
    assert_eq!(item.explain().to_string(), expected.explain().to_string());
    assert_eq!(item.len(), expected.len());
    assert_eq!(item.size(), expected.size());
    assert_eq!(item.clone().into_map(), expected.clone().into_map());
    let (mut text, mut made) = ("[".to_owned(), String::new());
    item.write_json(&mut text);
    expected.write_json(&mut made);
    let read = |json| serde_json::from_str::<serde_json::Value>(json).unwrap();
    assert_eq!(read(text.strip_prefix('[').unwrap()), read(&made));
    // What is changed is no text any more.
    let mut changed = item.clone();
    changed.insert("new", Value::string("\"\u{1}é"));
    assert_eq!(changed.len(), item.len() + 1);
    assert_eq!(changed.size(), item.size() + 3 + 4);
    assert_eq!(item.get("new"), None);
    assert_eq!(changed.get("new"), Some(&Value::string("\"\u{1}é")));
}

/// Text in which every character that JSON or a terminal cares about is frequent.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\"\\\\/\u{0}-\u{1f}\u{7f}-\u{a0}é世😀\u{2028}a ]{0,40}",
        "[a-zA-Z .]{0,100}",
        any::<String>(),
    ]
}

fn nested() -> impl Strategy<Value = Nested> {
    let leaf = (any::<char>(), prop::collection::vec(any::<u8>(), 0..4));
    let leaf = leaf.prop_map(|(letter, more)| Nested {
        letter,
        unit: (),
        inner: None,
        more,
    });
    leaf.prop_recursive(4, 8, 1, |inner| {
        (any::<char>(), inner).prop_map(|(letter, inner)| Nested {
            letter,
            unit: (),
            inner: Some(Box::new(inner)),
            more: Vec::new(),
        })
    })
}

prop_compose! {
    fn thing()(
        (tenant, id, kind, number) in ("[a-z\"\\\\é]{1,6}", "[a-z\"\\\\é]{1,6}", prop::option::of("[a-zé\"]{1,5}"), 0..=9999_u16),
        (email, at, expires, name) in (prop::option::of("[a-z\"é@]{1,9}"), "[a-z\"]{1,4}", prop::option::of(1_600_000_000..2_000_000_000_i64), text()),
        (float, single, integers, wide) in (-1e120..1e120_f64, -1e9..1e9_f32, any::<(i8, i64, u64, u8)>(), -1_i128 << 120..1 << 120),
        exact in prop::option::of(prop::sample::select(vec![0.0, -0.0, 1.0, -12.75, 1e-7, 1e21, 123_456.0, 1e-4, 1e12])),
        (is_big, raw, texts, numbers) in (any::<bool>(), any::<Vec<u8>>(), prop::collection::btree_set(text(), 0..5), any::<BTreeSet<i64>>()),
        (list, map, nested) in (
            prop::collection::vec(prop::option::of(text()), 0..4),
            prop::collection::btree_map("[a\"\u{1}é]{1,5}", any::<Option<u32>>(), 0..60),
            prop::option::of(nested().prop_map(Box::new)),
        ),
        more in prop::collection::hash_map("extra[\"a\u{2}]{0,8}", any::<i32>(), 0..40),
    ) -> Thing {
        let float = exact.unwrap_or(float);
        Thing { tenant, id, kind, number, email, at, expires, name, float, single, integers, wide, is_big, raw, texts, numbers, list, map, nested, more }
    }
}

proptest! {
    #[test]
    fn an_entity_as_text_is_what_the_sdk_s_values_are(thing in thing()) {
        assert_expected(&thing);
    }
}

fn plain() -> Thing {
    Thing {
        tenant: "t".to_owned(),
        id: "1".to_owned(),
        kind: None,
        number: 1,
        email: None,
        at: "a".to_owned(),
        expires: None,
        name: String::new(),
        float: 0.0,
        single: 1.5,
        integers: (-1, -100, 100, 0),
        wide: 0,
        is_big: false,
        raw: Vec::new(),
        texts: BTreeSet::new(),
        numbers: BTreeSet::new(),
        list: Vec::new(),
        map: BTreeMap::new(),
        nested: None,
        more: HashMap::new(),
    }
}

fn error_with(more: &str) -> Error {
    let more = HashMap::from([(more.to_owned(), 1)]);
    encode_entity(&Thing { more, ..plain() }).unwrap_err()
}

#[test]
fn of_two_shortest_texts_of_a_float_both_encoders_take_one() {
    // In the middle between `265071.12` and `265071.13`.
    let floats = [(265_071.13_f32, 9_007_199_254_740_993.5), (0.1, 12.75)];
    for (single, float) in floats {
        assert_expected(&Thing {
            single,
            float,
            ..plain()
        });
    }
}

#[test]
fn a_flattened_name_of_a_key_or_of_the_type_is_refused() {
    for name in ["PK", "SK", "GSI1PK", "GSI1SK", "type"] {
        let error = error_with(name);
        assert!(error.is_encode(), "{name}: {error}");
        assert!(error.to_string().contains("flattened"), "{name}: {error}");
    }
}

#[test]
fn a_name_that_is_written_twice_is_refused() {
    for name in ["id", "expires", "na\"me\\\n", "email", "tenant", ""] {
        let thing = Thing {
            email: Some("e".to_owned()),
            expires: Some(1_700_000_000),
            more: HashMap::from([(name.to_owned(), 1)]),
            ..plain()
        };
        let error = encode_entity(&thing).unwrap_err();
        assert!(error.is_encode(), "{name}: {error}");
    }
}

#[test]
fn many_flattened_names_are_all_compared() {
    let more: HashMap<_, _> = (0..500)
        .map(|number| (format!("n{number}"), number))
        .collect();
    assert_expected(&Thing {
        more: more.clone(),
        ..plain()
    });
    let mut twice = more;
    twice.insert("single".to_owned(), 1);
    let error = encode_entity(&Thing {
        more: twice,
        ..plain()
    })
    .unwrap_err();
    assert!(error.to_string().contains("single"), "{error}");
}

#[test]
fn an_expiry_in_milliseconds_is_refused() {
    // fault 103
    let expires = Some(1_700_000_000_000_000);
    let error = encode_entity(&Thing { expires, ..plain() }).unwrap_err();
    assert!(error.is_encode(), "{error}");
}

#[test]
fn an_item_over_400_kb_is_refused_by_what_the_service_counts() {
    let size = |name: &str| {
        encode_entity(&Thing {
            name: name.to_owned(),
            ..plain()
        })
    };
    let empty = size("").unwrap().1.size();
    // Twice as long as text, which is not what counts.
    let fits = "\"".repeat(ITEM_LIMIT - empty);
    assert_eq!(size(&fits).unwrap().1.size(), ITEM_LIMIT);
    let error = size(&format!("{fits}a")).unwrap_err();
    assert!(error.is_encode(), "{error}");
}

#[test]
fn clones_share_the_text() {
    let (_, item) = encode_entity(&plain()).unwrap();
    let address = |item: &Item| item.json().map(str::as_ptr);
    assert_eq!(address(&item), address(&item.clone()));
}
