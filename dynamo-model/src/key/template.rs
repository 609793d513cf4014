//! Key templates: const data, rendering and parsing.
//!
//! Different field values must never render the same key, so each part is checked where its end is found
//! again when parsing: a part of fixed width by its width, a part before a literal by the literal's
//! first occurrence, the last part by the end of the text. The last part may not contain the table's
//! delimiter either, so that a longer template of another entity (`ORDER#{id}#ITEM#{n}`) cannot be
//! imitated by a value.

mod writer;

use super::format::{Format, PartKind};
use super::ops::Written;
use super::part::PartError;
use super::shard::{ShardPart, shard_of};

pub(crate) use writer::TemplateWriter;

/// Bytes that a partition key can have at most (service limit).
pub(crate) const PARTITION_KEY_LIMIT: usize = 2048;
/// Bytes that a sort key can have at most (service limit).
pub(crate) const SORT_KEY_LIMIT: usize = 1024;

/// A key template, parsed at compile time.
#[derive(Debug)]
pub struct Template {
    pub(crate) text: &'static str,
    pub(crate) parts: &'static [Part],
    pub(crate) origin: Origin,
}

/// Whose template it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Own,
    /// The table's partition key, which an index re-uses with its attribute.
    TablePk,
    /// The table's sort key, likewise.
    TableSk,
}

/// Writes a field, by its number and in a format. Not generic, so that what renders is compiled once and not for each entity.
pub(crate) type WriteField<'w> = &'w dyn Fn(usize, Format, &mut String) -> Written;

/// A literal or a field of a template.
#[derive(Debug)]
#[non_exhaustive]
pub enum Part {
    /// Text as it is.
    Literal(&'static str),
    /// A field's value.
    Field(FieldPart),
    /// A number by which one logical partition is spread.
    Shard(ShardPart),
}

/// A field in a template.
#[derive(Debug)]
pub struct FieldPart {
    /// The field's number: those of the primary key first.
    pub(crate) field: usize,
    pub(crate) name: &'static str,
    pub(crate) stored: &'static str,
    pub(crate) format: Format,
    pub(crate) kind: PartKind,
    /// The bytes of its every text.
    width: Option<usize>,
}

/// Why a key could not be rendered or parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyFault {
    pub(crate) field: Option<&'static str>,
    pub(crate) value: Option<String>,
    pub(crate) reason: String,
}

impl Template {
    /// A template with its parts.
    #[must_use]
    pub const fn new(text: &'static str, parts: &'static [Part]) -> Self {
        Self {
            text,
            parts,
            origin: Origin::Own,
        }
    }

    /// The template is that of the table's partition key.
    #[must_use]
    pub const fn of_table_pk(mut self) -> Self {
        self.origin = Origin::TablePk;
        self
    }

    /// The template is that of the table's sort key.
    #[must_use]
    pub const fn of_table_sk(mut self) -> Self {
        self.origin = Origin::TableSk;
        self
    }

    /// The template as written.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The field, where the template is nothing but one field.
    pub(crate) const fn bare(&self) -> Option<&FieldPart> {
        match self.parts {
            [Part::Field(field)] => Some(field),
            _ => None,
        }
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = &FieldPart> {
        self.parts.iter().filter_map(|part| match part {
            Part::Field(field) => Some(field),
            Part::Literal(_) | Part::Shard(_) => None,
        })
    }

    /// The fields that decide what it renders: its own, and those of its shard.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &FieldPart> {
        self.fields()
            .chain(self.shard().into_iter().flat_map(|shard| shard.by))
    }

    /// The shard, where the template has one.
    pub(crate) fn shard(&self) -> Option<&ShardPart> {
        self.parts.iter().find_map(|part| match part {
            Part::Shard(shard) => Some(shard),
            _ => None,
        })
    }

    /// Renders the whole template; `None` where a field is absent.
    #[inline]
    pub(crate) fn render(
        &'static self,
        delimiter: &'static str,
        write: WriteField<'_>,
    ) -> Result<Option<String>, KeyFault> {
        let mut text = String::with_capacity(self.text.len() + 32);
        let is_rendered = self.render_into(&mut text, delimiter, write)?;
        Ok(is_rendered.then_some(text))
    }

    /// Appends the whole template to `out`; `false` where a field is absent, and then only a part of it is there.
    pub(crate) fn render_into(
        &'static self,
        out: &mut String,
        delimiter: &'static str,
        write: WriteField<'_>,
    ) -> Result<bool, KeyFault> {
        let mut writer = TemplateWriter::onto(self, delimiter, std::mem::take(out));
        let rendered = writer.render(write);
        *out = writer.finish();
        rendered
    }

