//! The SDK's outputs of answers that have nothing beside their items, but how many they are: made at once, and not by way of a text.

#[cfg(test)]
mod tests;

use aws_sdk_dynamodb::operation::get_item::GetItemOutput;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_smithy_runtime_api::client::interceptors::context::Output;

use super::Reads;

impl Reads {
    /// The output of an answer without its items. It has no request's id, and nobody logs one. `None`: it is for the SDK to read.
    pub(super) fn output(self, rest: &str) -> Option<Output> {
        Some(match self {
            Self::GetItem if rest == r#"{"Item":{}}"# => {
                Output::erase(GetItemOutput::builder().build())
            }
            Self::Query => {
                let Counts { count, examined } = Counts::of(rest)?;
                let output = QueryOutput::builder().count(count);
                Output::erase(output.scanned_count(examined).build())
            }
            Self::Scan => {
                let Counts { count, examined } = Counts::of(rest)?;
                let output = ScanOutput::builder().count(count);
                Output::erase(output.scanned_count(examined).build())
            }
            _ => return None,
        })
    }
}

#[derive(Default)]
struct Counts {
    count: i32,
    examined: i32,
}

impl Counts {
    /// Of a page that says nothing else: it is the last one.
    fn of(rest: &str) -> Option<Self> {
        let mut counts = Self::default();
        let members = rest.strip_prefix('{')?.strip_suffix('}')?;
        for member in members.split(',') {
            match member.split_once(':')? {
                (r#""Count""#, count) => counts.count = number(count)?,
                (r#""ScannedCount""#, count) => counts.examined = number(count)?,
                (r#""Items""#, "[]") => {}
                _ => return None,
            }
        }
        Some(counts)
    }
}

fn number(digits: &str) -> Option<i32> {
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}
