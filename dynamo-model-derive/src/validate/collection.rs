//! `#[derive(Collection)]`: a struct of fields, or an enum of variants, of which at most one takes unknown items.

use crate::errors::Errors;
use crate::model::{Collection, CollectionMember, Krate};
use crate::parse::collection::{RawBody, RawCollection, RawMember};

/// Judges the item.
pub(crate) fn collection(raw: RawCollection, errors: &Errors) -> Option<Collection> {
    let (raw_members, is_enum) = match raw.body {
        RawBody::Struct(fields) => (fields, false),
        RawBody::Enum(variants) => (variants, true),
        RawBody::Other => {
            errors.at(
                &raw.ident,
                "a collection is a struct with named fields, or an enum: its fields or variants say where the items of each entity go",
            );
            return None;
        }
    };
    if !raw.generics.params.is_empty() {
        errors.at(
            &raw.generics,
            "a collection has no generic parameters: its members are checked against each other, and so have to be known",
        );
        return None;
    }
    let unknown = unknown(&raw_members, errors);
    let (unknowns, members): (Vec<_>, Vec<_>) = raw_members
        .into_iter()
        .partition(|member| member.unknown.is_some());
    if members.is_empty() {
        let what = if is_enum { "variant" } else { "field" };
        errors.at(
            &raw.ident,
            format!(
                "`{}` has no {what} for an entity, so nothing says what it is read from: add one",
                raw.ident
            ),
        );
        return None;
    }
    let checked = |members: Vec<RawMember>| -> Vec<_> {
        let members = members.into_iter();
        members
            .filter_map(|member| checked(member, errors))
            .collect()
    };
    let (members, unknowns) = (checked(members), checked(unknowns));
    Some(Collection {
        ident: raw.ident,
        krate: Krate(raw.krate),
        on: raw.on,
        is_enum,
        members,
        unknown: unknown.and_then(|()| unknowns.into_iter().next()),
    })
}

fn unknown(members: &[RawMember], errors: &Errors) -> Option<()> {
    let mut words = members.iter().filter_map(|member| member.unknown.as_ref());
    let first = words.next()?;
    for second in words {
        errors.twice(
            second,
            first,
            "`unknown` is given twice: one place takes all items that are none of the other members'",
        );
    }
    Some(())
}

fn checked(member: RawMember, errors: &Errors) -> Option<CollectionMember> {
    let Some(ty) = member.ty else {
        let name = &member.ident;
        let expected = match member.unknown {
            Some(_) => "unknown items as they are stored, in one `RawItem`",
            None => "the items of one entity, and nothing else",
        };
        errors.at(
            name,
            format!(
                "a variant of a collection holds {expected}: write the type alone, `{name}(…)`"
            ),
        );
        return None;
    };
    Some(CollectionMember {
        ident: member.ident,
        ty,
    })
}
