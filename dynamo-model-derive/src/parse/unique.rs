//! `unique` of a field, as written.

use syn::{LitStr, Path};

use super::settings::{Setting, list_items, once, setting};
use crate::errors::Errors;

const UNIQUE_KEYS: &[&str] = &["scope", "format"];

/// A `unique` or `unique(…)` as written.
#[derive(Clone, Debug)]
pub(crate) struct RawUnique {
    pub(crate) key: Path,
    pub(crate) scope: Option<LitStr>,
    pub(crate) format: Option<LitStr>,
}

impl RawUnique {
    /// Reads the flag or the list.
    pub(crate) fn read(outer: &Setting, errors: &Errors) -> Option<Self> {
        let mut raw = Self {
            key: outer.key.clone(),
            scope: None,
            format: None,
        };
        if outer.is_alone() {
            return Some(raw);
        }
        let tokens = outer.list("scope = \"{tenant_id}\"", errors)?;
        for item in list_items(tokens, errors) {
            let Some(setting) = setting(item, "`unique(…)`", UNIQUE_KEYS, errors) else {
                continue;
            };
            let (key, text) = (&setting.key, setting.name_text(errors));
            match setting.name.as_str() {
                "scope" => once(&mut raw.scope, text, key, errors),
                _ => once(&mut raw.format, text, key, errors),
            }
        }
        Some(raw)
    }
}
