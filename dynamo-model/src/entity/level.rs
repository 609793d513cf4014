//! A range over one level of a sort key, whatever its attribute's type.

use std::ops::Bound;

use super::period;
use crate::error::Result;
use crate::key::bounds::{self, Ending};
use crate::key::format::Format;
use crate::key::ops::Written;
use crate::key::template::{FieldPart, KeyFault, TemplateWriter};
use crate::key::value::{KeyType, KeyValue};

fn digits(bound: Bound<String>) -> Result<Bound<String>, KeyFault> {
    let number = |text| KeyValue::from_text(KeyType::Number, text).map(KeyValue::into_text);
    Ok(match bound {
        Bound::Included(text) => Bound::Included(number(text)?),
        Bound::Excluded(text) => Bound::Excluded(number(text)?),
        Bound::Unbounded => Bound::Unbounded,
    })
}

/// The condition of a range over a level, whose bounds are texts in the order of the values.
pub(super) fn range_of(
    of: KeyType,
    sort: &TemplateWriter,
    field: &FieldPart,
    low: Bound<String>,
    high: Bound<String>,
) -> Result<bounds::Range, KeyFault> {
    if of == KeyType::Number {
        let condition = bounds::numbers(digits(low)?, digits(high)?);
        return Ok(bounds::Range {
            condition,
            dropped: None,
        });
    }
    let ending = match (sort.at_last_part(), field.format.fixed_width(field.kind)) {
        (false, _) => Ending::Closed(sort.closing()),
        (true, _) if of == KeyType::Binary => Ending::LastBytes,
        (true, Some(_)) => Ending::LastFixed,
        (true, None) => Ending::LastVarying,
    };
    let (low, high) = if field.format.is_descending() {
        (high, low)
    } else {
        (low, high)
    };
    Ok(bounds::range(sort.text(), low, high, ending))
}

/// A bound's text. A bound inside the period that a text stands for cannot cut it.
pub(super) fn bound_text<T>(
    sort: &TemplateWriter,
    field: &FieldPart,
    bound: &Bound<T>,
    is_high: bool,
    write: &impl Fn(&T, Format, &mut String) -> Written,
) -> Result<Bound<String>, KeyFault> {
    let text = |value: &T| sort.peek(|out| write(value, field.format, out));
    match bound {
        Bound::Included(value) => text(value).map(Bound::Included),
        Bound::Excluded(value) => {
            let write = |format, out: &mut String| write(value, format, out);
            let excludes = field.format.is_lossless(field.kind)
                || (is_high && period::is_beginning(field.format, field.kind, write));
            text(value).map(if excludes {
                Bound::Excluded
            } else {
                Bound::Included
            })
        }
        Bound::Unbounded => Ok(Bound::Unbounded),
    }
}
