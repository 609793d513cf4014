//! The items of one attribute list: `key`, `key = value`, `key(…)` and bare literals.
//!
//! darling's `NestedMeta` does the parsing: it keeps the items apart even if a value is no expression, so that one bad item does not hide the others. The
//! receivers take the items here rather than by `derive(FromMeta)`, because the messages have to name the attribute and what to write.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Meta, MetaList, Path, Type};

use crate::errors::{Errors, did_you_mean};

/// One `key …` item.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) key: Path,
    pub(crate) name: String,
    value: Value,
}

#[derive(Debug)]
enum Value {
    None,
    Expr(Expr),
    List(MetaList),
}

/// The items of all attributes of that name on one thing.
pub(crate) fn attribute_items(attrs: &[Attribute], name: &str, errors: &Errors) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        match &attr.meta {
            Meta::List(list) => items.extend(list_items(list.tokens.clone(), errors)),
            Meta::Path(_) | Meta::NameValue(_) => {
                errors.at(attr, format!("`{name}` takes a list: `#[{name}(…)]`"))
            }
        }
    }
    items
}

/// The items between the parentheses of a list.
pub(crate) fn list_items(tokens: TokenStream, errors: &Errors) -> Vec<NestedMeta> {
    match NestedMeta::parse_meta_list(tokens) {
        Ok(items) => items,
        Err(error) => {
            errors.push(error);
            Vec::new()
        }
    }
}

/// The item as `key …`; a literal or an unknown key is reported.
///
/// `place` is how messages name the list, as in "`#[entity(…)]`".
pub(crate) fn setting(
    item: NestedMeta,
    place: &str,
    known: &[&str],
    errors: &Errors,
) -> Option<Setting> {
    let (key, value) = match item {
        NestedMeta::Meta(Meta::Path(path)) => (path, Value::None),
        NestedMeta::Meta(Meta::List(list)) => (list.path.clone(), Value::List(list)),
        NestedMeta::Meta(Meta::NameValue(pair)) => (pair.path, Value::Expr(ungrouped(pair.value))),
        NestedMeta::NameValueInvalidExpr(pair) => {
            errors.at(
                &pair.value,
                format!(
                    "the value of `{}` is not an expression",
                    path_text(&pair.path)
                ),
            );
            return None;
        }
        NestedMeta::Lit(literal) => {
            errors.at(
                literal,
                format!("a literal alone means nothing in {place}; write `key = value`"),
            );
            return None;
        }
    };
    let name = path_text(&key);
    if !known.contains(&name.as_str()) {
        let nearest = did_you_mean(&name, known.iter().copied());
        errors.at(&key, format!("{place} has no `{name}`{nearest}"));
        return None;
    }
    Some(Setting { key, name, value })
}

/// Keeps the value unless the place is taken already.
pub(crate) fn once<T>(slot: &mut Option<T>, value: Option<T>, key: &Path, errors: &Errors) {
    let Some(value) = value else { return };
    if slot.is_some() {
        errors.at(key, format!("`{}` is given twice", path_text(key)));
    } else {
        *slot = Some(value);
    }
}

/// The value of `name = none`.
pub(crate) fn is_none_word(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("none"))
}

/// A path's text without spaces.
pub(crate) fn path_text(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

impl Setting {
    /// The value as a string literal that is not empty.
    pub(crate) fn name_text(&self, errors: &Errors) -> Option<LitStr> {
        let text = self.text(errors)?;
        if text.value().is_empty() {
            errors.at(&text, format!("`{}` is empty", self.name));
            return None;
        }
        Some(text)
    }

    /// The value as a string literal.
    pub(crate) fn text(&self, errors: &Errors) -> Option<LitStr> {
        if let Value::Expr(Expr::Lit(literal)) = &self.value
            && let Lit::Str(text) = &literal.lit
        {
            return Some(text.clone());
        }
        self.refuse(
            &format!("`{0}` takes a string: `{0} = \"…\"`", self.name),
            errors,
        )
    }

    /// The value as an identifier.
    pub(crate) fn ident(&self, errors: &Errors) -> Option<Ident> {
        if let Value::Expr(Expr::Path(path)) = &self.value
            && let Some(ident) = path.path.get_ident()
        {
            return Some(ident.clone());
        }
        self.refuse(
            &format!("`{0}` takes an identifier: `{0} = by_status`", self.name),
            errors,
        )
    }

    /// The value as a path.
    pub(crate) fn path(&self, errors: &Errors) -> Option<Path> {
        if let Value::Expr(Expr::Path(path)) = &self.value
            && path.qself.is_none()
        {
            return Some(path.path.clone());
        }
        self.refuse(
            &format!("`{0}` takes a path: `{0} = ::some::path`", self.name),
            errors,
        )
    }

    /// The value as a type.
    pub(crate) fn ty(&self, errors: &Errors) -> Option<Type> {
        if let Value::Expr(expr @ Expr::Path(_)) = &self.value
            && let Ok(ty) = syn::parse2(expr.to_token_stream())
        {
            return Some(ty);
        }
        self.refuse(
            &format!("`{0}` takes a type: `{0} = Shop`", self.name),
            errors,
        )
    }

    /// The value as any expression.
    pub(crate) fn expr(&self, expected: &str, errors: &Errors) -> Option<Expr> {
        match &self.value {
            Value::Expr(expr) => Some(expr.clone()),
            Value::None | Value::List(_) => self.refuse(
                &format!("`{0}` takes a value: `{0} = {expected}`", self.name),
                errors,
            ),
        }
    }

    /// The tokens between the parentheses of `key(…)`.
    pub(crate) fn list(&self, expected: &str, errors: &Errors) -> Option<TokenStream> {
        match &self.value {
            Value::List(list) => Some(list.tokens.clone()),
            Value::None | Value::Expr(_) => self.refuse(
                &format!("`{0}` takes a list: `{0}({expected})`", self.name),
                errors,
            ),
        }
    }

    /// The tokens between the parentheses, where there are some.
    pub(crate) fn as_list(&self) -> Option<TokenStream> {
        match &self.value {
            Value::List(list) => Some(list.tokens.clone()),
            Value::None | Value::Expr(_) => None,
        }
    }

    /// The value as a path, or this message.
    pub(crate) fn path_of(&self, expected: &str, errors: &Errors) -> Option<Path> {
        match &self.value {
            Value::Expr(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
            _ => self.refuse(expected, errors),
        }
    }

    /// Whether the key has neither a value nor a list.
    pub(crate) fn is_alone(&self) -> bool {
        matches!(self.value, Value::None)
    }

    /// Whether the key stands alone, as a flag has to.
    pub(crate) fn flag(&self, errors: &Errors) -> Option<()> {
        match &self.value {
            Value::None => Some(()),
            Value::Expr(_) | Value::List(_) => {
                self.refuse(&format!("`{}` takes no value", self.name), errors)
            }
        }
    }

    fn refuse<T>(&self, message: &str, errors: &Errors) -> Option<T> {
        match &self.value {
            Value::Expr(expr) => errors.at(expr, message),
            Value::None | Value::List(_) => errors.at(&self.key, message),
        }
        None
    }
}

/// A literal that came through a `macro_rules!` fragment is wrapped in an invisible group.
fn ungrouped(expr: Expr) -> Expr {
    match expr {
        Expr::Group(group) => ungrouped(*group.expr),
        other => other,
    }
}
