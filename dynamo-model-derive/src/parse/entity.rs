//! `#[entity(…)]` on a struct and its fields, as written.

use proc_macro2::TokenStream;
use syn::{
    Attribute, Data, DeriveInput, Expr, Field, Fields, Generics, Ident, LitStr, Path, Type,
    Visibility,
};

use super::also::RawAlso;
use super::copy::RawCopy;
use super::self_type;
use super::serde::{SerdeContainer, SerdeField};
use super::settings::{Setting, attribute_items, list_items, once, setting};
use super::shard::RawShard;
use super::unique::RawUnique;
use crate::errors::Errors;
use crate::model::Role;

const KEYS: &[&str] = &[
    "table",
    "name",
    "pk",
    "sk",
    "index",
    "overlap_ok",
    "constant_sk_ok",
    "crate",
    "also",
    "shard",
];
const INDEX_KEYS: &[&str] = &["name", "on", "pk", "sk", "when"];
const FIELD_KEYS: &[&str] = &[
    "set",
    "bytes",
    "list",
    "unique",
    "version",
    "ttl",
    "created_at",
    "updated_at",
    "copy_of",
    "key_only",
];

/// An entity as written.
#[derive(Debug)]
pub(crate) struct RawEntity {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The keys that were written, readable or not.
    pub(crate) written: Vec<String>,
    pub(crate) generics: Generics,
    pub(crate) krate: Option<Path>,
    pub(crate) table: Option<Type>,
    pub(crate) name: Option<LitStr>,
    pub(crate) pk: Option<LitStr>,
    pub(crate) sk: Option<LitStr>,
    pub(crate) indexes: Vec<RawIndex>,
    pub(crate) shard: Option<RawShard>,
    pub(crate) also: Vec<RawAlso>,
    pub(crate) overlap_ok: Option<LitStr>,
    pub(crate) constant_sk_ok: Option<LitStr>,
    pub(crate) serde: SerdeContainer,
    /// `None` when the item is no struct with named fields; that is reported already.
    pub(crate) fields: Option<Vec<RawField>>,
}

/// An `index(…)` as written.
#[derive(Debug)]
pub(crate) struct RawIndex {
    pub(crate) key: Path,
    pub(crate) name: Option<Ident>,
    pub(crate) on: Option<LitStr>,
    pub(crate) pk: Option<RawIndexKey>,
    pub(crate) sk: Option<RawIndexKey>,
    pub(crate) when: Option<Expr>,
}

/// One key of an index entry as written.
#[derive(Debug)]
pub(crate) enum RawIndexKey {
    Template(LitStr),
    /// `pk` or `sk`: the table's own key.
    Table(Ident),
    /// `[tenant, status]`: fields, each an attribute of its own.
    Fields(Vec<Ident>, Expr),
}

/// A field with its attributes.
#[derive(Debug)]
pub(crate) struct RawField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) shape: Option<RawShape>,
    /// What the field is to the library, with the attribute's key.
    pub(crate) role: Option<(Role, Path)>,
    pub(crate) key_only: Option<Path>,
    pub(crate) copy: Option<RawCopy>,
    pub(crate) unique: Option<RawUnique>,
    pub(crate) serde: SerdeField,
}

/// The stored shape that a field asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RawShape {
    Set,
    Bytes,
    List,
}

impl RawEntity {
    /// Reads the struct.
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut raw = Self {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            written: Vec::new(),
            generics: input.generics.clone(),
            krate: None,
            table: None,
            name: None,
            pk: None,
            sk: None,
            indexes: Vec::new(),
            shard: None,
            also: Vec::new(),
            overlap_ok: None,
            constant_sk_ok: None,
            serde: SerdeContainer::read(&input.attrs),
            fields: fields(input, errors),
        };
        for item in attribute_items(&input.attrs, "entity", errors) {
            if let Some(setting) = setting(item, "`#[entity(…)]`", KEYS, errors) {
                raw.take(&setting, errors);
                raw.written.push(setting.name);
            }
        }
        raw
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        let key = &setting.key;
        match setting.name.as_str() {
            "table" => once(&mut self.table, setting.ty(errors), key, errors),
            "name" => once(&mut self.name, setting.name_text(errors), key, errors),
            "pk" => once(&mut self.pk, setting.text(errors), key, errors),
            "sk" => once(&mut self.sk, setting.text(errors), key, errors),
            "index" => {
                let list = setting.list("name = …, on = \"…\", pk = \"…\"", errors);
                self.indexes
                    .extend(list.map(|tokens| RawIndex::read(key, tokens, errors)));
            }
            "shard" => {
                let list = setting.list("count = 10, by = order_id", errors);
                let shard = list.map(|tokens| RawShard::read(key, tokens, errors));
                once(&mut self.shard, shard, key, errors);
            }
            "also" => {
                let list = setting.list("name = by_order, pk = \"…\", sk = \"…\"", errors);
                self.also
                    .extend(list.map(|tokens| RawAlso::read(key, tokens, errors)));
            }
            "overlap_ok" => once(&mut self.overlap_ok, setting.name_text(errors), key, errors),
            "constant_sk_ok" => once(
                &mut self.constant_sk_ok,
                setting.name_text(errors),
                key,
                errors,
            ),
            _ => once(&mut self.krate, setting.path(errors), key, errors),
        }
    }
}

