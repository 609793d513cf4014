//! `index(…)` of an entity: names, keys and the condition of a sparse entry.

use syn::ext::IdentExt;
use syn::{Expr, Ident, LitStr, Pat};

use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Field, FieldPart, Format, Index, IndexKeys, Origin, Part, Template, When};
use crate::parse::also::RawAlso;
use crate::parse::entity::{RawIndex, RawIndexKey};

/// Functions that the derive adds to every entity, or will add.
const TAKEN: &[&str] = &["key", "query", "partition", "parse_key", "update"];

/// Attributes that each key of a global secondary index can have (service limit).
const KEY_LIMIT: usize = 4;

/// The entity's own templates, as far as they could be read.
type Primary<'t> = (Option<&'t Template>, Option<&'t Template>);

/// Judges one index.
pub(crate) fn index(
    raw: RawIndex,
    primary: Primary<'_>,
    fields: Fields<'_>,
    errors: &Errors,
) -> Option<Index> {
    if raw.name.is_none() && raw.on.is_none() {
        errors.at(&raw.key, "an index needs a name and the table's index it is on: `index(name = by_status, on = \"GSI1\", …)`");
    } else if raw.name.is_none() {
        errors.at(
            &raw.key,
            "an index needs a name, which becomes its function: `name = by_status`",
        );
    } else if raw.on.is_none() {
        errors.at(
            &raw.key,
            "an index says which of the table's indexes it is on: `on = \"GSI1\"`",
        );
    }
    if let Some(name) = &raw.name {
        check_taken(name, errors);
    }
    let of = raw
        .name
        .as_ref()
        .map_or_else(String::new, |name| format!(" of index `{}`", name.unraw()));
    let pk = raw
        .pk
        .as_ref()
        .map(|key| key_templates(key, primary, fields, &format!("`pk`{of}"), errors));
    let sk = raw
        .sk
        .as_ref()
        .map(|key| key_templates(key, primary, fields, &format!("`sk`{of}"), errors));
    let when = raw.when.map(|expr| when(expr, fields, errors));
    let keys = match (pk, sk) {
        (Some(pk), sk) => Some(keys(pk?, sk.map_or(Some(Vec::new()), |sk| sk)?)?),
        // A local index, or a global one, under the table's own partition key.
        (None, Some(sk)) => Some(keys(vec![shared(primary.0?, Origin::TablePk, None)], sk?)?),
        (None, None) => None,
    };
    Some(Index {
        name: raw.name?,
        on: raw.on?,
        keys,
        when: when.map_or(Some(None), |when| when.map(Some))?,
    })
}

fn keys(pk: Vec<Template>, sk: Vec<Template>) -> Option<IndexKeys> {
    let (mut pk, mut sk) = (pk.into_iter(), sk.into_iter());
    Some(IndexKeys {
        pk: pk.next()?,
        sk: sk.next(),
        more_pk: pk.collect(),
        more_sk: sk.collect(),
    })
}

/// The templates of one key: one, or one for each attribute.
fn key_templates(
    key: &RawIndexKey,
    primary: Primary<'_>,
    fields: Fields<'_>,
    role: &str,
    errors: &Errors,
) -> Option<Vec<Template>> {
    match key {
        RawIndexKey::Template(literal) => Some(vec![fields.template(literal, role, errors)?]),
        RawIndexKey::Table(word) if word == "pk" => {
            Some(vec![shared(primary.0?, Origin::TablePk, Some(word))])
        }
        RawIndexKey::Table(word) => match primary.1 {
            Some(sk) => Some(vec![shared(sk, Origin::TableSk, Some(word))]),
            None => {
                errors.at(
                    word,
                    format!(
                        "key {role} is the table's sort key, but `{}` has none",
                        fields.entity
                    ),
                );
                None
            }
        },
        RawIndexKey::Fields(names, list) => {
            if names.is_empty() || names.len() > KEY_LIMIT {
                errors.at(
                    list,
                    format!(
                        "key {role} has {} attributes; each key of an index has one to four",
                        names.len()
                    ),
                );
                return None;
            }
            if let Some(twice) = names.iter().enumerate().find_map(|(position, name)| {
                names
                    .iter()
                    .take(position)
                    .any(|first| first == name)
                    .then_some(name)
            }) {
                errors.at(twice, format!("key {role} names `{}` twice", twice.unraw()));
                return None;
            }
            let templates: Vec<_> = names
                .iter()
                .map(|name| bare(name, fields, role, errors))
                .collect();
            templates.into_iter().collect()
        }
    }
}

/// The table's template, to be blamed where the index names it.
fn shared(template: &Template, origin: Origin, word: Option<&Ident>) -> Template {
    let mut literal = template.literal.clone();
    if let Some(word) = word {
        literal.set_span(word.span());
    }
    Template {
        literal,
        parts: template.parts.clone(),
        origin,
    }
}

