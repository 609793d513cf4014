//! What serde's own attributes say about stored names.
//!
//! Only what changes an attribute's name or form is read; everything else, and every mistake in these attributes, is serde's to judge. The serialize name counts
//! where the two directions differ, because keys, filters and index upkeep are about what is written.

use darling::ast::NestedMeta;
use syn::{Attribute, Expr, ExprPath, Lit, LitStr, Meta, Path};

use super::settings::path_text;

/// Serde attributes of an entity's struct.
#[derive(Debug, Default)]
pub(crate) struct SerdeContainer {
    pub(crate) rename_all: Option<LitStr>,
    /// The same for reading.
    pub(crate) rename_all_read: Option<LitStr>,
    /// Absent fields are read as those of the struct's default.
    pub(crate) default: bool,
    /// Attributes that change the item as a whole.
    pub(crate) refused: Vec<Path>,
}

/// Serde attributes of a field.
#[derive(Debug, Default)]
pub(crate) struct SerdeField {
    pub(crate) rename: Option<LitStr>,
    pub(crate) skip: bool,
    /// Another name under which it is read.
    pub(crate) alias: Option<Path>,
    pub(crate) flatten: bool,
    /// Serialized by a function: the type says nothing about the form.
    pub(crate) with: bool,
    /// The function, where it can be read.
    pub(crate) serialize: Option<ExprPath>,
    /// An absent field is read as a default.
    pub(crate) default: bool,
}

/// Serde attributes of a field that is only read.
#[derive(Debug, Default)]
pub(crate) struct SerdeReading {
    pub(crate) rename: Option<LitStr>,
    pub(crate) skip: bool,
    pub(crate) alias: Option<Path>,
    pub(crate) flatten: Option<Path>,
    /// Read by a function: the type says nothing about the form.
    pub(crate) with: bool,
}

const REFUSED: &[&str] = &[
    "into",
    "from",
    "try_from",
    "transparent",
    "tag",
    "content",
    "untagged",
];

impl SerdeContainer {
    /// Reads the struct's attributes.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in metas(attrs) {
            let name = path_text(meta.path());
            if name == "default" {
                read.default = true;
            } else if name == "rename_all" {
                read.rename_all = serialize_text(&meta).or(read.rename_all);
                read.rename_all_read = text(&meta, "deserialize").or(read.rename_all_read);
            } else if REFUSED.contains(&name.as_str()) {
                read.refused.push(meta.path().clone());
            }
        }
        read
    }
}

impl SerdeField {
    /// Reads a field's attributes.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in metas(attrs) {
            match path_text(meta.path()).as_str() {
                "rename" => read.rename = serialize_text(&meta).or(read.rename),
                "skip" | "skip_serializing" => read.skip = true,
                "alias" => read.alias = Some(meta.path().clone()),
                "flatten" => read.flatten = true,
                "default" => read.default = true,
                "with" => {
                    read.with = true;
                    read.serialize = function(&meta, "::serialize");
                }
                "serialize_with" => {
                    read.with = true;
                    read.serialize = function(&meta, "");
                }
                _ => {}
            }
        }
        read
    }
}

impl SerdeReading {
    /// Reads a field's attributes.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in metas(attrs) {
            match path_text(meta.path()).as_str() {
                "rename" => read.rename = text(&meta, "deserialize").or(read.rename),
                "skip" | "skip_deserializing" => read.skip = true,
                "alias" => read.alias = Some(meta.path().clone()),
                "flatten" => read.flatten = Some(meta.path().clone()),
                "with" | "deserialize_with" => read.with = true,
                _ => {}
            }
        }
        read
    }
}

fn metas(attrs: &[Attribute]) -> Vec<Meta> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("serde"))
        .filter_map(|attr| attr.meta.require_list().ok())
        .filter_map(|list| NestedMeta::parse_meta_list(list.tokens.clone()).ok())
        .flatten()
        .filter_map(|item| match item {
            NestedMeta::Meta(meta) => Some(meta),
            NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => None,
        })
        .collect()
}

/// The function that `with = "…"` or `serialize_with = "…"` names, at the text's place.
fn function(meta: &Meta, ending: &str) -> Option<ExprPath> {
    let text = serialize_text(meta)?;
    LitStr::new(&format!("{}{ending}", text.value()), text.span())
        .parse()
        .ok()
}

fn serialize_text(meta: &Meta) -> Option<LitStr> {
    text(meta, "serialize")
}

/// `key = "…"`, or the part of that direction of `key(serialize = "…", deserialize = "…")`.
fn text(meta: &Meta, direction: &str) -> Option<LitStr> {
    match meta {
        Meta::NameValue(pair) => literal(&pair.value),
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone())
            .ok()?
            .iter()
            .find_map(|item| match item {
                NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident(direction) => {
                    literal(&pair.value)
                }
                _ => None,
            }),
        Meta::Path(_) => None,
    }
}

fn literal(expr: &Expr) -> Option<LitStr> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.clone()),
            _ => None,
        },
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
