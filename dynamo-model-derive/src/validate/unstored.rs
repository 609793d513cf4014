//! Fields that serde skips: a read has their default, so no key can be made of them again.

use syn::ext::IdentExt;

use crate::errors::Errors;
use crate::model::{Field, Index, IndexKeys, Origin, Shard, Storage, Template};

/// Neither a key nor a `when` reads a field that is not stored.
pub(crate) fn check(
    primary: &[&Template],
    indexes: &[Index],
    shard: Option<&Shard>,
    fields: &[Field],
    errors: &Errors,
) {
    let is_skipped = |field: &usize| {
        fields
            .get(*field)
            .is_some_and(|field| field.storage == Storage::Skipped)
    };
    let further = indexes.iter().filter_map(|index| index.keys.as_ref());
    // A template of the table is reported where it is written.
    let further = further
        .flat_map(IndexKeys::templates)
        .filter(|template| template.origin == Origin::Own);
    for template in primary.iter().copied().chain(further) {
        let of_shard = template.shard().and(shard).into_iter();
        let read = template.fields().map(|(_, part)| part.field);
        let skipped = read
            .chain(of_shard.flat_map(|shard| shard.by.iter().copied()))
            .find(is_skipped);
        if let Some(field) = skipped.and_then(|field| fields.get(field)) {
            errors.at(
                &template.literal,
                format!(
                    "the key is made of `{}`, which serde skips: an item that is read and written again would get another key; store the field, or make it `key_only`",
                    field.name
                ),
            );
        }
    }
    for (ident, field) in indexes
        .iter()
        .filter_map(|index| index.when.as_ref())
        .flat_map(|when| &when.inputs)
    {
        if is_skipped(field) {
            errors.at(
                ident,
                format!(
                    "`when` reads `{}`, which serde skips: an item that is read has its default; store the field",
                    ident.unraw()
                ),
            );
        }
    }
}
