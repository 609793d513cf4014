//! What the service writes is gone past in another way than what it never writes: both ways find the same.

use proptest::prelude::*;

use super::properties::stored;
use super::*;

/// The same text with white space wherever JSON allows it, so that nothing in it is as the service writes it.
fn spaced(text: &str) -> String {
    let (mut spaced, mut is_string, mut is_escaped) = (String::from("\n "), false, false);
    for character in text.chars() {
        if is_string || !matches!(character, '{' | '}' | '[' | ']' | ':' | ',') {
            spaced.push(character);
        } else {
            spaced.extend([' ', character, '\t']);
        }
        is_string ^= character == '"' && !is_escaped;
        is_escaped = is_string && character == '\\' && !is_escaped;
    }
    spaced + "\r\n"
}

fn attributes(text: &str) -> Result<Vec<(String, AttributeValue)>, CodecError> {
    let body = Body::of_item(text.to_owned())?;
    body.check(0)?;
    Ok(body.attributes(0).collect())
}

/// The attributes of a text, found in both ways.
#[track_caller]
fn same_attributes(text: &str) -> Result<Vec<(String, AttributeValue)>, CodecError> {
    let (usual, other) = (attributes(text), attributes(&spaced(text)));
    match (&usual, &other) {
        (Ok(usual), Ok(other)) => assert_eq!(usual, other, "{text}"),
        (Err(usual), Err(other)) => assert_eq!(
            (usual.reason(), usual.attribute()),
            (other.reason(), other.attribute()),
            "{text}"
        ),
        _ => panic!("{text}: {usual:?}, {other:?}"),
    }
    usual
}

#[test]
fn names_and_contents_of_every_length_end_where_they_end() {
    let lengths = [0, 1, 2, 7, 8, 15, 16, 31, 40, 47, 48, 49, 50];
    let far = [55, 56, 57, 58, 63, 64, 65, 127, 128, 129, 1000];
    for name in lengths.into_iter().chain(far) {
        for content in lengths.into_iter().chain(far) {
            let (name, content) = ("n".repeat(name), "c".repeat(content));
            // Each member is at another place of a block.
            let text = format!(
                r#"{{"":{{"S":"{content}"}},"{name}":{{"S":"{content}"}},"x{name}":{{"S":""}},"y{name}":{{"BOOL":true}},"z{name}":{{"M":{{"{name}":{{"S":"{content}"}}}}}},"l":{{"L":[{{"S":"{content}"}},{{"S":"{content}"}}]}},"end":{{"S":"{name}"}}}}"#
            );
            let expected = serde_json::from_str::<serde_json::Value>(&text).unwrap();
            let found = same_attributes(&text).unwrap();
            let found = found
                .iter()
                .map(|(name, value)| (name.clone(), wire(value)));
            assert_eq!(serde_json::Value::Object(found.collect()), expected);
        }
    }
}

#[test]
fn escapes_at_every_place_of_a_block_are_read() {
    for before in 0..140 {
        for escape in [r#"\""#, r"\\", r"\n", r"\\\\", r#"\\\""#, r"\u0041"] {
            let content = format!("{}{escape}", "c".repeat(before));
            for content in [content.clone(), content + "}"] {
                let text = format!(r#"{{"a":{{"S":"{content}"}},"b":{{"S":"{content}"}}}}"#);
                let expected: String = serde_json::from_str(&format!("\"{content}\"")).unwrap();
                let expected = AttributeValue::S(expected);
                let found = same_attributes(&text).unwrap();
                assert!(found.iter().all(|(_, value)| *value == expected), "{text}");
                // The same in a name.
                let text = format!(r#"{{"{content}":{{"S":"b"}},"b":{{"BOOL":false}}}}"#);
                same_attributes(&text).unwrap();
            }
        }
    }
}

#[test]
fn what_is_nearly_as_usual_is_refused() {
    let wrong = [
        r#"{"a":{"S":"b"},}"#,
        r#"{"a":{"S":"b"}"c":{"S":"d"}}"#,
        r#"{"a":{"S":"b"},,"c":{"S":"d"}}"#,
        r#"{"a":{"S":"b"};"c":{"S":"d"}}"#,
        r#"{"a":{"S":"b"},"c"}"#,
        r#"{"a":{"S":"b"},"c":{"S":"d"}"#,
        r#"{"a":{"S":"b"},"c":{"S":"d"]}"#,
        r#"{"a":{"S":"b","c":{"S":"d"}}"#,
        r#"{"a":{"S":"b" "c"}}"#,
        r#"{"a":{"S":"b"",""}}"#,
        r#"{"a":{"S":"b"c"},"d":{"S":"e"}}"#,
        r#"{"a"b":{"S":"c"}}"#,
        r#"{"a":{"M":{"b":{"S":"c"},}}}"#,
        r#"{"a":{"M":{"b":{"S":"c"}]}}"#,
        r#"{"a":{"M":{"b":{"S":"c"}}"#,
        r#"{"a":{"M":{,}}}"#,
        r#"{"a":{"L":[{"S":"c"},]}}"#,
        r#"{"a":{"L":[{"S":"c"}}}"#,
        r#"{"a":{"L":[{"S":"c"}{"S":"d"}]}}"#,
        r#"{"a":{"L":[,]}}"#,
        r#"{"a":{"BOOL":true},}"#,
        r#"{"a":{"BOOL":truer}}"#,
        r#"{"a":{"BOOL":tru},"b":{"S":"c"}}"#,
        r#"{"a":{"S":"\"},"b":{"S":"c"}}"#,
        "{\"a\":{\"S\":\"\n\"},\"b\":{\"S\":\"c\"}}",
        "{\"a\n\":{\"S\":\"\"},\"b\":{\"S\":\"c\"}}",
        "{\"a\":{\"S\":\"\\\n\"},\"b\":{\"S\":\"c\"}}",
    ];
    for text in wrong {
        same_attributes(text).unwrap_err();
    }
    for text in ["{}", r#"{"":{"S":""}}"#, r#"{"a":{"M":{}},"b":{"L":[]}}"#] {
        same_attributes(text).unwrap();
    }
}

proptest! {
    #[test]
    fn items_are_found_the_same_with_white_space_in_them(
        item in prop::collection::hash_map("[a-z]{0,70}", stored(), 0..6),
    ) {
        let text = wire_item(&item);
        let found: HashMap<_, _> = same_attributes(&text).unwrap_or_default().into_iter().collect();
        if !found.is_empty() {
            prop_assert_eq!(found, item);
        }
    }

    #[test]
    fn whatever_is_changed_is_found_the_same_with_white_space_in_it(
        item in prop::collection::hash_map("[a-z]{0,9}", stored(), 0..4),
        place: prop::sample::Index,
        byte in prop::sample::select(b"\"\\{}[]:,SNBML \ttx0".to_vec()),
    ) {
        let mut text = wire_item(&item).into_bytes();
        let place = place.index(text.len());
        text[place] = byte;
        if let Ok(text) = String::from_utf8(text) {
            let (usual, other) = (attributes(&text), attributes(&spaced(&text)));
            prop_assert_eq!(usual.ok(), other.ok());
        }
    }
}
