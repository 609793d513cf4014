//! `#[derive(Document)]`: a struct whose fields are entries of a map.

use syn::ext::IdentExt;

use super::entity::fields;
use crate::errors::Errors;
use crate::model::{Document, Krate};
use crate::parse::document::RawDocument;
use crate::parse::settings::path_text;

/// Judges the struct.
pub(crate) fn document(raw: RawDocument, errors: &Errors) -> Option<Document> {
    for path in &raw.serde.refused {
        let name = path_text(path);
        errors.at(
            path,
            format!("serde's `{name}` on a document is refused: its entries must be its fields"),
        );
    }
    if !raw.generics.params.is_empty() {
        errors.at(
            &raw.generics,
            "a document has no generic parameters: its paths are to fields of known types",
        );
        return None;
    }
    Some(Document {
        name: raw.ident.unraw().to_string(),
        fields: fields(raw.fields?, &raw.serde, &raw.generics, errors),
        ident: raw.ident,
        vis: raw.vis,
        krate: Krate(raw.krate),
    })
}
