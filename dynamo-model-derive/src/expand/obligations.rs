//! What only rustc can judge, as const items: each at the token that is to blame.
//!
//! A panic in a const function is reported at the call, and the call's tokens here have the place of the user's literal or type. A const item cannot name type
//! parameters, so a generic entity has none of these; the table's own checks see it where it is listed.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::generics::nameable;
use crate::model::{Entity, Index, Krate};

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
        self.check(
            table.span(),
            &quote!(listed::<#table, #ty>),
            &TokenStream::new(),
        )
    }

    fn partition_template(&self) -> TokenStream {
        let (private, keys) = (self.entity.krate.private(), self.keys());
        let template = quote!(#private::Option::Some(#keys.pk_template()));
        self.template(
            self.entity.pk.literal.span(),
            &quote!(partition_template),
            &template,
        )
    }

    fn sort_template(&self) -> TokenStream {
        let Some(sk) = &self.entity.sk else {
            return TokenStream::new();
        };
        let keys = self.keys();
        self.template(
            sk.literal.span(),
            &quote!(sort_template),
            &quote!(#keys.sk_template()),
        )
    }

    /// The entity has a sort key if the table has one.
    fn sort_key(&self) -> TokenStream {
        let span = self
            .entity
            .sk
            .as_ref()
            .map_or_else(|| self.entity.ident.span(), |sk| sk.literal.span());
        let table = &self.entity.table;
        let keys = self.keys();
        self.check(span, &quote!(sort_key::<#table>), &keys)
    }

    fn attributes(&self) -> TokenStream {
        let table = &self.entity.table;
        let keys = self.keys();
        self.check(
            self.entity.ident.span(),
            &quote!(attributes::<#table>),
            &keys,
        )
    }

    fn index(&self, position: usize, index: &Index) -> Vec<TokenStream> {
        let table = &self.entity.table;
        let keys = self.keys();
        let mut checks = vec![self.check(
            index.on.span(),
            &quote!(index::<#table>),
            &quote!(#keys, #position),
        )];
        if let Some(templates) = &index.keys {
            checks.push(self.template(
                templates.pk.literal.span(),
                &quote!(partition_template),
                &quote!(#keys.index_pk(#position)),
            ));
            if let Some(sk) = &templates.sk {
                checks.push(self.template(
                    sk.literal.span(),
                    &quote!(sort_template),
                    &quote!(#keys.index_sk(#position)),
                ));
            }
        }
        checks
    }

    fn template(&self, span: Span, function: &TokenStream, template: &TokenStream) -> TokenStream {
        let name = &self.entity.name;
        self.check(span, function, &quote!(#template, #name))
    }

    fn keys(&self) -> TokenStream {
        let private = self.entity.krate.private();
        let ty = &self.ty;
        quote!(<#ty as #private::Entity>::KEYS)
    }

    fn check(&self, span: Span, function: &TokenStream, arguments: &TokenStream) -> TokenStream {
        check(&self.entity.krate, span, function, arguments)
    }
}

/// A const item that calls a check, to be blamed at a user's token.
pub(crate) fn check(
    krate: &Krate,
    span: Span,
    function: &TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let private = krate.private_at(span);
    quote_spanned! {span=>
        const _: () = #private::check::#function(#arguments);
    }
}
