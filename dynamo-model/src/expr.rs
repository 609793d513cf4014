//! Expressions as data: conditions on keys and attributes, with two renderings.
//!
//! The service gets placeholders for every name and value, numbered by one allocator
//! ([`names::Placeholders`]), never derived from the names; `explain` gets the names and values
//! themselves.

mod arg;
mod attr;
mod attr_document;
mod attr_kinds;
mod condition;
mod document;
mod document_path;
mod key_condition;
mod limits;
mod names;
mod nested;
mod recorder;
mod update;

pub use arg::{
    AbsentArg, AbsentWithArg, AddArg, Builder, Clears, DeclaredSet, ElementsArg, Encodes, FieldArg,
    Free, IndexInput, KeyFieldArg, ListArg, Opens, OwnKey, SetByType, StampArg, StoresTtl, TtlArg,
    VersionArg,
};
pub use attr::{Attr, Condition, CopiedValue, Size};
pub use attr_kinds::{
    AttributeType, ContainsArg, FieldValue, Fractional, HasSize, ListField, MapField, Number,
    SetField, Whole,
};
pub(crate) use condition::Expr;
pub use document::{Document, DocumentField};
pub use document_path::DocumentPath;
pub(crate) use key_condition::KeyCondition;
pub(crate) use limits::check_expression;
pub(crate) use names::{Placeholders, Plain, Render};
pub use nested::{ListChanges, MapChanges, NestedField};
pub use recorder::Recorder;
pub(crate) use update::{Action, NewValue, render_actions};
