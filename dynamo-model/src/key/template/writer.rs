//! Rendering a template.

use super::{FieldPart, KeyFault, Part, Template, WriteField, begins_inside, number};
use crate::key::format::Format;
use crate::key::ops::Written;
use crate::key::shard::ShardPart;

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
        Self::onto(template, delimiter, text)
    }

    /// Appends to what is there.
    pub(super) fn onto(template: &'static Template, delimiter: &'static str, text: String) -> Self {
        let mut writer = Self {
            template,
            delimiter,
            text,
            next: 0,
        };
        writer.literals();
        writer
    }

    /// Writes all that is left; `false` where a field is absent.
    pub(super) fn render(&mut self, write: WriteField<'_>) -> Result<bool, KeyFault> {
        loop {
            let written = if let Some(field) = self.next_field() {
                self.field(|out| write(field.field, field.format, out))
            } else if let Some(shard) = self.next_shard() {
                number(shard, write).map(|number| {
                    number.is_some_and(|number| {
                        self.shard(number);
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
                    let is_absent = |part: &FieldPart| {
                        let written = write(part.field, part.format, &mut scratch);
                        matches!(written, Written::Absent)
                    };
                    return match self.template.inputs().any(is_absent) {
                        true => Ok(false),
                        false => Err(fault),
                    };
                }
            }
        }
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
        let written = write(&mut self.text);
        self.end_field(field, start, written)
    }

    #[inline]
    fn end_field(
        &mut self,
        field: &'static FieldPart,
        start: usize,
        written: Written,
    ) -> Result<bool, KeyFault> {
        match written {
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
        let (start, closing) = (self.text.len(), self.closing());
        let mut ahead = self.clone();
        ahead.field(write)?;
        Ok(ahead.since(start, closing).to_owned())
    }

    /// Writes the next field as [`field`](Self::field) does; its text alone, `None` where it is absent.
    pub(crate) fn field_text(
        &mut self,
        write: impl FnOnce(&mut String) -> Written,
    ) -> Result<Option<String>, KeyFault> {
        let (start, closing) = (self.text.len(), self.closing());
        let is_written = self.field(write)?;
        Ok(is_written.then(|| self.since(start, closing).to_owned()))
    }

    /// What was written from a place on, without the literal that closes it.
    fn since(&self, start: usize, closing: &str) -> &str {
        let text = self.text.get(start..).unwrap_or_default();
        text.strip_suffix(closing).unwrap_or(text)
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
        let after = self.template.parts.get(self.next + 1);
        match is_sound(field, part, after, self.delimiter) {
            true => Ok(()),
            false => Err(self.fault(field, part, after)),
        }
    }

    /// What is wrong with a part that is not sound.
    #[cold]
    fn fault(&self, field: &FieldPart, part: &str, after: Option<&Part>) -> KeyFault {
        let reason = match (field.width(), after) {
            _ if part.is_empty() => "a key part may not be empty".to_owned(),
            (Some(width), _) => {
                format!("its type promises {width} bytes and wrote {}", part.len())
            }
            (None, Some(Part::Literal(literal))) => format!(
                "`{literal}` ends this part, so the value may not contain it{}",
                field.way_out(false)
            ),
            (None, _) => format!(
                "the last part may not contain the table's delimiter `{}`{}",
                self.delimiter,
                field.way_out(true)
            ),
        };
        KeyFault::new(field, part, reason)
    }
}

/// Whether a part's end is found again before what follows it.
fn is_sound(field: &FieldPart, part: &str, after: Option<&Part>, delimiter: &str) -> bool {
    if part.is_empty() {
        return false;
    }
    match (field.width(), after) {
        (Some(width), _) => part.len() == width,
        (None, _) if field.format == Format::Raw => true,
        (None, Some(Part::Literal(literal))) => !begins_inside(part, literal),
        (None, _) => !has(part, delimiter),
    }
}

impl Template {
    /// Whether it renders this text; seen part by part, without the whole being written. `scratch` is room for a part.
    pub(crate) fn renders(
        &'static self,
        text: &str,
        delimiter: &'static str,
        write: WriteField<'_>,
        scratch: &mut String,
    ) -> bool {
        let mut rest = text;
        for (position, part) in self.parts.iter().enumerate() {
            let part_text = match part {
                Part::Literal(literal) => literal,
                Part::Field(field) => {
                    scratch.clear();
                    let written = write(field.field, field.format, scratch);
                    let after = self.parts.get(position + 1);
                    if !matches!(written, Written::Done)
                        || !is_sound(field, scratch, after, delimiter)
                    {
                        return false;
                    }
                    scratch.as_str()
                }
                Part::Shard(shard) => {
                    let Ok(Some(number)) = number(shard, write) else {
                        return false;
                    };
                    scratch.clear();
                    shard.write(number, scratch);
                    scratch.as_str()
                }
            };
            match rest.strip_prefix(part_text) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }
}

/// Whether text has a delimiter in it, which is one character in nearly all tables.
fn has(text: &str, delimiter: &str) -> bool {
    match delimiter.as_bytes() {
        [byte] => text.as_bytes().contains(byte),
        _ => text.contains(delimiter),
    }
}
