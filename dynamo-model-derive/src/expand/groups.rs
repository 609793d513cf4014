//! Indexes that read several fields outside the primary key, and copies whose source is named outside of it: an update sets all of them or
//! none.
//!
//! To leave a sparse index its condition is enough, so an update may also say that the item leaves: then it
//! sets what the condition reads.
//!
//! The runtime's trait is implemented for the states of a builder in which the index can be kept in step.
//! Its message names the index and the fields by the types that it is about, so these types have their
//! names: `#[diagnostic]` attributes of our own do not compile under `#![no_implicit_prelude]`. The macro
//! groups by index, since several entries on one index are known together or not at all.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::model::{Copy, Entity, Field, Index, Krate, Origin, Role, Template};
use crate::validate::rename::pascal;

/// The fields that several entries on one index read, or that hold copies of one source and its key.
pub(crate) struct Group<'e> {
    /// The index; none for a source.
    on: Option<String>,
    entries: Vec<&'e Index>,
    /// The source of copies.
    copy: Option<&'e Copy>,
    /// Positions of the fields outside the primary key.
    fields: Vec<usize>,
}

/// Something that an update says for a group: it has a type parameter on the builder.
pub(crate) struct Grouped {
    pub(crate) is: Said,
    /// The type parameter.
    pub(crate) param: Ident,
    /// The marker of a builder that says it, and of one that does not.
    pub(crate) set: Ident,
    pub(crate) unset: Ident,
}

/// What an update says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// The value of the field at this position.
    Field(usize),
    /// That the item leaves the index of the entry of this number.
    Leaves(usize),
}

/// The groups of an entity.
pub(crate) fn all(entity: &Entity) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for index in entity.indexes.iter().filter(|index| index.keys.is_some()) {
        let on = index.on.value();
        let found = groups
            .iter()
            .position(|group| group.on.as_ref() == Some(&on));
        let group = match found.and_then(|position| groups.get_mut(position)) {
            Some(group) => group,
            None => {
                groups.push(Group {
                    on: Some(on),
                    entries: Vec::new(),
                    copy: None,
                    fields: Vec::new(),
                });
                let Some(group) = groups.last_mut() else {
                    continue;
                };
                group
            }
        };
        group.entries.push(index);
        for field in entity.reads(index) {
            if !entity.in_key(field) && !group.fields.contains(&field) {
                group.fields.push(field);
            }
        }
    }
    groups.extend(
        entity
            .copies
            .iter()
            .filter_map(|copy| of_copy(entity, copy)),
    );
    groups.retain(|group| group.fields.len() > 1);
    groups
}

/// A source that is named by the primary key is always known: then each copy can be set alone.
fn of_copy<'e>(entity: &'e Entity, copy: &'e Copy) -> Option<Group<'e>> {
    let mut fields: Vec<usize> = Vec::new();
    let keys = copy.keys.iter().map(|(_, position)| *position);
    for field in keys.filter(|field| !entity.in_key(*field)) {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    let copied = copy.fields.iter().map(|copied| copied.position);
    (!fields.is_empty()).then(|| Group {
        on: None,
        entries: Vec::new(),
        copy: Some(copy),
        fields: fields.into_iter().chain(copied).collect(),
    })
}

/// The fields of groups, in the order of their first group.
pub(crate) fn grouped(entity: &Entity, groups: &[Group<'_>]) -> Vec<Grouped> {
    let mut found: Vec<Grouped> = Vec::new();
    for position in groups.iter().flat_map(|group| &group.fields).copied() {
        let Some(field) = entity.fields.get(position) else {
            continue;
        };
        let is = Said::Field(position);
        if found.iter().any(|grouped| grouped.is == is) || !is_set_by_hand(field) {
            continue;
        }
        let name = pascal(&field.name);
        found.push(Grouped {
            is,
            param: format_ident!("__S{}", found.len()),
            set: format_ident!("__{name}Set"),
            unset: format_ident!("__{name}NotSet"),
        });
    }
    for (number, index) in groups.iter().filter_map(|group| leavable(entity, group)) {
        let name = pascal(&index.name.unraw().to_string());
        found.push(Grouped {
            is: Said::Leaves(number),
            param: format_ident!("__S{}", found.len()),
            set: format_ident!("__{name}Left"),
            unset: format_ident!("__{name}NotLeft"),
        });
    }
    found
}

/// The entry of a group that an update can leave by its condition alone, with its number: the only one on
/// its index, whose condition reads less than the index does, and what can be set.
fn leavable<'e>(entity: &'e Entity, group: &Group<'e>) -> Option<(usize, &'e Index)> {
    let [index] = group.entries.as_slice() else {
        return None;
    };
    let when = index.when.as_ref()?;
    let reads = |field: &usize| when.inputs.iter().any(|(_, input)| input == field);
    let mut inputs = when
        .inputs
        .iter()
        .filter(|(_, field)| !entity.in_key(*field))
        .peekable();
    inputs.peek()?;
    let can_be_set = inputs.all(|(_, field)| entity.fields.get(*field).is_some_and(is_set_by_hand));
    let is_less = group.fields.iter().any(|field| !reads(field));
    let number = entity
        .indexes
        .iter()
        .position(|own| std::ptr::eq(own, *index))?;
    (can_be_set && is_less).then_some((number, index))
}

/// The entry that a state is about leaving, and its name.
pub(crate) fn left<'e>(entity: &'e Entity, grouped: &Grouped) -> Option<(usize, &'e Index)> {
    match grouped.is {
        Said::Leaves(number) => Some((number, entity.indexes.get(number)?)),
        Said::Field(_) => None,
    }
}

