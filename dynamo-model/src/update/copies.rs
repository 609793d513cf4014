//! The sources of the copies that an update sets: it says what they are, and the request checks it.
//!
//! A copy is set alone where its source is named by the primary key, and together with the fields that name it where it is not. What the
//! update does not know, it does not guess.

use super::parts::Purpose;
use crate::entity::{CopySource, SourceState, SourceValues, UpdateEntity, WriteField};
use crate::error::{Error, Kind, Result};
use crate::expr::{Action, NewValue};
use crate::item::Value;

/// The sources, as the update expects them.
pub(super) fn sources<E: UpdateEntity>(
    key: &E::KeyFields,
    inputs: &E::Inputs,
    actions: &[Action],
    purpose: Purpose,
) -> Result<Vec<SourceState>> {
    let write: WriteField<'_> =
        &|field, format, out| E::write_known(key, inputs, field, format, out);
    let mut sources = Vec::new();
    for copy in E::COPIES {
        let Some(values) = values(copy, actions, purpose)? else {
            continue;
        };
        let is_given = |number: usize| E::KEYS.is_in_key(number) || E::is_given(inputs, number);
        let missing = copy.of.keys.iter().find(|key| !is_given(key.number));
        if let Some(missing) = missing {
            return Err(unknown(copy, missing.stored, purpose));
        }
        if let Some(key) = copy.source_key(write)? {
            sources.push(copy.state(key, values));
        }
    }
    Ok(sources)
}

/// The values that the update gives to the copies of a source; `None` where it touches neither these nor what names the source.
fn values(copy: &CopySource, actions: &[Action], purpose: Purpose) -> Result<Option<SourceValues>> {
    let change = |name: &str| actions.iter().find(|action| action.path().head() == name);
    let names_source = copy.of.keys.iter().any(|key| change(key.stored).is_some());
    let asks_all = names_source || purpose == Purpose::Upsert;
    let mut values = SourceValues::new();
    for (name, own) in copy.attributes() {
        match change(own).map(|action| (action, new_value(action))) {
            Some((_, Some(value))) => values.push((name, value)),
            Some((_, None)) => return Err(unknown(copy, own, purpose)),
            None if asks_all => return Err(unknown(copy, own, purpose)),
            None => {}
        }
    }
    Ok((!values.is_empty()).then_some(values))
}

/// The value that the attribute has then, if that is known; inside: none.
fn new_value(action: &Action) -> Option<Option<Value>> {
    match action {
        Action::Set {
            path,
            to: NewValue::Is(value),
        } if path.is_attribute() => Some(Some(value.clone())),
        Action::Remove(path) if path.is_attribute() => Some(None),
        _ => None,
    }
}

fn unknown(copy: &CopySource, field: &'static str, purpose: Purpose) -> Error {
    let source = copy.of.source.entity;
    let detail = match purpose {
        Purpose::Update => format!(
            "the copies of a `{source}` are set together with what names it: set it too, to a value, or use `modify`, which reads the item first"
        ),
        Purpose::Upsert => format!(
            "an upsert may make a new copy of a `{source}`: set it to a value, or use `create` and `modify`"
        ),
    };
    Error::new(Kind::Request)
        .with_field(field)
        .with_detail(detail)
}
