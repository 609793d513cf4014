//! The mistakes of one derive, collected.
//!
//! Every check reports here and goes on, so that one build shows all mistakes. A stage gives `None` where it could not go on; what was reported decides whether
//! the derive's output is the full expansion or the fallback.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Collects errors; [`Errors::finish`] must be asked at the end.
#[derive(Debug, Default)]
#[must_use = "errors that nobody looks at are lost"]
pub(crate) struct Errors {
    found: RefCell<Vec<syn::Error>>,
}

impl Errors {
    /// Reports a mistake at the tokens to blame.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Reports a mistake that needs two places: the second is to blame, the first is pointed at.
    pub(crate) fn twice(&self, second: impl ToTokens, first: impl ToTokens, message: impl Display) {
        self.at(second, message);
        self.at(first, "first one here");
    }

    /// Reports an error that a parser made.
    pub(crate) fn push(&self, error: syn::Error) {
        self.found.borrow_mut().push(error);
    }

    /// Nothing, or the compile errors.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let mut found = self.found.into_inner().into_iter();
        let mut all = found.next()?;
        all.extend(found);
        Some(all.into_compile_error())
    }

    /// The messages so far, for tests.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.found
            .borrow()
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}

/// `; did you mean …?` for the candidate nearest to what was written, or nothing when none is near.
///
/// Jaro-Winkler, as in darling: a missing or added ending (`placed` for `placed_on`) is the usual slip.
pub(crate) fn did_you_mean<'c>(
    written: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> String {
    let nearest = candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(written, candidate), candidate))
        .filter(|(nearness, _)| *nearness > 0.8)
        .max_by(|(left, _), (right, _)| left.total_cmp(right));
    match nearest {
        Some((_, candidate)) => format!("; did you mean `{candidate}`?"),
        None => String::new(),
    }
}
