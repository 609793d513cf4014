//! Marshalling: enums in all of serde's forms, and maps whose keys are not strings.

use std::collections::{BTreeMap, HashMap};

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::marshalling::stored;

#[derive(Debug, Table)]
#[table(name = "shapes", sk = none, entities(Tagged, Keyed))]
struct Shapes;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shapes, pk = "TAGGED#{id}")]
struct Tagged {
    id: u8,
    external: Vec<Shape>,
    internal: Gift,
    adjacent: Adjacent,
    untagged: Vec<Either>,
    #[serde(flatten)]
    flat_external: Payment,
    #[serde(flatten)]
    flat_internal: Delivery,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Shape {
    Point,
    Circle(u32),
    Line(i64, f64),
    Box { w: u8, h: Option<u8> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Gift {
    Gift {
        for_item: u64,
        weight: f64,
        change: i64,
    },
    Plain,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(u8),
    B { n: i32 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Payment {
    Card { last4: String },
    Invoice(u32),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "delivery")]
enum Delivery {
    Post { days: u16, cost: Option<i64> },
}

fn tagged(internal: Gift, flat_external: Payment, adjacent: Adjacent) -> Tagged {
    Tagged {
        id: 1,
        external: vec![
            Shape::Point,
            Shape::Circle(2),
            Shape::Line(-1, 0.5),
            Shape::Box { w: 1, h: None },
        ],
        internal,
        adjacent,
        untagged: vec![Either::Number(-3), Either::Text(String::from("x"))],
        flat_external,
        flat_internal: Delivery::Post {
            days: 3,
            cost: Some(-2),
        },
    }
}

// fault 49, fault 50
#[tokio::test]
async fn all_forms_of_enums_are_written_and_read_flattened_too() {
    let shapes = open::<Shapes>().await;
    let gift = Gift::Gift {
        for_item: 0,
        weight: 1.5,
        change: -7,
    };
    let card = Payment::Card {
        last4: String::from("1234"),
    };
    let item = stored(&shapes, &tagged(gift, card, Adjacent::A(1))).await;
    assert_eq!(item["internal"]["M"]["type"], json!({"S": "gift"}));
    assert_eq!(item["internal"]["M"]["for_item"], json!({"N": "0"}));
    assert_eq!(item["Card"], json!({"M": {"last4": {"S": "1234"}}}));
    assert_eq!(item["delivery"], json!({"S": "Post"}));
    assert_eq!(item["days"], json!({"N": "3"}));
    assert_eq!(item["external"]["L"][0], json!({"S": "Point"}));
    let item = stored(
        &shapes,
        &tagged(Gift::Plain, Payment::Invoice(7), Adjacent::B { n: -1 }),
    )
    .await;
    assert_eq!(item["Invoice"], json!({"N": "7"}));
    assert_eq!(
        item["adjacent"],
        json!({"M": {"t": {"S": "B"}, "c": {"M": {"n": {"N": "-1"}}}}})
    );
}

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shapes, pk = "KEYED#{id}")]
struct Keyed {
    id: u8,
    by_enum: BTreeMap<Size, String>,
    by_number: BTreeMap<u64, uuid::Uuid>,
    by_sign: BTreeMap<i128, u8>,
    by_bool: BTreeMap<bool, u8>,
    by_newtype: BTreeMap<Name, u8>,
    by_char: BTreeMap<char, u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Size {
    VeryLarge,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Name(String);

// fault 52
#[tokio::test]
async fn keys_of_maps_have_the_text_of_their_values() {
    let shapes = open::<Shapes>().await;
    let keyed = Keyed {
        id: 1,
        by_enum: BTreeMap::from([(Size::VeryLarge, String::from("x"))]),
        by_number: BTreeMap::from([(u64::MAX, uuid::Uuid::nil())]),
        by_sign: BTreeMap::from([(-1, 1)]),
        by_bool: BTreeMap::from([(true, 1), (false, 0)]),
        by_newtype: BTreeMap::from([(Name(String::from("n")), 1)]),
        by_char: BTreeMap::from([('ü', 1)]),
    };
    let item = stored(&shapes, &keyed).await;
    let names = |attribute: &str| {
        item[attribute]["M"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(names("by_enum"), ["very-large"]);
    assert_eq!(names("by_number"), ["18446744073709551615"]);
    assert_eq!(names("by_sign"), ["-1"]);
    assert_eq!(names("by_bool"), ["false", "true"]);
    assert_eq!(
        (names("by_newtype"), names("by_char")),
        (vec![String::from("n")], vec![String::from("ü")])
    );
}

// fault 52
#[tokio::test]
async fn a_map_with_an_empty_key_is_refused() {
    let (database, shapes) = open::<Shapes>().await;
    let wire = Wire::record(&database);
    let by_newtype = BTreeMap::from([(Name(String::new()), 1)]);
    let keyed = Keyed {
        by_newtype,
        ..Keyed::default()
    };
    let error = shapes.put(&keyed).await.unwrap_err();
    assert!(error.is_encode());
    assert_eq!(error.attribute(), Some("by_newtype"));
    assert_eq!(wire.count(), 0);
}

#[derive(Debug, Table)]
#[table(name = "folded", sk = none, entities(Folded))]
struct FoldedTable;

#[derive(Debug, Entity, Serialize)]
#[entity(table = FoldedTable, pk = "FOLDED#{id}")]
struct Folded {
    id: u8,
    map: HashMap<Caseless, u8>,
}

/// Two values with one text.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Caseless(&'static str);

impl Serialize for Caseless {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_lowercase())
    }
}

// fault 52
#[tokio::test]
async fn two_map_keys_with_one_text_are_an_error_and_not_the_last_one() {
    let (database, folded) = open::<FoldedTable>().await;
    let wire = Wire::record(&database);
    let map = HashMap::from([(Caseless("A"), 1), (Caseless("a"), 2)]);
    let error = folded.put(&Folded { id: 1, map }).await.unwrap_err();
    assert!(error.is_encode());
    assert_eq!(error.attribute(), Some("map.a"));
    assert_eq!(wire.count(), 0);
}