    /// Splits a key's text into the texts of its field parts, in order.
    pub(crate) fn split<'t>(
        &self,
        text: &'t str,
    ) -> Result<Vec<(&'static FieldPart, &'t str)>, KeyFault> {
        let mut rest = text;
        let mut found = Vec::with_capacity(self.parts.len());
        for (position, part) in self.parts.iter().enumerate() {
            match part {
                Part::Literal(literal) => {
                    rest = rest
                        .strip_prefix(literal)
                        .ok_or_else(|| self.unlike(text))?;
                }
                Part::Field(field) => {
                    let end = self
                        .end(position, field.width(), rest)
                        .ok_or_else(|| self.unlike(text))?;
                    let (value, after) = rest.split_at(end);
                    found.push((field, value));
                    rest = after;
                }
                Part::Shard(shard) => {
                    let (_, after) = self
                        .end(position, shard.fixed_width(), rest)
                        .map(|end| rest.split_at(end))
                        .filter(|(value, _)| shard.is_shard(value))
                        .ok_or_else(|| self.unlike(text))?;
                    rest = after;
                }
            }
        }
        if rest.is_empty() {
            Ok(found)
        } else {
            Err(self.unlike(text))
        }
    }

    fn end(&self, position: usize, width: Option<usize>, rest: &str) -> Option<usize> {
        let end = match (width, self.parts.get(position + 1)) {
            (Some(width), _) => width,
            (None, Some(Part::Literal(literal))) => rest.find(literal)?,
            (None, _) => rest.len(),
        };
        (end > 0 && rest.is_char_boundary(end)).then_some(end)
    }

    fn unlike(&self, text: &str) -> KeyFault {
        KeyFault {
            field: None,
            value: Some(text.to_owned()),
            reason: format!("it does not have the form of the template `{}`", self.text),
        }
    }
}

impl FieldPart {
    /// A field part: number, name in Rust, stored name, format and kind of its type.
    #[must_use]
    pub const fn new(
        field: usize,
        name: &'static str,
        stored: &'static str,
        format: Format,
        kind: PartKind,
    ) -> Self {
        Self {
            field,
            name,
            stored,
            format,
            kind,
            width: format.fixed_width(kind),
        }
    }

    /// The same part in last place, where text may hold anything: nothing follows it, and no other template
    /// begins as its own.
    #[must_use]
    pub const fn open(mut self) -> Self {
        if matches!(self.kind, PartKind::Text) {
            self.format = Format::Raw;
        }
        self
    }

    /// The bytes of every text that it has; `None` if they vary.
    pub(crate) const fn width(&self) -> Option<usize> {
        self.width
    }

    /// The formats that take the text all the same, where it is text.
    fn way_out(&self, is_last: bool) -> String {
        match (self.kind, is_last) {
            (PartKind::Text, false) => format!("; `{{{}:esc}}` escapes it", self.name),
            (PartKind::Text, true) => {
                format!(
                    "; `{{{0}:esc}}` escapes it, `{{{0}:raw}}` takes any text",
                    self.name
                )
            }
            _ => String::new(),
        }
    }

    pub(crate) fn is_same_text(&self, other: &Self) -> bool {
        self.field == other.field && self.format == other.format
    }
}

/// An item's shard by its fields' texts; `None` where a field is absent.
fn number(shard: &ShardPart, write: WriteField<'_>) -> Result<Option<u16>, KeyFault> {
    let mut texts = Vec::with_capacity(shard.by.len());
    for field in shard.by {
        let mut text = String::new();
        match write(field.field, field.format, &mut text) {
            Written::Done => texts.push(text),
            Written::Absent => return Ok(None),
            Written::Failed(error) => return Err(KeyFault::of_part(field, &text, &error)),
        }
    }
    Ok(Some(shard_of(
        texts.iter().map(String::as_str),
        shard.count,
    )))
}

/// Whether the literal behind a part is found before the part's end when the two are read again.
fn begins_inside(part: &str, literal: &str) -> bool {
    // The part's end may be the literal's beginning, and the literal's rest its beginning again: `#a` before `#a#a`.
    let straddles = |taken| {
        let parted = literal.split_at_checked(taken);
        parted.is_some_and(|(begun, rest)| part.ends_with(begun) && literal.starts_with(rest))
    };
    part.contains(literal) || (1..literal.len()).any(straddles)
}

impl KeyFault {
    pub(crate) fn new(field: &FieldPart, value: &str, reason: String) -> Self {
        Self {
            field: Some(field.name),
            value: Some(value.to_owned()),
            reason,
        }
    }

    pub(crate) fn of_part(field: &FieldPart, value: &str, error: &PartError) -> Self {
        let value = (!value.is_empty()).then(|| value.to_owned());
        Self {
            field: Some(field.name),
            value,
            reason: error.reason().to_owned(),
        }
    }

    pub(crate) fn without_field(reason: String) -> Self {
        Self {
            field: None,
            value: None,
            reason,
        }
    }
}