/// The template that is a field alone.
fn bare(name: &Ident, fields: Fields<'_>, role: &str, errors: &Errors) -> Option<Template> {
    let text = name.unraw().to_string();
    let Some(field) = fields.find(&text) else {
        let (entity, nearest) = (fields.entity, fields.nearest(&text));
        errors.at(
            name,
            format!("key {role} names `{text}`, but `{entity}` has no such field{nearest}"),
        );
        return None;
    };
    Some(Template {
        literal: LitStr::new(&format!("{{{text}}}"), name.span()),
        parts: vec![Part::Field(FieldPart {
            field,
            format: Format::Default,
        })],
        origin: Origin::Own,
    })
}

/// Two indexes of one name would be two functions of one name, and so would an index and an `also`.
pub(crate) fn check_names(indexes: &[RawIndex], also: &[RawAlso], errors: &Errors) {
    let of_indexes = indexes.iter().filter_map(|index| index.name.as_ref());
    let further = also.iter().filter_map(|also| also.name.as_ref());
    let names: Vec<_> = of_indexes
        .map(|name| (name, true))
        .chain(further.map(|name| (name, false)))
        .collect();
    for (position, (name, is_index)) in names.iter().enumerate() {
        if let Some((first, _)) = names
            .iter()
            .take(position)
            .find(|(first, _)| first.unraw() == name.unraw())
        {
            let message = match is_index {
                true => format!("two indexes are named `{}`", name.unraw()),
                false => format!(
                    "`{}` is the name of an index or another `also` already, and both are functions",
                    name.unraw()
                ),
            };
            errors.twice(name, first, message);
        }
    }
}

/// Reports sort-key fields whose query methods have one name: `at` has `at_in`, and so has a field `at_in`.
pub(crate) fn check_methods(template: &Template, fields: &[Field], errors: &Errors) {
    let names: Vec<_> = template
        .fields()
        .filter_map(|(_, part)| fields.get(part.field))
        .collect();
    for field in &names {
        for ending in ["_in", "_starts_with"] {
            let method = format!("{}{ending}", field.name);
            if names.iter().any(|other| other.name == method) {
                errors.at(
                    &template.literal,
                    format!("field `{}` has the query method `{method}`, and so has field `{method}`; rename one field", field.name),
                );
            }
        }
    }
}

/// Reports an index whose name is that of a bucketed path's function for ranges: `query_in`, or `by_day_in` of the index `by_day`.
pub(crate) fn check_bucket_functions(
    pk: &Template,
    sk: Option<&Template>,
    indexes: &[Index],
    errors: &Errors,
) {
    let base = pk.bucket(sk).map(|_| "query_in".to_owned());
    let further = indexes.iter().filter_map(|index| {
        let keys = index.keys.as_ref()?;
        keys.pk.bucket(keys.sk.as_ref())?;
        Some(format!("{}_in", index.name.unraw()))
    });
    for function in base.into_iter().chain(further) {
        if let Some(index) = indexes.iter().find(|index| index.name.unraw() == function) {
            errors.at(
                &index.name,
                format!("the derive has a function `{function}` of its own, for ranges over time buckets; name the index by what it finds"),
            );
        }
    }
}

pub(crate) fn check_taken(name: &Ident, errors: &Errors) {
    if TAKEN.contains(&name.unraw().to_string().as_str()) {
        errors.at(name, format!("the derive has a function `{0}` of its own; name the index by what it finds, as in `by_{0}`", name.unraw()));
    }
}

fn when(expr: Expr, fields: Fields<'_>, errors: &Errors) -> Option<When> {
    let expected = "`when` takes a closure over fields: `when = |status| status.is_open()`";
    let Expr::Closure(closure) = expr else {
        errors.at(expr, expected);
        return None;
    };
    if closure.inputs.is_empty() {
        errors.at(&closure, "`when` names no field; without a condition leave it out, and otherwise name what it reads: `when = |status| …`");
        return None;
    }
    let inputs: Vec<_> = closure
        .inputs
        .iter()
        .map(|input| parameter(input, fields, errors))
        .collect();
    let inputs = inputs.into_iter().collect::<Option<Vec<_>>>()?;
    for (position, (ident, field)) in inputs.iter().enumerate() {
        if inputs
            .iter()
            .take(position)
            .any(|(_, earlier)| earlier == field)
        {
            errors.at(ident, format!("`when` names `{}` twice", ident.unraw()));
        }
    }
    Some(When {
        inputs,
        body: *closure.body,
    })
}

fn parameter(input: &Pat, fields: Fields<'_>, errors: &Errors) -> Option<(Ident, usize)> {
    let ident = match input {
        Pat::Ident(pattern)
            if pattern.by_ref.is_none()
                && pattern.mutability.is_none()
                && pattern.subpat.is_none() =>
        {
            &pattern.ident
        }
        other => {
            errors.at(other, "a parameter of `when` is the name of a field alone; its type is a reference to the field's");
            return None;
        }
    };
    let name = ident.unraw().to_string();
    let found = fields.find(&name);
    if found.is_none() {
        errors.at(
            ident,
            format!(
                "`when` names `{name}`, but `{}` has no such field{}",
                fields.entity,
                fields.nearest(&name)
            ),
        );
    }
    Some((ident.clone(), found?))
}
