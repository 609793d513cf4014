//! Which entity an item is of, and which of its attributes this library adds.

use super::companions::place_of;
use super::key::key_value_at;
use super::{Entity, KeyTexts, Table, parse_key};
use crate::item::{Attribute, Stored};
use crate::key::template::Template;
use crate::key::value::KeyValue;
use crate::schema::companions::{OWNER_PK, OWNER_SK};
use crate::schema::{EntityKeys, TableLayout, can_render};

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
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    told(layout, keys, item, place).unwrap_or_else(|| {
        let parses = |pk: &str, sk: Option<&str>| parse_key::<E>(pk, sk).is_ok();
        is_of_key(layout, keys, E::Table::ENTITIES, item, parses)
    })
}

/// What place and type attribute say; `None` where the key has to tell.
fn told(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    item: &Stored,
    place: Option<usize>,
) -> Option<bool> {
    if place_of(layout, keys, item) != place {
        return Some(false);
    }
    // Nothing else can have a key of this form (a compile-time check).
    is_of_type(layout, keys, item).or(place.is_some().then_some(true))
}

/// What the type attribute says; `None` where the item has none.
fn is_of_type(layout: &TableLayout, keys: &EntityKeys, item: &Stored) -> Option<bool> {
    let type_attribute = layout.type_attribute?;
    if let Some(type_name) = item.text(type_attribute) {
        return Some(type_name == keys.type_name);
    }
    item.contains(type_attribute).then_some(false)
}

/// Where an item has no type: whether its key is the entity's. `parses`: the entity reads its key from the texts.
fn is_of_key(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    entities: &[&'static EntityKeys],
    item: &Stored,
    parses: fn(&str, Option<&str>) -> bool,
) -> bool {
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
    parses(&pk, sk.as_deref()) && !another_renders(layout, keys, entities, &pk, sk.as_deref())
}

/// Another entity of the table can have this key.
fn another_renders(
    layout: &TableLayout,
    keys: &EntityKeys,
    entities: &[&'static EntityKeys],
    pk: &str,
    sk: Option<&str>,
) -> bool {
    let renders = |template: &Template, text: &str| can_render(template, text, layout.delimiter);
    entities.iter().any(|other| {
        let sort_keys = other.sk.as_ref().zip(sk);
        other.type_name != keys.type_name
            && renders(&other.pk, pk)
            && sort_keys.is_none_or(|(template, sk)| renders(template, sk))
    })
}

/// The type attribute and the name that an item of this key has to have there to be the entity's, where another
/// entity can have the key.
pub(crate) fn of_type<E: Entity>(key: &KeyTexts) -> Option<(&'static str, &'static str)> {
    type_of(E::Table::LAYOUT, E::KEYS, E::Table::ENTITIES, key)
}

fn type_of(
    layout: &TableLayout,
    keys: &EntityKeys,
    entities: &[&'static EntityKeys],
    key: &KeyTexts,
) -> Option<(&'static str, &'static str)> {
    let type_attribute = layout.type_attribute?;
    let can_overlap = entities.iter().any(|keys| keys.overlap_ok.is_some());
    if !can_overlap {
        return None;
    }
    let pk = key.pk.text_for(keys.pk.bare());
    let sk_template = keys.sk.as_ref().and_then(Template::bare);
    let sk = key.sk.as_ref().map(|sk| sk.text_for(sk_template));
    another_renders(layout, keys, entities, &pk, sk.as_deref())
        .then_some((type_attribute, keys.type_name))
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

/// Those of them that a reader with these attributes does not see, and of a copy whose it is: that says the library, not the entity.
pub(super) fn hidden_names(
    layout: &'static TableLayout,
    attributes: &[Attribute],
    place: Option<usize>,
) -> Vec<&'static str> {
    let is_own = |name: &str| attributes.iter().any(|own| own.name == name);
    let owner = [OWNER_PK, OWNER_SK].into_iter().filter(|_| place.is_some());
    let added = synthetic_attributes(layout).filter(|name| !is_own(name));
    added.chain(owner).collect()
}
