//! Copies as the entity that holds them sees them: the key of their source, where they are found, and how an item looks with other values.
//!
//! A source's repository knows its copies by the table's list of [`CopySource`]s, whose functions stand for the types.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::companions::copy_keys_of_key;
use super::encode::encode_entity;
use super::key::rendered_key;
use super::kind::{is_of, of_type};
use super::path::{Path, QueryParts};
use super::record::{Decoded, Read};
use super::{BelongsTo, Entity, KeyTexts, Stamps, Table};
use crate::error::Result;
use crate::item::{Item, Stored, Value};
use crate::key::format::Format;
use crate::key::ops::Written;
use crate::key::template::FieldPart;
pub(crate) use crate::key::template::WriteField;
use crate::schema::copies::stored_name;
use crate::schema::{CopiedField, CopyOf, EntityKeys, Found, SourceKey, TableLayout};
use crate::stamp::Now;

/// The copies that an entity holds of one source's fields.
pub struct CopySource {
    pub(crate) of: CopyOf,
    layout: &'static TableLayout,
    path: fn(Option<usize>, KnownField<'_>) -> Result<QueryParts>,
    read: fn(&CopySource, Stored) -> Result<Option<ReadCopy>>,
    image: fn(Stored, Now) -> Result<Option<Item>>,
    is_source: fn(&Stored) -> bool,
    type_of_copy: TypeOf,
}

/// Writes a part of a key, if its field is known.
type KnownField<'w> = &'w dyn Fn(&'static FieldPart, &mut String) -> Option<Written>;
/// The attribute and the name that tell the entity, where another one can have the key.
type TypeOf = fn(&KeyTexts) -> Option<(&'static str, &'static str)>;

/// A source as a write expects it.
#[derive(Clone, Debug)]
pub(crate) struct SourceState {
    pub(crate) keys: &'static EntityKeys,
    pub(crate) key: KeyTexts,
    /// The attributes, and the values that they have; `None`: they are not there.
    pub(crate) values: SourceValues,
}

/// Attributes of a source by their names; `None`: not there.
pub(crate) type SourceValues = Vec<(&'static str, Option<Value>)>;

/// A copy's own key, and its source's where it names one.
#[derive(Debug)]
pub(crate) struct ReadCopy {
    pub(crate) key: KeyTexts,
    pub(crate) source: Option<KeyTexts>,
    /// Those of the same item under other keys (`also`).
    pub(crate) also: Vec<KeyTexts>,
}

impl fmt::Debug for CopySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, .. } = self;
        write!(f, "CopySource({} in {})", of.source.entity, of.copy.entity)
    }
}

impl CopySource {
    /// The copies that `E` holds of fields of a source, an entity of the same table.
    #[must_use]
    pub const fn of<T: Table, E: Entity + Serialize + DeserializeOwned>(
        source: Source,
        fields: &'static [CopiedField],
        keys: &'static [SourceKey],
        optional: &'static [(usize, bool)],
    ) -> Self {
        Self {
            of: CopyOf {
                source: source.keys,
                copy: E::KEYS,
                fields,
                keys,
                optional,
            },
            layout: T::LAYOUT,
            path: |entry, write| Path::<E>::of_known(entry, write).finish(),
            read: read::<E>,
            image: image::<E>,
            is_source: source.is_source,
            type_of_copy: of_type::<E>,
        }
    }

    /// Whether its source is this entity.
    pub(crate) fn is_of(&self, source: &EntityKeys) -> bool {
        self.of.source.type_name == source.type_name
    }

    /// The source's attributes and those here that are their copies.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let source = self.of.source;
        let fields = self.of.fields.iter();
        fields.filter_map(move |field| Some((stored_name(source, field.name)?, field.stored)))
    }

    /// The key of the source, from the copy's fields; `None` where one of them is absent.
    pub(crate) fn source_key(&self, write: WriteField<'_>) -> Result<Option<KeyTexts>> {
        let of = &self.of;
        let write = |field: usize, format: Format, out: &mut String| {
            let name = of.source.field_names.get(field);
            match name.and_then(|name| of.number(name)) {
                Some(number) => write(number, format, out),
                None => Written::Absent,
            }
        };
        rendered_key(self.layout, of.source, &write)
    }

    /// The source as a write expects it: with these values of the copies.
    pub(crate) fn state(&self, key: KeyTexts, values: SourceValues) -> SourceState {
        SourceState {
            keys: self.of.source,
            key,
            values,
        }
    }

    /// Whether the copies are found by a global index, and by which entry.
    pub(crate) fn found(&self) -> Option<Found> {
        self.of.found(self.layout)
    }

    /// The query that finds the copies of a source, whose key's fields are written by their numbers.
    pub(crate) fn query(&self, found: Found, write: WriteField<'_>) -> Result<QueryParts> {
        let entry = match found {
            Found::Partition => None,
            Found::Index(entry) => Some(entry),
        };
        (self.path)(entry, &|part, out| {
            let of_source = self.of.source_part(part)?;
            Some(write(of_source.field, part.format, out))
        })
    }

    /// The keys of an item; `None` where it is one of another entity.
    pub(crate) fn read(&self, stored: &Stored) -> Result<Option<ReadCopy>> {
        (self.read)(self, stored.clone())
    }

    /// The whole item as a write would leave it that was stored so.
    pub(crate) fn image(&self, stored: Stored, now: Now) -> Result<Option<Item>> {
        (self.image)(stored, now)
    }

    pub(crate) fn layout(&self) -> &'static TableLayout {
        self.layout
    }

    pub(crate) fn type_of_copy(&self, key: &KeyTexts) -> Option<(&'static str, &'static str)> {
        (self.type_of_copy)(key)
    }

    /// Whether an item is one of the source's entity.
    pub(crate) fn is_source(&self, item: &Stored) -> bool {
        (self.is_source)(item)
    }
}

