//! `#[table(…)]` as written.

use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Expr, Fields, Ident, Lit, LitStr, Path, Token};

use super::settings::{Setting, attribute_items, is_none_word, list_items, once, setting};
use crate::errors::Errors;

const KEYS: &[&str] = &[
    "name",
    "pk",
    "sk",
    "gsi",
    "lsi",
    "number",
    "binary",
    "type_attribute",
    "delimiter",
    "entities",
    "crate",
];
const GSI_KEYS: &[&str] = &["pk", "sk", "keys_only", "include"];
const LSI_KEYS: &[&str] = &["sk", "collection_limit_10gb", "keys_only", "include"];

const LSI_FORM: &str = "\"ByDate\", sk = \"LSI1SK\", collection_limit_10gb = \"reason\"";

/// An attribute name, or the word `none`.
#[derive(Debug)]
pub(crate) enum RawKey {
    None,
    Name(LitStr),
    /// The names of a key of several attributes, and the list as written.
    Names(Vec<LitStr>, Expr),
}

/// A table as written.
#[derive(Debug)]
pub(crate) struct RawTable {
    pub(crate) ident: Ident,
    /// Whether a name was written, readable or not.
    pub(crate) named: bool,
    pub(crate) krate: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) pk: Option<LitStr>,
    pub(crate) sk: Option<RawKey>,
    pub(crate) gsis: Vec<RawGsi>,
    pub(crate) type_attribute: Option<RawKey>,
    pub(crate) number: Vec<LitStr>,
    pub(crate) binary: Vec<LitStr>,
    pub(crate) delimiter: Option<LitStr>,
    pub(crate) entities: Vec<Path>,
}

/// A `gsi("NAME", …)` or `lsi("NAME", …)` as written.
#[derive(Debug)]
pub(crate) struct RawGsi {
    pub(crate) name: LitStr,
    pub(crate) is_local: bool,
    pub(crate) collection_limit: Option<LitStr>,
    pub(crate) pk: Option<RawKey>,
    pub(crate) sk: Option<RawKey>,
    pub(crate) keys_only: Option<Span>,
    pub(crate) include: Option<Vec<LitStr>>,
}

impl RawTable {
    /// Reads the attribute; an item that is no unit struct is reported.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        check_item(input, errors);
        let mut raw = Self {
            ident: input.ident.clone(),
            named: false,
            krate: None,
            name: None,
            pk: None,
            sk: None,
            gsis: Vec::new(),
            type_attribute: None,
            number: Vec::new(),
            binary: Vec::new(),
            delimiter: None,
            entities: Vec::new(),
        };
        for item in attribute_items(&input.attrs, "table", errors) {
            if let Some(setting) = setting(item, "`#[table(…)]`", KEYS, errors) {
                raw.take(&setting, errors);
            }
        }
        raw
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        let key = &setting.key;
        match setting.name.as_str() {
            "name" => {
                self.named = true;
                once(&mut self.name, setting.name_text(errors), key, errors);
            }
            "pk" => once(&mut self.pk, pk_name(setting, errors), key, errors),
            "sk" => once(&mut self.sk, sk_name(setting, errors), key, errors),
            "gsi" | "lsi" => {
                let is_local = setting.name == "lsi";
                let list = setting.list(if is_local { LSI_FORM } else { "\"GSI1\"" }, errors);
                self.gsis
                    .extend(list.and_then(|tokens| RawGsi::read(key, is_local, tokens, errors)));
            }
            "number" => self.number.extend(names(setting, errors)),
            "binary" => self.binary.extend(names(setting, errors)),
            "type_attribute" => once(
                &mut self.type_attribute,
                type_attribute(setting, errors),
                key,
                errors,
            ),
            "delimiter" => once(&mut self.delimiter, setting.name_text(errors), key, errors),
            "entities" => {
                let Some(tokens) = setting.list("Customer, Order", errors) else {
                    return;
                };
                match Punctuated::<Path, Token![,]>::parse_terminated.parse2(tokens) {
                    Ok(paths) => self.entities.extend(paths),
                    Err(error) => errors.push(error),
                }
            }
            _ => once(&mut self.krate, setting.path(errors), key, errors),
        }
    }
}

