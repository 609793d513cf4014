//! An item as it came: the only form in which the layers above hold what the service answered.
//!
//! It is a map of the SDK's values, or a part of an answer that is kept as its text; nobody above knows which. An item of an answer
//! keeps the whole answer in memory, which matters to nobody who reads entities from it and to whoever collects raw items.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{Deserialize, DeserializeOwned};

use super::wire::{Body, Hidden};
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
    /// Where it has these alone.
    kept: Option<&'static [Attribute]>,
    /// Names that it has no more, shared by the items of the answer.
    hidden: Option<Arc<[&'static str]>>,
    /// Values that it has instead of those of the answer.
    inserted: Vec<(&'static str, Value)>,
    /// The same as a map, once something was asked for that cannot be lent from the text.
    map: OnceLock<Box<Map>>,
}

impl Part {
    /// Attributes that cannot be read are none here.
    fn map(&self) -> &Map {
        self.map.get_or_init(|| {
            let mut map: Map = self.body.attributes(self.item).collect();
            map.retain(|name, _| !self.hides(name));
            let inserted = self.inserted.iter().cloned();
            map.extend(inserted.map(|(name, value)| (name.to_owned(), value.into_sdk())));
            Box::new(map)
        })
    }

    fn hides(&self, name: &str) -> bool {
        let keeps = |kept: &[Attribute]| kept.iter().any(|kept| kept.name == name);
        !self.kept.is_none_or(keeps) || self.hidden.as_deref().unwrap_or_default().contains(&name)
    }

    /// The answer, as long as this item is what it says.
    fn body(&self) -> Option<&Body> {
        let is_whole = self.kept.is_none() && self.hidden.is_none() && self.inserted.is_empty();
        is_whole.then_some(&self.body)
    }
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
                kept: None,
                hidden: None,
                inserted: Vec::new(),
                map: OnceLock::new(),
            }))
        };
        (0..body.count()).map(part).collect()
    }

    /// The same items, of which readers can borrow: those of the SDK's types become the text of an answer. One with a value of a type
    /// that cannot be written stays, and reading it is an error.
    pub(crate) fn lendable(mut items: Vec<Self>) -> Vec<Self> {
        let map = |item: &Self| match &item.0 {
            Form::Sdk(map) => Some(Body::of_maps([map])),
            Form::Wire(_) => None,
        };
        let maps = items.iter().filter_map(|item| match &item.0 {
            Form::Sdk(map) => Some(map),
            Form::Wire(_) => None,
        });
        if maps.clone().count() == 0 {
            return items;
        }
        // All together, or else each alone.
        let mut written = Body::of_maps(maps)
            .map(Self::of_answer)
            .ok()
            .map(Vec::into_iter);
        for item in &mut items {
            if matches!(item.0, Form::Wire(_)) {
                continue;
            }
            let new = match &mut written {
                Some(written) => written.next(),
                None => map(item)
                    .and_then(Result::ok)
                    .and_then(|body| Self::of_answer(body).pop()),
            };
            *item = new.unwrap_or_else(|| std::mem::take(item));
        }
        items
    }

    /// Reads the item, which lends its text. The reader does not see what is `hidden`, and sees the other values instead of what is
    /// stored under their names.
    pub(crate) fn lend<'p, T: Deserialize<'p>>(
        &'p self,
        attributes: &[Attribute],
        hidden: &[&'static str],
        others: Vec<(&'static str, Value)>,
    ) -> Result<T, CodecError> {
        match self.body() {
            Some((body, item)) => body.decode(item, attributes, Hidden::new(hidden, others)),
            None => Err(CodecError::new(
                "a value has a type that this version does not know",
            )),
        }
    }

    fn map(&self) -> &Map {
        match &self.0 {
            Form::Sdk(map) => map,
            Form::Wire(part) => part.map(),
        }
    }

    /// The answer that this is an item of, with its number there.
    fn body(&self) -> Option<(&Body, usize)> {
        match &self.0 {
            Form::Sdk(_) => None,
            Form::Wire(part) => part.body().map(|body| (body, part.item)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let lent = self.body().map(|(body, item)| body.text(item, name));
        match lent {
            Some(Ok(text)) => text,
            _ => self.map().get(name)?.as_s().ok().map(String::as_str),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self.body() {
            Some((body, item)) => body.attribute_count(item),
            None => self.map().len(),
        }
    }

    /// Bytes of names and values, as the service counts them.
    pub(crate) fn size(&self) -> usize {
        let values = self.sorted().into_iter();
        values.map(|(name, value)| name.len() + value.size()).sum()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        match self.body() {
            Some((body, item)) => body.contains(item, name),
            None => self.map().contains_key(name),
        }
    }

    /// An attribute's value; one that cannot be read is none.
    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        let value = match self.body() {
            Some((body, item)) => body.value(item, name).ok().flatten(),
            None => self.map().get(name).cloned(),
        };
        value.map(Value::from_sdk)
    }

    /// An attribute, read as what is asked for.
    pub(crate) fn attribute<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<T>, CodecError> {
        match self.body() {
            Some((body, item)) => body.decode_attribute(item, name),
            None => self.value(name).map(Value::decode).transpose(),
        }
    }

    /// Has the item read with this value instead of what it has.
    pub(crate) fn insert(&mut self, name: &'static str, value: Value) {
        match &mut self.0 {
            Form::Sdk(map) => {
                map.insert(name.to_owned(), value.into_sdk());
            }
            Form::Wire(part) => {
                part.map.take();
                part.inserted.retain(|(inserted, _)| *inserted != name);
                part.inserted.push((name, value));
            }
        }
    }

    /// Sets an attribute of any name; the item is none of its answer any more.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        let mut map = self.take_map();
        map.insert(name.to_owned(), value.into_sdk());
        *self = Self::from_sdk(map);
    }

    /// Removes an attribute of any name; the item is none of its answer any more.
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

    /// Removes all attributes but these.
    pub(crate) fn keep(&mut self, attributes: &'static [Attribute]) {
        match &mut self.0 {
            Form::Sdk(map) => {
                map.retain(|name, _| attributes.iter().any(|kept| kept.name == name));
            }
            Form::Wire(part) => {
                part.map.take();
                part.kept = Some(attributes);
            }
        }
    }

    /// Removes the attributes of the names that `names` gives. The same `owner` always gives the same, and so is asked once for many
    /// items of one answer.
    pub(crate) fn hide(&mut self, owner: usize, names: impl FnOnce() -> Vec<&'static str>) {
        match &mut self.0 {
            Form::Sdk(map) => {
                for name in names() {
                    map.remove(name);
                }
            }
            Form::Wire(part) => {
                part.map.take();
                part.hidden = Some(part.body.hidden_names(owner, names));
            }
        }
    }

    /// An item of some of its attributes at least, for what is asked of them once this item is read: all that costs nothing.
    pub(crate) fn only(&self, names: &[Option<&'static str>]) -> Self {
        match &self.0 {
            Form::Sdk(map) => {
                let attribute = |name: &&str| Some(((*name).to_owned(), map.get(*name)?.clone()));
                Self::from_sdk(names.iter().flatten().filter_map(attribute).collect())
            }
            Form::Wire(_) => self.clone(),
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

    pub(crate) fn decode<T: DeserializeOwned>(
        self,
        attributes: &[Attribute],
    ) -> Result<T, CodecError> {
        match self.0 {
            Form::Sdk(map) => super::decode(map, attributes),
            Form::Wire(part) => {
                let names = part.hidden.as_deref().unwrap_or_default();
                let hidden = Hidden::new(names, part.inserted).and_all_but(part.kept);
                part.body.decode(part.item, attributes, hidden)
            }
        }
    }
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
