//! The place of a value in an item: an attribute, or something inside one.

use std::borrow::Cow;
use std::fmt;

use super::names::Render;

/// `address.city`, `lines[2].total`: an attribute's name, and the way inside it.
///
/// Each segment has a placeholder of its own, so a dot in a name is a part of the name [fault 62].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentPath {
    attribute: Cow<'static, str>,
    inside: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Name(Cow<'static, str>),
    Index(usize),
}

impl DocumentPath {
    /// A whole attribute.
    #[must_use]
    pub const fn attribute(name: &'static str) -> Self {
        Self {
            attribute: Cow::Borrowed(name),
            inside: Vec::new(),
        }
    }

    /// The entry `name` of the map here.
    #[must_use]
    pub fn field(&self, name: impl Into<Cow<'static, str>>) -> Self {
        self.with(Segment::Name(name.into()))
    }

    /// The element `index` of the list here, counted from 0.
    #[must_use]
    pub(crate) fn element(&self, index: usize) -> Self {
        self.with(Segment::Index(index))
    }

    fn with(&self, segment: Segment) -> Self {
        let mut path = self.clone();
        path.inside.push(segment);
        path
    }

    /// The attribute that the path begins with.
    pub(crate) fn head(&self) -> &str {
        &self.attribute
    }

    pub(crate) fn is_attribute(&self) -> bool {
        self.inside.is_empty()
    }

    /// Whether one of the two is the other, or a part of it: the service refuses an update of both.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.attribute == other.attribute
            && self
                .inside
                .iter()
                .zip(&other.inside)
                .all(|(own, other)| own == other)
    }

    pub(crate) fn render(&self, names: &mut dyn Render, out: &mut String) {
        names.name(&self.attribute, out);
        for segment in &self.inside {
            match segment {
                Segment::Name(name) => {
                    out.push('.');
                    names.name(name, out);
                }
                Segment::Index(index) => out.push_str(&format!("[{index}]")),
            }
        }
    }
}

impl From<&'static str> for DocumentPath {
    fn from(name: &'static str) -> Self {
        Self::attribute(name)
    }
}

impl From<String> for DocumentPath {
    fn from(name: String) -> Self {
        Self {
            attribute: Cow::Owned(name),
            inside: Vec::new(),
        }
    }
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.render(&mut super::names::Plain, &mut text);
        f.write_str(&text)
    }
}
