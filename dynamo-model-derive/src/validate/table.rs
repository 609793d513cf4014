//! `#[derive(Table)]`: names, keys, indexes and the list of entities.

use syn::LitStr;

use crate::errors::Errors;
use crate::model::{Krate, Projection, Table, TableIndex};
use crate::parse::settings::path_text;
use crate::parse::table::{RawGsi, RawKey, RawTable};

/// Judges the table.
pub(crate) fn table(raw: RawTable, errors: &Errors) -> Option<Table> {
    if !raw.named {
        errors.at(
            &raw.ident,
            "a table needs its name: `#[table(name = \"…\")]`",
        );
    }
    check_keys(raw.pk.as_ref(), raw.sk.as_ref(), errors);
    check_names(&raw.gsis, errors);
    check_entities(&raw, errors);
    check_spelling(&raw, errors);
    let indexes = raw.gsis.iter().map(|gsi| index(gsi, errors)).collect();
    Some(Table {
        ident: raw.ident,
        krate: Krate(raw.krate),
        name: raw.name?.value(),
        pk: text_or(raw.pk.as_ref(), "PK"),
        sk: key_or(raw.sk.as_ref(), "SK"),
        indexes,
        type_attribute: text_or(raw.type_attribute.as_ref(), "type"),
        delimiter: text_or(raw.delimiter.as_ref(), "#"),
        entities: raw.entities,
    })
}

fn check_keys(pk: Option<&LitStr>, sk: Option<&RawKey>, errors: &Errors) {
    let sort = key_or(sk, "SK");
    let partition = text_or(pk, "PK");
    if sort.as_ref() != Some(&partition) {
        return;
    }
    let message = format!(
        "the partition key and the sort key are both `{partition}`; they are two attributes"
    );
    match (sk, pk) {
        (Some(RawKey::Name(sk)), _) => errors.at(sk, message),
        (_, pk) => errors.at(pk, message),
    }
}

fn check_names(gsis: &[RawGsi], errors: &Errors) {
    for (position, gsi) in gsis.iter().enumerate() {
        let name = gsi.name.value();
        if let Some(first) = gsis
            .iter()
            .take(position)
            .find(|first| first.name.value() == name)
        {
            errors.twice(
                &gsi.name,
                &first.name,
                format!("two indexes are named `{name}`"),
            );
        }
    }
}

/// What the service takes as names: 3 to 255 of letters, digits, `_`, `.` and `-` for tables and indexes, up to 255 bytes for attributes.
fn check_spelling(raw: &RawTable, errors: &Errors) {
    let tables = raw.name.iter().map(|name| ("table", name));
    let indexes = raw.gsis.iter().map(|gsi| ("index", &gsi.name));
    for (what, name) in tables.chain(indexes) {
        let text = name.value();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        if !text.is_empty() && (text.len() < 3 || text.len() > 255 || !text.chars().all(is_plain)) {
            errors.at(
                name,
                format!(
                    "`{text}` is no {what} name: it has 3 to 255 letters, digits, `_`, `.` and `-`"
                ),
            );
        }
    }
    let keys = |key: &Option<RawKey>| match key {
        Some(RawKey::Name(name)) => Some(name.clone()),
        _ => None,
    };
    let gsi_keys = raw
        .gsis
        .iter()
        .flat_map(|gsi| [gsi.pk.clone(), keys(&gsi.sk)]);
    let table_keys = [raw.pk.clone(), keys(&raw.sk), raw.type_attribute.clone()];
    for name in table_keys.into_iter().chain(gsi_keys).flatten() {
        if name.value().len() > 255 {
            errors.at(&name, "an attribute's name has at most 255 bytes");
        }
    }
}

fn check_entities(raw: &RawTable, errors: &Errors) {
    for (position, entity) in raw.entities.iter().enumerate() {
        let text = path_text(entity);
        if let Some(first) = raw
            .entities
            .iter()
            .take(position)
            .find(|first| path_text(first) == text)
        {
            errors.twice(entity, first, format!("`{text}` is listed twice"));
        }
    }
}

fn index(gsi: &RawGsi, errors: &Errors) -> TableIndex {
    let name = gsi.name.value();
    let pk = text_or(gsi.pk.as_ref(), &format!("{name}PK"));
    let sk = key_or(gsi.sk.as_ref(), &format!("{name}SK"));
    if sk.as_ref() == Some(&pk) {
        errors.at(&gsi.name, format!("the partition key and the sort key of index `{name}` are both `{pk}`; they are two attributes"));
    }
    check_included(gsi, &pk, sk.as_deref(), errors);
    let projection = match (&gsi.keys_only, &gsi.include) {
        (Some(_), Some(_)) => {
            errors.at(
                &gsi.name,
                format!("index `{name}` is `keys_only` and has `include`; write one of them"),
            );
            Projection::KeysOnly
        }
        (Some(_), None) => Projection::KeysOnly,
        (None, Some(names)) => Projection::Include(names.iter().map(LitStr::value).collect()),
        (None, None) => Projection::All,
    };
    TableIndex {
        name,
        pk,
        sk,
        projection,
    }
}

/// The keys are projected anyway, and each name once.
fn check_included(gsi: &RawGsi, pk: &str, sk: Option<&str>, errors: &Errors) {
    let included = gsi.include.iter().flatten();
    for (position, name) in included.enumerate() {
        let text = name.value();
        if text == pk || Some(text.as_str()) == sk {
            errors.at(
                name,
                format!("`{text}` is a key of the index, and keys are always projected"),
            );
        }
        let first = gsi
            .include
            .iter()
            .flatten()
            .take(position)
            .find(|first| first.value() == text);
        if let Some(first) = first {
            errors.twice(name, first, format!("`{text}` is included twice"));
        }
    }
}

fn text_or(text: Option<&LitStr>, default: &str) -> String {
    text.map_or_else(|| default.to_owned(), LitStr::value)
}

fn key_or(key: Option<&RawKey>, default: &str) -> Option<String> {
    match key {
        Some(RawKey::None) => None,
        Some(RawKey::Name(name)) => Some(name.value()),
        None => Some(default.to_owned()),
    }
}