impl RawGsi {
    fn read(
        key: &Path,
        is_local: bool,
        tokens: proc_macro2::TokenStream,
        errors: &Errors,
    ) -> Option<Self> {
        let mut items = list_items(tokens, errors).into_iter();
        let name = match items.next() {
            Some(NestedMeta::Lit(Lit::Str(name))) => name,
            _ => {
                errors.at(
                    key,
                    if is_local {
                        format!("`lsi` begins with the index's name: `lsi({LSI_FORM})`")
                    } else {
                        "`gsi` begins with the index's name: `gsi(\"GSI1\")`".to_owned()
                    },
                );
                return None;
            }
        };
        if name.value().is_empty() {
            errors.at(&name, "the index's name is empty");
        }
        let mut raw = Self {
            name,
            is_local,
            collection_limit: None,
            pk: None,
            sk: None,
            keys_only: None,
            include: None,
        };
        for item in items {
            let (place, known) = if is_local {
                ("`lsi(…)`", LSI_KEYS)
            } else {
                ("`gsi(…)`", GSI_KEYS)
            };
            if let Some(setting) = setting(item, place, known, errors) {
                raw.take(&setting, errors);
            }
        }
        Some(raw)
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        let key = &setting.key;
        match setting.name.as_str() {
            "pk" => once(&mut self.pk, index_key(setting, errors), key, errors),
            "sk" => once(&mut self.sk, index_key(setting, errors), key, errors),
            "collection_limit_10gb" => once(
                &mut self.collection_limit,
                setting.name_text(errors),
                key,
                errors,
            ),
            "keys_only" => {
                let flag = setting
                    .flag(errors)
                    .map(|()| syn::spanned::Spanned::span(key));
                once(&mut self.keys_only, flag, key, errors);
            }
            _ => once(&mut self.include, include(setting, errors), key, errors),
        }
    }
}

fn check_item(input: &DeriveInput, errors: &Errors) {
    let unit = matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Unit));
    if !unit {
        errors.at(
            &input.ident,
            format!("a table is a unit struct: `struct {};`", input.ident),
        );
    }
    if !input.generics.params.is_empty() {
        errors.at(&input.generics, "a table takes no generic parameters");
    }
}

fn pk_name(setting: &Setting, errors: &Errors) -> Option<LitStr> {
    let expr = setting.expr("\"PK\"", errors)?;
    if refused_array(setting, &expr, errors) {
        return None;
    }
    setting.name_text(errors)
}

fn sk_name(setting: &Setting, errors: &Errors) -> Option<RawKey> {
    let expr = setting.expr("\"SK\"", errors)?;
    if refused_array(setting, &expr, errors) {
        return None;
    }
    if is_none_word(&expr) {
        Some(RawKey::None)
    } else {
        setting.name_text(errors).map(RawKey::Name)
    }
}

fn type_attribute(setting: &Setting, errors: &Errors) -> Option<RawKey> {
    let expr = setting.expr("\"type\"", errors)?;
    if is_none_word(&expr) {
        return Some(RawKey::None);
    }
    setting.name_text(errors).map(RawKey::Name)
}

/// A key of an index: one name, `none`, or the names of several attributes.
fn index_key(setting: &Setting, errors: &Errors) -> Option<RawKey> {
    let expr = setting.expr("\"…\"", errors)?;
    match &expr {
        Expr::Array(_) => Some(RawKey::Names(names(setting, errors), expr)),
        _ if is_none_word(&expr) && setting.name == "sk" => Some(RawKey::None),
        _ => setting.name_text(errors).map(RawKey::Name),
    }
}

/// The names of `key = ["…", "…"]`.
fn names(setting: &Setting, errors: &Errors) -> Vec<LitStr> {
    let Some(expr) = setting.expr("[\"…\"]", errors) else {
        return Vec::new();
    };
    let expected = format!(
        "`{0}` takes attribute names: `{0} = [\"…\", \"…\"]`",
        setting.name
    );
    let Expr::Array(array) = &expr else {
        errors.at(expr, expected);
        return Vec::new();
    };
    let mut names = Vec::new();
    for element in &array.elems {
        match element {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(name) if !name.value().is_empty() => names.push(name.clone()),
                _ => errors.at(element, &expected),
            },
            _ => errors.at(element, &expected),
        }
    }
    names
}

fn refused_array(setting: &Setting, expr: &Expr, errors: &Errors) -> bool {
    let array = matches!(expr, Expr::Array(_));
    if array {
        errors.at(expr, format!("a table's key is one attribute, `{0} = \"…\"`; a global secondary index can have several", setting.name));
    }
    array
}

fn include(setting: &Setting, errors: &Errors) -> Option<Vec<LitStr>> {
    let tokens = setting.list("\"name\", \"total\"", errors)?;
    let mut names = Vec::new();
    let items = list_items(tokens.clone(), errors);
    for item in items {
        match item {
            NestedMeta::Lit(Lit::Str(name)) if !name.value().is_empty() => names.push(name),
            other => errors.at(
                NestedTokens(&other),
                "`include` takes attribute names: `include(\"name\")`",
            ),
        }
    }
    if tokens.is_empty() {
        errors.at(
            &setting.key,
            "`include` names no attribute; write `keys_only` for the keys alone",
        );
    }
    Some(names)
}

/// `NestedMeta` has tokens for all but its verbatim form, whose value is what to point at.
struct NestedTokens<'m>(&'m NestedMeta);

impl quote::ToTokens for NestedTokens<'_> {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        match self.0 {
            NestedMeta::Meta(meta) => meta.to_tokens(tokens),
            NestedMeta::Lit(literal) => literal.to_tokens(tokens),
            NestedMeta::NameValueInvalidExpr(pair) => pair.value.to_tokens(tokens),
        }
    }
}
