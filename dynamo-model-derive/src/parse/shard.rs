//! `shard(…)` of an entity, as written.

use proc_macro2::TokenStream;
use syn::{Expr, Ident, Lit, LitInt, Path};

use super::settings::{list_items, once, setting};
use crate::errors::Errors;

const SHARD_KEYS: &[&str] = &["count", "by"];
const BY: &str = "`by` takes a field or several: `by = order_id`, `by = [customer_id, order_id]`";

/// A `shard(…)` as written.
#[derive(Debug)]
pub(crate) struct RawShard {
    pub(crate) key: Path,
    /// Whether `count` was written, readable or not.
    pub(crate) has_count: bool,
    pub(crate) has_by: bool,
    pub(crate) count: Option<LitInt>,
    pub(crate) by: Option<Vec<Ident>>,
}

impl RawShard {
    /// Reads the list.
    pub(crate) fn read(key: &Path, tokens: TokenStream, errors: &Errors) -> Self {
        let is_empty = tokens.is_empty();
        let items = list_items(tokens, errors);
        // What cannot be read is reported, and nothing in it is missing.
        let is_unreadable = items.is_empty() && !is_empty;
        let mut raw = Self {
            key: key.clone(),
            has_count: is_unreadable,
            has_by: is_unreadable,
            count: None,
            by: None,
        };
        for item in items {
            let Some(setting) = setting(item, "`shard(…)`", SHARD_KEYS, errors) else {
                continue;
            };
            if setting.name == "count" {
                raw.has_count = true;
                let count = setting.expr("10", errors);
                let count = count.and_then(|count| number(count, errors));
                once(&mut raw.count, count, &setting.key, errors);
            } else {
                raw.has_by = true;
                let by = setting.expr("order_id", errors);
                let by = by.and_then(|by| fields(by, errors));
                once(&mut raw.by, by, &setting.key, errors);
            }
        }
        raw
    }
}

fn number(expr: Expr, errors: &Errors) -> Option<LitInt> {
    if let Expr::Lit(literal) = &expr
        && let Lit::Int(number) = &literal.lit
    {
        return Some(number.clone());
    }
    errors.at(expr, "`count` takes the number of shards: `count = 10`");
    None
}

fn fields(expr: Expr, errors: &Errors) -> Option<Vec<Ident>> {
    let elements = match expr {
        Expr::Array(array) if array.elems.is_empty() => {
            errors.at(array, BY);
            return None;
        }
        Expr::Array(array) => array.elems.into_iter().collect(),
        other => vec![other],
    };
    let idents = elements.into_iter().map(|element| match &element {
        Expr::Path(path) if path.path.get_ident().is_some() => path.path.get_ident().cloned(),
        _ => {
            errors.at(element, BY);
            None
        }
    });
    let idents: Vec<_> = idents.collect();
    idents.into_iter().collect()
}
