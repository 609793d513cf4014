//! Any values written: the same requests from the wire's encoder and through the SDK's types, and what was written is read again.

use arbitrary::{Arbitrary, Unstructured};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::everything::{Everything, Plain};
use crate::service::{answer_with, asked, block_on, both_paths};

/// Whether these are values that can be written. The first bytes say how, and which entity the rest is.
pub(crate) fn run(data: &[u8]) -> bool {
    let mut data = Unstructured::new(data);
    let (Ok(call), Ok(is_plain)) = (u8::arbitrary(&mut data), bool::arbitrary(&mut data)) else {
        return false;
    };
    macro_rules! is_written {
        ($entity:ty) => {
            <$entity>::arbitrary(&mut data).is_ok_and(|entity| {
                let written = both_paths().map(|table| {
                    answer_with(200, "{}");
                    let done = block_on(async {
                        match call % 3 {
                            0 => table.put(&entity).await.map(drop),
                            1 => table.batch().put(&entity).await.map(drop),
                            _ => table.transact().token("t").put(&entity).await.map(drop),
                        }
                    });
                    done.map(|()| asked()).map_err(|error| error.to_string())
                });
                let [Ok(wire), Ok(sdk)] = written else {
                    let [wire, sdk] = written.map(Result::err);
                    assert_eq!(wire, sdk);
                    return false;
                };
                assert_eq!(json(&wire), json(&sdk));
                answer_with(200, format!("{{\"Item\":{}}}", item(&wire)));
                for table in both_paths() {
                    let read = block_on(async { table.get(&entity).await });
                    let read = read.expect("what was written can be read");
                    assert_eq!(read.as_ref(), Some(&entity));
                }
                true
            })
        };
    }
    match is_plain {
        true => is_written!(Plain),
        false => is_written!(Everything),
    }
}

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).expect("a request is JSON")
}

/// The text of a request's item as it is, so that what occurs twice there is not lost.
fn item(body: &[u8]) -> &str {
    const MEMBER: &str = "\"Item\":";
    let body = std::str::from_utf8(body).expect("a request is text");
    let start = body.find(MEMBER).expect("it has an item") + MEMBER.len();
    let item = &body[start..];
    let mut values = serde_json::Deserializer::from_str(item).into_iter::<IgnoredAny>();
    assert!(values.next().is_some_and(|item| item.is_ok()));
    &item[..values.byte_offset()]
}
