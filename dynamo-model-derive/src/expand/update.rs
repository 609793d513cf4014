//! `E::update` and its builder.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::descriptor::shape;
use super::docs;
use super::generics::EntityGenerics;
use super::groups::{self, Group, Grouped, Said};
use super::setters::Setters;
use super::with;
use crate::model::{Entity, Field, Krate, Role, Storage};

/// The builder, the traits of groups, and what makes a builder a complete update.
pub(crate) fn update(entity: &Entity) -> TokenStream {
    let groups = groups::all(entity);
    let grouped = groups::grouped(entity, &groups);
    let markers = groups::markers(entity, &groups, &grouped);
    let traits = groups
        .iter()
        .map(|group| groups::group(entity, group, &grouped));
    let definition = definition(entity, &grouped);
    let methods = methods(entity, &grouped);
    let into_update = into_update(entity, &groups, &grouped);
    quote! {
        #markers
        #(#traits)*
        #definition
        #methods
        #into_update
    }
}

/// `E::update`.
pub(crate) fn function(entity: &Entity) -> TokenStream {
    let private = entity.krate.private();
    let args = &EntityGenerics::of(entity).args;
    let groups = groups::all(entity);
    let unset = groups::grouped(entity, &groups)
        .into_iter()
        .map(|grouped| grouped.unset);
    let (vis, ident, docs) = (&entity.vis, ident(entity), docs::update(entity));
    quote! {
        #[doc = #docs]
        #vis fn update(key: impl #private::IntoKey<Self>) -> #ident<#(#args,)* #private::Builder, #(#unset),*> {
            #ident(#private::Updating::new(key), ::core::marker::PhantomData)
        }
    }
}

fn ident(entity: &Entity) -> Ident {
    format_ident!("__{}Update", entity.name)
}

fn definition(entity: &Entity, grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params,
        where_clause,
        ty,
        ..
    } = &EntityGenerics::of(entity);
    let (vis, ident) = (&entity.vis, ident(entity));
    let states: Vec<_> = grouped.iter().map(|grouped| &grouped.param).collect();
    let docs = format!("An update of a `{}` in the making.", entity.name);
    quote! {
        #[doc = #docs]
        #[must_use = "an update does nothing until a repository sends it"]
        #vis struct #ident<#(#params,)* __M, #(#states),*>(
            #private::Updating<#ty>,
            ::core::marker::PhantomData<fn() -> (__M, #(#states,)*)>,
        ) #where_clause;
    }
}

fn methods(entity: &Entity, grouped: &[Grouped]) -> TokenStream {
    let EntityGenerics {
        params,
        args,
        where_clause,
        ..
    } = &EntityGenerics::of(entity);
    let (vis, ident) = (&entity.vis, ident(entity));
    let states: Vec<_> = grouped.iter().map(|grouped| &grouped.param).collect();
    let with = |field: &Field, value| wrapped(entity, field, value);
    let shape = |field: &Field| shape(entity, field);
    let setters = Setters {
        krate: &entity.krate,
        vis: quote!(#vis),
        fields: &entity.fields,
        apply,
        with: &with,
        shape: &shape,
    };
    let methods = entity
        .fields
        .iter()
        .enumerate()
        .map(|(position, field)| of_field(entity, &setters, position, field, grouped));
    let leaves = grouped
        .iter()
        .filter_map(|left| leave(entity, &setters, left, grouped));
    quote! {
        #[automatically_derived]
        impl<#(#params,)* __M, #(#states),*> #ident<#(#args,)* __M, #(#states),*> #where_clause {
            #(#methods)*
            #(#leaves)*
        }
    }
}

