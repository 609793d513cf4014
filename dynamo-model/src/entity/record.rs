//! An entity's way to its item and back: keys, type and index attributes around what serde writes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::key::{KeyTexts, check_length, key_error, key_text, primary_key};
use super::kind::{is_of, synthetic_attributes};
use super::{Entity, Key, RawItem, Table, parse_key};
use crate::error::{Error, Kind, Result};
use crate::item::{self, CodecError, ITEM_LIMIT, Item, Stored, Value};
use crate::key::template::{KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::schema::{EntityKeys, IndexLayout, TableLayout, is_own_field};
use crate::stamp::checked_ttl;

/// The whole item of an entity: primary key, index keys, type, then its own attributes.
pub(crate) fn encode_entity<E: Entity + Serialize>(entity: &E) -> Result<(KeyTexts, Item)> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let key = primary_key::<E>(|field, format, out| entity.write_part(field, format, out))?;
    let own =
        item::encode(entity, keys.attributes).map_err(|error| encode_error(keys, &key, &error))?;
    check_ttl(keys, &key, &own)?;
    let mut writer = ItemWriter {
        layout,
        keys,
        own: &own,
        item: Item::new(),
    };
    writer.key_attribute(layout.pk, &keys.pk, &key.pk)?;
    if let (Some(name), Some(template), Some(text)) = (layout.sk, &keys.sk, &key.sk) {
        writer.key_attribute(name, template, text)?;
    }
    let mut held = Vec::new();
    for (number, entry) in keys.indexes.iter().enumerate() {
        let (Some(index), Some(pk), true) =
            (layout.index(entry.on), &entry.pk, entity.holds(number))
        else {
            continue;
        };
        let Some((pk_text, sk_text)) =
            index_texts(layout, keys, index, pk, entry.sk.as_ref(), entity)?
        else {
            continue;
        };
        if held.contains(&index.name) {
            let fault = KeyFault::without_field(format!(
                "two of its entries on the index `{}` hold at once",
                index.name
            ));
            return Err(key_error(keys.entity, index.pk, fault));
        }
        held.push(index.name);
        writer.key_attribute(index.pk, pk, &pk_text)?;
        if let (Some(name), Some(template), Some(text)) = (index.sk, &entry.sk, &sk_text) {
            writer.key_attribute(name, template, text)?;
        }
    }
    writer
        .item
        .insert(layout.type_attribute, Value::string(keys.type_name));
    let mut item = writer.item;
    for (name, value) in own.into_entries() {
        check_own_attribute(layout, keys, &key, &name, &value)?;
        item.insert(name, value);
    }
    let size = item.size();
    if size > ITEM_LIMIT {
        let error = Error::new(Kind::Encode)
            .for_entity(keys.entity)
            .with_key(key.to_string());
        return Err(error.with_detail(format!(
            "it has {size} bytes, and an item has at most {ITEM_LIMIT} (400 KB)"
        )));
    }
    Ok((key, item))
}

/// An expiry is whole seconds within reason: milliseconds would never come [fault 103].
fn check_ttl(keys: &'static EntityKeys, key: &KeyTexts, own: &Item) -> Result<()> {
    let Some((name, value)) = keys.roles.ttl.and_then(|name| Some((name, own.get(name)?))) else {
        return Ok(());
    };
    let seconds = value
        .as_integer()
        .and_then(|seconds| i64::try_from(seconds).ok())
        .ok_or("an expiry is stored as whole Unix seconds");
    match seconds.and_then(|seconds| checked_ttl(Some(seconds))) {
        Ok(_) => Ok(()),
        Err(reason) => Err(Error::new(Kind::Encode)
            .for_entity(keys.entity)
            .with_key(key.to_string())
            .with_field(name)
            .with_detail(reason)),
    }
}

struct ItemWriter<'i> {
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    own: &'i Item,
    item: Item,
}

impl ItemWriter<'_> {
    /// Writes a key attribute; one that is the entity's own field is stored once, by serde, and has to
    /// be the same text.
    fn key_attribute(&mut self, name: &'static str, template: &Template, text: &str) -> Result<()> {
        let stored = self.own.get(name).filter(|_| is_own_field(template, name));
        match stored.map(|value| value.as_str()) {
            Some(Some(stored)) if stored == text => {}
            Some(_) => {
                let reason = format!(
                    "it is stored under the key attribute's own name, but serde writes another text than the template, which gives '{text}'"
                );
                let field = template.bare().map(|field| field.name);
                return Err(key_error(
                    self.keys.entity,
                    name,
                    KeyFault {
                        field,
                        value: None,
                        reason,
                    },
                ));
            }
            None => {}
        }
        // An inverted index sorts by the table's partition key, which then has less room.
        check_length(text, key_limit(self.layout, name))
            .map_err(|fault| key_error(self.keys.entity, name, fault))?;
        self.item.insert(name, Value::string(text));
        Ok(())
    }
}

