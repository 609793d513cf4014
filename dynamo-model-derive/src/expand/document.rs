//! Everything that `#[derive(Document)]` adds.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::descriptor::{attribute, shape_in};
use super::enclosed;
use super::generics::EntityGenerics;
use super::setters::Setters;
use super::with;
use crate::model::{Document, Field, Krate};

/// The shape, the typed paths and the builder of changes.
pub(crate) fn document(document: &Document) -> TokenStream {
    let private = document.krate.private();
    let shapes = shapes(document);
    let fields = fields(document);
    let changes = changes(document);
    let implementation = implementation(document);
    let wrappers = with::wrappers(
        &document.krate,
        &document.name,
        &generics(document),
        &document.fields,
    );
    enclosed(&quote! {
        #[allow(unused_imports)]
        use #private::PlainShape as _;
        #shapes
        #fields
        #wrappers
        #changes
        #implementation
    })
}

fn fields_ident(document: &Document) -> Ident {
    format_ident!("__{}Fields", document.name)
}

fn changes_ident(document: &Document) -> Ident {
    format_ident!("__{}Changes", document.name)
}

fn generics(document: &Document) -> EntityGenerics {
    let ident = &document.ident;
    EntityGenerics {
        params: Vec::new(),
        args: Vec::new(),
        where_clause: TokenStream::new(),
        ty: quote!(#ident),
    }
}

fn shapes(document: &Document) -> TokenStream {
    let private = document.krate.private();
    let ident = &document.ident;
    let attributes = document
        .fields
        .iter()
        .filter(|field| field.storage.is_attribute())
        .map(|field| attribute(&document.krate, field));
    quote! {
        #[automatically_derived]
        impl #private::DocumentShape for #ident {
            // A function, since a document can hold itself in a list.
            const NESTED: #private::Nested = #private::Nested::new(|| {
                const __ATTRIBUTES: &[#private::Attribute] = &[#(#attributes),*];
                __ATTRIBUTES
            });
        }

        #[automatically_derived]
        impl #private::AttributeShape for #ident {
            const SHAPE: #private::Shape = #private::Shape::Document(<Self as #private::DocumentShape>::NESTED);
        }
    }
}

fn named(document: &Document) -> impl Iterator<Item = &Field> {
    document
        .fields
        .iter()
        .filter(|field| field.storage.is_filterable())
}

fn fields(document: &Document) -> TokenStream {
    let private = document.krate.private();
    let (vis, ident) = (&document.vis, fields_ident(document));
    let docs = format!("The fields of `{}`, for conditions.", document.name);
    let fields = named(document).map(|field| {
        let (name, ty, docs) = (
            &field.ident,
            &field.ty,
            format!("The entry `{}`.", field.stored),
        );
        quote! {
            #[doc = #docs]
            #vis #name: #private::Attr<__I, __FIELD, #ty>,
        }
    });
    quote! {
        #[doc = #docs]
        #vis struct #ident<__I, const __FIELD: usize> {
            #(#fields)*
            __of: ::core::marker::PhantomData<fn() -> __I>,
        }
    }
}

fn changes(document: &Document) -> TokenStream {
    let private = document.krate.private();
    let (vis, ident) = (&document.vis, changes_ident(document));
    let docs = format!("Changes inside a `{}`.", document.name);
    let with = |field: &Field, value| {
        with::wrapped(
            &document.krate,
            &document.name,
            &generics(document),
            field,
            value,
        )
    };
    let shape = |field: &Field| shape_in(&document.krate, field);
    let setters = Setters {
        krate: &document.krate,
        vis: quote!(#vis),
        fields: &document.fields,
        apply,
        with: &with,
        shape: &shape,
    };
    let methods = document
        .fields
        .iter()
        .filter(|field| field.is_settable())
        .map(|field| setters.inside_document(field));
    quote! {
        #[doc = #docs]
        #[must_use = "changes do nothing until they are sent"]
        #vis struct #ident<__M>(#private::Recorder, ::core::marker::PhantomData<fn() -> __M>);

        #[automatically_derived]
        impl<__M> #ident<__M> {
            #(#methods)*
        }
    }
}

fn apply(_: &Krate, change: TokenStream) -> TokenStream {
    quote!(Self(self.0 #change, self.1))
}

fn implementation(document: &Document) -> TokenStream {
    let private = document.krate.private();
    let (ident, fields, changes) = (
        &document.ident,
        fields_ident(document),
        changes_ident(document),
    );
    let values = named(document).map(|field| {
        let (name, stored) = (&field.ident, &field.stored);
        let shape = shape_in(&document.krate, field);
        quote!(#name: #private::Attr::at(__path.field(#stored), #shape),)
    });
    quote! {
        #[automatically_derived]
        impl #private::Document for #ident {
            type Fields<__I, const __FIELD: usize> = #fields<__I, __FIELD>;
            type Changes = #changes<#private::Builder>;

            fn fields<__I, const __FIELD: usize>(__path: #private::DocumentPath) -> #fields<__I, __FIELD> {
                let _ = &__path;
                #fields {
                    #(#values)*
                    __of: ::core::marker::PhantomData,
                }
            }

            fn open(__inside: #private::Recorder) -> Self::Changes {
                #changes(__inside, ::core::marker::PhantomData)
            }

            fn close(__changes: Self::Changes) -> #private::Recorder {
                __changes.0
            }
        }
    }
}
