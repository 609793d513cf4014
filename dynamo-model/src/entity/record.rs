//! An entity's way to its item and back: keys, type and index attributes around what serde writes.

use std::cell::Cell;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::companions::{key_at_place, owner_of};
use super::key::{KeyTexts, check_length, key_error, key_text, key_value_at, primary_key};
use super::kind::{is_at, synthetic_attributes};
use super::restore::{remove_key_only, restored};
use super::{Entity, Key, RawItem, Table, parse_key};
use crate::error::{Error, Kind, Result};
use crate::item::{self, CodecError, ITEM_LIMIT, Item, Seen, Stored, Value};
use crate::key::template::{KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template};
use crate::key::value::{KeyType, KeyValue};
use crate::schema::companions::{OWNER_PK, OWNER_SK};
use crate::schema::{EntityKeys, IndexEntry, IndexLayout, TableLayout, is_own_field};
use crate::stamp::checked_ttl;

/// The whole item of an entity: primary key, index keys, type, then its own attributes.
pub(crate) fn encode_entity<E: Entity + Serialize>(entity: &E) -> Result<(KeyTexts, Item)> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let key = primary_key::<E>(|field, format, out| entity.write_part(field, format, out))?;
    let mut own =
        item::encode(entity, keys.attributes).map_err(|error| encode_error(keys, &key, &error))?;
    check_ttl(keys, &key, &own)?;
    let mut writer = ItemWriter {
        layout,
        keys,
        own: &own,
        item: Item::with_capacity(own.len() + 2 * (1 + keys.indexes.len()) + 1),
    };
    writer.key_attribute(layout.pk, &keys.pk, &key.pk)?;
    if let (Some(name), Some(template), Some(value)) = (layout.sk, &keys.sk, &key.sk) {
        writer.key_attribute(name, template, value)?;
    }
    let mut held = Vec::new();
    for (number, entry) in keys.indexes.iter().enumerate() {
        let (Some(index), Some(_), true) =
            (layout.index(entry.on), &entry.pk, entity.holds(number))
        else {
            continue;
        };
        let Some(values) = index_values(layout, keys, index, entry, entity)? else {
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
        for (name, template, value) in &values {
            writer.key_attribute(name, template, value)?;
        }
    }
    let mut item = writer.item;
    remove_key_only::<E>(&mut own, &item)?;
    if let Some(type_attribute) = layout.type_attribute {
        item.insert(type_attribute, Value::string(keys.type_name));
    }
    for (name, value) in own.iter() {
        check_own_attribute(layout, keys, &key, name, value)?;
    }
    item.extend(own);
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
    fn key_attribute(
        &mut self,
        name: &'static str,
        template: &Template,
        key: &KeyValue,
    ) -> Result<()> {
        let value = Value::from(key);
        let stored = self.own.get(name).filter(|_| is_own_field(template, name));
        if stored.is_some_and(|stored| *stored != value) {
            let fault = differs_from_template(template, key);
            return Err(key_error(self.keys.entity, name, fault));
        }
        // An inverted index sorts by the table's partition key, which then has less room.
        check_length(key, key_limit(self.layout, name))
            .map_err(|fault| key_error(self.keys.entity, name, fault))?;
        self.item.insert(name, value);
        Ok(())
    }
}

/// A field is a key attribute by itself, and serde stores another value than queries look for.
pub(crate) fn differs_from_template(template: &Template, key: &KeyValue) -> KeyFault {
    let reason = format!(
        "it is stored under the key attribute's own name, but serde writes another value than the template, which gives {key}"
    );
    KeyFault {
        field: template.bare().map(|field| field.name),
        value: None,
        reason,
    }
}

/// An index's key attributes but for those of the table; `None` where a field is absent: then none of
/// them is written.
#[expect(
    clippy::type_complexity,
    reason = "attribute, template and value, as they are used"
)]
fn index_values<E: Entity>(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    index: &IndexLayout,
    entry: &'static IndexEntry,
    entity: &E,
) -> Result<Option<Vec<(&'static str, &'static Template, KeyValue)>>> {
    let partition_length = 1 + index.more_pk.len();
    let mut values = Ok(Vec::with_capacity(2));
    for (position, (name, template)) in keys.entry_attributes(entry, index).enumerate() {
        let limit = match position < partition_length {
            true => PARTITION_KEY_LIMIT,
            false => SORT_KEY_LIMIT,
        };
        let value = key_text(layout, name, template, limit, |field, format, out| {
            entity.write_part(field, format, out)
        })
        .map_err(|fault| key_error(keys.entity, name, fault));
        match (value, &mut values) {
            // Where one key is absent the item is not in the index, whatever is wrong with the others.
            (Ok(None), _) => return Ok(None),
            (Ok(Some(value)), Ok(values)) if !layout.is_key(name) => {
                values.push((name, template, value));
            }
            (Err(error), Ok(_)) => values = Err(error),
            _ => {}
        }
    }
    values.map(Some)
}

