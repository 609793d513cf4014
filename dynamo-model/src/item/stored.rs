//! An item as it came: the only form in which the layers above hold what the service answered.
//!
//! It is a map of the SDK's values, or a part of an answer that is kept as its text; nobody above knows which. An item of an answer
//! keeps the whole answer in memory, which matters to nobody who reads entities from it and to whoever collects raw items.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{Deserialize, DeserializeOwned};

use super::wire::{Body, Hidden, HiddenNames};
use super::{Attribute, CodecError, Value};

type Map = HashMap<String, AttributeValue>;

/// A stored item's attributes.
#[derive(Clone)]
pub(crate) struct Stored(Form);

#[derive(Clone)]
enum Form {
    Sdk(Map),
    Wire(Part),
}

/// An item of an answer.
#[derive(Clone)]
struct Part {
    body: Arc<Body>,
    item: usize,
    /// The same as a map, once something was asked for that cannot be lent from the text.
    map: OnceLock<Box<Map>>,
}

impl Part {
    /// Attributes that cannot be read are none here.
    fn map(&self) -> &Map {
        self.map
            .get_or_init(|| Box::new(self.body.attributes(self.item).collect()))
    }
}

/// What a reader sees of an item.
pub(crate) struct Seen<'n> {
    /// These attributes alone, where they are named.
    pub(crate) kept: Option<&'static [Attribute]>,
    /// None of those that this gives. The same number always gives the same, and so is asked once for many items of one answer.
    pub(crate) hidden: (usize, &'n dyn Fn() -> Vec<&'static str>),
    /// These values instead of those that are stored under their names.
    pub(crate) others: Vec<(&'static str, Value)>,
}

impl Stored {
    pub(crate) fn from_sdk(attributes: Map) -> Self {
        Self(Form::Sdk(attributes))
    }

    /// The items of an answer.
    pub(crate) fn of_answer(body: Body) -> Vec<Self> {
        let body = Arc::new(body);
        let part = |item| {
            Self(Form::Wire(Part {
                body: Arc::clone(&body),
                item,
                map: OnceLock::new(),
            }))
        };
        (0..body.count()).map(part).collect()
    }

    /// Has readers able to borrow of it: an item of the SDK's types becomes text. One that cannot be text stays, and reading it is an
    /// error.
    pub(crate) fn make_lendable(&mut self) {
        if let Form::Sdk(map) = &self.0
            && let Ok(body) = Body::of_map(map)
            && let Some(written) = Self::of_answer(body).pop()
        {
            *self = written;
        }
    }

    /// Reads the item, which lends its text. The reader does not see what is `hidden`, and sees the other values instead of what is
    /// stored under their names.
    pub(crate) fn lend<'p, T: Deserialize<'p>>(
        &'p self,
        attributes: &[Attribute],
        hidden: &HiddenNames,
        others: Vec<(&'static str, Value)>,
    ) -> Result<T, CodecError> {
        match &self.0 {
            Form::Wire(part) => {
                let hidden = Hidden::new(hidden, others);
                part.body.decode(part.item, attributes, &hidden)
            }
            Form::Sdk(map) => Err(Body::of_map(map)
                .err()
                .unwrap_or_else(|| CodecError::new("the item cannot be lent"))),
        }
    }

    fn map(&self) -> &Map {
        match &self.0 {
            Form::Sdk(map) => map,
            Form::Wire(part) => part.map(),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        if let Form::Wire(part) = &self.0
            && let Ok(text) = part.body.text(part.item, name)
        {
            return text;
        }
        self.map().get(name)?.as_s().ok().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Form::Sdk(map) => map.len(),
            Form::Wire(part) => part.body.attribute_count(part.item),
        }
    }

    /// Bytes of names and values, as the service counts them.
    pub(crate) fn size(&self) -> usize {
        let values = self.sorted().into_iter();
        values.map(|(name, value)| name.len() + value.size()).sum()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        match &self.0 {
            Form::Sdk(map) => map.contains_key(name),
            Form::Wire(part) => part.body.contains(part.item, name),
        }
    }

    /// An attribute's value; one that cannot be read is none.
    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        let value = match &self.0 {
            Form::Sdk(map) => map.get(name).cloned(),
            Form::Wire(part) => part.body.value(part.item, name).ok().flatten(),
        };
        value.map(Value::from_sdk)
    }

    /// An attribute, read as what is asked for.
    pub(crate) fn attribute<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<T>, CodecError> {
        match &self.0 {
            Form::Sdk(_) => self.value(name).map(Value::decode).transpose(),
            Form::Wire(part) => part.body.decode_attribute(part.item, name),
        }
    }

    /// An error where some attribute cannot be read. It counts as absent for who looks at attributes one by one, or at all of them,
    /// so this is asked before anything is written that is made of them.
    pub(crate) fn check(&self) -> Result<(), CodecError> {
        match &self.0 {
            Form::Sdk(_) => Ok(()),
            Form::Wire(part) => part.body.check(part.item),
        }
    }

    /// Sets an attribute; the item is none of its answer any more.
    pub(crate) fn insert(&mut self, name: &str, value: Value) {
        let mut map = self.take_map();
        map.insert(name.to_owned(), value.into_sdk());
        *self = Self::from_sdk(map);
    }

    /// Removes an attribute; the item is none of its answer any more.
    pub(crate) fn remove(&mut self, name: &str) {
        let mut map = self.take_map();
        map.remove(name);
        *self = Self::from_sdk(map);
    }

    fn take_map(&mut self) -> Map {
        match &mut self.0 {
            Form::Sdk(map) => std::mem::take(map),
            Form::Wire(part) => {
                part.map();
                part.map.take().map(|map| *map).unwrap_or_default()
            }
        }
    }

    /// The attributes in the order of their names.
    pub(crate) fn sorted(&self) -> Vec<(&str, Value)> {
        let mut sorted: Vec<_> = self
            .map()
            .iter()
            .map(|(name, value)| (name.as_str(), Value::from_sdk(value.clone())))
            .collect();
        sorted.sort_by_key(|(name, _)| *name);
        sorted
    }

    /// Reads the item. What stays of it are the attributes of the names at least, for what is asked of them afterwards.
    pub(crate) fn decode<T: DeserializeOwned>(
        &mut self,
        attributes: &[Attribute],
        seen: Seen<'_>,
        left: &[Option<&'static str>],
    ) -> Result<T, CodecError> {
        let Seen {
            kept,
            hidden: (owner, hidden),
            others,
        } = seen;
        // One decoder for both forms, so that what serde derives for a type is compiled once.
        let written;
        let (body, item) = match &mut self.0 {
            Form::Sdk(map) => {
                written = Body::of_map(map)?;
                keep(map, left);
                (&written, 0)
            }
            Form::Wire(part) => (&*part.body, part.item),
        };
        let own;
        let names = match body.hidden_names(owner, hidden) {
            Some(names) => names,
            None => {
                own = HiddenNames::new(hidden());
                &own
            }
        };
        let hidden = Hidden::new(names, others).and_all_but(kept);
        body.decode(item, attributes, &hidden)
    }
}

/// Of the map these attributes stay.
fn keep(map: &mut Map, left: &[Option<&'static str>]) {
    let of = std::mem::take(map);
    let left = |name: &String| left.contains(&Some(name.as_str()));
    map.extend(of.into_iter().filter(|(name, _)| left(name)));
}

impl Default for Stored {
    fn default() -> Self {
        Self::from_sdk(Map::new())
    }
}

impl PartialEq for Stored {
    fn eq(&self, other: &Self) -> bool {
        self.map() == other.map()
    }
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stored({} attributes)", self.len())
    }
}
