//! The generics of an entity, as its generated items need them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

use crate::model::Entity;

/// The generics of an entity in the forms that generated items need.
pub(crate) struct EntityGenerics {
    /// Parameters with bounds and without defaults: `'a, T: Bound, const N: usize,`.
    pub(crate) params: Vec<TokenStream>,
    /// The same as arguments: `'a, T, N,`.
    pub(crate) args: Vec<TokenStream>,
    /// The where clause, or nothing.
    pub(crate) where_clause: TokenStream,
    /// The entity's type: `Order<'a, T>`.
    pub(crate) ty: TokenStream,
}

impl EntityGenerics {
    /// The entity's generics.
    pub(crate) fn of(entity: &Entity) -> Self {
        let args = args(&entity.generics);
        let ident = &entity.ident;
        let ty = if args.is_empty() {
            quote!(#ident)
        } else {
            quote!(#ident<#(#args),*>)
        };
        Self {
            params: params(&entity.generics),
            args,
            where_clause: entity.generics.where_clause.to_token_stream(),
            ty,
        }
    }

    /// `<params>` for an impl of something on the entity's type.
    pub(crate) fn impl_generics(&self) -> TokenStream {
        let params = &self.params;
        if params.is_empty() {
            TokenStream::new()
        } else {
            quote!(<#(#params),*>)
        }
    }
}

/// The entity's type where a const item has to name it: its lifetimes, the only parameters it can have there, are left to inference.
pub(crate) fn nameable(entity: &Entity) -> Option<TokenStream> {
    let ident = &entity.ident;
    let lifetimes = entity.generics.lifetimes().map(|_| quote!('_));
    let ty = if entity.generics.params.is_empty() {
        quote!(#ident)
    } else {
        quote!(#ident<#(#lifetimes),*>)
    };
    entity.is_nameable().then_some(ty)
}

/// The parameters with bounds and without defaults, which an impl may not have.
pub(crate) fn params(generics: &Generics) -> Vec<TokenStream> {
    generics
        .params
        .iter()
        .map(|param| without_default(param).into_token_stream())
        .collect()
}

fn args(generics: &Generics) -> Vec<TokenStream> {
    generics
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        })
        .collect()
}

fn without_default(param: &GenericParam) -> GenericParam {
    let mut param = param.clone();
    match &mut param {
        GenericParam::Type(param) => param.default = None,
        GenericParam::Const(param) => param.default = None,
        GenericParam::Lifetime(_) => {}
    }
    param
}
