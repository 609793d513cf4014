//! Typed keys: an entity's primary-key fields, and the texts they render.

use std::fmt;

use super::{Entity, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::key::ops::PartOps;
use crate::key::template::{
    FieldPart, KeyFault, PARTITION_KEY_LIMIT, SORT_KEY_LIMIT, Template, WriteField,
};
use crate::key::value::{KeyType, KeyValue};
use crate::schema::{EntityKeys, TableLayout};

/// The primary key of an entity, from exactly the fields that its templates name.
///
/// ```
/// # use dynamo_model::{Entity, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[table(name = "shop", entities(Order))]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
/// # struct Order { customer: String, number: u32 }
/// let key = Order::key("c1", 42);
/// assert_eq!(key.texts()?, ("CUST#c1".to_owned(), Some("ORDER#000042".to_owned())));
/// assert_eq!(Order::parse_key("CUST#c1", "ORDER#000042")?, key);
/// assert_eq!(key.fields(), &("c1".to_owned(), 42));
/// # Ok::<(), dynamo_model::Error>(())
/// ```
pub struct Key<E: Entity>(E::KeyFields);

impl<E: Entity> Key<E> {
    #[doc(hidden)]
    pub fn new(fields: E::KeyFields) -> Self {
        Self(fields)
    }

    /// The texts of the partition key and, where the table has one, of the sort key: the digits of a key
    /// of type N, the bytes of one of type B in hexadecimal.
    ///
    /// # Errors
    /// [`Error::is_key`] where a value has no text or the key is over the service's limit (2,048 and
    /// 1,024 bytes).
    pub fn texts(&self) -> Result<(String, Option<String>)> {
        let KeyTexts { pk, sk, .. } = self.render()?;
        Ok((pk.into_text(), sk.map(KeyValue::into_text)))
    }

    /// The fields, a tuple in the order in which the templates first name them.
    pub fn fields(&self) -> &E::KeyFields {
        &self.0
    }

    /// The fields by value.
    #[must_use]
    pub fn into_fields(self) -> E::KeyFields {
        self.0
    }

    pub(crate) fn render(&self) -> Result<KeyTexts> {
        let write: WriteField<'_> =
            &|field, format, out| E::write_key_part(&self.0, field, format, out);
        primary_key(E::Table::LAYOUT, E::KEYS, write)
    }
}

impl<E: Entity<KeyFields: Clone>> Clone for Key<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Two keys are equal if they name the same item: by their texts. A key that cannot be rendered equals
/// none.
impl<E: Entity> PartialEq for Key<E> {
    fn eq(&self, other: &Self) -> bool {
        matches!((self.render(), other.render()), (Ok(own), Ok(other)) if own == other)
    }
}

impl<E: Entity> fmt::Debug for Key<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.render() {
            Ok(texts) => write!(f, "Key<{}> {texts}", E::KEYS.entity),
            Err(error) => write!(f, "Key<{}> ({error})", E::KEYS.entity),
        }
    }
}

/// What names one item: an entity's key, or the entity itself.
pub trait IntoKey<E: Entity> {
    /// The key.
    fn into_key(self) -> Key<E>;

    /// The version that is in memory: of an entity that has one, not of a key.
    #[doc(hidden)]
    fn version(&self) -> Option<u64> {
        None
    }
}

impl<E: Entity> IntoKey<E> for Key<E> {
    fn into_key(self) -> Key<E> {
        self
    }
}

impl<E: Entity<KeyFields: Clone>> IntoKey<E> for &Key<E> {
    fn into_key(self) -> Key<E> {
        self.clone()
    }
}

impl<E: Entity> IntoKey<E> for &E {
    fn into_key(self) -> Key<E> {
        self.key()
    }

    fn version(&self) -> Option<u64> {
        E::version(self)
    }
}

impl KeyTexts {
    /// The primary key of an item; `None` where an attribute is absent or of another type.
    pub(crate) fn of_item(layout: &'static TableLayout, item: &Stored) -> Option<Self> {
        let sk = match layout.sk {
            Some(name) => Some(key_value_at(layout, item, name)?),
            None => None,
        };
        Some(Self {
            pk_name: layout.pk,
            pk: key_value_at(layout, item, layout.pk)?,
            sk_name: layout.sk,
            sk,
        })
    }

    /// Whether the item has this key.
    pub(crate) fn is_of(&self, item: &Stored) -> bool {
        self.attributes().all(|(name, value)| {
            let found = item.value(name).and_then(|found| found.into_key());
            found.as_ref() == Some(value)
        })
    }

