//! The keys of what is written together with an item: copies under other keys, guards of unique values.
//!
//! Copies have keys made of the primary key's fields, so any write knows them. A guard's key is made of values
//! that change: of those in memory for the new one, and of the stored item for the old one.

use serde::de::DeserializeOwned;

use super::copies::WriteField;
use super::key::{key_error, key_text, key_value_at};
use super::{Entity, KeyTexts, Table, parse_key};
use crate::error::Result;
use crate::item::{Item, Stored, Value};
use crate::key::format::Format;
use crate::key::ops::Written;
use crate::key::part::PartError;
use crate::key::template::{KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::key::value::KeyValue;
use crate::schema::companions::{GUARD, OWNER_PK, OWNER_SK, guard_sort_key};
use crate::schema::{Also, Companions, EntityKeys, TableLayout, Unique, can_render};

/// A stored item, for the fields that guards are made of.
#[derive(Debug)]
pub struct StoredItem<'i>(&'i Stored);

/// The copies and guards of `E`.
#[must_use]
pub const fn companions<E: Entity>(also: &'static [Also], unique: &'static [Unique]) -> Companions {
    Companions::new(also, unique, stored_part::<E>)
}

/// A field's text from its stored attribute; absent where that is.
pub fn stored_field<F: DeserializeOwned>(
    item: &StoredItem<'_>,
    name: &str,
    write: impl FnOnce(&F) -> Written,
) -> Written {
    match item.0.attribute::<F>(name) {
        Ok(None) => Written::Absent,
        Ok(Some(field)) => write(&field),
        Err(error) => Written::Failed(PartError::new(error.detail())),
    }
}

/// A field's text from a stored item: of the primary key from there, of the others from their attributes.
fn stored_part<E: Entity>(
    item: &Stored,
    field: usize,
    format: Format,
    out: &mut String,
) -> Written {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    if !keys.is_key_field(field) {
        return E::stored_field(&StoredItem(item), field, format, out);
    }
    let text = |name: &str, template: &Template| {
        let value = key_value_at(layout, item, name)?;
        Some(value.text_for(template.bare()).into_owned())
    };
    let pk = text(layout.pk, &keys.pk).unwrap_or_default();
    let sk = layout.sk.zip(keys.sk.as_ref());
    let sk = sk.and_then(|(name, template)| text(name, template));
    match parse_key::<E>(&pk, sk.as_deref()) {
        Ok(key) => E::write_key_part(key.fields(), field, format, out),
        Err(error) => Written::Failed(PartError::new(error.to_string())),
    }
}

/// The guard of one of an item's unique values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    /// The field's name.
    pub(crate) field: &'static str,
    pub(crate) key: KeyTexts,
}

/// What an entity in memory is written together with.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnCompanions {
    pub(crate) copies: Vec<KeyTexts>,
    pub(crate) guards: Vec<Guard>,
}

impl OwnCompanions {
    /// Those of an entity; nothing is rendered where it has none.
    pub(crate) fn of<E: Entity>(entity: &E) -> Result<Self> {
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        Self::written(layout, keys, &|field, format, out| {
            entity.write_part(field, format, out)
        })
    }

    /// The same for whatever writes the entity's fields.
    pub(crate) fn written(
        layout: &'static TableLayout,
        keys: &'static EntityKeys,
        write: WriteField<'_>,
    ) -> Result<Self> {
        Ok(Self {
            copies: copy_keys(layout, keys, write)?,
            guards: guards(layout, keys, write, &|_| true)?,
        })
    }
}

/// The keys of the copies of the item with this key.
pub(crate) fn copy_keys_of_key<E: Entity>(key: &E::KeyFields) -> Result<Vec<KeyTexts>> {
    copy_keys(E::Table::LAYOUT, E::KEYS, &|field, format, out| {
        E::write_key_part(key, field, format, out)
    })
}