impl RawIndex {
    fn read(key: &Path, tokens: TokenStream, errors: &Errors) -> Self {
        let mut raw = Self {
            key: key.clone(),
            name: None,
            on: None,
            pk: None,
            sk: None,
            when: None,
        };
        for item in list_items(tokens, errors) {
            let Some(setting) = setting(item, "`index(…)`", INDEX_KEYS, errors) else {
                continue;
            };
            let key = &setting.key;
            match setting.name.as_str() {
                "name" => once(&mut raw.name, setting.ident(errors), key, errors),
                "on" => once(&mut raw.on, setting.name_text(errors), key, errors),
                "pk" => once(&mut raw.pk, index_key(&setting, errors), key, errors),
                "sk" => once(&mut raw.sk, index_key(&setting, errors), key, errors),
                _ => once(
                    &mut raw.when,
                    setting.expr("|status| …", errors),
                    key,
                    errors,
                ),
            }
        }
        raw
    }
}

fn index_key(setting: &Setting, errors: &Errors) -> Option<RawIndexKey> {
    let expr = setting.expr("\"…\"", errors)?;
    match &expr {
        Expr::Path(path) if path.path.is_ident("pk") || path.path.is_ident("sk") => {
            path.path.get_ident().cloned().map(RawIndexKey::Table)
        }
        Expr::Path(_) => {
            errors.at(&expr, format!("`{0}` takes a template, `pk` or `sk` for the table's own key, or a list of fields: `{0} = [tenant, status]`", setting.name));
            None
        }
        Expr::Array(array) => {
            let fields: Vec<_> = array
                .elems
                .iter()
                .map(|element| field_name(element, errors))
                .collect();
            let fields = fields.into_iter().collect::<Option<_>>()?;
            Some(RawIndexKey::Fields(fields, expr))
        }
        _ => setting.text(errors).map(RawIndexKey::Template),
    }
}

fn field_name(element: &Expr, errors: &Errors) -> Option<Ident> {
    let name = match element {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    if name.is_none() {
        errors.at(element, "a key of several attributes names fields, each an attribute of its own: `[tenant, status]`");
    }
    name
}

fn fields(input: &DeriveInput, errors: &Errors) -> Option<Vec<RawField>> {
    let found = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                return Some(
                    fields
                        .named
                        .iter()
                        .filter_map(|field| RawField::read(field, errors))
                        .map(|field| field.of(&input.ident, &input.generics))
                        .collect(),
                );
            }
            Fields::Unnamed(_) => "a tuple struct",
            Fields::Unit => "a unit struct",
        },
        Data::Enum(_) => "an enum",
        Data::Union(_) => "a union",
    };
    errors.at(
        &input.ident,
        format!(
            "an entity is a struct with named fields, and `{}` is {found}",
            input.ident
        ),
    );
    None
}

impl RawField {
    fn read(field: &Field, errors: &Errors) -> Option<Self> {
        Self::with(field, FieldSettings::read(&field.attrs, errors))
    }

    /// The field of a struct of this name.
    pub(crate) fn of(mut self, ident: &Ident, generics: &Generics) -> Self {
        self.ty = self_type::named(&self.ty, ident, generics);
        self
    }

    /// A field with its attributes of another derive.
    pub(crate) fn with(field: &Field, settings: FieldSettings) -> Option<Self> {
        let ident = field.ident.clone()?;
        let FieldSettings {
            shape,
            role,
            key_only,
            copy,
            unique,
        } = settings;
        Some(Self {
            ident,
            ty: field.ty.clone(),
            shape,
            role,
            key_only,
            copy,
            unique,
            serde: SerdeField::read(&field.attrs),
        })
    }
}

/// What a field's `#[entity(…)]` says.
#[derive(Default)]
pub(crate) struct FieldSettings {
    pub(crate) shape: Option<RawShape>,
    pub(crate) role: Option<(Role, Path)>,
    pub(crate) key_only: Option<Path>,
    pub(crate) copy: Option<RawCopy>,
    pub(crate) unique: Option<RawUnique>,
}

impl FieldSettings {
    fn read(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self::default();
        for item in attribute_items(attrs, "entity", errors) {
            if let Some(setting) = setting(item, "a field's `#[entity(…)]`", FIELD_KEYS, errors) {
                read.take(&setting, errors);
            }
        }
        read
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        if setting.name == "key_only" {
            self.key_only = setting.flag(errors).map(|()| setting.key.clone());
            return;
        }
        if setting.name == "copy_of" {
            let copy = RawCopy::read(setting, errors);
            once(&mut self.copy, copy, &setting.key, errors);
            return;
        }
        if setting.name == "unique" {
            let unique = RawUnique::read(setting, errors);
            once(&mut self.unique, unique, &setting.key, errors);
            return;
        }
        let (shape, role) = match setting.name.as_str() {
            "set" => (Some(RawShape::Set), None),
            "bytes" => (Some(RawShape::Bytes), None),
            "list" => (Some(RawShape::List), None),
            "version" => (None, Some(Role::Version)),
            "ttl" => (None, Some(Role::Ttl)),
            "created_at" => (None, Some(Role::CreatedAt)),
            _ => (None, Some(Role::UpdatedAt)),
        };
        if setting.flag(errors).is_none() {
            return;
        }
        if shape.is_some() && self.shape.is_some() {
            errors.at(
                &setting.key,
                "a field has one shape: `set`, `bytes` or `list`",
            );
        }
        if let (Some(_), Some((first, _))) = (role, &self.role) {
            let first = first.name();
            errors.at(
                &setting.key,
                format!(
                    "a field is one thing to the library, and this one is its `{first}` already"
                ),
            );
        }
        self.shape = self.shape.or(shape);
        if self.role.is_none() {
            self.role = role.map(|role| (role, setting.key.clone()));
        }
    }
}