/// `leave_open()`: the item leaves a sparse index, for which its condition is enough.
fn leave(
    entity: &Entity,
    setters: &Setters<'_>,
    left: &Grouped,
    grouped: &[Grouped],
) -> Option<TokenStream> {
    let (number, index) = groups::left(entity, left)?;
    let name = setters.name_of(&format!("leave_{}", index.name.unraw()), index.name.span())?;
    let args = &EntityGenerics::of(entity).args;
    let (vis, builder) = (&entity.vis, ident(entity));
    let states = grouped.iter().map(|other| {
        if other.is == left.is {
            &other.set
        } else {
            &other.param
        }
    });
    let docs = format!(
        "Says that the item leaves the index `{}`: then its condition is enough, and the other fields that it reads need not be set. Where the condition holds all the same, the update is refused before anything is sent.",
        index.name.unraw()
    );
    Some(quote! {
        #[doc = #docs]
        #vis fn #name(self) -> #builder<#(#args,)* __M, #(#states),*> {
            #builder(self.0.leave(#number), ::core::marker::PhantomData)
        }
    })
}

fn apply(_: &Krate, change: TokenStream) -> TokenStream {
    quote!(Self(self.0.change(|__changes| __changes #change), self.1))
}

fn of_field(
    entity: &Entity,
    setters: &Setters<'_>,
    position: usize,
    field: &Field,
    grouped: &[Grouped],
) -> TokenStream {
    if entity.in_key(position) {
        return setters.refused(field, "KeyFieldArg");
    }
    match field.role {
        Some(Role::Version) => return setters.refused(field, "VersionArg"),
        Some(Role::CreatedAt | Role::UpdatedAt) => return setters.refused(field, "StampArg"),
        Some(Role::Ttl) | None => {}
    }
    if !field.is_settable() {
        return TokenStream::new();
    }
    if entity.inputs().any(|input| input == position) || entity.is_copied(position) {
        input(entity, setters, position, field, grouped)
    } else {
        setters.free(field)
    }
}

/// The setter of a field that an index reads, or that names the source of a copy: its value is kept for the templates. That of a copy, which
/// is known to the request.
fn input(
    entity: &Entity,
    setters: &Setters<'_>,
    position: usize,
    field: &Field,
    grouped: &[Grouped],
) -> TokenStream {
    let private = entity.krate.private();
    let args = &EntityGenerics::of(entity).args;
    let (vis, builder) = (&entity.vis, ident(entity));
    let states = grouped.iter().map(|other| {
        if other.is == Said::Field(position) {
            &other.set
        } else {
            &other.param
        }
    });
    let next = quote!(#builder<#(#args,)* __M, #(#states),*>);
    let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
    let (bound, value, encoded) = (
        setters.bound(field),
        setters.value(field),
        setters.encoded(field),
    );
    let is_input = entity.inputs().any(|input| input == position);
    let set = |stored_form: TokenStream| match is_input {
        true => {
            quote!(#builder(self.0.input(#stored, #stored_form, __value, |__inputs| &mut __inputs.#ident), ::core::marker::PhantomData))
        }
        false => {
            quote!(#builder(self.0.copied(#stored, #stored_form), ::core::marker::PhantomData))
        }
    };
    let docs = match (entity.is_copied(position), entity.names_source(position)) {
        (true, _) => format!(
            "Sets `{}`, a copy: the update is a transaction that checks its source.",
            field.name
        ),
        (false, true) => format!(
            "Sets `{}`, which names the source of copies: the update is a transaction that checks the source.",
            field.name
        ),
        (false, false) => format!(
            "Sets `{}`, and with it the keys of the indexes and guards that read it.",
            field.name
        ),
    };
    let (cleared, given) = (
        set(quote!(#private::FieldValue::nothing())),
        set(quote!(__stored)),
    );
    let clear = setters.name("clear_", field).map(|name| {
        let docs = format!(
            "Takes `{}` away, and the item out of the indexes that need it. For an `Option` and for sets.",
            field.name
        );
        quote! {
            #[doc = #docs]
            #vis fn #name(self) -> #next
            where
                __M: #private::Clears<#ty>,
            {
                let __value = <__M as #private::Clears<#ty>>::cleared();
                #cleared
            }
        }
    });
    let kind = kind(entity, position);
    let others = setters.by_expression(field, &kind);
    quote! {
        #[doc = #docs]
        #vis fn #ident<__A: #bound>(self, #ident: __A) -> #next {
            let __value = #value;
            let __stored = #encoded;
            #given
        }

        #clear
        #others
    }
}

/// Whether the field may be changed by an expression: not where a key is derived from it.
fn kind(entity: &Entity, position: usize) -> TokenStream {
    let private = entity.krate.private();
    if entity.is_copied(position) || entity.names_source(position) || entity.is_guarded(position) {
        return quote!(#private::IndexInput);
    }
    let readers = entity
        .indexes
        .iter()
        .filter(|index| entity.reads(index).contains(&position));
    let own = groups::own_key(entity, readers);
    if own.to_string() == "false" {
        quote!(#private::IndexInput)
    } else {
        quote!(#private::OwnKey<{ #own }>)
    }
}

/// An update is complete if each group is; then times and what a new item needs are added.
fn into_update(entity: &Entity, groups: &[Group<'_>], grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let EntityGenerics {
        params, args, ty, ..
    } = &EntityGenerics::of(entity);
    let predicates = entity
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let ident = ident(entity);
    let states: Vec<_> = grouped.iter().map(|grouped| &grouped.param).collect();
    let bounds = groups
        .iter()
        .map(|group| groups::bound(entity, group, grouped));
    let supplied: Vec<_> = supplied(entity).collect();
    let encodes = supplied
        .iter()
        .filter(|(_, field)| field.storage != Storage::With)
        .map(|(_, field)| {
            let ty = &field.ty;
            quote!(__M: #private::Encodes<#ty>)
        });
    let calls = supplied
        .iter()
        .map(|(position, field)| supply(entity, *position, field));
    quote! {
        #[automatically_derived]
        impl<#(#params,)* __M, #(#states),*> #private::IntoUpdate for #ident<#(#args,)* __M, #(#states),*>
        where
            #(#predicates,)*
            #(#bounds,)*
            #(#encodes,)*
        {
            type Entity = #ty;

            fn into_update(self, __now: #private::Now) -> #private::Updating<#ty> {
                self.0 #(#calls)*
            }
        }
    }
}

/// The fields that an update supplies by itself: those of the key, for a new item, and times.
fn supplied(entity: &Entity) -> impl Iterator<Item = (usize, &Field)> {
    entity
        .fields
        .iter()
        .enumerate()
        .filter(|(position, field)| {
            let is_time = matches!(field.role, Some(Role::CreatedAt | Role::UpdatedAt));
            (entity.in_key(*position) || is_time)
                && field.is_settable()
                && field.role != Some(Role::Ttl)
        })
}

fn supply(entity: &Entity, position: usize, field: &Field) -> TokenStream {
    let private = entity.krate.private();
    let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
    let encoded = match field.storage {
        Storage::With => wrapped(entity, field, quote!(__value)),
        _ => {
            let shape = shape(entity, field);
            quote!(<__M as #private::Encodes<#ty>>::encode(__value, #shape))
        }
    };
    if entity.in_key(position) {
        let member = entity
            .number(position)
            .map(proc_macro2::Literal::usize_unsuffixed);
        return quote! {
            .key_attribute(#stored, |__key| { let __value = &__key.#member; #encoded })
        };
    }
    let stamp = super::roles::stamp(entity, field);
    let now = quote!(let __value: &#ty = &(#stamp)(__now););
    let is_input = entity.inputs().any(|input| input == position);
    match (field.role, is_input) {
        (Some(Role::CreatedAt), _) => quote!(.created(#stored, { #now #encoded })),
        (_, true) => quote! {
            .input(#stored, { #now #encoded }, (#stamp)(__now), |__inputs| &mut __inputs.#ident)
        },
        (_, false) => quote!(.stamp(#stored, { #now #encoded })),
    }
}

fn wrapped(entity: &Entity, field: &Field, value: TokenStream) -> TokenStream {
    let generics = EntityGenerics::of(entity);
    with::wrapped(&entity.krate, &entity.name, &generics, field, value)
}
