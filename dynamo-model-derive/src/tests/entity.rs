//! `#[derive(Entity)]`: what the struct says.

use quote::quote;

use super::{checked_entity, entity_messages};
use crate::model::{Format, Part};

#[test]
fn fields_are_numbered_by_key_and_then_by_index() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{placed_on}#{order_id}")]
        #[entity(index(name = by_status, on = "GSI2", pk = "STATUS#{status}#{order_id}", sk = "{placed_on}"))]
        struct Order { order_id: String, customer_id: String, status: Status, placed_on: Date, total: u64 }
    });
    let names: Vec<_> = entity
        .numbered
        .iter()
        .map(|field| entity.fields[*field].name.as_str())
        .collect();
    assert_eq!(names, ["customer_id", "placed_on", "order_id", "status"]);
    assert_eq!((entity.key_fields, entity.type_name.as_str()), (3, "Order"));
}

// fault 124
#[test]
fn raw_names_lose_their_prefix() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "{type}")]
        struct r#Match { r#type: String }
    });
    assert_eq!(
        (entity.name.as_str(), entity.type_name.as_str()),
        ("Match", "Match")
    );
    assert_eq!(
        (
            entity.fields[0].name.as_str(),
            entity.fields[0].stored.as_str()
        ),
        ("type", "type")
    );
    assert!(matches!(&entity.pk.parts[0], Part::Field(part) if part.format == Format::Default));
}

// fault 127
#[test]
fn an_unknown_field_names_the_nearest() {
    let found = entity_messages(quote! {
        #[entity(table = Shop, pk = "{id}", sk = "ORDER#{placed}")]
        struct Order { id: String, placed_on: Date }
    });
    assert_eq!(
        found,
        [
            "key template `sk` names `placed`, but `Order` has no such field; did you mean `placed_on`?"
        ]
    );
}

// fault 127
#[test]
fn table_and_partition_key_are_required() {
    let needs = |attribute| entity_messages(quote!(#attribute struct Order { id: String }));
    assert_eq!(
        needs(quote!()),
        ["an entity needs its table and its partition key: `#[entity(table = Shop, pk = \"…\")]`"]
    );
    assert_eq!(
        needs(quote!(#[entity(pk = "{id}")])),
        ["an entity needs its table: `#[entity(table = Shop)]`"]
    );
    assert_eq!(
        needs(quote!(#[entity(table = Shop)])),
        ["an entity needs its partition key: `#[entity(pk = \"…\")]`"]
    );
    assert_eq!(
        needs(quote!(#[entity(table = Shop, pk = 3)])),
        ["`pk` takes a string: `pk = \"…\"`"]
    );
    assert_eq!(
        needs(quote!(#[entity(table = "Shop", pk = "x")])),
        ["`table` takes a type: `table = Shop`"]
    );
}

#[test]
fn template_mistakes_are_errors() {
    let of = |pk: &str| {
        entity_messages(quote!(
            #[entity(table = Shop, pk = #pk)]
            struct Order {
                id: String,
                n: u8,
            }
        ))
    };
    assert_eq!(
        of(""),
        ["key template `pk` is empty; a key has at least one character"]
    );
    assert_eq!(of("{id}#{id}"), ["key template `pk` names `id` twice"]);
    assert!(of("A#{id")[0].contains("not closed"));
    assert!(of("{id:raw}#{n}")[0].contains("`raw` can only be last"));
    assert!(of("{id:lowr}")[0].ends_with("did you mean `lower`?"));
    assert!(of("{n:00}")[0].contains("whose width is 0"));
    assert_eq!(of("{id:raw}"), [""; 0]);
}

#[test]
fn only_structs_with_named_fields_are_entities() {
    let found = |item| entity_messages(quote!(#[entity(table = Shop, pk = "x")] #item));
    assert_eq!(
        found(quote!(
            enum E {
                A,
            }
        )),
        ["an entity is a struct with named fields, and `E` is an enum"]
    );
    assert_eq!(
        found(quote!(
            struct E(u8);
        )),
        ["an entity is a struct with named fields, and `E` is a tuple struct"]
    );
    assert_eq!(
        found(quote!(
            struct E;
        )),
        ["an entity is a struct with named fields, and `E` is a unit struct"]
    );
    assert_eq!(
        found(quote!(union E { a: u8 })),
        ["an entity is a struct with named fields, and `E` is a union"]
    );
}

#[test]
fn serde_may_not_change_the_item_as_a_whole() {
    for attribute in [
        quote!(into = "X"),
        quote!(from = "X"),
        quote!(try_from = "X"),
        quote!(transparent),
        quote!(tag = "t"),
        quote!(content = "c"),
        quote!(untagged),
    ] {
        let found = entity_messages(quote!(
            #[serde(#attribute)]
            #[entity(table = Shop, pk = "x")]
            struct E {
                a: u8,
            }
        ));
        assert!(
            found.len() == 1 && found[0].contains("is refused"),
            "{found:?}"
        );
    }
}

#[test]
fn all_mistakes_are_reported() {
    let found = entity_messages(quote! {
        #[serde(transparent)]
        #[entity(tabel = Shop, pk = "{a", sk = "{b}", pk = "x", index(on = "G"), also())]
        struct E { #[entity(unique, sett)] a: u8 }
    });
    assert_eq!(found.len(), 11, "{found:#?}");
}

#[test]
fn several_attributes_are_one() {
    let found = entity_messages(quote! {
        #[entity(table = Shop)] #[entity(pk = "x")] #[entity(table = Other)]
        struct E { a: u8 }
    });
    assert_eq!(found, ["`table` is given twice"]);
}
