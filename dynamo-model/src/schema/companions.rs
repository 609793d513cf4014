//! What is written together with an item: copies of it under other keys (`also`), and guards of its unique
//! values.

use super::{EntityKeys, TableLayout, message};
use crate::item::Stored;
use crate::key::format::Format;
use crate::key::ops::Written;
use crate::key::template::{FieldPart, Part, Template};

/// The type attribute of a guard is this and the type name of its owner.
pub(crate) const GUARD: &str = "UNIQUE#";
/// The attributes in which a guard holds its owner's key.
pub(crate) const OWNER_PK: &str = "owner_pk";
pub(crate) const OWNER_SK: &str = "owner_sk";

/// How a field's text is read from a stored item, whatever its entity is.
type StoredPart = fn(&Stored, usize, Format, &mut String) -> Written;

/// The copies and guards of an entity's items.
#[derive(Clone, Copy, Debug)]
pub struct Companions {
    pub(crate) also: &'static [Also],
    pub(crate) unique: &'static [Unique],
    /// `None` where there are neither.
    pub(crate) stored_part: Option<StoredPart>,
}

/// One more place of an entity's items in the table.
#[derive(Debug)]
pub struct Also {
    pub(crate) name: &'static str,
    pub(crate) pk: Template,
    pub(crate) sk: Option<Template>,
}

/// A field of which no two items have one value.
#[derive(Debug)]
pub struct Unique {
    /// The field's name in Rust.
    pub(crate) name: &'static str,
    /// The partition key of its guards, and their sort key.
    pub(crate) key: Template,
}

impl Also {
    /// A place: the name of its function, and its templates.
    #[must_use]
    pub const fn new(name: &'static str, pk: Template, sk: Option<Template>) -> Self {
        Self { name, pk, sk }
    }

    /// Whether the key tells whose copy it is: it names every field of the primary key without loss, or in the
    /// form in which the primary key does.
    pub(crate) fn names_owner(&self, keys: &EntityKeys) -> bool {
        let own = keys
            .pk
            .fields()
            .chain(keys.sk.iter().flat_map(Template::fields));
        let named = || {
            std::iter::once(&self.pk)
                .chain(&self.sk)
                .flat_map(Template::fields)
        };
        let mut all = own;
        all.all(|own| {
            named().any(|part| {
                part.field == own.field
                    && (part.format.is_lossless(part.kind) || part.format == own.format)
            })
        })
    }
}

impl Unique {
    /// A field's name, and the template of its guards.
    #[must_use]
    pub const fn new(name: &'static str, key: Template) -> Self {
        Self { name, key }
    }
}

impl Companions {
    pub(crate) const NONE: Self = Self {
        also: &[],
        unique: &[],
        stored_part: None,
    };

    pub(crate) const fn new(
        also: &'static [Also],
        unique: &'static [Unique],
        stored_part: StoredPart,
    ) -> Self {
        Self {
            also,
            unique,
            stored_part: Some(stored_part),
        }
    }
}

impl EntityKeys {
    /// What is written together with the entity's items.
    #[must_use]
    pub const fn companions(mut self, companions: Companions) -> Self {
        self.companions = companions;
        self
    }

    /// Whether a write of the entity is one of several items.
    pub(crate) fn has_companions(&self) -> bool {
        self.companions.stored_part.is_some()
    }

    /// How many keys an item and its companions have.
    pub(super) const fn key_count(&self) -> usize {
        1 + self.companions.also.len() + self.companions.unique.len()
    }

    /// One of these: that of the item itself, then those of its copies, then those of its guards.
    pub(super) const fn key_at(
        &self,
        layout: &TableLayout,
        number: usize,
    ) -> (&Template, Option<&Template>) {
        let (also, unique) = (self.companions.also, self.companions.unique);
        if number == 0 {
            (&self.pk, self.sk.as_ref())
        } else if number <= also.len() {
            (&also[number - 1].pk, also[number - 1].sk.as_ref())
        } else {
            let key = &unique[number - 1 - also.len()].key;
            (key, guard_sort_key(layout, key))
        }
    }

