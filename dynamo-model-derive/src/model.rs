//! The checked model: nothing in it is left to doubt, and nothing of it reads an attribute.
//!
//! Fields are referred to by their position in [`Entity::fields`]. The *number* of a field, which generated code and descriptors use, is its position in
//! [`Entity::numbered`]: the primary key's fields first, so that a typed key can render them alone.

mod template;

use syn::ext::IdentExt;
use syn::{Expr, ExprPath, Generics, Ident, LitStr, Member, Path, Type, Visibility};

pub(crate) use self::template::{FieldPart, Origin, Part, Template};
pub(crate) use crate::parse::format::Format;

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) krate: Krate,
    pub(crate) name: String,
    pub(crate) pk: String,
    pub(crate) sk: Option<String>,
    pub(crate) indexes: Vec<TableIndex>,
    /// `None` where items carry no type.
    pub(crate) type_attribute: Option<String>,
    /// Key attributes of type N and B.
    pub(crate) number: Vec<String>,
    pub(crate) binary: Vec<String>,
    pub(crate) delimiter: String,
    pub(crate) entities: Vec<Path>,
}

/// A secondary index of a table.
#[derive(Debug)]
pub(crate) struct TableIndex {
    pub(crate) name: String,
    pub(crate) pk: String,
    pub(crate) sk: Option<String>,
    /// The attributes of its two keys after the first.
    pub(crate) more_pk: Vec<String>,
    pub(crate) more_sk: Vec<String>,
    pub(crate) is_local: bool,
    pub(crate) projection: Projection,
}

/// What an index holds besides keys.
#[derive(Debug)]
pub(crate) enum Projection {
    All,
    KeysOnly,
    Include(Vec<String>),
}

/// An entity.
#[derive(Debug)]
pub(crate) struct Entity {
    pub(crate) ident: Ident,
    /// The struct's name without `r#`.
    pub(crate) name: String,
    pub(crate) type_name: String,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) krate: Krate,
    pub(crate) table: Type,
    pub(crate) pk: Template,
    pub(crate) sk: Option<Template>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) also: Vec<Also>,
    pub(crate) unique: Vec<Unique>,
    pub(crate) shard: Option<Shard>,
    pub(crate) copies: Vec<Copy>,
    pub(crate) fields: Vec<Field>,
    /// Positions of the fields with a number, in its order.
    pub(crate) numbered: Vec<usize>,
    /// How many of these belong to the primary key.
    pub(crate) key_fields: usize,
    /// Positions of the fields that only a `when` reads: their numbers follow those of `numbered`.
    pub(crate) when_fields: Vec<usize>,
    pub(crate) overlap_ok: Option<String>,
    pub(crate) constant_sk_ok: Option<String>,
}

/// A struct inside an entity.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) ident: Ident,
    /// The struct's name without `r#`.
    pub(crate) name: String,
    pub(crate) vis: Visibility,
    pub(crate) krate: Krate,
    pub(crate) fields: Vec<Field>,
}

/// A struct as which items of an entity are read.
#[derive(Debug)]
pub(crate) struct ReadType {
    pub(crate) ident: Ident,
    /// The struct's name without `r#`.
    pub(crate) name: String,
    pub(crate) krate: Krate,
    /// A lifetime at most.
    pub(crate) generics: Generics,
    /// The entity.
    pub(crate) of: Type,
    pub(crate) fields: Vec<ReadField>,
}

/// A field of a projection.
#[derive(Debug)]
pub(crate) struct ReadField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The attribute's name.
    pub(crate) stored: String,
    /// Whether a function of serde's `with` reads it.
    pub(crate) is_with: bool,
    /// Whether it borrows from what is read: its type names the lifetime.
    pub(crate) is_lent: bool,
}

/// A field of an entity.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// The identifier without `r#`.
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// The attribute's name.
    pub(crate) stored: String,
    pub(crate) storage: Storage,
    pub(crate) role: Option<Role>,
    /// The function of serde's `with`, for [`Storage::With`]; `None` where it cannot be read.
    pub(crate) serialize: Option<ExprPath>,
    /// An item without the attribute is read all the same.
    pub(crate) has_default: bool,
}

impl Field {
    /// Whether an update can set it: it is one attribute, whose stored form can be made from a value.
    pub(crate) fn is_settable(&self) -> bool {
        let is_readable = self.storage != Storage::With || self.serialize.is_some();
        self.storage.is_attribute() && (is_readable || self.role == Some(Role::Ttl))
    }
}

/// What a field is to the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Version,
    Ttl,
    CreatedAt,
    UpdatedAt,
}

impl Role {
    /// The attribute's key.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Ttl => "ttl",
            Self::CreatedAt => "created_at",
            Self::UpdatedAt => "updated_at",
        }
    }
}