/// An index's key texts; `None` where a field is absent: then none of its attributes is written.
fn index_texts<E: Entity>(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    index: &IndexLayout,
    pk: &'static Template,
    sk: Option<&'static Template>,
    entity: &E,
) -> Result<Option<(String, Option<String>)>> {
    let text = |template, name, limit| {
        key_text(layout, template, limit, |field, format, out| {
            entity.write_part(field, format, out)
        })
        .map_err(|fault| key_error(keys.entity, name, fault))
    };
    let pk = text(pk, index.pk, PARTITION_KEY_LIMIT);
    let sk = match (sk, index.sk) {
        (Some(template), Some(name)) => text(template, name, SORT_KEY_LIMIT).transpose(),
        _ => return Ok(pk?.map(|pk| (pk, None))),
    };
    // Where one key is absent the item is not in the index, whatever is wrong with the other.
    match (pk.transpose(), sk) {
        (Some(pk), Some(sk)) => Ok(Some((pk?, Some(sk?)))),
        _ => Ok(None),
    }
}

/// An attribute that serde wrote under the name of a key or type attribute.
fn check_own_attribute(
    layout: &'static TableLayout,
    keys: &EntityKeys,
    key: &KeyTexts,
    name: &str,
    value: &Value,
) -> Result<()> {
    if !synthetic_attributes(layout).any(|synthetic| synthetic == name) {
        return Ok(());
    }
    let is_flattened = !keys
        .attributes
        .iter()
        .any(|attribute| attribute.name == name);
    let reason = match value.as_str().filter(|text| !text.is_empty()) {
        _ if is_flattened => {
            "a flattened field brings the name of a key or type attribute".to_owned()
        }
        None => "an index has this attribute as a key, so only text that is not empty can be stored in it".to_owned(),
        // The service checks each key attribute, whether the item has the index's other one or not.
        Some(text) => match check_length(text, key_limit(layout, name)) {
            Ok(()) => return Ok(()),
            Err(KeyFault { reason, .. }) => format!("an index has this attribute as a key: {reason}"),
        },
    };
    let error = Error::new(Kind::Encode)
        .for_entity(keys.entity)
        .with_key(key.to_string());
    Err(error.with_field(name.to_owned()).with_detail(reason))
}

/// The bytes that a key attribute has room for: fewer where some index has it as its sort key.
fn key_limit(layout: &TableLayout, name: &str) -> usize {
    let is_sort_key = |index: &IndexLayout| index.sk == Some(name);
    if layout.sk == Some(name) || layout.indexes.iter().any(is_sort_key) {
        SORT_KEY_LIMIT
    } else {
        PARTITION_KEY_LIMIT
    }
}

pub(crate) fn encode_error(keys: &EntityKeys, key: &KeyTexts, error: &CodecError) -> Error {
    Error::new(Kind::Encode)
        .for_entity(keys.entity)
        .with_key(key.to_string())
        .with_field(error.attribute().to_owned())
        .with_detail(error.reason().to_owned())
}

/// What an item turned out to be.
#[derive(Debug)]
pub(crate) enum Decoded<T> {
    This(T),
    /// An item of another entity, or one without a type whose key does not tell.
    Other,
}

/// What a query can read items as: an entity that deserializes, or the key of an entity.
#[diagnostic::on_unimplemented(
    message = "items cannot be read as `{Self}`",
    note = "an entity that is read needs `#[derive(Deserialize)]` and no borrowed fields"
)]
#[expect(
    private_bounds,
    reason = "sealed: what an item is made of stays inside"
)]
pub trait ReadItem: Read {}

impl<R: Read> ReadItem for R {}

/// How [`ReadItem`] reads.
pub(crate) trait Read: Sized {
    fn read(item: Stored) -> Result<Decoded<Self>>;
}

impl<E: Entity + DeserializeOwned> Read for E {
    fn read(item: Stored) -> Result<Decoded<Self>> {
        if !is_of::<E>(&item) {
            return Ok(Decoded::Other);
        }
        decode_entity(item).map(Decoded::This)
    }
}

impl<T: Table> Read for RawItem<T> {
    fn read(item: Stored) -> Result<Decoded<Self>> {
        Ok(Decoded::This(Self::new(item)))
    }
}

impl<E: Entity> Read for Key<E> {
    fn read(item: Stored) -> Result<Decoded<Self>> {
        if !is_of::<E>(&item) {
            return Ok(Decoded::Other);
        }
        let layout = E::Table::LAYOUT;
        match item.text(layout.pk) {
            Some(pk) => {
                parse_key(pk, layout.sk.and_then(|name| item.text(name))).map(Decoded::This)
            }
            None => Ok(Decoded::Other),
        }
    }
}

/// The entity of an item that is known to be one of its own.
fn decode_entity<E: Entity + DeserializeOwned>(mut item: Stored) -> Result<E> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let key = key_of(layout, &item);
    for name in synthetic_attributes(layout) {
        if !keys
            .attributes
            .iter()
            .any(|attribute| attribute.name == name)
        {
            item.remove(name);
        }
    }
    item.decode(keys.attributes).map_err(|error| {
        let error_with = Error::new(Kind::Decode)
            .for_entity(keys.entity)
            .with_key(key);
        let error_with = match error.attribute() {
            "" => error_with,
            attribute => error_with.with_field(attribute.to_owned()),
        };
        error_with.with_detail(error.reason().to_owned())
    })
}

/// An item's key for an error's text.
pub(crate) fn key_of(layout: &'static TableLayout, item: &Stored) -> String {
    let text = |name| item.text(name).unwrap_or_default().to_owned();
    let key = KeyTexts {
        pk_name: layout.pk,
        pk: text(layout.pk),
        sk_name: layout.sk,
        sk: layout.sk.map(text),
    };
    key.to_string()
}
