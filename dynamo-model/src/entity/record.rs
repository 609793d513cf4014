//! An item's way to the entity that it is of.

use std::cell::Cell;
use std::fmt;

use serde::de::DeserializeOwned;

use super::companions::{key_at_place, owner_of};
use super::copies::WriteField;
use super::key::{KeyTexts, key_value_at, primary_key};
use super::kind::{hidden_names, is_at};
use super::restore::restored;
use super::{Entity, Key, RawItem, Table, parse_key};
use crate::error::{Error, Kind, Result};
use crate::item::{CodecError, Seen, Stored, Value};
use crate::key::template::Template;
use crate::key::value::KeyValue;
use crate::schema::companions::OWNER_PK;
use crate::schema::{EntityKeys, TableLayout};

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
    note = "an entity or projection that is read needs `#[derive(Deserialize)]` and no borrowed fields; with these it is lent by `page_bytes`"
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
    mut item: Stored,
    place: Option<usize>,
) -> Result<E> {
    let entity = decode_alone(&mut item, place)?;
    check_key(&entity, place, &item)?;
    Ok(entity)
}

/// The same with what is wrong about the item's key apart, for who puts keys right.
pub(crate) fn decode_apart<E: Entity + DeserializeOwned>(
    mut item: Stored,
    place: Option<usize>,
) -> Result<(E, Result<()>)> {
    let entity = decode_alone(&mut item, place)?;
    let key = check_key(&entity, place, &item);
    Ok((entity, key))
}

/// The entity of an item, of which the key stays.
fn decode_alone<E: Entity + DeserializeOwned>(
    item: &mut Stored,
    place: Option<usize>,
) -> Result<E> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    // The keys' address stands for the entity, and the one after it for its copies: where two have one, they say the same.
    let asked = std::ptr::from_ref(keys).addr() + usize::from(place.is_some());
    let seen = Seen {
        kept: None,
        hidden: (asked, &|| hidden_names(layout, keys.attributes, place)),
        others: restored::<E>(item, &|_| true)?,
    };
    item.decode(keys.attributes, seen, &[Some(layout.pk), layout.sk])
        .map_err(|error| undecoded(layout, keys, item, &error))
}

/// The error of an item that cannot be decoded.
#[cold]
pub(super) fn undecoded(
    layout: &'static TableLayout,
    keys: &EntityKeys,
    item: &Stored,
    error: &CodecError,
) -> Error {
    decode_error(keys, &key_of(layout, item), error)
}

fn check_key<E: Entity>(entity: &E, place: Option<usize>, item: &Stored) -> Result<()> {
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let write: WriteField<'_> = &|field, format, out| entity.write_part(field, format, out);
    if place.is_none() && has_own_key(layout, keys, write, item) {
        return Ok(());
    }
    check_key_by(layout, keys, write, place, item)
}

thread_local! {
    /// Room for a part of a key's text.
    static KEY: Cell<String> = const { Cell::new(String::new()) };
}

/// Whether an item has the key that the entity makes it, where that is text; seen without a key being made.
fn has_own_key(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
    item: &Stored,
) -> bool {
    let mut scratch = KEY.take();
    let mut is_own = |name: &str, template: &'static Template| {
        let text = item.text(name);
        text.is_some_and(|text| template.renders(text, layout.delimiter, write, &mut scratch))
    };
    let is_own = is_own(layout.pk, &keys.pk)
        && match (layout.sk, &keys.sk) {
            (Some(name), Some(template)) => is_own(name, template),
            (name, _) => name.is_none(),
        };
    KEY.set(scratch);
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
    error_with.with_detail(error.detail())
}

/// An entity that is read names the item that it was read from: otherwise writing it back would leave this
/// item and write another.
pub(super) fn check_own_key<E: Entity>(
    entity: &E,
    place: Option<usize>,
    key: &Stored,
) -> Result<()> {
    let write: WriteField<'_> = &|field, format, out| entity.write_part(field, format, out);
    check_key_by(E::Table::LAYOUT, E::KEYS, write, place, key)
}

fn check_key_by(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
    place: Option<usize>,
    key: &Stored,
) -> Result<()> {
    let contradiction = |attribute: &'static str| {
        Error::new(Kind::Decode)
            .for_entity(keys.entity)
            .with_key(key_of(layout, key))
            .with_field(attribute)
    };
    let own = primary_key(layout, keys, write);
    let own = match place {
        Some(place) => {
            own.and_then(|own| Ok(key_at_place(layout, keys, write, place)?.unwrap_or(own)))
        }
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
