//! The methods of builders: the same for the fields of an entity and of a nested struct.
//!
//! Which of them a type has is judged by rustc at the call: each method is generic, in its argument or in
//! the builder's `__M`, so that a bound which does not hold is an error of who calls it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::model::{Field, Krate, Role, Storage};

/// What the methods of one builder have in common.
pub(crate) struct Setters<'e> {
    pub(crate) krate: &'e Krate,
    pub(crate) vis: TokenStream,
    /// All fields, whose names are taken.
    pub(crate) fields: &'e [Field],
    /// The builder with changes: `|changes| …` applied to it.
    pub(crate) apply: fn(&Krate, TokenStream) -> TokenStream,
    /// The wrapper of a field with serde's `with`, around a reference.
    pub(crate) with: &'e dyn Fn(&Field, TokenStream) -> TokenStream,
    /// The shape of a field's attribute.
    pub(crate) shape: &'e dyn Fn(&Field) -> TokenStream,
}

impl Setters<'_> {
    /// The setter of a field that no index reads, and what its type may have besides.
    pub(crate) fn free(&self, field: &Field) -> TokenStream {
        let setter = self.setter(field);
        let clear = self.clear(field);
        let kind = self.private_item("Free");
        let others = self.by_expression(field, &kind);
        quote!(#setter #clear #others)
    }

    /// The same inside a document, where the service has no sets to add to.
    pub(crate) fn inside_document(&self, field: &Field) -> TokenStream {
        let setter = self.setter(field);
        let clear = self.clear(field);
        let kind = self.private_item("Free");
        let mut methods = vec![self.set_if_absent(field, &kind)];
        if matches!(field.storage, Storage::ByType | Storage::Plain) {
            methods.push(self.add(field, &kind));
            methods.push(self.inside(field, &kind));
        }
        if matches!(
            field.storage,
            Storage::ByType | Storage::Plain | Storage::List
        ) {
            methods.push(self.extend("append", "behind", field, &kind));
            methods.push(self.extend("prepend", "before", field, &kind));
        }
        quote!(#setter #clear #(#methods)*)
    }

    fn setter(&self, field: &Field) -> TokenStream {
        let (vis, ident, stored) = (&self.vis, &field.ident, &field.stored);
        let bound = self.bound(field);
        let value = self.value(field);
        let encoded = self.encoded(field);
        let body = self.apply(quote!(.set(#stored, __stored)));
        let docs = format!(
            "Sets `{}`. A value that is not stored (`None`, an empty set) takes the attribute away.",
            field.name
        );
        quote! {
            #[doc = #docs]
            #[allow(clippy::needless_pass_by_value)]
            #vis fn #ident<__A: #bound>(self, #ident: __A) -> Self {
                let __value = #value;
                let __stored = #encoded;
                #body
            }
        }
    }

    fn clear(&self, field: &Field) -> TokenStream {
        let Some(name) = self.name("clear_", field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ty, stored) = (&field.ty, &field.stored);
        let body = self.apply(quote!(.clear(#stored)));
        let docs = format!("Takes `{}` away. For an `Option` and for sets.", field.name);
        quote! {
            #[doc = #docs]
            #vis fn #name(self) -> Self
            where
                __M: #private::Clears<#ty>,
            {
                #body
            }
        }
    }

    /// Changes whose outcome is known to the service only: refused at the call for the input of an index.
    pub(crate) fn by_expression(&self, field: &Field, kind: &TokenStream) -> TokenStream {
        let absent = self.set_if_absent(field, kind);
        if field.role.is_some() || field.storage == Storage::With {
            return absent;
        }
        let is_set = field.storage == Storage::Set;
        let is_list = field.storage == Storage::List;
        let is_plain = matches!(field.storage, Storage::ByType | Storage::Plain);
        let mut methods = vec![absent];
        if is_plain {
            methods.push(self.add(field, kind));
            methods.push(self.inside(field, kind));
        }
        if is_plain || is_list {
            methods.push(self.extend("append", "behind", field, kind));
            methods.push(self.extend("prepend", "before", field, kind));
        }
        if is_plain || is_set {
            methods.push(self.elements("insert", "Puts elements into", field, kind));
            methods.push(self.elements("remove", "Takes elements out of", field, kind));
        }
        methods.into_iter().collect()
    }

    fn set_if_absent(&self, field: &Field, kind: &TokenStream) -> TokenStream {
        let Some(name) = self.name("set_if_absent_", field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
        let shape = (self.shape)(field);
        let (bound, encoded) = if field.storage == Storage::With || field.role.is_some() {
            let with = match field.role {
                Some(Role::Ttl) => quote!(<__M as #private::StoresTtl<#ty>>::encode(&__value)),
                _ => (self.with)(field, quote!(&__value)),
            };
            let into =
                quote!(let __value = #private::AbsentWithArg::<#ty, #kind>::into_absent(#ident););
            (quote!(AbsentWithArg), quote!({ #into #with }))
        } else {
            let encoded = quote!(#private::AbsentArg::<#ty, #kind>::encode(#ident, #shape));
            (quote!(AbsentArg), encoded)
        };
        let is_ttl = field.role == Some(Role::Ttl);
        let ttl = is_ttl.then(|| quote!(where __M: #private::StoresTtl<#ty>));
        let body = self.apply(quote!(.set_if_absent(#stored, __stored)));
        let docs = format!("Sets `{}` where it is not there.", field.name);
        quote! {
            #[doc = #docs]
            #vis fn #name<__A: #private::#bound<#ty, #kind>>(self, #ident: __A) -> Self #ttl {
                let __stored = #encoded;
                #body
            }
        }
    }

    fn add(&self, field: &Field, kind: &TokenStream) -> TokenStream {
        let Some(name) = self.name("add_", field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
        let body = self.apply(quote!(.add::<#ty, #kind, __A>(#stored, #ident)));
        let docs = format!(
            "Adds to the number `{}`, which counts as 0 where it is not there. A negative number subtracts.",
            field.name
        );
        quote! {
            #[doc = #docs]
            #vis fn #name<__A: #private::AddArg<#ty, #kind>>(self, #ident: __A) -> Self {
                #body
            }
        }
    }

    fn extend(&self, verb: &str, place: &str, field: &Field, kind: &TokenStream) -> TokenStream {
        let Some(name) = self.name(&format!("{verb}_"), field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
        let (method, shape) = (format_ident!("{verb}"), (self.shape)(field));
        let body = self.apply(quote!(.#method::<#ty, #kind, __A>(#stored, #shape, #ident)));
        let docs = format!(
            "Puts elements {place} those of the list `{}`, which counts as empty where it is not there.",
            field.name
        );
        quote! {
            #[doc = #docs]
            #vis fn #name<__A: #private::ListArg<#ty, #kind>>(self, #ident: __A) -> Self {
                #body
            }
        }
    }

    fn elements(&self, verb: &str, does: &str, field: &Field, kind: &TokenStream) -> TokenStream {
        let Some(name) = self.name(&format!("{verb}_"), field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
        let by = match field.storage {
            Storage::Set => quote!(#private::DeclaredSet),
            _ => quote!(#private::SetByType),
        };
        let method = format_ident!("{verb}");
        let body = self.apply(quote!(.#method::<#ty, #kind, #by, __A>(#stored, #ident)));
        let docs = format!("{does} the set `{}`.", field.name);
        quote! {
            #[doc = #docs]
            #vis fn #name<__A: #private::ElementsArg<#ty, #kind, #by>>(self, #ident: __A) -> Self {
                #body
            }
        }
    }

    fn inside(&self, field: &Field, kind: &TokenStream) -> TokenStream {
        let Some(name) = self.name("in_", field) else {
            return TokenStream::new();
        };
        let (private, vis) = (self.krate.private(), &self.vis);
        let (ident, ty, stored) = (&field.ident, &field.ty, &field.stored);
        let shape = (self.shape)(field);
        let opens = quote!(<__M as #private::Opens<#ty, #kind>>);
        let body =
            self.apply(quote!(.inside(#stored, #shape, #opens::open, #ident, #opens::close)));
        let docs = format!(
            "Changes inside `{}`, which has to be stored; what is not mentioned stays.",
            field.name
        );
        quote! {
            #[doc = #docs]
            #vis fn #name(
                self,
                #ident: impl ::core::ops::FnOnce(#opens::Changes) -> #opens::Changes,
            ) -> Self
            where
                __M: #private::Opens<#ty, #kind>,
            {
                #body
            }
        }
    }

    /// A setter that cannot be called: its bound says why, and what to write instead.
    pub(crate) fn refused(&self, field: &Field, bound: &str) -> TokenStream {
        let vis = &self.vis;
        let (ident, bound) = (&field.ident, self.private_item(bound));
        quote! {
            #[doc(hidden)]
            #vis fn #ident<__A: #bound>(self, #ident: __A) -> Self {
                let _ = #ident;
                self
            }
        }
    }

    /// The bound on the argument of a setter.
    pub(crate) fn bound(&self, field: &Field) -> TokenStream {
        let (private, ty) = (self.krate.private(), &field.ty);
        match (field.role, field.storage) {
            (Some(Role::Ttl), _) => quote!(#private::TtlArg<#ty>),
            (_, Storage::With) => quote!(#private::Arg<#ty>),
            _ => quote!(#private::FieldArg<#ty>),
        }
    }

    /// The field's value from the argument.
    pub(crate) fn value(&self, field: &Field) -> TokenStream {
        let bound = self.bound(field);
        let ident = &field.ident;
        match (field.role, field.storage) {
            (None, Storage::With) => quote!(<__A as #bound>::into_arg(#ident)),
            _ => quote!(<__A as #bound>::into_field(#ident)),
        }
    }

    /// The stored form of `__value`.
    pub(crate) fn encoded(&self, field: &Field) -> TokenStream {
        let bound = self.bound(field);
        match (field.role, field.storage) {
            (Some(Role::Ttl), _) => quote!(<__A as #bound>::encode(&__value)),
            (_, Storage::With) => (self.with)(field, quote!(&__value)),
            _ => {
                let shape = (self.shape)(field);
                quote!(<__A as #bound>::encode(&__value, #shape))
            }
        }
    }

    pub(crate) fn private_item(&self, name: &str) -> TokenStream {
        let (private, name) = (self.krate.private(), format_ident!("{name}"));
        quote!(#private::#name)
    }

    fn apply(&self, change: TokenStream) -> TokenStream {
        (self.apply)(self.krate, change)
    }

    /// The method's name; none where a field has that name: its setter comes first.
    pub(crate) fn name(&self, prefix: &str, field: &Field) -> Option<Ident> {
        self.name_of(&format!("{prefix}{}", field.name), field.ident.span())
    }

    /// The same for any method.
    pub(crate) fn name_of(&self, name: &str, span: Span) -> Option<Ident> {
        let is_free = self.fields.iter().all(|other| other.name != name);
        is_free.then(|| Ident::new(name, span))
    }
}