/// How a field is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// As one attribute of a shape that the type decides.
    ByType,
    /// As one attribute, the type being a parameter: nothing is asked of it.
    Plain,
    /// As one attribute of the shape that was asked for.
    Set,
    Bytes,
    List,
    /// As one attribute that a function writes.
    With,
    /// As the attributes that the value consists of.
    Flattened,
    /// Not at all.
    Skipped,
    /// As a part of key attributes only.
    KeyOnly,
}

/// An entry of an entity in a secondary index.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) name: Ident,
    pub(crate) on: LitStr,
    /// `None` where the index re-uses the table's own keys.
    pub(crate) keys: Option<IndexKeys>,
    pub(crate) when: Option<When>,
}

/// The templates of an index entry.
#[derive(Debug)]
pub(crate) struct IndexKeys {
    pub(crate) pk: Template,
    pub(crate) sk: Option<Template>,
    /// The templates of the attributes after the first, where a key has several.
    pub(crate) more_pk: Vec<Template>,
    pub(crate) more_sk: Vec<Template>,
}

/// A further place of an entity's items.
#[derive(Debug)]
pub(crate) struct Also {
    pub(crate) name: Ident,
    pub(crate) pk: Template,
    pub(crate) sk: Option<Template>,
}

/// A field of which no two items have the same value.
#[derive(Debug)]
pub(crate) struct Unique {
    /// The attribute's key.
    pub(crate) key: Path,
    pub(crate) field: usize,
    /// The key of the guard items.
    pub(crate) template: Template,
}

/// The condition of a sparse entry.
#[derive(Debug)]
pub(crate) struct When {
    /// Each parameter with the position of the field it names.
    pub(crate) inputs: Vec<(Ident, usize)>,
    pub(crate) body: Expr,
}

/// The shards of an entity. An index whose partition template has `{shard}` reads the fields of `by` too: they are inputs of it.
#[derive(Debug)]
pub(crate) struct Shard {
    pub(crate) count: u16,
    /// Positions of the fields whose texts are hashed.
    pub(crate) by: Vec<usize>,
}

/// The copies of one source's fields, whose key is found in one way.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) source: Path,
    pub(crate) fields: Vec<Copied>,
    /// Fields of the source's key with the positions of the fields here that hold them; the others are fields of the primary key under the same
    /// names.
    pub(crate) keys: Vec<(String, usize)>,
}

/// A field that is a copy.
#[derive(Debug)]
pub(crate) struct Copied {
    pub(crate) position: usize,
    /// The source's field.
    pub(crate) name: Ident,
    /// The source's type and field, as written, behind this key.
    pub(crate) path: Path,
    pub(crate) key: Path,
}

/// A type that derives `KeyPart`.
#[derive(Debug)]
pub(crate) struct KeyPart {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Krate,
    pub(crate) body: KeyPartBody,
}

/// An enum's spellings, or the type inside a newtype.
#[derive(Debug)]
pub(crate) enum KeyPartBody {
    /// At least one variant.
    Enum(Vec<(Ident, String)>),
    Newtype {
        member: Member,
        ty: Box<Type>,
    },
}

/// A collection.
#[derive(Debug)]
pub(crate) struct Collection {
    pub(crate) ident: Ident,
    pub(crate) krate: Krate,
    /// The index that it is read from.
    pub(crate) on: Option<LitStr>,
    pub(crate) is_enum: bool,
    /// At least one, but for a mistake in it.
    pub(crate) members: Vec<CollectionMember>,
    /// What takes the items that are none of the members'.
    pub(crate) unknown: Option<CollectionMember>,
}

/// A field or a variant, and the type of it or in it.
#[derive(Debug)]
pub(crate) struct CollectionMember {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

impl CollectionMember {
    /// The name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// The path to the runtime crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Krate(pub(crate) Option<Path>);

impl IndexKeys {
    /// The templates of both keys.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Template> {
        self.partition().chain(self.sort())
    }

    /// The templates of the partition key's attributes.
    pub(crate) fn partition(&self) -> impl Iterator<Item = &Template> {
        std::iter::once(&self.pk).chain(&self.more_pk)
    }

    /// The templates of the sort key's attributes.
    pub(crate) fn sort(&self) -> impl Iterator<Item = &Template> {
        self.sk.iter().chain(&self.more_sk)
    }
}

impl Unique {
    /// Positions of the fields that its guards are made of.
    pub(crate) fn reads(&self) -> impl Iterator<Item = usize> {
        self.template.fields().map(|(_, part)| part.field)
    }
}

impl Storage {
    /// Whether the field is one attribute of its own.
    pub(crate) fn is_attribute(self) -> bool {
        !matches!(self, Self::Flattened | Self::Skipped | Self::KeyOnly)
    }

