//! Key templates: from text to parts that name fields which exist.

use syn::LitStr;

use super::shard::{self, SHARD};
use crate::errors::{Errors, did_you_mean};
use crate::model::{Field, FieldPart, Format, Origin, Part, Template};
use crate::parse::format;
use crate::parse::template::{RawPart, parse};

/// What a template is judged against.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    /// The entity's name, for messages.
    pub(crate) entity: &'a str,
    pub(crate) fields: &'a [Field],
    /// Whether the entity has `shard(…)`.
    pub(crate) has_shard: bool,
}

impl<'a> Fields<'a> {
    /// The position of the field of that name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// `; did you mean …?`
    pub(crate) fn nearest(&self, name: &str) -> String {
        did_you_mean(name, self.fields.iter().map(|field| field.name.as_str()))
    }

    /// Judges a template; `role` is how messages name it, as in "`sk` of index `by_status`".
    pub(crate) fn template(
        &self,
        literal: &LitStr,
        role: &str,
        errors: &Errors,
    ) -> Option<Template> {
        let parts = match parse(&literal.value()) {
            Ok(parts) => parts,
            Err(reason) => {
                errors.at(literal, format!("key template {role} {reason}"));
                return None;
            }
        };
        if parts.is_empty() {
            errors.at(
                literal,
                format!("key template {role} is empty; a key has at least one character"),
            );
            return None;
        }
        let last = parts.len() - 1;
        let parts: Vec<_> = parts
            .into_iter()
            .enumerate()
            .map(|(position, part)| self.part(part, position == last, literal, role, errors))
            .collect();
        let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
        let template = Template {
            literal: literal.clone(),
            parts,
            origin: Origin::Own,
        };
        self.check_repeats(&template, role, errors)
            .then_some(template)
    }

    fn part(
        &self,
        part: RawPart,
        last: bool,
        literal: &LitStr,
        role: &str,
        errors: &Errors,
    ) -> Option<Part> {
        let (name, text) = match part {
            RawPart::Literal(text) => return Some(Part::Literal(text)),
            RawPart::Field { name, format } => (name, format),
        };
        let field = self.find(&name);
        let is_shard = field.is_none() && name == SHARD;
        if is_shard && !self.has_shard {
            let entity = self.entity;
            errors.at(literal, format!("key template {role} has `{{shard}}`, but `{entity}` does not say how many shards there are and by which field: `shard(count = 10, by = order_id)`"));
            return None;
        }
        if field.is_none() && !is_shard {
            let (entity, nearest) = (self.entity, self.nearest(&name));
            errors.at(
                literal,
                format!(
                    "key template {role} names `{name}`, but `{entity}` has no such field{nearest}"
                ),
            );
        }
        let format = match text.as_deref().map_or(Ok(Format::Default), format::parse) {
            Ok(format) => format,
            Err(reason) => {
                errors.at(literal, format!("key template {role} {reason}"));
                return None;
            }
        };
        if is_shard {
            return shard::part(format, literal, role, errors);
        }
        if format == Format::Raw && !last {
            errors.at(literal, format!("key template {role} has `{{{name}:raw}}` before other text; `raw` can only be last, since any text may stand in it"));
        }
        Some(Part::Field(FieldPart {
            field: field?,
            format,
        }))
    }

    fn check_repeats(&self, template: &Template, role: &str, errors: &Errors) -> bool {
        let fields: Vec<_> = template.fields().map(|(_, part)| part.field).collect();
        let repeated = fields.iter().enumerate().find(|(position, field)| {
            fields
                .iter()
                .take(*position)
                .any(|earlier| earlier == *field)
        });
        let field = repeated.and_then(|(_, field)| self.fields.get(*field));
        let shards = template
            .parts
            .iter()
            .filter(|part| matches!(part, Part::Shard(_)));
        let name = match (field, shards.count()) {
            (Some(field), _) => field.name.as_str(),
            (None, 2..) => SHARD,
            _ => return true,
        };
        errors.at(
            &template.literal,
            format!("key template {role} names `{name}` twice"),
        );
        false
    }
}
