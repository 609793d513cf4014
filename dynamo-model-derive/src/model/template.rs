//! Key templates: what a key is made of, part by part.

use syn::LitStr;

use crate::parse::format::Format;

/// A key template.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) literal: LitStr,
    pub(crate) parts: Vec<Part>,
    pub(crate) origin: Origin,
}

/// Whose template it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Own,
    /// The table's, which an index re-uses with its attribute.
    TablePk,
    TableSk,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Literal(String),
    Field(FieldPart),
    /// The entity's shard, in its default format or padded.
    Shard(Format),
}

/// A field in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldPart {
    /// Position in [`Entity::fields`](super::Entity::fields).
    pub(crate) field: usize,
    pub(crate) format: Format,
}

impl Template {
    /// The field parts with their positions among the parts.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (usize, &FieldPart)> {
        self.parts
            .iter()
            .enumerate()
            .filter_map(|(position, part)| match part {
                Part::Field(field) => Some((position, field)),
                Part::Literal(_) | Part::Shard(_) => None,
            })
    }

    /// The format of `{shard}`, where the template has it.
    pub(crate) fn shard(&self) -> Option<&Format> {
        self.parts.iter().find_map(|part| match part {
            Part::Shard(format) => Some(format),
            _ => None,
        })
    }

    /// The position, among the parts, of a date, month or year that the sort key begins with in more detail: a time bucket.
    pub(crate) fn bucket(&self, sort: Option<&Template>) -> Option<usize> {
        let (_, level) = sort?.fields().next()?;
        let (position, _) = self.fields().find(|(_, part)| {
            part.field == level.field
                && part
                    .format
                    .bucket()
                    .is_some_and(|bucket| level.format.detail() > bucket)
        })?;
        Some(position)
    }

    /// The field, where the template is nothing but one.
    pub(crate) fn bare(&self) -> Option<usize> {
        match self.parts.as_slice() {
            [Part::Field(part)] => Some(part.field),
            _ => None,
        }
    }
}