    /// Bytes of names and values.
    pub(crate) fn size(&self) -> usize {
        self.attributes()
            .map(|(name, value)| name.len() + value.size())
            .sum()
    }

    /// Names and values.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'static str, &KeyValue)> {
        std::iter::once((self.pk_name, &self.pk)).chain(self.sk_name.zip(self.sk.as_ref()))
    }
}

/// A rendered primary key with its attributes' names.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct KeyTexts {
    pub(crate) pk_name: &'static str,
    pub(crate) pk: KeyValue,
    pub(crate) sk_name: Option<&'static str>,
    pub(crate) sk: Option<KeyValue>,
}

/// Names only: `Debug` shows no values.
impl fmt::Debug for KeyTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entry(&self.pk_name)
            .entries(self.sk_name)
            .finish()
    }
}

impl fmt::Display for KeyTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}: {}", self.pk_name, self.pk)?;
        if let (Some(name), Some(value)) = (self.sk_name, &self.sk) {
            write!(f, ", {name}: {value}")?;
        }
        f.write_str("}")
    }
}

/// Renders an entity's primary key from whatever holds the fields.
pub(crate) fn primary_key(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
) -> Result<KeyTexts> {
    rendered_key(layout, keys, write)?.ok_or_else(|| {
        let fault = KeyFault::without_field("a field of the primary key is absent".to_owned());
        key_error(keys.entity, layout.pk, fault)
    })
}

/// The same; `None` where a field is absent.
pub(crate) fn rendered_key(
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    write: WriteField<'_>,
) -> Result<Option<KeyTexts>> {
    let rendered = |template, name, limit| {
        key_text(layout, name, template, limit, write)
            .map_err(|fault| key_error(keys.entity, name, fault))
    };
    let Some(pk) = rendered(&keys.pk, layout.pk, PARTITION_KEY_LIMIT)? else {
        return Ok(None);
    };
    let sk = match (&keys.sk, layout.sk) {
        (Some(template), Some(name)) => match rendered(template, name, SORT_KEY_LIMIT)? {
            None => return Ok(None),
            sk => sk,
        },
        _ => None,
    };
    Ok(Some(KeyTexts {
        pk_name: layout.pk,
        pk,
        sk_name: layout.sk,
        sk,
    }))
}

/// One key attribute's value within the service's limit; `None` where a field is absent.
#[inline]
pub(crate) fn key_text(
    layout: &'static TableLayout,
    attribute: &str,
    template: &'static Template,
    limit: usize,
    write: WriteField<'_>,
) -> Result<Option<KeyValue>, KeyFault> {
    let text = template.render(layout.delimiter, write)?;
    text.map(|text| key_value(layout.key_type(attribute), text, template, limit))
        .transpose()
}

/// The value of a key attribute of an item; `None` where it is absent or of another type.
pub(crate) fn key_value_at(
    layout: &TableLayout,
    item: &Stored,
    attribute: &str,
) -> Option<KeyValue> {
    let value = item.value(attribute)?.into_key()?;
    (value.key_type() == layout.key_type(attribute)).then_some(value)
}

/// What a template's text is in an attribute of a type, within the service's limit.
#[inline]
pub(crate) fn key_value(
    of: KeyType,
    text: String,
    template: &Template,
    limit: usize,
) -> Result<KeyValue, KeyFault> {
    let value = KeyValue::from_text(of, text).map_err(|fault| KeyFault {
        field: template.bare().map(|field| field.name),
        ..fault
    })?;
    check_length(&value, limit)?;
    Ok(value)
}

#[inline]
pub(crate) fn check_length(value: &KeyValue, limit: usize) -> Result<(), KeyFault> {
    match value.size() <= limit {
        true => Ok(()),
        false => Err(too_long(value, limit)),
    }
}

#[cold]
fn too_long(value: &KeyValue, limit: usize) -> KeyFault {
    let role = match limit {
        SORT_KEY_LIMIT => "sort",
        _ => "partition",
    };
    KeyFault::without_field(format!(
        "it has {} bytes, and a {role} key has at most {limit}",
        value.size()
    ))
}

/// A fault of a key with entity, key attribute, field and value.
pub(crate) fn key_error(entity: &'static str, attribute: &str, fault: KeyFault) -> Error {
    let error = Error::new(Kind::Key).for_entity(entity);
    let error = match fault.value {
        Some(value) => error.with_key(format!("{attribute}: {}", quoted(&value))),
        None => error.with_key(attribute),
    };
    let error = match fault.field {
        Some(field) => error.with_field(field),
        None => error,
    };
    error.with_detail(fault.reason)
}

