//! `also(…)` of an entity, as written.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path};

use super::settings::{list_items, once, setting};
use crate::errors::Errors;

const ALSO_KEYS: &[&str] = &["name", "pk", "sk"];

/// An `also(…)` as written.
#[derive(Debug)]
pub(crate) struct RawAlso {
    pub(crate) key: Path,
    /// The keys that were written, readable or not.
    pub(crate) written: Vec<String>,
    pub(crate) name: Option<Ident>,
    pub(crate) pk: Option<LitStr>,
    pub(crate) sk: Option<LitStr>,
}

impl RawAlso {
    /// Reads the list.
    pub(crate) fn read(key: &Path, tokens: TokenStream, errors: &Errors) -> Self {
        let mut raw = Self {
            key: key.clone(),
            written: Vec::new(),
            name: None,
            pk: None,
            sk: None,
        };
        for item in list_items(tokens, errors) {
            let Some(setting) = setting(item, "`also(…)`", ALSO_KEYS, errors) else {
                continue;
            };
            let key = &setting.key;
            match setting.name.as_str() {
                "name" => once(&mut raw.name, setting.ident(errors), key, errors),
                "pk" => once(&mut raw.pk, setting.text(errors), key, errors),
                _ => once(&mut raw.sk, setting.text(errors), key, errors),
            }
            raw.written.push(setting.name);
        }
        raw
    }
}
