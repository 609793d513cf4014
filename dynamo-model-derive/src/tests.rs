//! Unit tests: messages, models and the form of what is generated.
//!
//! What rustc says about the output is tested with the runtime (`tests/ui` and the behaviour tests of the workspace).

mod collection;
mod companions;
mod entity;
mod entity_fields;
mod expansion;
mod format;
mod index;
mod key_part;
mod projection;
mod rename;
mod shard;
mod table;
mod template;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::model::Entity;
use crate::parse::entity::RawEntity;
use crate::validate;

fn parsed(input: TokenStream) -> DeriveInput {
    syn::parse2(input).unwrap()
}

/// The messages that an entity gives.
fn entity_messages(input: TokenStream) -> Vec<String> {
    let errors = Errors::default();
    let raw = RawEntity::read(&parsed(input), &errors);
    let _ = validate::entity::entity(raw, &errors);
    errors.messages()
}

/// An entity without mistakes.
fn checked_entity(input: TokenStream) -> Entity {
    let errors = Errors::default();
    let raw = RawEntity::read(&parsed(input), &errors);
    let entity = validate::entity::entity(raw, &errors);
    assert_eq!(errors.messages(), [""; 0]);
    entity.unwrap()
}
