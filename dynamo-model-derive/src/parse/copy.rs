//! `copy_of` of a field, as written.

use darling::ast::NestedMeta;
use syn::{Expr, Ident, Meta, Path};

use super::settings::{Setting, list_items, path_text};
use crate::errors::Errors;

const FORM: &str = "`copy_of` takes the source's type and field: `copy_of = Customer::name`, or with the fields that hold the source's key: `copy_of(Customer::name, customer_id = buyer_id)`";

/// A `copy_of` as written.
#[derive(Debug)]
pub(crate) struct RawCopy {
    pub(crate) key: Path,
    /// The source's type and field in one path.
    pub(crate) source: Path,
    /// Fields of the source's key, and those here that hold them.
    pub(crate) keys: Vec<(Ident, Ident)>,
}

impl RawCopy {
    /// Reads the setting.
    pub(crate) fn read(setting: &Setting, errors: &Errors) -> Option<Self> {
        let (source, keys) = match setting.as_list() {
            Some(tokens) => {
                let mut items = list_items(tokens, errors).into_iter();
                let source = match items.next() {
                    Some(NestedMeta::Meta(Meta::Path(path))) => path,
                    _ => {
                        errors.at(&setting.key, FORM);
                        return None;
                    }
                };
                let keys: Vec<_> = items.map(|item| key(item, errors)).collect();
                (source, keys.into_iter().collect::<Option<Vec<_>>>()?)
            }
            None => (setting.path_of(FORM, errors)?, Vec::new()),
        };
        let is_plain = source.segments.iter().all(|one| one.arguments.is_none());
        if source.segments.len() < 2 || !is_plain {
            errors.at(&source, FORM);
            return None;
        }
        Some(Self {
            key: setting.key.clone(),
            source,
            keys,
        })
    }
}

/// `customer_id = buyer_id`, or `customer_id` where both have one name.
fn key(item: NestedMeta, errors: &Errors) -> Option<(Ident, Ident)> {
    let pair = match &item {
        NestedMeta::Meta(Meta::Path(path)) => path.get_ident().map(|own| (own, own)),
        NestedMeta::Meta(Meta::NameValue(pair)) => match &pair.value {
            Expr::Path(own) => pair.path.get_ident().zip(own.path.get_ident()),
            _ => None,
        },
        _ => None,
    };
    let pair = pair.map(|(source, own)| (source.clone(), own.clone()));
    if pair.is_none() {
        let text = match &item {
            NestedMeta::Meta(meta) => path_text(meta.path()),
            _ => "customer_id".to_owned(),
        };
        errors.at(
            item,
            format!("a field of the source's key is named with the field here that holds it: `{text} = buyer_id`"),
        );
    }
    pair
}
