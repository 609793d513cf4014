//! Answers with items in several places, and where in an answer an error is.

use serde::Deserialize;

use super::*;
use crate::item::wire::{Answer, Way};
use crate::item::{Seen, Stored};

const BATCH: Way = Way::Member("Responses", &Way::Members(&Way::Items));
const GETS: Way = Way::Member(
    "Responses",
    &Way::Elements(&Way::Member("Item", &Way::Item)),
);
const ATTRIBUTES: Way = Way::Member("Attributes", &Way::Item);

const A: &str = r#"{"PK":{"S":"a"},"n":{"N":"1"}}"#;
const B: &str = r#"{"PK":{"S":"b"}}"#;

fn read(answer: &str, way: &Way) -> Result<Option<Answer>, CodecError> {
    Answer::read(answer.to_owned().into(), way)
}

/// The rest, and each item's partition key with its place.
#[track_caller]
fn found(answer: &str, way: &Way) -> (String, Vec<(usize, String)>) {
    let mut answer = read(answer, way).unwrap().unwrap();
    let rest = answer.take_rest();
    let key = |item: Stored| item.text("PK").unwrap_or_default().to_owned();
    let items = answer.into_placed().map(|(place, item)| (place, key(item)));
    (rest, items.collect())
}

#[test]
fn the_items_of_all_tables_are_found_and_left_out() {
    let answer = format!(
        r#"{{"UnprocessedKeys":{{"t":{{"Keys":[{B}]}}}},"Responses":{{"t":[{A}, {B}],"u" : [{B}] }}}}"#
    );
    let (rest, items) = found(&answer, &BATCH);
    assert_eq!(
        rest,
        format!(
            r#"{{"UnprocessedKeys":{{"t":{{"Keys":[{B}]}}}},"Responses":{{"t":[],"u" : [] }}}}"#
        )
    );
    let keys: Vec<_> = items.iter().map(|(_, key)| key.as_str()).collect();
    assert_eq!(keys, ["a", "b", "b"]);
}

#[test]
fn gaps_stay_gaps() {
    let answer = format!(
        r#"{{"Responses":[{{}},{{"Item":{A}}},{{"Item":null}},{{"Other":{A}}},{{"Item":{B}}},{{"Item":{{}}}}]}}"#
    );
    let (rest, items) = found(&answer, &GETS);
    assert_eq!(
        rest,
        format!(
            r#"{{"Responses":[{{}},{{"Item":null}},{{"Item":null}},{{"Other":{A}}},{{"Item":null}},{{"Item":null}}]}}"#
        )
    );
    let expected = [(1, "a"), (4, "b"), (5, "")];
    assert_eq!(items, expected.map(|(place, key)| (place, key.to_owned())));
}