/// A value for an error's text, cut where it is long.
fn quoted(value: &str) -> String {
    match value.char_indices().nth(80) {
        Some((end, _)) => format!("'{}…'", &value[..end]),
        None => format!("'{value}'"),
    }
}

/// The parts of a key's texts, from which the fields are read.
#[derive(Debug)]
pub struct KeyReader<'t>(Vec<ReadPart<'t>>);

#[derive(Debug)]
struct ReadPart<'t> {
    attribute: &'static str,
    part: &'static FieldPart,
    text: &'t str,
}

/// A key's text does not parse.
#[derive(Debug)]
pub struct KeyReadError {
    attribute: &'static str,
    fault: KeyFault,
}

impl KeyReader<'_> {
    /// Reads one field from the part that holds most of it.
    ///
    /// # Errors
    /// Where the text is none of the field's type.
    pub fn read<T>(&self, field: usize, ops: PartOps<T>) -> Result<T, KeyReadError> {
        let parts = self.0.iter().filter(|read| read.part.field == field);
        // Of equal ones the first.
        let best = parts
            .rev()
            .max_by_key(|read| read.part.format.detail(read.part.kind));
        let Some(ReadPart {
            attribute,
            part,
            text,
        }) = best
        else {
            let fault = KeyFault::without_field("a field is missing".to_owned());
            return Err(KeyReadError {
                attribute: "",
                fault,
            });
        };
        ops.read(text, part.format).map_err(|error| KeyReadError {
            attribute,
            fault: KeyFault::of_part(part, text, &error),
        })
    }
}

/// Parses the texts of a primary key.
///
/// # Errors
/// [`Error::is_key`] where the texts do not have the form of the entity's templates.
pub fn parse_key<E: Entity>(pk: &str, sk: Option<&str>) -> Result<Key<E>> {
    let texts = ParsedKey {
        layout: E::Table::LAYOUT,
        keys: E::KEYS,
        pk,
        sk,
    };
    let fields = E::read_key(&texts.split()?).map_err(|error| texts.unread(error))?;
    let key = Key::new(fields);
    texts.check(&key.render()?)?;
    Ok(key)
}

/// The texts of a primary key that is parsed: all of it that is the same for each entity.
struct ParsedKey<'t> {
    layout: &'static TableLayout,
    keys: &'static EntityKeys,
    pk: &'t str,
    sk: Option<&'t str>,
}

impl<'t> ParsedKey<'t> {
    fn split(&self) -> Result<KeyReader<'t>> {
        let mut parts = Vec::new();
        let mut split = |template: &'static Template, attribute: &'static str, text| {
            let found = template
                .split(text)
                .map_err(|fault| self.error(attribute, fault))?;
            parts.extend(found.into_iter().map(|(part, text)| ReadPart {
                attribute,
                part,
                text,
            }));
            Ok::<(), Error>(())
        };
        split(&self.keys.pk, self.layout.pk, self.pk)?;
        if let (Some(template), Some(name), Some(sk)) = (&self.keys.sk, self.layout.sk, self.sk) {
            split(template, name, sk)?;
        }
        Ok(KeyReader(parts))
    }

    fn unread(&self, error: KeyReadError) -> Error {
        self.error(error.attribute, error.fault)
    }

    /// The fields that were read make the texts that they were read from.
    fn check(&self, rendered: &KeyTexts) -> Result<()> {
        let is_same =
            |template: Option<&Template>, value: Option<&KeyValue>, text: Option<&str>| {
                let field = template.and_then(Template::bare);
                value.map(|value| value.text_for(field)).as_deref() == text
            };
        let (keys, sk) = (self.keys, self.sk);
        let (attribute, text) = match self.layout.sk {
            _ if !is_same(Some(&keys.pk), Some(&rendered.pk), Some(self.pk)) => {
                (self.layout.pk, self.pk)
            }
            Some(name) if !is_same(keys.sk.as_ref(), rendered.sk.as_ref(), sk) => {
                (name, sk.unwrap_or_default())
            }
            _ => return Ok(()),
        };
        let fault = KeyFault {
            field: None,
            value: Some(text.to_owned()),
            reason: format!("the key of these fields is {rendered}"),
        };
        Err(self.error(attribute, fault))
    }

    fn error(&self, attribute: &str, fault: KeyFault) -> Error {
        key_error(self.keys.entity, attribute, fault)
    }
}
