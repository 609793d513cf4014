//! Which entity an item is of, and which of its attributes this library adds.

use super::companions::place_of;
use super::key::key_value_at;
use super::{Entity, KeyTexts, Table, parse_key};
use crate::item::Stored;
use crate::key::template::Template;
use crate::key::value::KeyValue;
use crate::schema::{TableLayout, can_render};

/// The type attribute decides. Where it is missing, the key does: it has to be one of this entity and
/// none that another entity of the table can have.
///
/// In a table without types no two entities can have one key (a compile-time check), so that the key's
/// shape is enough, and a key of this shape that does not parse is an error and no other entity's item.
///
/// A copy under another key is none of the entity's items here: those are at `place`.
pub(crate) fn is_of<E: Entity>(item: &Stored) -> bool {
    is_at::<E>(item, None)
}

/// The same for the items at a place of `also`; `None` is the entity's own key.
pub(crate) fn is_at<E: Entity>(item: &Stored, place: Option<usize>) -> bool {
    if place_of(E::Table::LAYOUT, E::KEYS, item) != place {
        return false;
    }
    // Nothing else can have a key of this form (a compile-time check).
    let is_copy = place.is_some();
    is_of_type::<E>(item).unwrap_or_else(|| is_copy || is_of_key::<E>(item))
}

/// What the type attribute says; `None` where the item has none.
fn is_of_type<E: Entity>(item: &Stored) -> Option<bool> {
    let type_attribute = E::Table::LAYOUT.type_attribute?;
    if let Some(type_name) = item.text(type_attribute) {
        return Some(type_name == E::KEYS.type_name);
    }
    item.contains(type_attribute).then_some(false)
}

fn is_of_key<E: Entity>(item: &Stored) -> bool {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let Some(pk) = key_value_at(layout, item, layout.pk) else {
        return false;
    };
    let sk = layout.sk.and_then(|name| key_value_at(layout, item, name));
    let text = |template: &Template, value: &KeyValue| value.text_for(template.bare()).into_owned();
    let pk = text(&keys.pk, &pk);
    let sk = keys
        .sk
        .as_ref()
        .zip(sk.as_ref())
        .map(|(template, sk)| text(template, sk));
    if layout.type_attribute.is_none() {
        let has_form = |template: &'static Template, text: &str| template.split(text).is_ok();
        return has_form(&keys.pk, &pk)
            && match (&keys.sk, &sk) {
                (Some(template), Some(sk)) => has_form(template, sk),
                _ => true,
            };
    }
    parse_key::<E>(&pk, sk.as_deref()).is_ok() && !another_renders::<E>(&pk, sk.as_deref())
}

/// Another entity of the table can have this key.
fn another_renders<E: Entity>(pk: &str, sk: Option<&str>) -> bool {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let renders = |template: &Template, text: &str| can_render(template, text, layout.delimiter);
    E::Table::ENTITIES.iter().any(|other| {
        let sort_keys = other.sk.as_ref().zip(sk);
        other.type_name != keys.type_name
            && renders(&other.pk, pk)
            && sort_keys.is_none_or(|(template, sk)| renders(template, sk))
    })
}

/// The type attribute and the name that an item of this key has to have there to be the entity's, where another
/// entity can have the key.
pub(crate) fn of_type<E: Entity>(key: &KeyTexts) -> Option<(&'static str, &'static str)> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let type_attribute = layout.type_attribute?;
    let can_overlap = E::Table::ENTITIES
        .iter()
        .any(|keys| keys.overlap_ok.is_some());
    if !can_overlap {
        return None;
    }
    let pk = key.pk.text_for(keys.pk.bare());
    let sk_template = keys.sk.as_ref().and_then(Template::bare);
    let sk = key.sk.as_ref().map(|sk| sk.text_for(sk_template));
    another_renders::<E>(&pk, sk.as_deref()).then_some((type_attribute, keys.type_name))
}

/// What this library adds to an item; a flattened map or `deny_unknown_fields` must not see it.
pub(super) fn synthetic_attributes(
    layout: &'static TableLayout,
) -> impl Iterator<Item = &'static str> {
    let indexes = layout
        .indexes
        .iter()
        .flat_map(|index| index.partition().chain(index.sort()));
    [Some(layout.pk), layout.sk, layout.type_attribute]
        .into_iter()
        .flatten()
        .chain(indexes)
}
