//! Every attribute of an expression stands behind a placeholder, whatever it is called.

use dynamo_model::{Condition, Entity, Table};
use dynamo_model_tests::{Sent, Wire, open};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Table)]
#[table(
    name = "odd",
    pk = "hash",
    sk = "a.b",
    type_attribute = "#t",
    gsi("ByName", pk = "uuid", sk = "range-key"),
    entities(Odd, Even)
)]
struct Oddities;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Oddities,
    pk = "ODD#{id}",
    sk = "{number:03}",
    overlap_ok = "numbers are given out over both",
    index(name = by_name, on = "ByName", pk = "N#{name}", sk = "{number:03}")
)]
struct Odd {
    id: String,
    number: u16,
    name: String,
    #[serde(rename = "a-b")]
    dash: u8,
    #[serde(rename = "#c")]
    hash_sign: u8,
    #[serde(rename = "ü")]
    umlaut: u8,
    #[serde(rename = "x.y")]
    dot: u8,
    #[serde(rename = "a b")]
    space: u8,
    #[serde(rename = ":v")]
    colon: u8,
    #[serde(rename = "_version")]
    underscore: u8,
    #[serde(rename = "tags[0]")]
    bracket: u8,
    counter: u8,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Oddities, pk = "ODD#{id}", sk = "{number:03}", index(name = by_name, on = "ByName", pk = "N#{name}", sk = "{number:03}"))]
struct Even {
    id: String,
    number: u16,
    name: String,
}

fn odd() -> Odd {
    let (id, name) = (String::from("o"), String::from("n"));
    Odd {
        id,
        number: 1,
        name,
        dash: 1,
        hash_sign: 2,
        umlaut: 3,
        dot: 4,
        space: 5,
        colon: 6,
        underscore: 7,
        bracket: 8,
        counter: 9,
    }
}

/// What an expression is made of, and that every word of it is a placeholder that the request defines.
fn check_expression(sent: &Sent, expression: &str) {
    const WORDS: [&str; 8] = [
        "AND",
        "OR",
        "NOT",
        "BETWEEN",
        "begins_with",
        "attribute_exists",
        "attribute_not_exists",
        "",
    ];
    for word in sent
        .text(expression)
        .split([' ', '(', ')', ',', '=', '<', '>'])
    {
        if WORDS.contains(&word) {
            continue;
        }
        let letters = word.strip_prefix(['#', ':']).unwrap_or_default();
        let is_placeholder = !letters.is_empty()
            && letters
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_');
        assert!(is_placeholder, "`{word}` in {sent:?}");
        let is_defined = match word.starts_with('#') {
            true => !sent.name(word).is_empty(),
            false => sent.value(word).is_object(),
        };
        assert!(is_defined, "`{word}` in {sent:?}");
    }
}

/// DynamoDB refuses placeholders that no expression uses, and empty maps.
fn check_definitions(sent: &Sent) {
    const EXPRESSIONS: [&str; 3] = [
        "KeyConditionExpression",
        "FilterExpression",
        "ConditionExpression",
    ];
    for expression in EXPRESSIONS {
        check_expression(sent, expression);
    }
    for map in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
        let Some(Value::Object(map)) = sent.body.get(map) else {
            continue;
        };
        assert!(!map.is_empty());
        for placeholder in map.keys() {
            let is_used = EXPRESSIONS.iter().any(|expression| {
                let text = sent.text(expression);
                text.split([' ', '(', ')', ','])
                    .any(|word| word == placeholder)
            });
            assert!(is_used, "{placeholder} of {sent:?}");
        }
    }
}

// fault 58, fault 59, fault 62
#[tokio::test]
async fn odd_and_reserved_names_stand_behind_placeholders() {
    let (database, odds) = open::<Oddities>().await;
    let wire = Wire::record(&database);
    odds.create(&odd()).await.unwrap();
    odds.replace(&odd()).await.unwrap();
    assert_eq!(odds.get(&odd()).await.unwrap(), Some(odd()));
    let found = odds.query(Odd::query("o").number(1)).filter(|odd| {
        odd.dash.eq(1)
            & odd.hash_sign.eq(2)
            & odd.umlaut.eq(3)
            & odd.dot.eq(4)
            & odd.space.eq(5)
            & odd.colon.between(6, 6)
            & odd.underscore.le(7)
            & (odd.bracket.ge(8) | odd.counter.lt(1))
            & !odd.counter.eq(1)
            & odd.name.ne("m")
    });
    assert_eq!(found.all().await.unwrap(), [odd()]);
    assert_eq!(
        wire.last().resolved("FilterExpression"),
        "(#t = Odd AND a-b = 1 AND #c = 2 AND ü = 3 AND x.y = 4 AND a b = 5 AND :v BETWEEN 6 AND 6 \
         AND _version <= 7 AND (tags[0] >= 8 OR counter < 1) AND NOT (counter = 1) AND name <> m)"
    );
    assert_eq!(
        wire.last().resolved("KeyConditionExpression"),
        "(hash = ODD#o AND a.b = 001)"
    );
    let found = odds
        .query(Odd::by_name("n").number_in(1..=2))
        .filter(|odd| odd.dot.eq(4))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [odd()]);
    let condition = wire.last().resolved("KeyConditionExpression");
    assert_eq!(condition, "(uuid = N#n AND range-key BETWEEN 001 AND 002)");
    // An index page carries four key attributes with their names.
    odds.query(Odd::by_name("n"))
        .page_size(1)
        .all()
        .await
        .unwrap();
    odds.delete(&odd()).await.unwrap();
    for sent in wire.sent() {
        check_definitions(&sent);
    }
}

// fault 61
#[tokio::test]
async fn many_terms_have_a_placeholder_each() {
    let (database, odds) = open::<Oddities>().await;
    odds.put(&odd()).await.unwrap();
    let wire = Wire::record(&database);
    for terms in [1_u8, 9, 10, 11, 12, 100] {
        let query = odds.query(Odd::query("o")).filter(|odd| {
            let last = terms - 1;
            (0..last).fold(
                odd.counter.eq(200 + last % 50),
                |any: Condition<_>, term| any | odd.dash.eq(term + 1),
            )
        });
        assert_eq!(query.all().await.unwrap().len(), usize::from(terms > 1));
        let sent = wire.last();
        check_definitions(&sent);
        // One value a term, the type's and the partition key's; one name each.
        let values = sent.body["ExpressionAttributeValues"].as_object().unwrap();
        assert_eq!(values.len(), usize::from(terms) + 2);
        let names = sent.body["ExpressionAttributeNames"].as_object().unwrap();
        assert_eq!(names.len(), if terms > 1 { 4 } else { 3 });
        for (number, value) in (1..terms).zip((1..=terms).map(u32::from)) {
            let value = value.to_string();
            let has = values
                .values()
                .any(|found| found["N"].as_str() == Some(&value));
            assert!(has, "term {number} of {terms}");
        }
    }
}
