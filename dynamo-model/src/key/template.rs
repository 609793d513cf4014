//! Key templates: const data, rendering and parsing.
//!
//! Different field values must never render the same key, so each part is checked where its end is found
//! again when parsing: a part of fixed width by its width, a part before a literal by the literal's
//! first occurrence, the last part by the end of the text. The last part may not contain the table's
//! delimiter either, so that a longer template of another entity (`ORDER#{id}#ITEM#{n}`) cannot be
//! imitated by a value.

use super::format::{Format, PartKind};
use super::ops::Written;
use super::part::PartError;
use super::shard::{ShardPart, shard_of};

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
    pub(crate) fn render(
        &'static self,
        delimiter: &'static str,
        write: impl FnMut(&FieldPart, &mut String) -> Written,
    ) -> Result<Option<String>, KeyFault> {
        let mut text = String::with_capacity(self.text.len() + 32);
        let is_present = self.render_into(delimiter, &mut text, write)?;
        Ok(is_present.then_some(text))
    }

    /// Appends the whole template; `false` where a field is absent, and then as on an error the text is a part of it.
    pub(crate) fn render_into(
        &'static self,
        delimiter: &'static str,
        text: &mut String,
        mut write: impl FnMut(&FieldPart, &mut String) -> Written,
    ) -> Result<bool, KeyFault> {
        let mut writer = TemplateWriter::after(std::mem::take(text), self, delimiter);
        let rendered = self.render_with(&mut writer, &mut write);
        *text = writer.finish();
        rendered
    }

    fn render_with(
        &self,
        writer: &mut TemplateWriter,
        write: &mut impl FnMut(&FieldPart, &mut String) -> Written,
    ) -> Result<bool, KeyFault> {
        loop {
            let written = if let Some(field) = writer.next_field() {
                writer.field(|out| write(field, out))
            } else if let Some(shard) = writer.next_shard() {
                number(shard, &mut *write).map(|number| {
                    number.is_some_and(|number| {
                        writer.shard(number);
                        true
                    })
                })
            } else {
                return Ok(true);
            };
            match written {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                // Where a later field is absent there is no key, and so no fault.
                Err(fault) => {
                    let mut scratch = String::new();
                    let is_absent = |field| matches!(write(field, &mut scratch), Written::Absent);
                    return match self.inputs().any(is_absent) {
                        true => Ok(false),
                        false => Err(fault),
                    };
                }
            }
        }
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
                        .end(position, field.format.fixed_width(field.kind), rest)
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
fn number(
    shard: &ShardPart,
    mut write: impl FnMut(&FieldPart, &mut String) -> Written,
) -> Result<Option<u16>, KeyFault> {
    let mut texts = Vec::with_capacity(shard.by.len());
    for field in shard.by {
        let mut text = String::new();
        match write(field, &mut text) {
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

/// Renders a template part by part: whole for writes and gets, up to some level for queries.
#[derive(Clone, Debug)]
pub(crate) struct TemplateWriter {
    template: &'static Template,
    delimiter: &'static str,
    text: String,
    next: usize,
}

impl TemplateWriter {
    pub(crate) fn new(template: &'static Template, delimiter: &'static str) -> Self {
        let text = String::with_capacity(template.text.len() + 32);
        Self::after(text, template, delimiter)
    }

    /// Goes on behind a text.
    fn after(text: String, template: &'static Template, delimiter: &'static str) -> Self {
        let mut writer = Self {
            template,
            delimiter,
            text,
            next: 0,
        };
        writer.literals();
        writer
    }

    /// The field part that comes next.
    pub(crate) fn next_field(&self) -> Option<&'static FieldPart> {
        match self.template.parts.get(self.next) {
            Some(Part::Field(field)) => Some(field),
            _ => None,
        }
    }

    /// Writes the next field and the literals after it; `false` where the field is absent.
    pub(crate) fn field(
        &mut self,
        write: impl FnOnce(&mut String) -> Written,
    ) -> Result<bool, KeyFault> {
        let Some(field) = self.next_field() else {
            return Ok(true);
        };
        let start = self.text.len();
        match write(&mut self.text) {
            Written::Done => {}
            Written::Absent => return Ok(false),
            Written::Failed(error) => {
                return Err(KeyFault::of_part(field, &self.text[start..], &error));
            }
        }
        self.check(field, start)?;
        self.next += 1;
        self.literals();
        Ok(true)
    }

    /// The shard that comes next.
    pub(crate) fn next_shard(&self) -> Option<&'static ShardPart> {
        match self.template.parts.get(self.next) {
            Some(Part::Shard(shard)) => Some(shard),
            _ => None,
        }
    }

    /// Writes the next shard's number and the literals after it.
    pub(crate) fn shard(&mut self, number: u16) {
        let Some(shard) = self.next_shard() else {
            return;
        };
        shard.write(number, &mut self.text);
        self.next += 1;
        self.literals();
    }

    /// The text so far: complete parts, each closed by the literal after it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The literal after the next field part; empty where none follows.
    pub(crate) fn closing(&self) -> &'static str {
        match self.template.parts.get(self.next + 1) {
            Some(Part::Literal(literal)) => literal,
            _ => "",
        }
    }

    /// Whether the next field part is the template's end.
    pub(crate) fn at_last_part(&self) -> bool {
        self.next + 1 == self.template.parts.len()
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.next == self.template.parts.len()
    }

    /// The parts already written.
    pub(crate) fn written(&self) -> &'static [Part] {
        &self.template.parts[..self.next]
    }

    /// The text of the next field alone, checked like a written one.
    pub(crate) fn peek(
        &self,
        write: impl FnOnce(&mut String) -> Written,
    ) -> Result<String, KeyFault> {
        let mut ahead = self.clone();
        let start = ahead.text.len();
        let closing = self.closing();
        ahead.field(write)?;
        let mut text = ahead.text.split_off(start);
        if text.ends_with(closing) {
            text.truncate(text.len() - closing.len());
        }
        Ok(text)
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn literals(&mut self) {
        while let Some(Part::Literal(literal)) = self.template.parts.get(self.next) {
            self.text.push_str(literal);
            self.next += 1;
        }
    }

    fn check(&self, field: &FieldPart, start: usize) -> Result<(), KeyFault> {
        let part = &self.text[start..];
        if part.is_empty() {
            return Err(KeyFault::new(
                field,
                part,
                "a key part may not be empty".to_owned(),
            ));
        }
        match field.format.fixed_width(field.kind) {
            Some(width) if part.len() == width => return Ok(()),
            Some(width) => {
                let reason = format!("its type promises {width} bytes and wrote {}", part.len());
                return Err(KeyFault::new(field, part, reason));
            }
            None if field.format == Format::Raw => return Ok(()),
            None => {}
        }
        match self.template.parts.get(self.next + 1) {
            Some(Part::Literal(literal)) => {
                if !begins_inside(part, literal) {
                    return Ok(());
                }
                let reason = format!(
                    "`{literal}` ends this part, so the value may not contain it{}",
                    field.way_out(false)
                );
                Err(KeyFault::new(field, part, reason))
            }
            _ if part.contains(self.delimiter) => {
                let reason = format!(
                    "the last part may not contain the table's delimiter `{}`{}",
                    self.delimiter,
                    field.way_out(true)
                );
                Err(KeyFault::new(field, part, reason))
            }
            _ => Ok(()),
        }
    }
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
