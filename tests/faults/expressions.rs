//! Expressions: names, placeholders, limits.

use dynamo_model::{Condition, Entity, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "words",
    pk = "name",
    sk = "uuid",
    type_attribute = "status",
    entities(Word, Phrase)
)]
struct Words;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Words, pk = "W#{id}", sk = "{id}", overlap_ok = "a word is no phrase")]
struct Word {
    id: String,
    counter: u32,
    #[serde(rename = "hash")]
    digest: u32,
    #[serde(rename = "a.b")]
    dotted: u32,
    a: Inner,
    #[serde(rename = "#c")]
    sign: u32,
    #[serde(rename = "a+b")]
    plus: u32,
    #[serde(rename = "a/b")]
    slash: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    b: u32,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Words, pk = "W#{id}", sk = "{id}")]
struct Phrase {
    id: String,
}

fn word() -> Word {
    let id = String::from("w");
    Word {
        id,
        counter: 1,
        digest: 2,
        dotted: 3,
        a: Inner { b: 30 },
        sign: 4,
        plus: 5,
        slash: 6,
    }
}

// fault 58
#[tokio::test]
async fn reserved_words_are_names_like_others() {
    let (database, words) = open::<Words>().await;
    let wire = Wire::record(&database);
    words.create(&word()).await.unwrap();
    words.replace(&word()).await.unwrap();
    let query = words
        .query(Word::query("w"))
        .filter(|word| word.counter.eq(1) & word.digest.ge(2));
    assert_eq!(query.all().await.unwrap(), [word()]);
    let sent = wire.sent();
    assert_eq!(
        sent[0].text("ConditionExpression"),
        "attribute_not_exists(#0)"
    );
    assert_eq!(sent[0].name("#0"), "name");
    for sent in &sent {
        for expression in [
            "ConditionExpression",
            "KeyConditionExpression",
            "FilterExpression",
        ] {
            for word in ["name", "uuid", "status", "counter", "hash"] {
                assert!(!sent.text(expression).contains(word), "{sent:?}");
            }
        }
    }
}

// fault 59
#[tokio::test]
async fn placeholders_are_not_made_from_names() {
    let (database, words) = open::<Words>().await;
    words.put(&word()).await.unwrap();
    let wire = Wire::record(&database);
    let query = words
        .query(Word::query("w"))
        .filter(|word| word.sign.eq(4) & word.plus.between(5, 5) & word.slash.le(6));
    assert_eq!(query.all().await.unwrap(), [word()]);
    let body = wire.last().body;
    for map in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
        for placeholder in body[map].as_object().unwrap().keys() {
            assert!(
                placeholder[1..].bytes().all(|byte| byte.is_ascii_digit()),
                "{placeholder}"
            );
        }
    }
}

// fault 61
#[tokio::test]
async fn the_eleventh_placeholder_is_not_the_first_with_a_zero() {
    let (database, words) = open::<Words>().await;
    words.put(&word()).await.unwrap();
    let wire = Wire::record(&database);
    let query = words.query(Word::query("w")).filter(|word| {
        (1..12).fold(word.counter.eq(100), |any: Condition<_>, number| {
            any | word.digest.eq(100 + number)
        })
    });
    assert_eq!(query.all().await.unwrap(), []);
    let filter = wire.last().resolved("FilterExpression");
    let terms = (1..12)
        .map(|number| format!(" OR hash = {}", 100 + number))
        .collect::<String>();
    assert_eq!(
        filter,
        format!("(status = Word AND (counter = 100{terms}))")
    );
    // Nested groups of each kind.
    let query = words.query(Word::query("w")).filter(|word| {
        !(word.counter.eq(9)
            | !(word.digest.eq(2) & !(word.sign.eq(9) & word.plus.eq(5)) | word.slash.eq(9)))
    });
    assert_eq!(query.all().await.unwrap(), [word()]);
}

// fault 62
#[tokio::test]
async fn a_dot_in_a_name_is_no_path() {
    let (database, words) = open::<Words>().await;
    words.put(&word()).await.unwrap();
    let wire = Wire::record(&database);
    // The item has both an attribute `a.b` (3) and a map `a` with a member `b` (30).
    let query = || words.query(Word::query("w"));
    assert_eq!(
        query()
            .filter(|word| word.dotted.eq(3))
            .count()
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        query()
            .filter(|word| word.dotted.eq(30))
            .count()
            .await
            .unwrap(),
        0
    );
    let names = wire.last().body["ExpressionAttributeNames"].clone();
    assert!(
        names
            .as_object()
            .unwrap()
            .values()
            .any(|name| name == "a.b"),
        "{names}"
    );
    // A whole map is compared as one value.
    assert_eq!(
        query()
            .filter(|word| word.a.eq(Inner { b: 30 }))
            .count()
            .await
            .unwrap(),
        1
    );
}

// fault 67
#[tokio::test]
async fn an_expression_over_4_kb_is_refused_before_it_is_sent() {
    let (database, words) = open::<Words>().await;
    words.put(&word()).await.unwrap();
    let wire = Wire::record(&database);
    let query = |terms: u32| {
        words.query(Word::query("w")).filter(|word| {
            (0..terms).fold(word.counter.eq(1), |any: Condition<_>, number| {
                any | word.digest.eq(number)
            })
        })
    };
    // Short placeholders: 140 terms fit with room to spare.
    assert_eq!(query(140).all().await.unwrap(), [word()]);
    assert!(wire.last().text("FilterExpression").len() < 2048);
    let error = query(500).all().await.unwrap_err();
    assert!(error.is_invalid_request(), "{error:?}");
    assert!(error.to_string().contains("4096"), "{error}");
    assert!(query(500).count().await.unwrap_err().is_invalid_request());
    assert!(query(500).explain().starts_with("nothing is sent: "));
    assert_eq!(wire.count(), 1);
}