/// The keys of the copies of the stored item with this key.
///
/// # Errors
/// [`Error::is_key`](crate::Error::is_key) where the key does not have the form of the model.
pub(crate) fn copy_keys_of_stored(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    key: &KeyTexts,
) -> Result<Vec<KeyTexts>> {
    let Some(stored_part) = keys.companions.stored_part else {
        return Ok(Vec::new());
    };
    let mut item = Stored::default();
    for (name, value) in key.attributes() {
        item.insert(name, Value::from(value));
    }
    copy_keys(layout, keys, &|field, format, out| {
        stored_part(&item, field, format, out)
    })
}

/// The guards of a stored item. A value that is none of its field's type has none, but where it `is_given` by the
/// write: then that is an error.
pub(crate) fn stored_guards(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    item: &Stored,
    is_given: &dyn Fn(&Unique) -> bool,
) -> Result<Vec<Guard>> {
    let Some(stored_part) = keys.companions.stored_part else {
        return Ok(Vec::new());
    };
    let write: WriteField<'_> = &|field, format, out| stored_part(item, field, format, out);
    guards(layout, keys, write, is_given)
}

fn copy_keys(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
) -> Result<Vec<KeyTexts>> {
    let keys_of = |also: &'static Also| {
        let sk = also.sk.as_ref();
        let key = one_key(layout, &also.pk, sk, write).and_then(|key| {
            key.ok_or_else(|| KeyFault::without_field("a field of the key is absent".to_owned()))
        });
        key.map_err(|fault| key_error(keys.entity, also.name, fault))
    };
    keys.companions.also.iter().map(keys_of).collect()
}

fn guards(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
    is_given: &dyn Fn(&Unique) -> bool,
) -> Result<Vec<Guard>> {
    let mut guards = Vec::with_capacity(keys.companions.unique.len());
    for unique in keys.companions.unique {
        let sk = guard_sort_key(layout, &unique.key);
        let key = match one_key(layout, &unique.key, sk, write) {
            Ok(key) => key,
            Err(_) if !is_given(unique) => None,
            Err(fault) => {
                let field = fault.field.or(Some(unique.name));
                return Err(key_error(
                    keys.entity,
                    layout.pk,
                    KeyFault { field, ..fault },
                ));
            }
        };
        guards.extend(key.map(|key| Guard {
            field: unique.name,
            key,
        }));
    }
    Ok(guards)
}

/// One companion's key; `None` where a field is absent.
fn one_key(
    layout: &'static TableLayout,
    pk: &'static Template,
    sk: Option<&'static Template>,
    write: WriteField<'_>,
) -> Result<Option<KeyTexts>, KeyFault> {
    let Some(pk) = key_text(layout, layout.pk, pk, PARTITION_KEY_LIMIT, write)? else {
        return Ok(None);
    };
    let sk = match (layout.sk, sk) {
        (Some(name), Some(template)) => {
            match key_text(layout, name, template, SORT_KEY_LIMIT, write)? {
                Some(sk) => Some(sk),
                None => return Ok(None),
            }
        }
        _ => None,
    };
    Ok(Some(KeyTexts {
        pk_name: layout.pk,
        pk,
        sk_name: layout.sk,
        sk,
    }))
}

/// An item under another key: all of its own attributes, and the type. The attributes of indexes stay with the
/// item itself, so that each index holds the entity once.
pub(crate) fn copy_of(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    item: &Item,
    key: &KeyTexts,
) -> Item {
    let mut copy = Item::new();
    for (name, value) in key.attributes() {
        copy.push(name, Value::from(value));
    }
    for (name, value) in item.iter() {
        if !layout.is_key(name) && !is_of_index(layout, keys, name) {
            copy.push(name.to_owned(), value.clone());
        }
    }
    copy
}

/// An attribute that only an index needs.
pub(crate) fn is_of_index(layout: &TableLayout, keys: &EntityKeys, name: &str) -> bool {
    let mut indexes = layout.indexes.iter();
    indexes.any(|index| index.partition().chain(index.sort()).any(|own| own == name))
        && !keys.attributes.iter().any(|own| own.name == name)
}

