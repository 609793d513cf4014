//! Answers that have items in more places than one list: by table, with gaps between them, in the reasons of a refusal.
//!
//! A [`Way`] says where the items are. What is not of the form that it says (other types, escapes in names, a name twice, more tables than a request has) is not
//! read here: the SDK reads such an answer whole, and says what is wrong with it.

use std::fmt;

use bytes::Bytes;
use bytes_utils::Str;

use super::body::Body;
use super::scan::Scan;
use crate::item::Stored;
use crate::item::error::CodecError;

/// The way from a value of an answer to the items in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// It is an item.
    Item,
    /// It is a list of items.
    Items,
    /// By the member of this name.
    Member(&'static str, &'static Way),
    /// By each member.
    Members(&'static Way),
    /// By each element.
    Elements(&'static Way),
}

/// Members with items in them: a request names no more tables.
const MOST_MEMBERS: usize = 100;

/// The items of an answer, and the answer without them.
pub(crate) struct Answer {
    body: Body,
    /// The number of the element that each item is in; none where all items are those of one list.
    positions: Vec<usize>,
    rest: String,
}

impl Answer {
    /// Finds the items. `None`: there are none.
    ///
    /// # Errors
    /// Where the text is not UTF-8 or not of the form of an answer.
    pub(crate) fn read(answer: Bytes, way: &Way) -> Result<Option<Self>, CodecError> {
        let body = Body::new(answer)?;
        let text = body.text_of_all();
        let mut walk = Walk::new(&text, body);
        walk.go(way)?;
        walk.scan.end()?;
        if walk.positions.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            rest: walk.rest(),
            body: walk.body,
            positions: walk.positions,
        }))
    }

    /// The answer without its items: lists of items are empty, and single ones `null`.
    pub(crate) fn take_rest(&mut self) -> String {
        std::mem::take(&mut self.rest)
    }

    /// The items, in their order.
    pub(crate) fn into_items(self) -> Vec<Stored> {
        Stored::of_answer(self.body)
    }

    /// The items, and the number of the element that each is in.
    pub(crate) fn into_placed(self) -> impl Iterator<Item = (usize, Stored)> {
        self.positions.into_iter().zip(Stored::of_answer(self.body))
    }
}

impl From<Body> for Answer {
    fn from(body: Body) -> Self {
        Self {
            rest: body.rest(),
            positions: Vec::new(),
            body,
        }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body.fmt(f)
    }
}

/// What was found on the way.
struct Walk<'t> {
    text: &'t Str,
    scan: Scan<'t>,
    body: Body,
    positions: Vec<usize>,
    /// The number of the element that the scan is in.
    position: usize,
    /// The answer without items, up to `copied`.
    rest: String,
    copied: usize,
}

impl<'t> Walk<'t> {
    fn new(text: &'t Str, body: Body) -> Self {
        Walk {
            text,
            scan: Scan::new(text),
            body,
            positions: Vec::new(),
            position: 0,
            rest: String::new(),
            copied: 0,
        }
    }

    /// The depth is that of the way.
    fn go(&mut self, way: &Way) -> Result<(), CodecError> {
        let bracket = match way {
            Way::Items | Way::Elements(_) => b'[',
            Way::Item | Way::Member(..) | Way::Members(_) => b'{',
        };
        if self.scan.peek() != Some(bracket) {
            // `null`, or what the SDK refuses.
            return self.scan.skip().map(|_| ());
        }
        match way {
            Way::Item => self.cut("null", Self::item),
            Way::Items => self.cut("[]", |walk| walk.elements(Self::item)),
            Way::Elements(way) => self.elements(|walk| walk.go(way)),
            Way::Members(way) => self.members(|_| true, way),
            Way::Member(name, way) => self.members(|found| found == *name, way),
        }
    }

    fn elements(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<(), CodecError>,
    ) -> Result<(), CodecError> {
        self.scan.expect(b'[')?;
        let mut count = 0;
        while self.scan.next_element(b']', count)? {
            self.position = count;
            count += 1;
            each(self)?;
        }
        Ok(())
    }

    fn members(&mut self, is_on: impl Fn(&str) -> bool, way: &Way) -> Result<(), CodecError> {
        self.scan.expect(b'{')?;
        let mut count = 0;
        let mut seen = Vec::new();
        while self.scan.next_element(b'}', count)? {
            count += 1;
            let name = self.scan.name()?;
            if name.is_escaped {
                return Err(self.scan.error("a name with escapes"));
            }
            let name = name.of(self.text);
            if !is_on(name) {
                self.scan.skip()?;
                continue;
            }
            if seen.contains(&name) || seen.len() == MOST_MEMBERS {
                return Err(self.scan.error("a member too many"));
            }
            seen.push(name);
            self.go(way)?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<(), CodecError> {
        self.scan.peek();
        self.body.find_item(&mut self.scan)?;
        self.positions.push(self.position);
        Ok(())
    }

    /// Has the rest say `instead` in the place of what is read.
    fn cut(
        &mut self,
        instead: &str,
        read: impl FnOnce(&mut Self) -> Result<(), CodecError>,
    ) -> Result<(), CodecError> {
        self.copy();
        self.rest.push_str(instead);
        read(self)?;
        self.copied = self.scan.at();
        Ok(())
    }

    fn copy(&mut self) {
        let read = self.text.get(self.copied..self.scan.at());
        self.rest.push_str(read.unwrap_or_default());
    }

    fn rest(&mut self) -> String {
        self.copy();
        std::mem::take(&mut self.rest)
    }
}
