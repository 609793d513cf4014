//! `#[derive(Entity)]`: how fields are stored.

use proc_macro2::TokenStream;
use quote::quote;

use super::{checked_entity, entity_messages};
use crate::model::{Entity, Storage};

fn with_fields(container: TokenStream, fields: TokenStream) -> Entity {
    checked_entity(quote!(#container #[entity(table = Shop, pk = "x")] struct E { #fields }))
}

fn stored(entity: &Entity) -> Vec<&str> {
    entity
        .fields
        .iter()
        .map(|field| field.stored.as_str())
        .collect()
}

// fault 33
#[test]
fn stored_names_are_serdes() {
    let entity = with_fields(
        quote!(#[serde(rename_all = "camelCase")]),
        quote!(customer_id: u8, #[serde(rename = "N")] name: u8, #[serde(rename(serialize = "S", deserialize = "D"))] both: u8, r#type: u8),
    );
    assert_eq!(stored(&entity), ["customerId", "N", "S", "type"]);
    let entity = with_fields(
        quote!(#[serde(rename_all(serialize = "UPPERCASE"))]),
        quote!(a_b: u8),
    );
    assert_eq!(stored(&entity), ["A_B"]);
    let entity = with_fields(
        quote!(#[serde(rename_all(deserialize = "UPPERCASE"), deny_unknown_fields, bound = "")]),
        quote!(a_b: u8),
    );
    assert_eq!(stored(&entity), ["a_b"]);
}

#[test]
fn storage_follows_serde_and_the_shape_asked_for() {
    let entity = with_fields(
        quote!(),
        quote! {
            #[serde(skip)] a: u8,
            #[serde(skip_serializing)] b: u8,
            #[serde(skip_serializing_if = "f", default)] c: u8,
            #[serde(flatten)] d: u8,
            #[serde(with = "m")] e: u8,
            #[serde(serialize_with = "m")] f: u8,
            #[entity(set)] g: u8,
            #[entity(bytes)] h: u8,
            #[entity(list)] i: u8
        },
    );
    let storage: Vec<_> = entity.fields.iter().map(|field| field.storage).collect();
    assert_eq!(
        storage,
        [
            Storage::Skipped,
            Storage::Skipped,
            Storage::ByType,
            Storage::Flattened,
            Storage::With,
            Storage::With,
            Storage::Set,
            Storage::Bytes,
            Storage::List
        ]
    );
}

// fault 131
#[test]
fn a_type_with_a_parameter_in_it_is_not_asked_for_its_shape() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "x")]
        struct E<'a, T, const N: usize> { a: Vec<T>, b: [u8; N], c: &'a str, d: other::T, #[entity(set)] e: HashSet<T> }
    });
    let storage: Vec<_> = entity.fields.iter().map(|field| field.storage).collect();
    assert_eq!(
        storage,
        [
            Storage::Plain,
            Storage::Plain,
            Storage::ByType,
            Storage::Plain,
            Storage::Set
        ]
    );
}

// fault 127
#[test]
fn stored_names_are_distinct() {
    let found = entity_messages(quote!(
        #[entity(table = Shop, pk = "x")]
        struct E {
            a: u8,
            #[serde(rename = "a")]
            b: u8,
        }
    ));
    assert_eq!(found, ["two fields are stored as `a`", "first one here"]);
    let found = entity_messages(quote!(
        #[entity(table = Shop, pk = "x")]
        struct E {
            a: u8,
            #[serde(rename = "a", skip)]
            b: u8,
        }
    ));
    assert_eq!(found, [""; 0]);
}

#[test]
fn field_attributes_are_checked() {
    let of = |field: TokenStream| {
        entity_messages(quote!(#[entity(table = Shop, pk = "x")] struct E { #field a: u8 }))
    };
    assert_eq!(
        of(quote!(#[entity(byte)])),
        ["a field's `#[entity(…)]` has no `byte`; did you mean `bytes`?"]
    );
    assert_eq!(
        of(quote!(#[entity(set, list)])),
        ["a field has one shape: `set`, `bytes` or `list`"]
    );
    assert_eq!(of(quote!(#[entity(set = true)])), ["`set` takes no value"]);
    assert_eq!(of(quote!(#[serde(skip)] #[entity(set)])).len(), 1);
    assert_eq!(
        of(quote!(#[entity(version, ttl)])),
        ["a field is one thing to the library, and this one is its `version` already"]
    );
    assert_eq!(of(quote!(#[entity(unique = 1)])).len(), 1);
    assert_eq!(of(quote!(#[entity(copy_of = Customer::name)])), [""; 0]);
    assert_eq!(
        of(quote!(#[entity(copy_of = Customer::name, version)])),
        ["a `version` is kept by the library, and is no copy of another field"]
    );
    assert_eq!(
        of(quote!(#[entity(copy_of(Customer::name, id = a, id = a))])),
        [
            "`a` is the copy; a field that names the source is another one",
            "`a` is the copy; a field that names the source is another one",
            "`copy_of` names `id` twice",
        ]
    );
    for form in [
        quote!(copy_of),
        quote!(copy_of = "Customer::name"),
        quote!(copy_of()),
        quote!(copy_of = Customer),
    ] {
        let found = of(quote!(#[entity(#form)]));
        assert!(
            found.len() == 1 && found[0].starts_with("`copy_of` takes the source's type and field"),
            "{form}: {found:?}"
        );
    }
    assert_eq!(
        of(quote!(#[entity(copy_of(Customer::name, id = 1))])),
        ["a field of the source's key is named with the field here that holds it: `id = buyer_id`"]
    );
    assert_eq!(
        of(quote!(#[entity(key_only)])),
        ["`a` is `key_only`, but no key template names it, so its value would be lost"]
    );
}
