//! `#[derive(Entity)]`: fields, keys and indexes together.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::{Generics, Ident, Type};

use super::rename::RenameRule;
use super::shard::{self, Uses};
use super::template::Fields;
use super::{also, copy, index, roles, unique, unstored};
use crate::errors::Errors;
use crate::model::{Also, Entity, Field, Index, IndexKeys, Krate, Storage, Template, Unique};
use crate::parse::entity::{RawEntity, RawField, RawShape};
use crate::parse::serde::SerdeContainer;
use crate::parse::settings::path_text;

/// Judges the entity.
pub(crate) fn entity(raw: RawEntity, errors: &Errors) -> Option<Entity> {
    for path in &raw.serde.refused {
        let name = path_text(path);
        errors.at(
            path,
            format!("serde's `{name}` on an entity is refused: its attributes must be its fields"),
        );
    }
    check_required(&raw, errors);
    index::check_names(&raw.indexes, &raw.also, errors);

    let name = raw.ident.unraw().to_string();
    let mut raw_fields = raw.fields?;
    roles::check(&raw_fields, errors);
    let raw_copies: Vec<_> = raw_fields
        .iter_mut()
        .enumerate()
        .filter_map(|(position, field)| Some((position, field.copy.take()?)))
        .collect();
    let uniques = unique::written(&raw_fields, errors);
    let fields = fields(raw_fields, &raw.serde, &raw.generics, errors);
    let scope = Fields {
        entity: &name,
        fields: &fields,
        has_shard: raw.shard.is_some(),
    };
    let copies = copy::copies(raw_copies, scope, &raw.generics, errors);
    let shard = raw
        .shard
        .as_ref()
        .map(|raw| shard::shard(raw, scope, errors));
    let pk = raw
        .pk
        .as_ref()
        .map(|literal| scope.template(literal, "`pk`", errors));
    let sk = raw
        .sk
        .as_ref()
        .map(|literal| scope.template(literal, "`sk`", errors));
    let indexes: Vec<_> = raw
        .indexes
        .into_iter()
        .map(|raw| {
            let primary = (
                pk.as_ref().and_then(Option::as_ref),
                sk.as_ref().and_then(Option::as_ref),
            );
            index::index(raw, primary, scope, errors)
        })
        .collect();

    let of_copies: Vec<_> = {
        let templates = [&pk, &sk].map(|key| key.as_ref().and_then(Option::as_ref));
        let primary: Vec<_> = templates.into_iter().flatten().collect();
        let has_sort_key = raw.written.iter().any(|written| written == "sk");
        raw.also
            .into_iter()
            .map(|raw| also::also(raw, &primary, has_sort_key, scope, errors))
            .collect()
    };

    let pk = pk??;
    let sk = sk.map_or(Some(None), |sk| sk.map(Some))?;
    let indexes = indexes.into_iter().collect::<Option<Vec<_>>>()?;
    index::check_bucket_functions(&pk, sk.as_ref(), &indexes, errors);
    let uses = Uses {
        pk: &pk,
        sk: sk.as_ref(),
        indexes: indexes
            .iter()
            .filter_map(|index| index.keys.as_ref())
            .map(|keys| (&keys.pk, keys.sk.as_ref()))
            .collect(),
    };
    shard::check_uses(
        raw.shard.as_ref(),
        shard.as_ref().and_then(Option::as_ref),
        &uses,
        scope,
        errors,
    );
    let primary: Vec<_> = std::iter::once(&pk).chain(&sk).collect();
    let further: Vec<_> = indexes
        .iter()
        .filter_map(|index| index.keys.as_ref())
        .flat_map(IndexKeys::templates)
        .collect();
    check_methods(
        &primary,
        &further,
        indexes.iter().any(|index| index.keys.is_none()),
        &fields,
        errors,
    );
    let type_name = raw.name.map_or_else(|| name.clone(), |name| name.value());
    let uniques: Vec<_> = uniques
        .into_iter()
        .map(|written| unique::unique(written, &type_name, &primary, scope, errors))
        .collect();
    let shard = shard.map_or(Some(None), |shard| shard.map(Some))?;
    let also = of_copies.into_iter().collect::<Option<Vec<_>>>()?;
    let unique = uniques.into_iter().collect::<Option<Vec<_>>>()?;
    let by = shard.iter().flat_map(|shard| shard.by.iter().copied());
    let of_guards = unique.iter().flat_map(Unique::reads);
    let of_sources = copies.iter().flat_map(|copy| &copy.keys);
    let of_sources = of_sources.map(|(_, position)| *position);
    let further_fields = by.chain(of_guards).chain(of_sources);
    let (numbered, key_fields) = number(&primary, &further, further_fields);
    let in_key = |field| numbered.iter().take(key_fields).any(|own| *own == field);
    copy::check_keys(&copies, in_key, &fields, errors);
    check_copied(&fields, &also, errors);
    check_key_only(&fields, &numbered, errors);
    let when_fields = when_fields(&indexes, &numbered);
    roles::check_keys(&primary, &indexes, shard.as_ref(), &fields, errors);
    unstored::check(&primary, &indexes, shard.as_ref(), &fields, errors);
    let table = raw.table?;
    Some(Entity {
        type_name,
        ident: raw.ident,
        vis: raw.vis,
        generics: raw.generics,
        krate: Krate(raw.krate),
        name,
        table,
        pk,
        sk,
        indexes,
        also,
        unique,
        shard,
        copies,
        fields,
        numbered,
        key_fields,
        when_fields,
        overlap_ok: raw.overlap_ok.map(|reason| reason.value()),
        constant_sk_ok: raw.constant_sk_ok.map(|reason| reason.value()),
    })
}

