//! `index(…)` of an entity: names, keys and the condition of a sparse entry.

use syn::ext::IdentExt;
use syn::{Expr, Ident, Pat};

use super::template::Fields;
use crate::errors::Errors;
use crate::model::{Field, Index, IndexKeys, Template, When};
use crate::parse::entity::RawIndex;

/// Functions that the derive adds to every entity, or will add.
const TAKEN: &[&str] = &["key", "query", "partition", "parse_key", "update"];

/// Judges one index.
pub(crate) fn index(raw: RawIndex, fields: Fields<'_>, errors: &Errors) -> Option<Index> {
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
        .map(|literal| fields.template(literal, &format!("`pk`{of}"), errors));
    let sk = raw
        .sk
        .as_ref()
        .map(|literal| fields.template(literal, &format!("`sk`{of}"), errors));
    if let (None, Some(literal)) = (&raw.pk, &raw.sk) {
        errors.at(
            literal,
            format!("`sk`{of} without `pk`; write both, or none for an inverted index"),
        );
    }
    let when = raw.when.map(|expr| when(expr, fields, errors));
    let keys = match (pk, sk) {
        (Some(pk), sk) => Some(IndexKeys {
            pk: pk?,
            sk: sk.map_or(Some(None), |sk| sk.map(Some))?,
        }),
        (None, _) => None,
    };
    Some(Index {
        name: raw.name?,
        on: raw.on?,
        keys,
        when: when.map_or(Some(None), |when| when.map(Some))?,
    })
}

/// Two indexes of one name would be two functions of one name.
pub(crate) fn check_names(indexes: &[RawIndex], errors: &Errors) {
    let names: Vec<_> = indexes
        .iter()
        .filter_map(|index| index.name.as_ref())
        .collect();
    for (position, name) in names.iter().enumerate() {
        if let Some(first) = names
            .iter()
            .take(position)
            .find(|first| first.unraw() == name.unraw())
        {
            errors.twice(
                name,
                first,
                format!("two indexes are named `{}`", name.unraw()),
            );
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

fn check_taken(name: &Ident, errors: &Errors) {
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