    /// Whether a filter can name it: one attribute whose form follows from the type.
    pub(crate) fn is_filterable(self) -> bool {
        self.is_attribute() && self != Self::With
    }
}

impl Entity {
    /// The number of a field that a key template names.
    pub(crate) fn number(&self, field: usize) -> Option<usize> {
        self.numbered.iter().position(|numbered| *numbered == field)
    }

    /// The number of a field that an index reads, by a template or by `when`.
    pub(crate) fn input_number(&self, field: usize) -> Option<usize> {
        let of_when = |field: usize| self.when_fields.iter().position(|own| *own == field);
        self.number(field)
            .or_else(|| of_when(field).map(|position| self.numbered.len() + position))
    }

    /// Positions of the fields outside the primary key that indexes read, in the order of their numbers.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = usize> {
        let numbered = self.numbered.iter().skip(self.key_fields);
        numbered.chain(&self.when_fields).copied()
    }

    /// Positions of the fields that an entry's templates, its shard and its `when` read, each once.
    pub(crate) fn reads(&self, index: &Index) -> Vec<usize> {
        index.reads(self.shard.as_ref())
    }

    /// Whether the field is a copy.
    pub(crate) fn is_copied(&self, field: usize) -> bool {
        let mut copied = self.copies.iter().flat_map(|copy| &copy.fields);
        copied.any(|copied| copied.position == field)
    }

    /// Whether the field names the source of a copy.
    pub(crate) fn names_source(&self, field: usize) -> bool {
        let mut keys = self.copies.iter().flat_map(|copy| &copy.keys);
        keys.any(|(_, position)| *position == field)
    }

    /// Position and field of a role.
    pub(crate) fn role(&self, role: Role) -> Option<(usize, &Field)> {
        self.fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.role == Some(role))
    }

    /// Whether a write changes the entity in memory.
    pub(crate) fn is_stamped(&self) -> bool {
        let roles = [Role::Version, Role::CreatedAt, Role::UpdatedAt];
        roles.into_iter().any(|role| self.role(role).is_some())
    }

    /// Whether a write of it is one item's alone: without copies and guards beside it.
    pub(crate) fn is_written_alone(&self) -> bool {
        self.also.is_empty() && self.unique.is_empty()
    }

    /// Whether a guard is made of the field.
    pub(crate) fn is_guarded(&self, field: usize) -> bool {
        let mut reads = self.unique.iter().flat_map(Unique::reads);
        reads.any(|read| read == field)
    }

    /// Positions of the fields outside the primary key that guards are made of, each once.
    pub(crate) fn guarded(&self) -> impl Iterator<Item = usize> {
        let fields = 0..self.fields.len();
        fields.filter(|field| !self.in_key(*field) && self.is_guarded(*field))
    }

    /// Whether the field belongs to the primary key.
    pub(crate) fn in_key(&self, field: usize) -> bool {
        self.numbered
            .iter()
            .take(self.key_fields)
            .any(|numbered| *numbered == field)
    }

    /// The primary key's fields, in order.
    pub(crate) fn key_fields(&self) -> impl Iterator<Item = &Field> {
        self.numbered
            .iter()
            .take(self.key_fields)
            .filter_map(|field| self.fields.get(*field))
    }

    /// Whether the table is one of the type parameters: the type lives in several tables.
    pub(crate) fn has_generic_table(&self) -> bool {
        let Type::Path(table) = &self.table else {
            return false;
        };
        self.generics
            .type_params()
            .any(|parameter| table.path.is_ident(&parameter.ident))
    }

    /// Whether const items can name the type: no type or const parameters.
    pub(crate) fn is_nameable(&self) -> bool {
        self.generics.type_params().next().is_none()
            && self.generics.const_params().next().is_none()
    }
}

impl Index {
    /// Positions of the fields that templates, a shard in them and `when` read, each once.
    pub(crate) fn reads(&self, shard: Option<&Shard>) -> Vec<usize> {
        let mut reads = Vec::new();
        for template in self.keys.iter().flat_map(IndexKeys::templates) {
            reads.extend(template.fields().map(|(_, part)| part.field));
            if template.shard().is_some() {
                reads.extend(shard.into_iter().flat_map(|shard| shard.by.iter().copied()));
            }
        }
        let of_when = self.when.iter().flat_map(|when| &when.inputs);
        reads.extend(of_when.map(|(_, field)| *field));
        let mut once = Vec::new();
        for field in reads {
            if !once.contains(&field) {
                once.push(field);
            }
        }
        once
    }
}
