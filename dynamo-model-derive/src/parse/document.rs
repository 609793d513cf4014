//! `#[document(…)]` on a nested struct and its fields, as written.

use syn::{Data, DeriveInput, Field, Fields, Generics, Ident, Path, Visibility};

use super::entity::{FieldSettings, RawField, RawShape};
use super::serde::SerdeContainer;
use super::settings::{attribute_items, once, setting};
use crate::errors::Errors;

/// A nested struct as written.
#[derive(Debug)]
pub(crate) struct RawDocument {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) krate: Option<Path>,
    pub(crate) serde: SerdeContainer,
    /// `None` when the item is no struct with named fields; that is reported already.
    pub(crate) fields: Option<Vec<RawField>>,
}

impl RawDocument {
    /// Reads the struct.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut raw = Self {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            krate: None,
            serde: SerdeContainer::read(&input.attrs),
            fields: fields(input, errors),
        };
        for item in attribute_items(&input.attrs, "document", errors) {
            if let Some(setting) = setting(item, "`#[document(…)]`", &["crate"], errors) {
                once(&mut raw.krate, setting.path(errors), &setting.key, errors);
            }
        }
        raw
    }
}

fn fields(input: &DeriveInput, errors: &Errors) -> Option<Vec<RawField>> {
    if let Data::Struct(data) = &input.data
        && let Fields::Named(fields) = &data.fields
    {
        let fields = fields.named.iter();
        let fields = fields.filter_map(|field| read(field, errors));
        let named = fields.map(|field| field.of(&input.ident, &input.generics));
        return Some(named.collect());
    }
    errors.at(
        &input.ident,
        "a document is a struct with named fields: only these have paths",
    );
    None
}

fn read(field: &Field, errors: &Errors) -> Option<RawField> {
    let mut settings = FieldSettings::default();
    for item in attribute_items(&field.attrs, "document", errors) {
        let place = "a field's `#[document(…)]`";
        let Some(setting) = setting(item, place, &["set", "bytes", "list"], errors) else {
            continue;
        };
        let shape = match setting.name.as_str() {
            "set" => RawShape::Set,
            "bytes" => RawShape::Bytes,
            _ => RawShape::List,
        };
        let shape = setting.flag(errors).map(|()| shape);
        once(&mut settings.shape, shape, &setting.key, errors);
    }
    RawField::with(field, settings)
}