/// An attribute that serde wrote under the name of a key or type attribute.
pub(crate) fn check_own_attribute(
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
    let of = layout.key_type(name);
    let is_key = |value: &KeyValue| value.key_type() == of && value.size() > 0;
    let reason = match value.clone().into_key().filter(is_key) {
        _ if is_flattened => {
            "a flattened field brings the name of a key or type attribute".to_owned()
        }
        None => {
            let what = match of {
                KeyType::Text => "text that is not empty",
                KeyType::Number => "a whole number",
                KeyType::Binary => "bytes that are not empty",
            };
            format!("an index has this attribute as a key, so only {what} can be stored in it")
        }
        // The service checks each key attribute, whether the item has the index's other one or not.
        Some(value) => match check_length(&value, key_limit(layout, name)) {
            Ok(()) => return Ok(()),
            Err(KeyFault { reason, .. }) => {
                format!("an index has this attribute as a key: {reason}")
            }
        },
    };
    let error = Error::new(Kind::Encode)
        .for_entity(keys.entity)
        .with_key(key.to_string());
    Err(error.with_field(name.to_owned()).with_detail(reason))
}

/// The bytes that a key attribute has room for: fewer where some index has it as its sort key.
fn key_limit(layout: &TableLayout, name: &str) -> usize {
    let is_sort_key = |index: &IndexLayout| index.sort().any(|sort| sort == name);
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

/// Items are read as what they are: entities, keys of entities, raw items.
#[derive(Debug)]
pub struct Whole;

/// What a query can read items as: an entity that deserializes, the key of an entity, or a projection.
#[diagnostic::on_unimplemented(
    message = "items cannot be read as `{Self}`",
    note = "an entity or projection that is read needs `#[derive(Deserialize)]` and no borrowed fields"
)]
#[expect(
    private_bounds,
    reason = "sealed: what an item is made of stays inside"
)]
pub trait ReadItem<Form = Whole>: Read<Form> {}

impl<Form, R: Read<Form>> ReadItem<Form> for R {}

/// How [`ReadItem`] reads.
pub(crate) trait Read<Form>: Sized {
    /// An item under the entity's own key: a copy under another one is not meant.
    fn read(item: Stored) -> Result<Decoded<Self>> {
        Self::read_at(item, None)
    }

    /// An item at a place of `also`; `None` is the entity's own key.
    fn read_at(item: Stored, place: Option<usize>) -> Result<Decoded<Self>>;
}

impl<E: Entity + DeserializeOwned> Read<Whole> for E {
    fn read_at(item: Stored, place: Option<usize>) -> Result<Decoded<Self>> {
        if !is_at::<E>(&item, place) {
            return Ok(Decoded::Other);
        }
        decode_at(item, place).map(Decoded::This)
    }
}

impl<T: Table> Read<Whole> for RawItem<T> {
    fn read_at(item: Stored, _: Option<usize>) -> Result<Decoded<Self>> {
        Ok(Decoded::This(Self::new(item)))
    }
}

impl<E: Entity> Read<Whole> for Key<E> {
    fn read_at(item: Stored, place: Option<usize>) -> Result<Decoded<Self>> {
        if !is_at::<E>(&item, place) {
            return Ok(Decoded::Other);
        }
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        let key = match place {
            Some(_) => owner_of(layout, &item),
            None => KeyTexts::of_item(layout, &item),
        };
        let Some(KeyTexts { pk, sk, .. }) = key else {
            // A copy that others wrote may not say whose it is.
            return match place {
                Some(_) => Err(Error::new(Kind::Decode)
                    .for_entity(keys.entity)
                    .with_key(key_of(layout, &item))
                    .with_field(OWNER_PK)
                    .with_detail("the copy does not say the key of its item")),
                None => Ok(Decoded::Other),
            };
        };
        let sk_template = keys.sk.as_ref().and_then(Template::bare);
        let sk = sk.as_ref().map(|sk| sk.text_for(sk_template));
        parse_key(&pk.text_for(keys.pk.bare()), sk.as_deref()).map(Decoded::This)
    }
}

/// The entity of an item that is known to be one of its own.
pub(super) fn decode_at<E: Entity + DeserializeOwned>(
    item: Stored,
    place: Option<usize>,
) -> Result<E> {
    let (entity, key) = decode_apart(item, place)?;
    key.map(|()| entity)
}