#[test]
fn answers_without_items_and_of_another_form_are_the_sdks() {
    for (none, way) in [
        ("{}", &BATCH),
        ("null", &BATCH),
        (r#"{"Responses":null}"#, &BATCH),
        (r#"{"Responses":{"t":[]}}"#, &BATCH),
        (r#"{"Responses":{"t":{}}}"#, &BATCH),
        (r#"{"Responses":[{},{}]}"#, &GETS),
        (r#"{"Responses":[1,"x",null]}"#, &GETS),
        (r#"{"Attributes":[{}]}"#, &ATTRIBUTES),
    ] {
        let read = read(none, way).unwrap();
        assert!(
            read.is_none_or(|answer| answer.into_items().is_empty()),
            "{none}"
        );
    }
    for (refused, way) in [
        (
            format!(r#"{{"Responses":{{"t":[{A}],"t":[{B}]}}}}"#),
            &BATCH,
        ),
        (format!(r#"{{"Responses":{{"\u0074":[{A}]}}}}"#), &BATCH),
        (format!(r#"{{"Responses":{{"t":[{A},]}}}}"#), &BATCH),
        (format!(r#"{{"Responses":{{"t":[{A} {B}]}}}}"#), &BATCH),
        (format!(r#"{{"Responses":{{"t":[{A},null]}}}}"#), &BATCH),
        (
            format!(r#"{{"Responses":[{{"Item":{A},"Item":{B}}}]}}"#),
            &GETS,
        ),
        (format!(r#"{{"Attributes":{A}}} {{}}"#), &ATTRIBUTES),
        (String::new(), &ATTRIBUTES),
    ] {
        assert!(read(&refused, way).is_err(), "{refused}");
    }
}

#[test]
fn every_truncation_and_mutation_is_an_error_or_another_answer() {
    for (answer, way) in [
        (
            format!(r#"{{"x":[1,{{"y":"z"}}],"Responses":{{"t":[{A},{B}],"u":[{B}]}}}}"#),
            &BATCH,
        ),
        (
            format!(r#"{{"Responses":[{{}},{{"Item":{A}}},{{"Item":{B}}}]}}"#),
            &GETS,
        ),
        (format!(r#"{{"Attributes":{A}}}"#), &ATTRIBUTES),
    ] {
        assert!(read(&answer, way).unwrap().is_some());
        for end in 0..answer.len() {
            assert!(read(&answer[..end], way).is_err(), "{}", &answer[..end]);
        }
        for position in 0..answer.len() {
            for other in *b"\"\\{}[],:S1 \x00\xff" {
                let mut bytes = answer.clone().into_bytes();
                bytes[position] = other;
                if let Ok(Some(mut answer)) = Answer::read(bytes.into(), way) {
                    assert!(!answer.take_rest().is_empty());
                    for item in answer.into_items() {
                        let _ = (item.check(), item.sorted().len());
                    }
                }
            }
        }
    }
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "what is read is not looked at")]
struct Holder {
    n: u8,
    list: Option<Vec<u8>>,
    map: Option<HashMap<String, u8>>,
    raw: Option<String>,
}

#[test]
fn an_error_names_the_byte_of_the_value_to_blame() {
    for (value, attribute) in [
        (r#""n":{"S":"^x"}"#, "n"),
        (r#""n":{"N":"^300"}"#, "n"),
        (
            r#""n":{"N":"1"},"list":{"L":[{"N":"1"},{"S":"^x"}]}"#,
            "list[1]",
        ),
        (r#""n":{"N":"1"},"map":{"M":{"a":{"N":"^-1"}}}"#, "map.a"),
        (r#""n":{"N":"1"},"raw":{"S":"^\x"}"#, "raw"),
    ] {
        let marked = format!(r#"{{"Attributes":{{"PK":{{"S":"a"}},{value}}}}}"#);
        let at = marked.find('^').unwrap();
        let answer = read(&marked.replace('^', ""), &ATTRIBUTES)
            .unwrap()
            .unwrap();
        let [mut item] = <[_; 1]>::try_from(answer.into_items()).unwrap();
        let all = Seen {
            kept: None,
            hidden: (0, &Vec::new),
            others: Vec::new(),
        };
        let error = item.decode::<Holder>(&[], all, &[]).unwrap_err();
        assert_eq!(error.attribute(), attribute);
        let text = error.to_string();
        assert!(
            text.ends_with(&format!(" at byte {at} of the answer")),
            "{text}"
        );
        assert_eq!(text.matches("byte").count(), 1, "{text}");
    }
}

#[test]
fn an_error_of_an_item_of_the_sdks_types_names_no_byte() {
    let list = AttributeValue::L(vec![AttributeValue::S("x".to_owned())]);
    let mut item = Stored::from_sdk(HashMap::from([
        ("PK".to_owned(), AttributeValue::S("a".to_owned())),
        ("n".to_owned(), AttributeValue::N("1".to_owned())),
        ("list".to_owned(), list),
    ]));
    let all = Seen {
        kept: None,
        hidden: (0, &Vec::new),
        others: Vec::new(),
    };
    let error = item.decode::<Holder>(&[], all, &[Some("PK")]).unwrap_err();
    assert_eq!(error.attribute(), "list[0]");
    assert!(!error.to_string().contains("byte"), "{error}");
    // The key stays, for the error's text.
    assert_eq!((item.text("PK"), item.len()), (Some("a"), 1));
}

#[test]
fn an_attribute_that_cannot_be_read_is_an_error_where_all_of_them_are_wanted() {
    for (value, attribute) in [
        (r#"{"B":"^!"}"#, "v"),
        (r#"{"S":"^\x"}"#, "v"),
        (r#"{"BS":^["AQ==","!"]}"#, "v"),
        (r#"{"M":{"a":{"L":[{"X":1}]}}}"#, "v"),
    ] {
        let marked = format!(r#"{{"Attributes":{{"PK":{{"S":"a"}},"v":{value}}}}}"#);
        let answer = read(&marked.replace('^', ""), &ATTRIBUTES)
            .unwrap()
            .unwrap();
        let [item] = <[_; 1]>::try_from(answer.into_items()).unwrap();
        let error = item.check().unwrap_err();
        assert_eq!(error.attribute(), attribute);
        assert!(error.to_string().contains(" at byte "), "{error}");
        assert!(item.attribute::<serde_json::Value>("v").is_err());
        assert!(item.value("v").is_none());
    }
    let good =
        r#"{"Attributes":{"v":{"M":{"a":{"B":"AQ=="}}},"w":{"S":"\u00e9"},"x":{"NULL":true}}}"#;
    let answer = read(good, &ATTRIBUTES).unwrap().unwrap();
    assert!(answer.into_items().iter().all(|item| item.check().is_ok()));
}
