//! What the wire's decoder finds in a page, against what `serde_json` does.

use dynamo_model::__private::fuzz::items_of_answer;
use dynamo_model::RawItem;
use serde_json::Value;

use crate::everything::Everythings;
use crate::item::item;

/// An answer's items, as JSON each. `None`: one of them is none.
type Items = Option<Vec<String>>;

/// The same items, or none where the answer is no page; and the same again behind so many blanks, so that all of it has
/// another place among the blocks that are scanned at once. No object of the answer has a name twice.
pub(crate) fn check(answer: &[u8], blanks: usize) {
    let found = items_of_answer(answer);
    let moved = items_of_answer(&[&b" ".repeat(blanks), answer].concat());
    let (items, rest) = match (found, moved) {
        (Some((items, rest)), Some((moved, _))) => {
            let items = texts(&items);
            assert_eq!(items, texts(&moved));
            (items, rest)
        }
        (None, None) => {
            // A name of the protocol with escapes is none to the decoder, which leaves such an answer to the SDK.
            let has_escaped_name = answer.windows(2).any(|two| two == b"\\u");
            assert!(has_escaped_name || expected(answer).is_none());
            return;
        }
        (found, _) => panic!("read with blanks or without: {}", found.is_some()),
    };
    match serde_json::from_slice::<Value>(answer) {
        Ok(_) => {
            if let Some(expected) = expected(answer) {
                assert_eq!(items, Some(expected));
            }
        }
        // What is around the items is read by the SDK.
        Err(error) if serde_json::from_str::<Value>(&rest).is_ok() => {
            assert_eq!(items, None, "{error}");
        }
        Err(_) => {}
    }
}

fn texts(items: &[RawItem<Everythings>]) -> Items {
    let texts = items.iter().map(|item| serde_json::to_string(item).ok());
    texts.collect()
}

/// The items of a page whose items all have the form of one.
fn expected(answer: &[u8]) -> Items {
    let mut answer: Value = serde_json::from_slice(answer).ok()?;
    let Value::Array(items) = answer.get_mut("Items")?.take() else {
        return None;
    };
    let items: Option<Vec<_>> = items
        .into_iter()
        .map(|json| item(json).map(RawItem::from))
        .collect();
    texts(&items?)
}