fn read<E: Entity + DeserializeOwned>(
    copy: &CopySource,
    stored: Stored,
) -> Result<Option<ReadCopy>> {
    let entity: E = match E::read(stored)? {
        Decoded::This(entity) => entity,
        Decoded::Other => return Ok(None),
    };
    Ok(Some(ReadCopy {
        key: entity.key().render()?,
        source: copy.source_key(&|field, format, out| entity.write_part(field, format, out))?,
        also: copy_keys_of_key::<E>(&entity.key_fields())?,
    }))
}

fn image<E: Entity + Serialize + DeserializeOwned>(
    stored: Stored,
    now: Now,
) -> Result<Option<Item>> {
    match E::read(stored)? {
        Decoded::This(mut entity) => {
            let stamps = Stamps::new(None, false, now);
            let (_, item) = entity.with_stamps(&stamps, encode_entity)?;
            Ok(Some(item))
        }
        Decoded::Other => Ok(None),
    }
}

/// The entity that copies are of.
#[derive(Clone, Copy)]
pub struct Source {
    keys: &'static EntityKeys,
    is_source: fn(&Stored) -> bool,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.keys.entity)
    }
}

/// Asks what `S` is to copies in the table `T`: an entity of it, or nothing that is known. That it has to be one is asked in one place, so
/// that there is one complaint.
#[derive(Debug)]
pub struct SourceProbe<T, S>(PhantomData<fn() -> (T, S)>);

impl<T, S: BelongsTo<T>> SourceProbe<T, S> {
    /// The entity.
    pub const SOURCE: Source = Source {
        keys: S::KEYS,
        is_source: is_of::<S>,
    };
    /// The copies that it holds itself.
    pub const COPIES: &'static [CopySource] = S::COPIES;
}

/// What [`SourceProbe`] answers for what is no entity of the table.
pub trait NoSource {
    /// Every check passes over it.
    const SOURCE: Source = Source {
        keys: &EntityKeys::unknown(""),
        is_source: |_| false,
    };
    /// None.
    const COPIES: &'static [CopySource] = &[];
}

impl<T, S> NoSource for SourceProbe<T, S> {}

/// What is known of an entity without its type, for what is compiled once and not for each entity.
#[derive(Clone, Copy)]
pub(crate) struct Described {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    /// The copies that it holds.
    pub(crate) holds: &'static [CopySource],
    /// Those that the entities of its table hold.
    all: &'static [&'static [CopySource]],
}

impl Described {
    pub(crate) const fn of<E: Entity>() -> Self {
        Self {
            layout: E::Table::LAYOUT,
            keys: E::KEYS,
            holds: E::COPIES,
            all: E::Table::COPIES,
        }
    }

    /// The copies of the entity's fields in its table.
    pub(crate) fn copies(self) -> impl Iterator<Item = &'static CopySource> {
        let copies = self.all.iter().flat_map(|copies| copies.iter());
        copies.filter(move |copy| copy.is_of(self.keys))
    }
}

/// The sources of the copies that an entity holds, as its item expects them: of those copies that are meant.
pub(crate) fn sources_of(
    holds: &'static [CopySource],
    write: WriteField<'_>,
    item: &Item,
    is_meant: &dyn Fn(&CopySource) -> bool,
) -> Result<Vec<SourceState>> {
    let mut sources = Vec::with_capacity(holds.len());
    for copy in holds.iter().filter(|copy| is_meant(copy)) {
        // Without a source there is nothing to be true to.
        let Some(key) = copy.source_key(write)? else {
            continue;
        };
        let values = copy.attributes();
        let values = values.map(|(name, own)| (name, item.get(own).cloned()));
        sources.push(copy.state(key, values.collect()));
    }
    Ok(sources)
}

/// The copies of an entity's fields in its table.
pub(crate) fn copies_of<E: Entity>() -> impl Iterator<Item = &'static CopySource> {
    Described::of::<E>().copies()
}

/// The field's type in the struct of a source's attributes.
#[diagnostic::on_unimplemented(
    message = "a copy of a `{Self}` is stored as such, and this field is a `{T}`",
    label = "the source's field has another type",
    note = "give the copy the type of the source's field, or an `Option` of it"
)]
pub trait CopiedAs<T> {}

impl<T> CopiedAs<T> for T {}
impl<T> CopiedAs<Option<T>> for T {}