    /// The templates under which its copies and guards are in the table.
    pub(crate) fn companion_templates(
        &'static self,
        layout: &TableLayout,
    ) -> impl Iterator<Item = (&'static Template, Option<&'static Template>)> {
        (1..self.key_count()).map(|number| self.key_at(layout, number))
    }

    /// Whether a field is a part of the primary key.
    pub(crate) fn is_key_field(&self, field: usize) -> bool {
        let mut parts = self
            .pk
            .fields()
            .chain(self.sk.iter().flat_map(Template::fields));
        parts.any(|part| part.field == field)
    }

    /// Whether the primary key alone tells some guard.
    pub(crate) fn is_guarded_by_key(&self) -> bool {
        let mut unique = self.companions.unique.iter();
        unique.any(|unique| {
            unique
                .key
                .fields()
                .all(|part| self.is_key_field(part.field))
        })
    }

    /// The parts outside the primary key of the guards' keys.
    pub(crate) fn guarded(&'static self) -> impl Iterator<Item = &'static FieldPart> {
        let parts = self
            .companions
            .unique
            .iter()
            .flat_map(|unique| unique.key.fields());
        parts.filter(|part| !self.is_key_field(part.field))
    }
}

/// A guard's sort key is its partition key: so each has a partition of its own in an inverted index too.
pub(crate) const fn guard_sort_key<'t>(
    layout: &TableLayout,
    key: &'t Template,
) -> Option<&'t Template> {
    match layout.sk {
        Some(_) => Some(key),
        None => None,
    }
}

/// A field part of a companion's key that the entity's key does not hold, in a form from which this one
/// follows: a key of the same month can be made from any of its days.
pub(super) const fn unknown_part<'t>(
    keys: &EntityKeys,
    template: &'t Template,
) -> Option<&'t FieldPart> {
    let mut i = 0;
    while i < template.parts.len() {
        if let Part::Field(part) = &template.parts[i]
            && matches!(holds(keys, part), Some(false))
        {
            return Some(part);
        }
        i += 1;
    }
    None
}

/// Whether the primary key holds the part; `None` where the field is not in it.
const fn holds(keys: &EntityKeys, part: &FieldPart) -> Option<bool> {
    let of_pk = template_holds(&keys.pk, part);
    let of_sk = match &keys.sk {
        Some(sk) => template_holds(sk, part),
        None => None,
    };
    match (of_pk, of_sk) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (None, None) => None,
        _ => Some(false),
    }
}

const fn template_holds(template: &Template, part: &FieldPart) -> Option<bool> {
    let mut found = None;
    let mut i = 0;
    while i < template.parts.len() {
        if let Part::Field(own) = &template.parts[i]
            && own.field == part.field
        {
            if own.format.is_lossless(own.kind) || is_one_format(own.format, part.format) {
                return Some(true);
            }
            found = Some(false);
        }
        i += 1;
    }
    found
}

/// The same format, as far as a const function can tell.
const fn is_one_format(a: Format, b: Format) -> bool {
    match (a, b) {
        (Format::Lower, Format::Lower)
        | (Format::Upper, Format::Upper)
        | (Format::IsoSeconds, Format::IsoSeconds)
        | (Format::IsoMillis, Format::IsoMillis)
        | (Format::IsoMicros, Format::IsoMicros)
        | (Format::IsoMillisOffset, Format::IsoMillisOffset)
        | (Format::EpochSeconds, Format::EpochSeconds)
        | (Format::EpochMillis, Format::EpochMillis)
        | (Format::Date, Format::Date)
        | (Format::Month, Format::Month)
        | (Format::Year, Format::Year) => true,
        (Format::Strftime(a), Format::Strftime(b)) => message::equal(a, b),
        _ => false,
    }
}
