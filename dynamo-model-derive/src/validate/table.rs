//! `#[derive(Table)]`: names, keys, indexes and the list of entities.

use syn::LitStr;

use crate::errors::{Errors, did_you_mean};
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
    let pk = text_or(raw.pk.as_ref(), "PK");
    let sk = key_or(raw.sk.as_ref(), "SK");
    let indexes: Vec<_> = raw.gsis.iter().map(|gsi| index(gsi, &pk, errors)).collect();
    check_locals(&raw.gsis, sk.as_ref(), errors);
    check_types(&raw, &key_names(&pk, sk.as_ref(), &indexes), errors);
    Some(Table {
        ident: raw.ident,
        krate: Krate(raw.krate),
        name: raw.name?.value(),
        pk,
        sk,
        indexes,
        type_attribute: key_or(raw.type_attribute.as_ref(), "type"),
        number: raw.number.iter().map(LitStr::value).collect(),
        binary: raw.binary.iter().map(LitStr::value).collect(),
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

/// A local index is another sort key under the table's partition key, and limits an item collection to 10 GB.
fn check_locals(gsis: &[RawGsi], sk: Option<&String>, errors: &Errors) {
    for local in gsis.iter().filter(|gsi| gsi.is_local) {
        let name = local.name.value();
        if sk.is_none() {
            errors.at(&local.name, format!("a local index is another sort key, and the table has none: give it one, or make `{name}` a `gsi`"));
        }
        if !matches!(local.sk, Some(RawKey::Name(_))) {
            errors.at(
                &local.name,
                format!("the local index `{name}` needs its sort key: `sk = \"…\"`"),
            );
        }
        if local.collection_limit.is_none() {
            errors.at(&local.name, format!("the local index `{name}` limits each item collection to 10 GB for good: say why that is enough, `collection_limit_10gb = \"reason\"`, or make it a `gsi`"));
        }
    }
}

/// All key attributes of a table.
fn key_names<'t>(pk: &'t str, sk: Option<&'t String>, indexes: &'t [TableIndex]) -> Vec<&'t str> {
    let of_indexes = indexes.iter().flat_map(|index| {
        std::iter::once(&index.pk)
            .chain(&index.sk)
            .chain(&index.more_pk)
            .chain(&index.more_sk)
    });
    std::iter::once(pk)
        .chain(sk.into_iter().chain(of_indexes).map(String::as_str))
        .collect()
}

/// `number` and `binary` name key attributes, each once.
fn check_types(raw: &RawTable, keys: &[&str], errors: &Errors) {
    let typed: Vec<_> = raw.number.iter().chain(&raw.binary).collect();
    for (position, name) in typed.iter().enumerate() {
        let text = name.value();
        if !keys.contains(&text.as_str()) {
            let nearest = did_you_mean(&text, keys.iter().copied());
            errors.at(name, format!("`{text}` is no key attribute of the table or of an index, and only these have a type in the table{nearest}"));
        } else if let Some(first) = typed
            .iter()
            .take(position)
            .find(|first| first.value() == text)
        {
            errors.twice(name, first, format!("`{text}` is given a type twice"));
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
    let of_key = |key: &Option<RawKey>| match key {
        Some(RawKey::Name(name)) => vec![name.clone()],
        Some(RawKey::Names(names, _)) => names.clone(),
        Some(RawKey::None) | None => Vec::new(),
    };
    let gsi_keys = raw
        .gsis
        .iter()
        .flat_map(|gsi| [of_key(&gsi.pk), of_key(&gsi.sk)]);
    let table_keys = [of_key(&raw.sk), of_key(&raw.type_attribute)];
    let names = table_keys.into_iter().chain(gsi_keys).flatten();
    for name in raw.pk.clone().into_iter().chain(names) {
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

/// Attributes that each key of a global secondary index can have (service limit).
const KEY_LIMIT: usize = 4;

fn index(gsi: &RawGsi, table_pk: &str, errors: &Errors) -> TableIndex {
    let name = gsi.name.value();
    let mut pks = index_keys(gsi, gsi.pk.as_ref(), &format!("{name}PK"), errors).into_iter();
    let mut sks = index_keys(gsi, gsi.sk.as_ref(), &format!("{name}SK"), errors).into_iter();
    let pk = match pks.next() {
        _ if gsi.is_local => table_pk.to_owned(),
        Some(pk) => pk,
        None => String::new(),
    };
    let sk = sks.next();
    let (more_pk, more_sk): (Vec<_>, Vec<_>) = (pks.collect(), sks.collect());
    let several = !more_pk.is_empty() || !more_sk.is_empty();
    let all: Vec<_> = std::iter::once(&pk)
        .chain(&sk)
        .chain(&more_pk)
        .chain(&more_sk)
        .collect();
    if several {
        let twice = all
            .iter()
            .enumerate()
            .find(|(position, name)| all.iter().take(*position).any(|first| first == *name));
        if let Some((_, twice)) = twice {
            errors.at(
                &gsi.name,
                format!("the keys of index `{name}` have the attribute `{twice}` twice"),
            );
        }
    } else if sk.as_ref() == Some(&pk) {
        errors.at(&gsi.name, format!("the partition key and the sort key of index `{name}` are both `{pk}`; they are two attributes"));
    }
    check_included(gsi, &all, errors);
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
        more_pk,
        more_sk,
        is_local: gsi.is_local,
        projection,
    }
}

/// The attributes of one key of an index.
fn index_keys(gsi: &RawGsi, key: Option<&RawKey>, default: &str, errors: &Errors) -> Vec<String> {
    match key {
        Some(RawKey::Names(names, list)) => {
            if names.is_empty() || names.len() > KEY_LIMIT {
                errors.at(
                    list,
                    format!(
                        "a key of index `{}` has {} attributes; it has one to four",
                        gsi.name.value(),
                        names.len()
                    ),
                );
            }
            names.iter().map(LitStr::value).collect()
        }
        key => key_or(key, default).into_iter().collect(),
    }
}

/// The keys are projected anyway, and each name once.
fn check_included(gsi: &RawGsi, keys: &[&String], errors: &Errors) {
    let included = gsi.include.iter().flatten();
    for (position, name) in included.enumerate() {
        let text = name.value();
        if keys.contains(&&text) {
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
        Some(RawKey::Names(names, _)) => names.first().map(LitStr::value),
        None => Some(default.to_owned()),
    }
}
