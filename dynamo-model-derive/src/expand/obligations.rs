//! What only rustc can judge, as const items: each at the token that is to blame.
//!
//! A panic in a const function is reported at the call, and the call's tokens here have the place of the user's literal or type. A const item cannot name type
//! parameters, so a generic entity has none of these; the table's own checks see it where it is listed.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::descriptor::key_only_fields;
use super::generics::nameable;
use super::groups::own_key;
use crate::model::{Entity, Index, Krate, Origin, Role, Storage, Template};

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
    let key_only = key_only_fields(entity)
        .enumerate()
        .map(|(position, (field, ..))| {
            checks.against_table(field.ident.span(), "key_only", &quote!(#position))
        });
    let copies = super::copies::obligations(entity);
    let also = (entity.also.iter().enumerate()).flat_map(|(number, also)| {
        let template = |template: &Template, is_sort: bool| {
            let span = template.literal.span();
            checks.against_table(span, "also_template", &quote!(#number, #is_sort))
        };
        let sk = also.sk.as_ref().map(|sk| template(sk, true));
        let whole = checks.against_table(also.name.span(), "also", &quote!(#number));
        [template(&also.pk, false), whole].into_iter().chain(sk)
    });
    let unique = (entity.unique.iter().enumerate()).map(|(number, unique)| {
        checks.against_table(unique.key.span(), "unique", &quote!(#number))
    });
    quote!(#(#own)* #(#indexes)* #(#key_only)* #(#also)* #(#unique)* #copies)
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
        let none = self.none();
        self.template(&self.entity.pk, "partition_template", &none, 0)
    }

    fn sort_template(&self) -> TokenStream {
        let Some(sk) = &self.entity.sk else {
            return TokenStream::new();
        };
        let none = self.none();
        self.template(sk, "sort_template", &none, 0)
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
        let private = self.entity.krate.private();
        let entry = quote!(#private::Option::Some(#position));
        let mut checks = vec![self.against_table(index.on.span(), "index", &quote!(#position))];
        if self.reads_creation(index) {
            let own = own_key(self.entity, std::iter::once(index));
            checks.push(self.against_table(
                index.name.span(),
                "creation",
                &quote!(#position, #own),
            ));
        }
        if let Some(keys) = &index.keys {
            // A template of the table has its own check.
            let own = |(_, template): &(usize, &Template)| template.origin == Origin::Own;
            let partition = keys.partition().enumerate().filter(own);
            checks.extend(
                partition
                    .map(|(number, pk)| self.template(pk, "partition_template", &entry, number)),
            );
            let sort = keys.sort().enumerate().filter(own);
            checks.extend(
                sort.map(|(number, sk)| self.template(sk, "sort_template", &entry, number)),
            );
        }
        checks
    }

    /// Whether the index reads a `created_at` outside the primary key.
    fn reads_creation(&self, index: &Index) -> bool {
        let creation = self.entity.role(Role::CreatedAt);
        creation.is_some_and(|(field, _)| {
            !self.entity.in_key(field) && self.entity.reads(index).contains(&field)
        })
    }

    fn template(
        &self,
        template: &Template,
        name: &str,
        entry: &TokenStream,
        number: usize,
    ) -> TokenStream {
        self.against_table(template.literal.span(), name, &quote!(#entry, #number))
    }

    fn against_table(&self, span: Span, name: &str, arguments: &TokenStream) -> TokenStream {
        check(&self.entity.krate, span, name, &self.ty, arguments)
    }

    fn none(&self) -> TokenStream {
        let private = self.entity.krate.private();
        quote!(#private::Option::None)
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
