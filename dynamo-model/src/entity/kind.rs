//! Which entity an item is of, and which of its attributes this library adds.

use super::{Entity, Table, parse_key};
use crate::item::Stored;
use crate::key::template::Template;
use crate::schema::{TableLayout, can_render};

/// The type attribute decides. Where it is missing, the key does: it has to be one of this entity and
/// none that another entity of the table can have.
pub(super) fn is_of<E: Entity>(item: &Stored) -> bool {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    if let Some(type_name) = item.text(layout.type_attribute) {
        return type_name == keys.type_name;
    }
    if item.contains(layout.type_attribute) {
        return false;
    }
    let Some(pk) = item.text(layout.pk) else {
        return false;
    };
    let sk = layout.sk.and_then(|name| item.text(name));
    let renders = |template: &Template, text| can_render(template, text, layout.delimiter);
    parse_key::<E>(pk, sk).is_ok()
        && !E::Table::ENTITIES.iter().any(|other| {
            let sort_keys = other.sk.as_ref().zip(sk);
            other.type_name != keys.type_name
                && renders(&other.pk, pk)
                && sort_keys.is_none_or(|(template, sk)| renders(template, sk))
        })
}

/// What this library adds to an item; a flattened map or `deny_unknown_fields` must not see it.
pub(super) fn synthetic_attributes(
    layout: &'static TableLayout,
) -> impl Iterator<Item = &'static str> {
    let indexes = layout
        .indexes
        .iter()
        .flat_map(|index| [Some(index.pk), index.sk]);
    [Some(layout.pk), layout.sk, Some(layout.type_attribute)]
        .into_iter()
        .chain(indexes)
        .flatten()
}