/// Whether the builder has a setter for the field.
fn is_set_by_hand(field: &Field) -> bool {
    field.is_settable() && !matches!(field.role, Some(Role::CreatedAt | Role::UpdatedAt))
}

/// The marker types: states of fields, and names for messages.
pub(crate) fn markers(entity: &Entity, groups: &[Group<'_>], grouped: &[Grouped]) -> TokenStream {
    let vis = &entity.vis;
    let states = grouped
        .iter()
        .flat_map(|grouped| [&grouped.set, &grouped.unset]);
    let mut fields: Vec<&Ident> = Vec::new();
    for field in groups.iter().flat_map(|group| &group.fields) {
        fields.extend(entity.fields.get(*field).map(|field| &field.ident));
    }
    fields.sort();
    fields.dedup();
    let indexes = groups.iter().filter_map(Group::name);
    let (field_names, index_names) = (names(entity, "Field"), names(entity, "Index"));
    let copies = groups.iter().any(|group| group.copy.is_some()).then(|| {
        let marker = names(entity, "Copies");
        quote!(#[doc(hidden)] #vis struct #marker;)
    });
    if groups.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #(#[doc(hidden)] #vis struct #states;)*
        #copies
        #[doc(hidden)]
        mod #field_names {
            #(pub struct #fields;)*
        }
        #[doc(hidden)]
        mod #index_names {
            #(pub struct #indexes;)*
        }
    }
}

/// The module of the types that are named after fields or indexes.
fn names(entity: &Entity, of: &str) -> Ident {
    format_ident!("__{}{of}", entity.name)
}

