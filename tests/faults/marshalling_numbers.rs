//! Marshalling: numbers.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, raw_item};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::marshalling::stored;

#[derive(Debug, Table)]
#[table(name = "numbers", sk = none, entities(Wide, Float))]
struct Numbers;

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Numbers, pk = "WIDE#{id}")]
struct Wide {
    id: u128,
    unsigned: u128,
    signed: i128,
    list: Vec<u128>,
    map: BTreeMap<u128, i128>,
    set: std::collections::BTreeSet<u128>,
}

const LARGEST: u128 = 99_999_999_999_999_999_999_999_999_999_999_999_999;

// fault 35
#[tokio::test]
async fn wide_integers_are_numbers_in_every_place() {
    let numbers = open::<Numbers>().await;
    let wide = Wide {
        id: u128::MAX,
        unsigned: LARGEST,
        signed: -(LARGEST as i128),
        list: vec![0, LARGEST],
        map: BTreeMap::from([(u128::MAX, i128::from(i64::MIN))]),
        set: [1, LARGEST].into(),
    };
    // The key is text and holds all 39 digits; the attribute `id` is a number and does not.
    let error = numbers.1.put(&wide).await.unwrap_err();
    assert_eq!((error.is_encode(), error.attribute()), (true, Some("id")));
    let wide = Wide {
        id: LARGEST,
        ..wide
    };
    let item = stored(&numbers, &wide).await;
    assert_eq!(item["unsigned"], json!({ "N": LARGEST.to_string() }));
    assert_eq!(item["signed"], json!({ "N": format!("-{LARGEST}") }));
    assert_eq!(
        item["list"],
        json!({"L": [{"N": "0"}, { "N": LARGEST.to_string() }]})
    );
    assert!(item["map"]["M"].get(u128::MAX.to_string()).is_some());
    let mut set: Vec<_> = item["set"]["NS"]
        .as_array()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    set.sort();
    assert_eq!(set.len(), 2);
}

// fault 35, fault 36
#[tokio::test]
async fn integers_over_38_digits_are_refused() {
    let (database, numbers) = open::<Numbers>().await;
    let wire = Wire::record(&database);
    let over = [
        (
            Wide {
                unsigned: LARGEST + 2,
                ..Wide::default()
            },
            "unsigned",
        ),
        (
            Wide {
                unsigned: u128::MAX,
                ..Wide::default()
            },
            "unsigned",
        ),
        (
            Wide {
                signed: i128::MIN,
                ..Wide::default()
            },
            "signed",
        ),
        (
            Wide {
                list: vec![u128::MAX],
                ..Wide::default()
            },
            "list[0]",
        ),
        (
            Wide {
                set: [u128::MAX].into(),
                ..Wide::default()
            },
            "set[0]",
        ),
    ];
    for (wide, attribute) in over {
        let error = numbers.put(&wide).await.unwrap_err();
        assert!(error.is_encode(), "{attribute}");
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Wide"), Some(attribute))
        );
    }
    assert_eq!(wire.count(), 0);
    // Zeros at the end are no significant digits.
    numbers
        .put(&Wide {
            unsigned: 100_000_000_000_000_000_000_000_000_000_000_000_000,
            ..Wide::default()
        })
        .await
        .unwrap();
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Numbers, pk = "FLOAT#{id}")]
struct Float {
    id: u8,
    single: f32,
    double: f64,
}

fn float(single: f32, double: f64) -> Float {
    Float {
        id: 1,
        single,
        double,
    }
}

// fault 36
#[tokio::test]
async fn only_significant_digits_and_magnitude_count() {
    let numbers = open::<Numbers>().await;
    // 16 significant digits, 40 characters.
    for double in [
        1.234_567_895_171_68e39,
        1e125,
        9.999e125,
        1e-130,
        -1e125,
        0.1,
        1.0,
        0.0,
        5e-100,
    ] {
        let item = stored(&numbers, &float(0.0, double)).await;
        let text = item["double"]["N"].as_str().unwrap();
        assert_eq!(text.parse::<f64>().unwrap(), double, "{text}");
    }
    let (database, numbers) = numbers;
    let wire = Wire::record(&database);
    for double in [
        1e126,
        -1e126,
        1e-131,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ] {
        let error = numbers.put(&float(0.0, double)).await.unwrap_err();
        assert!(error.is_encode(), "{double}");
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Float"), Some("double"))
        );
    }
    for single in [f32::NAN, f32::INFINITY] {
        assert_eq!(
            numbers
                .put(&float(single, 0.0))
                .await
                .unwrap_err()
                .attribute(),
            Some("single")
        );
    }
    assert_eq!(wire.count(), 0);
}

// fault 36
#[tokio::test]
async fn a_number_is_read_by_its_value_whatever_its_spelling() {
    let (database, numbers) = open::<Numbers>().await;
    for (single, double) in [("1.0", "1E+2"), ("1", "100.000"), ("1e0", "0100")] {
        let number = |number: &str| AttributeValue::N(number.to_owned());
        let key = AttributeValue::S(String::from("FLOAT#1"));
        let attributes = [
            ("PK", key),
            ("id", number("1.0")),
            ("single", number(single)),
            ("double", number(double)),
        ];
        raw_item(&database, "numbers", &attributes).await;
        assert_eq!(
            numbers.get(Float::key(1)).await.unwrap(),
            Some(float(1.0, 100.0))
        );
    }
}

// fault 37
#[tokio::test]
async fn a_single_float_keeps_its_own_shortest_form() {
    let numbers = open::<Numbers>().await;
    let item = stored(&numbers, &float(45.74, 45.74)).await;
    assert_eq!(
        item,
        json!({"single": {"N": "45.74"}, "double": {"N": "45.74"}})
    );
    let (_, numbers) = numbers;
    numbers.put(&float(0.1, 0.2)).await.unwrap();
    let found = numbers
        .query(Float::query(1))
        .filter(|float| float.single.eq(0.1_f32) & float.double.eq(0.2));
    assert_eq!(found.count().await.unwrap(), 1);
}