/// A guard item: it says whose value it is, and expires with its owner.
pub(crate) fn guard_item(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    guard: &KeyTexts,
    owner: &KeyTexts,
    expiry: Option<Value>,
) -> Item {
    let mut item = Item::new();
    for (name, value) in guard.attributes() {
        item.push(name, Value::from(value));
    }
    if let Some(type_attribute) = layout.type_attribute {
        let type_name = format!("{GUARD}{}", keys.type_name);
        item.push(type_attribute, Value::string(type_name));
    }
    for (name, value) in owner_attributes(owner) {
        item.push(name, value);
    }
    if let (Some(name), Some(expiry)) = (keys.roles.ttl, expiry) {
        item.push(name, expiry);
    }
    item
}

/// How a guard names its owner.
pub(crate) fn owner_attributes(
    owner: &KeyTexts,
) -> impl Iterator<Item = (&'static str, Value)> + use<> {
    let pk = (OWNER_PK, Value::from(&owner.pk));
    let sk = owner.sk.as_ref().map(|sk| (OWNER_SK, Value::from(sk)));
    std::iter::once(pk).chain(sk)
}

/// The key of the item that a copy or a guard says it belongs to.
pub(crate) fn owner_of(layout: &'static TableLayout, item: &Stored) -> Option<KeyTexts> {
    let value = |name, of| {
        let value = item.value(name)?.into_key()?;
        (value.key_type() == layout.key_type(of)).then_some(value)
    };
    let sk = match layout.sk {
        Some(name) => Some(value(OWNER_SK, name)?),
        None => None,
    };
    Some(KeyTexts {
        pk_name: layout.pk,
        pk: value(OWNER_PK, layout.pk)?,
        sk_name: layout.sk,
        sk,
    })
}

/// The place of `also` at which the item is; `None` for an item under the entity's own key.
///
/// No key of one can be a key of the other (a compile-time check), so that the form of the key tells.
pub(crate) fn place_of(
    layout: &TableLayout,
    keys: &'static EntityKeys,
    item: &Stored,
) -> Option<usize> {
    let also = keys.companions.also;
    if also.is_empty() {
        return None;
    }
    let mut also = also.iter();
    also.position(|also| has_form(layout, (&also.pk, also.sk.as_ref()), item))
}

/// The place at which a collection takes an item of the entity: each entity once, whatever else of it is in the
/// partition. That is the first of its own key and those of `also` that can have the partition key; in an index, which
/// has the keys of entities and not those of copies, its own.
pub(crate) fn place_to_collect(
    layout: &TableLayout,
    keys: &'static EntityKeys,
    item: &Stored,
    index: Option<&str>,
) -> Option<usize> {
    let pk = key_value_at(layout, item, layout.pk)?;
    let is_here =
        |template: &Template| can_render(template, &pk.text_for(template.bare()), layout.delimiter);
    if index.is_some() || is_here(&keys.pk) {
        return None;
    }
    let mut also = keys.companions.also.iter();
    also.position(|also| is_here(&also.pk))
}

/// Whether the item's key has the form of the entity's own.
pub(crate) fn has_own_form(layout: &TableLayout, keys: &'static EntityKeys, item: &Stored) -> bool {
    has_form(layout, (&keys.pk, keys.sk.as_ref()), item)
}

fn has_form(
    layout: &TableLayout,
    (pk_template, sk_template): (&Template, Option<&Template>),
    item: &Stored,
) -> bool {
    let renders = |template: &Template, value: &KeyValue| {
        can_render(template, &value.text_for(template.bare()), layout.delimiter)
    };
    let value = |name| key_value_at(layout, item, name);
    let sort_keys = sk_template.zip(layout.sk.and_then(value));
    value(layout.pk).is_some_and(|pk| renders(pk_template, &pk))
        && sort_keys.is_none_or(|(template, sk)| renders(template, &sk))
}

/// The key that the entity has at a place of `also`.
pub(crate) fn key_at_place(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
    place: usize,
) -> Result<Option<KeyTexts>> {
    Ok(copy_keys(layout, keys, write)?.into_iter().nth(place))
}
