//! The text of a request's body in the making.
//!
//! Everything is appended to one text: items, keys and values write themselves, and expressions are rendered into it. The names and
//! values of an expression come behind it, so they wait in texts of their own, which all actions of a transaction use in turn.

use smallvec::SmallVec;

use crate::entity::KeyTexts;
use crate::error::Result;
use crate::expr::{Expr, Render, check_expression};
use crate::item::{Value, write_key, write_text};
use crate::key::value::KeyValue;

/// Bytes of the names of an expression, and of its values, as most have them: more is grown to.
const NAMES: usize = 64;
const VALUES: usize = 128;

/// A JSON object, open until it is finished.
#[derive(Debug)]
pub(in crate::client) struct Body {
    json: String,
    placeholders: Placeholders,
}

/// The names and values behind the placeholders of expressions, numbered as [`crate::expr::Placeholders`] numbers them.
#[derive(Debug, Default)]
struct Placeholders {
    /// The names, one behind the other.
    names: String,
    /// Where each name ends.
    ends: SmallVec<[usize; 8]>,
    /// The values as members of an object.
    values: String,
    value_count: usize,
}

impl Body {
    /// A body of about so many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        let mut json = String::with_capacity(bytes);
        json.push('{');
        Self {
            json,
            placeholders: Placeholders::default(),
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.json.push('}');
        self.json
    }

    /// Begins a member: its name, which has nothing to escape, and a colon.
    pub(super) fn member(&mut self, name: &str) {
        separate(&mut self.json);
        self.json.push('"');
        self.json.push_str(name);
        self.json.push_str("\":");
    }

    /// A member that is text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.member(name);
        write_text(text, &mut self.json);
    }

    /// A member that is one of the service's words.
    pub(super) fn word(&mut self, name: &str, word: &str) {
        self.member(name);
        self.json.push('"');
        self.json.push_str(word);
        self.json.push('"');
    }

    pub(super) fn flag(&mut self, name: &str, flag: bool) {
        self.member(name);
        self.json.push_str(if flag { "true" } else { "false" });
    }

    pub(super) fn number(&mut self, name: &str, number: impl itoa::Integer) {
        self.member(name);
        self.json.push_str(itoa::Buffer::new().format(number));
    }

    /// A member that is an object.
    pub(super) fn object(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.member(name);
        self.element(write)
    }

    /// A member that is an object under a name that may have something to escape.
    pub(super) fn named(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        separate(&mut self.json);
        write_text(name, &mut self.json);
        self.json.push(':');
        write(self)
    }

    /// A member that is a list.
    pub(super) fn list(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.member(name);
        self.elements(write)
    }

    pub(super) fn elements(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.json.push('[');
        write(self)?;
        self.json.push(']');
        Ok(())
    }

    /// An object that is an element of a list, or a member's value.
    pub(super) fn element(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        separate(&mut self.json);
        self.json.push('{');
        write(self)?;
        self.json.push('}');
        Ok(())
    }

    /// A member that writes itself.
    pub(super) fn own(&mut self, name: &str, write: impl FnOnce(&mut String)) {
        self.member(name);
        write(&mut self.json);
    }

    /// A key that is an element of a list, or a member's value.
    pub(super) fn key(&mut self, key: &KeyTexts) {
        self.key_values(key.attributes());
    }

    pub(super) fn key_values<'n, 'k>(
        &mut self,
        attributes: impl Iterator<Item = (&'n str, &'k KeyValue)>,
    ) {
        separate(&mut self.json);
        self.json.push('{');
        for (name, value) in attributes {
            separate(&mut self.json);
            write_text(name, &mut self.json);
            self.json.push(':');
            write_key(value, &mut self.json);
        }
        self.json.push('}');
    }

    /// An expression within the service's limits. It consists of placeholders, operators and functions: nothing to escape.
    pub(super) fn expression(
        &mut self,
        name: &str,
        (role, operators): (&str, usize),
        render: impl FnOnce(&mut dyn Render, &mut String),
    ) -> Result<()> {
        self.member(name);
        self.json.push('"');
        let start = self.json.len();
        render(&mut self.placeholders, &mut self.json);
        let text = self.json.get(start..).unwrap_or_default();
        check_expression(role, text, operators)?;
        self.json.push('"');
        Ok(())
    }

    /// A condition, if there is one; whether there is.
    pub(super) fn condition(&mut self, condition: Option<&Expr>) -> Result<bool> {
        let Some(condition) = condition else {
            return Ok(false);
        };
        let limits = ("condition", condition.operators());
        self.expression("ConditionExpression", limits, |names, out| {
            condition.render(names, out);
        })?;
        Ok(true)
    }

    pub(super) fn projection(&mut self, attributes: &[impl AsRef<str>]) {
        self.member("ProjectionExpression");
        self.json.push('"');
        for (number, attribute) in attributes.iter().enumerate() {
            if number > 0 {
                self.json.push_str(", ");
            }
            self.placeholders.name(attribute.as_ref(), &mut self.json);
        }
        self.json.push('"');
    }

    /// The names and values of the expressions so far; the next expression is another request's, or another action's.
    pub(super) fn placeholders(&mut self) {
        if !self.placeholders.ends.is_empty() {
            self.member("ExpressionAttributeNames");
            self.json.push('{');
            for (number, name) in self.placeholders.iter().enumerate() {
                separate(&mut self.json);
                self.json.push_str("\"#");
                count(number, &mut self.json);
                self.json.push_str("\":");
                write_text(name, &mut self.json);
            }
            self.json.push('}');
        }
        if !self.placeholders.values.is_empty() {
            self.member("ExpressionAttributeValues");
            self.json.push('{');
            self.json.push_str(&self.placeholders.values);
            self.json.push('}');
        }
        self.placeholders.clear();
    }
}

impl Placeholders {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(self.ends.iter().copied());
        spans.filter_map(|(start, end)| self.names.get(start..end))
    }

    /// Where the value is written that comes next in the expression.
    fn next_value(&mut self, out: &mut String) -> &mut String {
        let number = self.value_count;
        self.value_count += 1;
        out.push(':');
        count(number, out);
        if number > 0 {
            self.values.push(',');
        } else {
            self.values.reserve(VALUES);
        }
        self.values.push_str("\":");
        count(number, &mut self.values);
        self.values.push_str("\":");
        &mut self.values
    }

    fn clear(&mut self) {
        self.names.clear();
        self.ends.clear();
        self.values.clear();
        self.value_count = 0;
    }
}

impl Render for Placeholders {
    fn name(&mut self, name: &str, out: &mut String) {
        let known = self.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            if self.ends.is_empty() {
                self.names.reserve(NAMES);
            }
            self.names.push_str(name);
            self.ends.push(self.names.len());
            self.ends.len() - 1
        });
        out.push('#');
        count(number, out);
    }

    fn value(&mut self, value: &Value, out: &mut String) {
        value.write_json(self.next_value(out));
    }

    fn key(&mut self, value: &KeyValue, out: &mut String) {
        write_key(value, self.next_value(out));
    }
}

/// Appends a placeholder's number.
fn count(number: usize, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// A comma, but for what comes first.
fn separate(json: &mut String) {
    if !matches!(json.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
        json.push(',');
    }
}