/// The same with what is wrong about the item's key apart, for who puts keys right.
pub(crate) fn decode_apart<E: Entity + DeserializeOwned>(
    item: Stored,
    place: Option<usize>,
) -> Result<(E, Result<()>)> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    // Whose copy it is says the library, not the entity.
    let owner = [OWNER_PK, OWNER_SK].into_iter().filter(|_| place.is_some());
    // The keys' address stands for the entity, and the one after it for its copies: where two have one, they say the same.
    let asked = std::ptr::from_ref(keys).addr() + usize::from(place.is_some());
    let hidden = || {
        let is_own = |name: &&str| keys.attributes.iter().any(|own| own.name == *name);
        synthetic_attributes(layout)
            .filter(|name| !is_own(name))
            .chain(owner)
            .collect()
    };
    let seen = Seen {
        kept: None,
        hidden: (asked, hidden),
        others: restored::<E>(&item, |_| true)?,
    };
    let (entity, key) = item.decode(keys.attributes, seen, &[Some(layout.pk), layout.sk]);
    let entity: E = entity.map_err(|error| decode_error(keys, &key_of(layout, &key), &error))?;
    let key = match place.is_none() && has_own_key(&entity, &key) {
        true => Ok(()),
        false => check_own_key(&entity, place, &key),
    };
    Ok((entity, key))
}

thread_local! {
    /// Room for the text of a key.
    static KEY: Cell<String> = const { Cell::new(String::new()) };
}

/// Whether an item has the key that the entity makes it, where that is text; seen without a key being made.
fn has_own_key<E: Entity>(entity: &E, item: &Stored) -> bool {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let mut text = KEY.take();
    let mut is_own = |name: &str, template: &'static Template| {
        text.clear();
        let rendered = template.render_into(layout.delimiter, &mut text, |field, out| {
            entity.write_part(field.field, field.format, out)
        });
        matches!(rendered, Ok(true)) && item.text(name) == Some(&text)
    };
    let is_own = is_own(layout.pk, &keys.pk)
        && match (layout.sk, &keys.sk) {
            (Some(name), Some(template)) => is_own(name, template),
            (name, _) => name.is_none(),
        };
    KEY.set(text);
    is_own
}

pub(super) fn decode_error(keys: &EntityKeys, key: &str, error: &CodecError) -> Error {
    let error_with = Error::new(Kind::Decode)
        .for_entity(keys.entity)
        .with_key(key);
    let error_with = match error.attribute() {
        "" => error_with,
        attribute => error_with.with_field(attribute.to_owned()),
    };
    error_with.with_detail(error.reason().to_owned())
}

/// An entity that is read names the item that it was read from: otherwise writing it back would leave this
/// item and write another.
fn check_own_key<E: Entity>(entity: &E, place: Option<usize>, key: &Stored) -> Result<()> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let contradiction = |attribute: &'static str| {
        Error::new(Kind::Decode)
            .for_entity(keys.entity)
            .with_key(key_of(layout, key))
            .with_field(attribute)
    };
    let own = primary_key::<E>(|field, format, out| entity.write_part(field, format, out));
    let own = match place {
        Some(place) => own.and_then(|own| Ok(key_at_place(entity, place)?.unwrap_or(own))),
        None => own,
    };
    let own = own.map_err(|error| contradiction(layout.pk).with_source(error))?;
    let differs = |attribute: &str, own: Option<&KeyValue>| match own {
        Some(KeyValue::Text(own)) if key.text(attribute) == Some(own) => false,
        own => key_value_at(layout, key, attribute).is_some_and(|stored| Some(&stored) != own),
    };
    let sk = layout.sk.unwrap_or_default();
    let (attribute, value) = if differs(layout.pk, Some(&own.pk)) {
        (layout.pk, Some(&own.pk))
    } else if layout.sk.is_some() && differs(sk, own.sk.as_ref()) {
        (sk, own.sk.as_ref())
    } else {
        return Ok(());
    };
    let value = value.map(ToString::to_string).unwrap_or_default();
    Err(contradiction(attribute).with_detail(format!("the item's own attributes make it {value}")))
}

/// The values of an item's primary key, as far as it has them. Its text is for errors, and made only then.
struct StoredKey {
    layout: &'static TableLayout,
    pk: Option<KeyValue>,
    sk: Option<KeyValue>,
}

impl StoredKey {
    fn of(layout: &'static TableLayout, item: &Stored) -> Self {
        let value = |name| item.value(name).and_then(Value::into_key);
        Self {
            layout,
            pk: value(layout.pk),
            sk: layout.sk.and_then(value),
        }
    }
}

impl fmt::Display for StoredKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &Option<KeyValue>| value.clone().unwrap_or_else(|| KeyValue::from(""));
        let key = KeyTexts {
            pk_name: self.layout.pk,
            pk: value(&self.pk),
            sk_name: self.layout.sk,
            sk: self.layout.sk.map(|_| value(&self.sk)),
        };
        key.fmt(f)
    }
}

/// An item's key for an error's text.
pub(crate) fn key_of(layout: &'static TableLayout, item: &Stored) -> String {
    StoredKey::of(layout, item).to_string()
}
