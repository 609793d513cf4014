//! `#[derive(KeyPart)]`.

use proc_macro2::TokenStream;
use quote::quote;

use super::parsed;
use crate::errors::Errors;
use crate::model::{KeyPart, KeyPartBody};
use crate::parse::key_part::RawKeyPart;
use crate::validate;

fn judge(input: TokenStream) -> (Option<KeyPart>, Vec<String>) {
    let errors = Errors::default();
    let raw = RawKeyPart::read(&parsed(input), &errors);
    let key_part = validate::key_part::key_part(raw, &errors);
    (key_part, errors.messages())
}

fn spellings(input: TokenStream) -> Vec<String> {
    match judge(input) {
        (
            Some(KeyPart {
                body: KeyPartBody::Enum(names),
                ..
            }),
            messages,
        ) if messages.is_empty() => names.into_iter().map(|(_, spelling)| spelling).collect(),
        (_, messages) => panic!("{messages:?}"),
    }
}

#[test]
fn variants_are_spelled_by_name_rule_or_rename() {
    assert_eq!(
        spellings(quote!(
            enum S {
                Pending,
                InTransit,
            }
        )),
        ["Pending", "InTransit"]
    );
    assert_eq!(
        spellings(quote!(
            #[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
            enum S {
                Pending,
                InTransit,
                #[key_part(rename = "x")]
                Other,
            }
        )),
        ["PENDING", "IN_TRANSIT", "x"]
    );
}

// fault 124
#[test]
fn raw_variants_are_spelled_without_their_prefix() {
    assert_eq!(
        spellings(quote!(
            enum S {
                r#Type,
                r#Move,
            }
        )),
        ["Type", "Move"]
    );
}

// fault 125
#[test]
fn serdes_spelling_does_not_count() {
    assert_eq!(
        spellings(quote!(
            #[serde(rename_all = "lowercase")]
            enum S {
                #[serde(rename = "q")]
                Pending,
            }
        )),
        ["Pending"]
    );
}

#[test]
fn spellings_are_distinct_and_not_empty() {
    let (_, messages) = judge(quote!(
        enum S {
            A,
            #[key_part(rename = "A")]
            B,
        }
    ));
    assert_eq!(
        messages,
        ["two variants are spelled `A` in keys", "first one here"]
    );
    let (_, messages) = judge(quote!(
        enum S {
            #[key_part(rename = "")]
            B,
        }
    ));
    assert_eq!(
        messages,
        ["an empty part cannot stand in a key; write at least one character"]
    );
}

#[test]
fn variants_carry_no_data() {
    let (_, messages) = judge(quote!(
        enum S {
            A(u8),
            B { c: u8 },
            C,
        }
    ));
    assert_eq!(messages.len(), 2);
    assert!(messages[0].starts_with("variant `A` carries data"));
}

#[test]
fn an_enum_has_a_variant() {
    assert_eq!(
        judge(quote!(
            enum S {}
        ))
        .1
        .len(),
        1
    );
}

#[test]
fn newtypes_have_one_field() {
    assert!(
        matches!(judge(quote!(struct Id(String);)), (Some(_), messages) if messages.is_empty())
    );
    assert!(
        matches!(judge(quote!(struct Id<T> { inner: T })), (Some(_), messages) if messages.is_empty())
    );
    assert_eq!(
        judge(quote!(
            struct Id(String, u8);
        ))
        .1
        .len(),
        1
    );
    assert_eq!(
        judge(quote!(
            struct Id;
        ))
        .1
        .len(),
        1
    );
    assert_eq!(
        judge(quote!(
            #[key_part(rename_all = "lowercase")]
            struct Id(String);
        ))
        .1
        .len(),
        1
    );
}

#[test]
fn other_items_and_attributes_are_refused() {
    assert_eq!(judge(quote!(union U { a: u8 })).1.len(), 1);
    assert_eq!(
        judge(quote!(
            #[key_part(renameall = "x")]
            enum S {
                A,
            }
        ))
        .1,
        ["`#[key_part(…)]` has no `renameall`; did you mean `rename_all`?"]
    );
    assert_eq!(
        judge(quote!(
            enum S {
                #[key_part(skip)]
                A,
            }
        ))
        .1
        .len(),
        1
    );
    assert_eq!(
        judge(quote!(
            #[key_part(rename_all = "camelcase")]
            enum S {
                A,
            }
        ))
        .1
        .len(),
        1
    );
    assert_eq!(
        judge(quote!(
            struct Id(#[key_part(rename = "x")] String);
        ))
        .1
        .len(),
        1
    );
}