/// What was written but could not be read is reported already.
fn check_required(raw: &RawEntity, errors: &Errors) {
    let written = |key: &str| raw.written.iter().any(|written| written == key);
    let missing = match (written("table"), written("pk")) {
        (false, false) => "its table and its partition key: `#[entity(table = Shop, pk = \"…\")]`",
        (false, true) => "its table: `#[entity(table = Shop)]`",
        (true, false) => "its partition key: `#[entity(pk = \"…\")]`",
        (true, true) => return,
    };
    errors.at(&raw.ident, format!("an entity needs {missing}"));
}

/// What no key holds could not be read again.
fn check_key_only(fields: &[Field], numbered: &[usize], errors: &Errors) {
    for (position, field) in fields.iter().enumerate() {
        if field.storage == Storage::KeyOnly && !numbered.contains(&position) {
            errors.at(
                &field.ident,
                format!(
                    "`{}` is `key_only`, but no key template names it, so its value would be lost",
                    field.name
                ),
            );
        }
    }
}

/// A copy under another key has all fields as attributes.
fn check_copied(fields: &[Field], also: &[Also], errors: &Errors) {
    let key_only = fields
        .iter()
        .find(|field| field.storage == Storage::KeyOnly);
    if let (Some(also), Some(field)) = (also.first(), key_only) {
        errors.at(
            &also.name,
            format!("a copy under another key cannot read `{}` from it, which is `key_only`: store the field", field.name),
        );
    }
}

/// Every template whose levels are methods of one path; an inverted index makes them of the partition template.
fn check_methods(
    primary: &[&Template],
    further: &[&Template],
    inverted: bool,
    fields: &[Field],
    errors: &Errors,
) {
    let own = if inverted {
        primary
    } else {
        primary.get(1..).unwrap_or_default()
    };
    for template in own.iter().chain(further) {
        index::check_methods(template, fields, errors);
    }
}

/// The fields that templates name, those of the primary key first, and how many these are; then those that a shard or a guard is made of, and
/// those that name the sources of copies.
fn number(
    primary: &[&Template],
    further: &[&Template],
    by: impl Iterator<Item = usize>,
) -> (Vec<usize>, usize) {
    let mut numbered = Vec::new();
    let mut add = |templates: &[&Template]| {
        for field in templates
            .iter()
            .flat_map(|template| template.fields())
            .map(|(_, part)| part.field)
        {
            if !numbered.contains(&field) {
                numbered.push(field);
            }
        }
        numbered.len()
    };
    let key_fields = add(primary);
    add(further);
    for field in by {
        if !numbered.contains(&field) {
            numbered.push(field);
        }
    }
    (numbered, key_fields)
}

