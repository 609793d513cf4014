//! `#[derive(Collection)]`: its messages.

use crate::derive;
use crate::errors::Errors;
use crate::parse::collection::RawCollection;
use crate::validate;

use super::parsed;

fn messages(input: &str) -> Vec<String> {
    let errors = Errors::default();
    let raw = RawCollection::read(&parsed(input.parse().unwrap()), &errors);
    let _ = validate::collection::collection(raw, &errors);
    errors.messages()
}

#[track_caller]
fn assert_one(input: &str, beginning: &str) {
    let messages = messages(input);
    let [message] = &messages[..] else {
        panic!("{messages:?}");
    };
    assert!(message.starts_with(beginning), "{message}");
}

#[test]
fn structs_with_named_fields_and_enums_are_collections() {
    for input in [
        "struct Page { customer: Customer, orders: Vec<Order> }",
        r#"#[collection(on = "GSI1", crate = ::other)] struct Page { orders: Vec<Order> }"#,
        "struct Page { r#type: Kind, #[collection(unknown)] others: Vec<RawItem<Shop>> }",
        "enum Entry { Customer(Customer), #[collection(unknown)] Other(RawItem<Shop>) }",
    ] {
        assert_eq!(messages(input), [""; 0], "{input}");
    }
    for input in [
        "struct Page(Customer);",
        "struct Page;",
        "union Page { a: A }",
    ] {
        assert_one(
            input,
            "a collection is a struct with named fields, or an enum",
        );
    }
}

#[test]
fn generic_parameters_are_refused() {
    assert_one(
        "struct Page<T> { of: Vec<T> }",
        "a collection has no generic parameters",
    );
    assert_one(
        "enum Entry<'a> { Of(Order<'a>) }",
        "a collection has no generic parameters",
    );
}

#[test]
fn a_variant_holds_one_entity() {
    for variant in [
        "Order",
        "Order(Order, Line)",
        "Order { order: Order }",
        "Order()",
    ] {
        let input = format!("enum Entry {{ Customer(Customer), {variant} }}");
        assert_one(
            &input,
            "a variant of a collection holds the items of one entity",
        );
    }
    assert_one(
        "enum Entry { Customer(Customer), #[collection(unknown)] Other }",
        "a variant of a collection holds unknown items as they are stored",
    );
}

#[test]
fn unknown_items_have_one_place_and_do_not_say_what_is_read() {
    let twice = "enum Entry { A(A), #[collection(unknown)] B(R), #[collection(unknown)] C(R) }";
    assert_eq!(messages(twice).len(), 2);
    assert_one(
        "enum Entry { #[collection(unknown)] Other(RawItem<Shop>) }",
        "`Entry` has no variant for an entity",
    );
    assert_one("struct Page {}", "`Page` has no field for an entity");
}

#[test]
fn settings_stand_where_they_belong() {
    assert_one(
        "enum Entry { Order(#[collection(unknown)] Order) }",
        "`#[collection(…)]` stands on the variant",
    );
    assert_one(
        "#[collection(unknown)] struct Page { a: A }",
        "`#[collection(…)]` has no `unknown`",
    );
    assert_one(
        r#"#[collection(on = "")] struct Page { a: A }"#,
        "`on` is empty",
    );
}

#[test]
fn the_expansion_parses() {
    for input in [
        r#"#[collection(on = "GSI1")] struct Page { a: A, #[collection(unknown)] b: B, r#type: C }"#,
        "enum Entry { A(A), #[collection(unknown)] B(R), C(C) }",
    ] {
        let output = derive::collection(input.parse().unwrap());
        syn::parse2::<syn::File>(output).unwrap();
    }
}