impl Group<'_> {
    /// The name of its first entry.
    fn name(&self) -> Option<&Ident> {
        self.entries.first().map(|index| &index.name)
    }

    /// The runtime's trait for the states in which all is known.
    fn complete(&self, krate: &Krate) -> TokenStream {
        let private = krate.private();
        match self.copy {
            Some(_) => quote!(#private::CopiedTogether),
            None => quote!(#private::AllOrNone),
        }
    }
}

/// The impls of a group.
pub(crate) fn group(entity: &Entity, group: &Group<'_>, grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let about = about(entity, group);
    let members: Vec<_> = members(entity, group, grouped).collect();
    let sets = members.iter().map(|member| match member.is {
        Said::Field(_) => &member.set,
        Said::Leaves(_) => &member.unset,
    });
    let unsets = members.iter().map(|member| &member.unset);
    let fields = || {
        group
            .fields
            .iter()
            .filter_map(|field| entity.fields.get(*field))
    };
    // The time of the write is always known, other fields without a setter never are.
    let is_known = |field: &Field| is_set_by_hand(field) || field.role == Some(Role::UpdatedAt);
    let all = fields().all(is_known);
    let none = fields().all(|field| field.role != Some(Role::UpdatedAt));
    let complete = group.complete(&entity.krate);
    let all = all.then(
        || quote!(impl #complete<#about> for #private::Gate<false, (#private::Builder, #(#sets,)*)> {}),
    );
    // A group without members has one state only.
    let none = (none && !(members.is_empty() && all.is_some())).then(
        || quote!(impl #complete<#about> for #private::Gate<false, (#private::Builder, #(#unsets,)*)> {}),
    );
    let left = left_states(entity, group, &members);
    quote!(#all #none #left)
}

/// A builder that leaves the index has set what the condition reads; whatever else it sets.
fn left_states(entity: &Entity, group: &Group<'_>, members: &[&Grouped]) -> Option<TokenStream> {
    let private = entity.krate.private();
    let about = about(entity, group);
    let (_, index) = leavable(entity, group)?;
    let when = index.when.as_ref()?;
    let is_read = |field: usize| when.inputs.iter().any(|(_, input)| *input == field);
    let (mut states, mut free) = (Vec::new(), Vec::new());
    for member in members {
        match member.is {
            Said::Field(field) if !is_read(field) => {
                states.push(&member.param);
                free.push(&member.param);
            }
            Said::Field(_) | Said::Leaves(_) => states.push(&member.set),
        }
    }
    Some(quote! {
        impl<#(#free),*> #private::AllOrNone<#about> for #private::Gate<false, (#private::Builder, #(#states,)*)> {}
    })
}

/// The types that name the index, where it is one, and the fields.
fn about(entity: &Entity, group: &Group<'_>) -> TokenStream {
    let (field_names, index_names) = (names(entity, "Field"), names(entity, "Index"));
    let fields = group
        .fields
        .iter()
        .filter_map(|field| entity.fields.get(*field))
        .map(|field| &field.ident);
    let fields = quote!((#(#field_names::#fields,)*));
    match group.name() {
        Some(index) => quote!(#index_names::#index, #fields),
        None => {
            let marker = names(entity, "Copies");
            quote!(#marker, #fields)
        }
    }
}

/// The bound that an update has to meet.
pub(crate) fn bound(entity: &Entity, group: &Group<'_>, grouped: &[Grouped]) -> TokenStream {
    let private = entity.krate.private();
    let about = about(entity, group);
    let params = members(entity, group, grouped).map(|member| &member.param);
    let own = match group.copy {
        Some(_) => quote!(false),
        None => own_key(entity, group.entries.iter().copied()),
    };
    let complete = group.complete(&entity.krate);
    // With the builder's own parameter rustc judges the bound where it is used, not here.
    quote!(#private::Gate<{ #own }, (__M, #(#params,)*)>: #complete<#about>)
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

/// Bare templates without a condition can be fields by themselves, and so can be the table's keys; the
/// table's names decide, where they are known.
fn own_entry(entity: &Entity, entry: &Index) -> Option<TokenStream> {
    let private = entity.krate.private();
    let (table, on) = (&entity.table, entry.on.value());
    let keys = entry.keys.as_ref().filter(|_| entry.when.is_none())?;
    if entity.has_generic_table() {
        return None;
    }
    let stored = |template: &Template| {
        let bare = template.bare().and_then(|field| entity.fields.get(field));
        match (bare, template.origin) {
            (Some(field), _) => {
                let stored = &field.stored;
                Some(quote!(#private::Option::Some(#stored)))
            }
            (None, Origin::TablePk | Origin::TableSk) => Some(quote!(#private::Option::None)),
            (None, Origin::Own) => None,
        }
    };
    let pk = keys.partition().map(stored).collect::<Option<Vec<_>>>()?;
    let sk = keys.sort().map(stored).collect::<Option<Vec<_>>>()?;
    Some(quote!(#private::is_own_index::<#table>(#on, &[#(#pk),*], &[#(#sk),*])))
}

fn members<'g>(
    entity: &'g Entity,
    group: &'g Group<'_>,
    grouped: &'g [Grouped],
) -> impl Iterator<Item = &'g Grouped> {
    grouped.iter().filter(move |grouped| match grouped.is {
        Said::Field(field) => group.fields.contains(&field),
        Said::Leaves(number) => leavable(entity, group).is_some_and(|(own, _)| own == number),
    })
}
