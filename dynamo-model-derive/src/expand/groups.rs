//! Indexes that read several fields outside the primary key: an update sets all of them or none.
//!
//! One marker trait for each, implemented for the states of a builder in which the index can be kept in
//! step; its message names the fields. The macro groups by index, since several entries on one index are
//! known together or not at all.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::model::{Entity, Field, Index, Role};
use crate::validate::rename::pascal;

/// The fields that several entries on one index read.
pub(crate) struct Group<'e> {
    /// The index.
    on: String,
    entries: Vec<&'e Index>,
    /// Positions of the fields outside the primary key.
    fields: Vec<usize>,
}

/// A field of a group that an update can set: it has a type parameter on the builder.
pub(crate) struct Grouped {
    pub(crate) position: usize,
    /// The type parameter.
    pub(crate) param: Ident,
    /// The marker of a builder that sets the field, and of one that does not.
    pub(crate) set: Ident,
    pub(crate) unset: Ident,
}

/// The groups of an entity.
pub(crate) fn all(entity: &Entity) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for index in entity.indexes.iter().filter(|index| index.keys.is_some()) {
        let on = index.on.value();
        let found = groups.iter().position(|group| group.on == on);
        let group = match found.and_then(|position| groups.get_mut(position)) {
            Some(group) => group,
            None => {
                groups.push(Group {
                    on,
                    entries: Vec::new(),
                    fields: Vec::new(),
                });
                let Some(group) = groups.last_mut() else { continue };
                group
            }
        };
        group.entries.push(index);
        for field in index.reads() {
            if !entity.in_key(field) && !group.fields.contains(&field) {
                group.fields.push(field);
            }
        }
    }
    groups.retain(|group| group.fields.len() > 1);
    groups
}

/// The fields of groups, in the order of their first group.
pub(crate) fn grouped(entity: &Entity, groups: &[Group<'_>]) -> Vec<Grouped> {
    let mut found: Vec<Grouped> = Vec::new();
    for position in groups.iter().flat_map(|group| &group.fields).copied() {
        let Some(field) = entity.fields.get(position) else {
            continue;
        };
        if found.iter().any(|grouped| grouped.position == position) || !is_set_by_hand(field) {
            continue;
        }
        let name = pascal(&field.name);
        found.push(Grouped {
            position,
            param: format_ident!("__S{}", found.len()),
            set: format_ident!("__{name}Set"),
            unset: format_ident!("__{name}NotSet"),
        });
    }
    found
}

/// Whether the builder has a setter for the field.
fn is_set_by_hand(field: &Field) -> bool {
    field.is_settable() && !matches!(field.role, Some(Role::CreatedAt | Role::UpdatedAt))
}

/// The marker types.
pub(crate) fn markers(entity: &Entity, grouped: &[Grouped]) -> TokenStream {
    let vis = &entity.vis;
    let markers = grouped
        .iter()
        .flat_map(|grouped| [&grouped.set, &grouped.unset]);
    quote!(#(#[doc(hidden)] #vis struct #markers;)*)
}

/// The trait of a group, with its impls.
pub(crate) fn group(entity: &Entity, group: &Group<'_>, grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let (vis, name) = (&entity.vis, trait_name(entity, group));
    let members: Vec<_> = members(group, grouped).collect();
    let params: Vec<_> = members.iter().map(|member| &member.param).collect();
    let sets = members.iter().map(|member| &member.set);
    let unsets = members.iter().map(|member| &member.unset);
    let (message, label) = texts(entity, group);
    let fields = || group.fields.iter().filter_map(|field| entity.fields.get(*field));
    // The time of the write is always known, other fields without a setter never are.
    let is_known = |field: &Field| is_set_by_hand(field) || field.role == Some(Role::UpdatedAt);
    let all = fields().all(is_known);
    let none = fields().all(|field| field.role != Some(Role::UpdatedAt));
    let all = all.then(|| quote!(impl #name<#(#sets),*> for #private::Gate<false> {}));
    // A group without members has one state only.
    let none = (none && !(members.is_empty() && all.is_some()))
        .then(|| quote!(impl #name<#(#unsets),*> for #private::Gate<false> {}));
    quote! {
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = #message,
            label = #label,
            note = "set the others too, or use `modify`, which reads the item first"
        )]
        #vis trait #name<#(#params),*> {}
        impl<#(#params),*> #name<#(#params),*> for #private::Gate<true> {}
        #all
        #none
    }
}

/// The bound that an update has to meet.
pub(crate) fn bound(entity: &Entity, group: &Group<'_>, grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let name = trait_name(entity, group);
    let params = members(group, grouped).map(|member| &member.param);
    let own = own_key(entity, group.entries.iter().copied());
    quote!(#private::Gate<{ #own }>: #name<#(#params),*>)
}

/// A const expression: whether the entries' keys are fields by themselves, so that nothing is derived.
pub(crate) fn own_key<'i>(
    entity: &Entity,
    mut entries: impl Iterator<Item = &'i Index>,
) -> TokenStream {
    let own = entries.try_fold(Vec::new(), |mut own, entry| {
        own.push(own_entry(entity, entry)?);
        Some(own)
    });
    match own {
        Some(own) => quote!(#(#own)&&*),
        None => quote!(false),
    }
}

/// Bare templates without a condition can be fields by themselves; the table's names decide.
fn own_entry(entity: &Entity, entry: &Index) -> Option<TokenStream> {
    let private = entity.krate.private();
    let (table, on) = (&entity.table, entry.on.value());
    let keys = entry.keys.as_ref().filter(|_| entry.when.is_none())?;
    let stored = |field: usize| entity.fields.get(field).map(|field| &field.stored);
    let pk = keys.pk.bare().and_then(stored)?;
    let sk = match &keys.sk {
        Some(sk) => {
            let sk = sk.bare().and_then(stored)?;
            quote!(#private::Option::Some(#sk))
        }
        None => quote!(#private::Option::None),
    };
    Some(quote!(#private::is_own_index::<#table>(#on, #pk, #sk)))
}

fn members<'g>(
    group: &'g Group<'_>,
    grouped: &'g [Grouped],
) -> impl Iterator<Item = &'g Grouped> {
    grouped
        .iter()
        .filter(|grouped| group.fields.contains(&grouped.position))
}

fn trait_name(entity: &Entity, group: &Group<'_>) -> Ident {
    let names = group.entries.iter().map(|index| pascal(&index.name.unraw().to_string()));
    format_ident!("__{}{}Inputs", entity.name, names.collect::<String>())
}

fn texts(entity: &Entity, group: &Group<'_>) -> (String, String) {
    let names: Vec<_> = group
        .fields
        .iter()
        .filter_map(|field| entity.fields.get(*field))
        .map(|field| format!("`{}`", field.name))
        .collect();
    let fields = match names.split_last() {
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let indexes: Vec<_> = group
        .entries
        .iter()
        .map(|index| format!("`{}`", index.name.unraw()))
        .collect();
    let message = format!(
        "index {} of `{}` is made of {fields}: an update sets all of them or none",
        indexes.join(", "),
        entity.name
    );
    (message, format!("not all of {fields} are set"))
}