/// The fields that only conditions of indexes read.
fn when_fields(indexes: &[Index], numbered: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    let whens = indexes.iter().filter_map(|index| index.when.as_ref());
    for (_, field) in whens.flat_map(|when| &when.inputs) {
        if !numbered.contains(field) && !found.contains(field) {
            found.push(*field);
        }
    }
    found
}

pub(crate) fn fields(
    raw: Vec<RawField>,
    serde: &SerdeContainer,
    generics: &Generics,
    errors: &Errors,
) -> Vec<Field> {
    // An unknown rule is serde's own error.
    let rule = serde
        .rename_all
        .as_ref()
        .and_then(|text| RenameRule::parse(&text.value()).ok());
    let mut fields: Vec<Field> = Vec::new();
    for raw in raw {
        let mut field = field(raw, rule, generics, errors);
        field.has_default |= serde.default;
        let taken = fields.iter().find(|other| {
            field.storage.is_attribute()
                && other.storage.is_attribute()
                && other.stored == field.stored
        });
        if let Some(first) = taken {
            errors.twice(
                &field.ident,
                &first.ident,
                format!("two fields are stored as `{}`", field.stored),
            );
        }
        fields.push(field);
    }
    fields
}

fn field(raw: RawField, rule: Option<RenameRule>, generics: &Generics, errors: &Errors) -> Field {
    let name = raw.ident.unraw().to_string();
    let stored = match (&raw.serde.rename, rule) {
        (Some(rename), _) => rename.value(),
        (None, Some(rule)) => rule.field(&name),
        (None, None) => name.clone(),
    };
    if let Some(alias) = &raw.serde.alias {
        errors.at(
            alias,
            "serde's `alias` on a stored field is refused: an update could not know which name is stored; keep the stored name with `rename`, or rewrite the items under the new one",
        );
    }
    let storage = storage(&raw, generics, errors);
    Field {
        ident: raw.ident,
        name,
        ty: raw.ty,
        stored,
        storage,
        role: raw.role.map(|(role, _)| role),
        serialize: raw.serde.serialize,
        has_default: raw.serde.default,
    }
}

fn storage(raw: &RawField, generics: &Generics, errors: &Errors) -> Storage {
    let natural = if raw.serde.skip {
        Storage::Skipped
    } else if raw.serde.flatten {
        Storage::Flattened
    } else if raw.serde.with {
        Storage::With
    } else if mentions_parameter(&raw.ty, generics) {
        Storage::Plain
    } else {
        Storage::ByType
    };
    if let Some(key) = &raw.key_only {
        if raw.shape.is_some() {
            errors.at(
                key,
                "a `key_only` field is not stored as an attribute, so it has no shape",
            );
        } else if !matches!(natural, Storage::Plain | Storage::ByType) {
            errors.at(key, "a `key_only` field is read from the key as its own type says, not with serde's `skip`, `flatten` or `with`");
        }
        return Storage::KeyOnly;
    }
    let Some(shape) = raw.shape else {
        return natural;
    };
    if !matches!(natural, Storage::Plain | Storage::ByType) {
        errors.at(&raw.ident, "a shape is for a field that serde writes as its own type says, not with `skip`, `flatten` or `with`");
        return natural;
    }
    match shape {
        RawShape::Set => Storage::Set,
        RawShape::Bytes => Storage::Bytes,
        RawShape::List => Storage::List,
    }
}

/// Whether the type has a type or const parameter of the struct in it: its shape is known to nobody yet.
fn mentions_parameter(ty: &Type, generics: &Generics) -> bool {
    let names: Vec<&Ident> = generics
        .type_params()
        .map(|parameter| &parameter.ident)
        .chain(generics.const_params().map(|parameter| &parameter.ident))
        .collect();
    !names.is_empty() && mentions(quote::quote!(#ty), &names)
}

fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.contains(&&ident),
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), names),
        proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => false,
    })
}
