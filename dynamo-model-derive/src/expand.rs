//! From the checked model to tokens: one file per generated item.
//!
//! Generated code names everything by full paths, its own types and locals begin with `__`, and all of it stands in `const _: () = { … };`, so that it can neither
//! capture nor be captured by the user's names.

pub(crate) mod collection;
pub(crate) mod companions;
pub(crate) mod copies;
pub(crate) mod descriptor;
pub(crate) mod docs;
pub(crate) mod document;
pub(crate) mod entity_impl;
pub(crate) mod fallback;
pub(crate) mod fields;
pub(crate) mod functions;
pub(crate) mod generics;
pub(crate) mod groups;
pub(crate) mod held;
pub(crate) mod inputs;
pub(crate) mod key_part;
pub(crate) mod lend;
pub(crate) mod obligations;
pub(crate) mod path_impls;
pub(crate) mod paths;
pub(crate) mod projection;
pub(crate) mod roles;
pub(crate) mod setters;
pub(crate) mod table;
pub(crate) mod update;
pub(crate) mod when;
pub(crate) mod with;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::model::{Entity, Krate};

/// Everything that `#[derive(Entity)]` adds.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let paths = paths::all(entity);
    let entity_impl = entity_impl::entity_impl(entity);
    let functions = functions::functions(entity, &paths);
    let path_impls = paths.iter().map(|path| path_impls::path(entity, path));
    let held = paths.iter().map(|path| held::held(entity, path));
    let attributes = held::attributes(entity);
    let fields = fields::fields(entity);
    let obligations = obligations::entity(entity);
    let conditions = when::conditions(entity);
    let markers = roles::markers(entity);
    let inputs = inputs::inputs(entity);
    let update = update::update(entity);
    let wrappers = with::wrappers(
        &entity.krate,
        &entity.name,
        &generics::EntityGenerics::of(entity),
        &entity.fields,
    );
    let private = entity.krate.private();
    enclosed(&quote! {
        #[allow(unused_imports)]
        use #private::{NoSource as _, PlainShape as _, RequiredField as _};
        #entity_impl
        #functions
        #(#path_impls)*
        #(#held)*
        #attributes
        #fields
        #conditions
        #markers
        #inputs
        #wrappers
        #update
        #obligations
    })
}

/// The block around generated items.
///
/// The lints are about how code is written, and about what only the user's own code can be asked to have: `Debug` for the path structs, public types in the
/// signatures of functions that are as public as the struct.
pub(crate) fn enclosed(items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            dead_code,
            missing_debug_implementations,
            non_camel_case_types,
            non_snake_case,
            private_bounds,
            private_interfaces,
            unnameable_types,
            unreachable_pub,
            unused_qualifications
        )]
        const _: () = {
            #items
        };
    }
}

impl Krate {
    /// The module of the runtime that generated code may touch.
    pub(crate) fn private(&self) -> TokenStream {
        match &self.0 {
            Some(path) => quote!(#path::__private),
            None => quote!(::dynamo_model::__private),
        }
    }

    /// The same, to be blamed at a user's token.
    pub(crate) fn private_at(&self, span: Span) -> TokenStream {
        match &self.0 {
            Some(path) => located(quote_spanned!(span=> #path::__private), span),
            None => quote_spanned!(span=> ::dynamo_model::__private),
        }
    }
}

/// The tokens, each at that place; what names they see stays as it was.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), located(group.stream(), span)).into();
            }
            let own = token.span();
            token.set_span(span.resolved_at(own));
            token
        })
        .collect()
}
