//! Any text as a key template: what the fuzz target runs.

use crate::parse::format;
use crate::parse::template::{RawPart, parse};

/// Whether the text is a template. One that is read and written again is read the same way.
pub(crate) fn run(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let Ok(parts) = parse(text) else {
        return false;
    };
    let is_apart = |pair: &[RawPart]| !matches!(pair, [RawPart::Literal(_), RawPart::Literal(_)]);
    assert!(parts.windows(2).all(is_apart), "{parts:?}");
    let written: String = parts.iter().map(write).collect();
    assert_eq!(parse(&written), Ok(parts.clone()), "{written}");
    parts.iter().all(|part| match part {
        RawPart::Literal(text) => !text.is_empty(),
        RawPart::Field { format: None, .. } => true,
        RawPart::Field {
            format: Some(text), ..
        } => format::parse(text).is_ok_and(|format| {
            // A time's detail and order are read from its pattern.
            let _ = (format.detail(), format.bucket(), format.is_unordered());
            true
        }),
    })
}

fn write(part: &RawPart) -> String {
    match part {
        RawPart::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
        RawPart::Field { name, format: None } => format!("{{{name}}}"),
        RawPart::Field {
            name,
            format: Some(format),
        } => format!("{{{name}:{format}}}"),
    }
}
