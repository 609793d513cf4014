//! What only rustc can judge, as const items: each at the token that is to blame.
//!
//! A panic in a const function is reported at the call, and the call's tokens here have the place of the user's literal or type. A const item cannot name type
//! parameters, so a generic entity has none of these; the table's own checks see it where it is listed.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::generics::nameable;
use crate::model::{Entity, Index, IndexKeys, Krate, Role, Storage, Template};

/// All obligations of an entity.
pub(crate) fn entity(entity: &Entity) -> TokenStream {
    let Some(ty) = nameable(entity) else {
        return TokenStream::new();
    };
    let checks = Checks { entity, ty };
    let own = [
        checks.listed(),
        checks.partition_template(),
        checks.sort_template(),
        checks.sort_key(),
        checks.attributes(),
        checks.ttl(),
    ];
    let indexes = entity
        .indexes
        .iter()
        .enumerate()
        .flat_map(|(position, index)| checks.index(position, index));
    quote!(#(#own)* #(#indexes)*)
}

struct Checks<'e> {
    entity: &'e Entity,
    ty: TokenStream,
}

impl Checks<'_> {
    fn listed(&self) -> TokenStream {
        let (ty, table) = (&self.ty, &self.entity.table);
        check(
            &self.entity.krate,
            table.span(),
            "listed",
            &quote!(#table, #ty),
            &TokenStream::new(),
        )
    }

    fn partition_template(&self) -> TokenStream {
        let (private, keys) = (self.entity.krate.private(), self.keys());
        let template = quote!(#private::Option::Some(#keys.pk_template()));
        self.template(&self.entity.pk, "partition_template", &template)
    }

    fn sort_template(&self) -> TokenStream {
        let Some(sk) = &self.entity.sk else {
            return TokenStream::new();
        };
        let keys = self.keys();
        self.template(sk, "sort_template", &quote!(#keys.sk_template()))
    }

    /// The entity has a sort key if the table has one.
    fn sort_key(&self) -> TokenStream {
        let sk = self.entity.sk.as_ref();
        let span = sk.map_or_else(|| self.entity.ident.span(), |sk| sk.literal.span());
        self.against_table(span, "sort_key", &TokenStream::new())
    }

    fn attributes(&self) -> TokenStream {
        self.against_table(self.entity.ident.span(), "attributes", &TokenStream::new())
    }

    /// Serde writes the expiry as whole seconds.
    fn ttl(&self) -> TokenStream {
        match self.entity.role(Role::Ttl) {
            Some((_, field)) if field.storage != Storage::With => {
                let ty = &field.ty;
                let (span, types) = (ty.span(), quote!(#ty));
                let krate = &self.entity.krate;
                check(krate, span, "whole_seconds", &types, &TokenStream::new())
            }
            _ => TokenStream::new(),
        }
    }

    fn index(&self, position: usize, index: &Index) -> Vec<TokenStream> {
        let keys = self.keys();
        let mut checks = vec![self.against_table(index.on.span(), "index", &quote!(#position))];
        if let Some(IndexKeys { pk, sk }) = &index.keys {
            let template = quote!(#keys.index_pk(#position));
            checks.push(self.template(pk, "partition_template", &template));
            if let Some(sk) = sk {
                let template = quote!(#keys.index_sk(#position));
                checks.push(self.template(sk, "sort_template", &template));
            }
        }
        checks
    }

    fn template(&self, template: &Template, name: &str, value: &TokenStream) -> TokenStream {
        let entity = &self.entity.name;
        let span = template.literal.span();
        let arguments = quote!(#value, #entity);
        check(
            &self.entity.krate,
            span,
            name,
            &TokenStream::new(),
            &arguments,
        )
    }

    fn against_table(&self, span: Span, name: &str, arguments: &TokenStream) -> TokenStream {
        check(&self.entity.krate, span, name, &self.ty, arguments)
    }

    fn keys(&self) -> TokenStream {
        let private = self.entity.krate.private();
        let ty = &self.ty;
        quote!(<#ty as #private::Entity>::KEYS)
    }
}

/// A const item that calls a check, to be blamed at a user's token.
///
/// All tokens of the call but its arguments have the token's place: rustc joins them to the place of the panic.
pub(crate) fn check(
    krate: &Krate,
    span: Span,
    name: &str,
    types: &TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let private = krate.private_at(span);
    let function = Ident::new(name, span);
    quote_spanned! {span=>
        const _: () = #private::check::#function::<#types>(#arguments);
    }
}
