//! `#[derive(Table)]`.

use proc_macro2::TokenStream;
use quote::quote;

use super::parsed;
use crate::errors::Errors;
use crate::model::{Projection, Table};
use crate::parse::table::RawTable;
use crate::validate;

fn judge(input: TokenStream) -> (Option<Table>, Vec<String>) {
    let errors = Errors::default();
    let raw = RawTable::read(&parsed(input), &errors);
    let table = validate::table::table(raw, &errors);
    (table, errors.messages())
}

fn messages(attribute: TokenStream) -> Vec<String> {
    judge(quote!(
        #[table(#attribute)]
        struct Shop;
    ))
    .1
}

#[test]
fn names_have_defaults() {
    let (table, messages) = judge(quote!(
        #[table(name = "shop", gsi("GSI1"), gsi("Open", pk = "openPK", sk = none))]
        pub struct Shop;
    ));
    assert_eq!(messages, [""; 0]);
    let table = table.unwrap();
    assert_eq!((table.pk.as_str(), table.sk.as_deref()), ("PK", Some("SK")));
    assert_eq!(
        (table.type_attribute.as_deref(), table.delimiter.as_str()),
        (Some("type"), "#")
    );
    assert_eq!(
        (table.indexes[0].pk.as_str(), table.indexes[0].sk.as_deref()),
        ("GSI1PK", Some("GSI1SK"))
    );
    assert_eq!(
        (table.indexes[1].pk.as_str(), table.indexes[1].sk.as_deref()),
        ("openPK", None)
    );
}

#[test]
fn projections_are_read() {
    let (table, _) = judge(quote!(
        #[table(name = "shop", sk = none, gsi("XXX", keys_only), gsi("YYY", include("name", "total")), entities(A, b::C))]
        struct S;
    ));
    let table = table.unwrap();
    assert!(matches!(table.indexes[0].projection, Projection::KeysOnly));
    assert!(
        matches!(&table.indexes[1].projection, Projection::Include(names) if names == &["name", "total"])
    );
    assert_eq!((table.sk, table.entities.len()), (None, 2));
}

#[test]
fn an_inverted_index_may_swap_the_keys() {
    assert_eq!(
        messages(quote!(name = "shop", gsi("Inverted", pk = "SK", sk = "PK"))),
        [""; 0]
    );
}

#[test]
fn a_table_is_a_unit_struct() {
    assert_eq!(
        judge(quote!(
            #[table(name = "shop")]
            enum Shop {
                A,
            }
        ))
        .1,
        ["a table is a unit struct: `struct Shop;`"]
    );
    assert_eq!(
        judge(quote!(
            #[table(name = "shop")]
            struct Shop {
                a: u8,
            }
        ))
        .1
        .len(),
        1
    );
    assert_eq!(
        judge(quote!(
            #[table(name = "shop")]
            struct Shop<const N: u8>;
        ))
        .1,
        ["a table takes no generic parameters"]
    );
}

#[test]
fn the_name_is_required() {
    assert_eq!(
        judge(quote!(
            struct Shop;
        ))
        .1,
        ["a table needs its name: `#[table(name = \"…\")]`"]
    );
    assert_eq!(
        messages(quote!(name = 3)),
        ["`name` takes a string: `name = \"…\"`"]
    );
}

#[test]
fn empty_names_are_errors() {
    assert_eq!(messages(quote!(name = "")), ["`name` is empty"]);
    assert_eq!(
        messages(quote!(name = "shop", delimiter = "")),
        ["`delimiter` is empty"]
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi(""))),
        ["the index's name is empty"]
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA", pk = ""))),
        ["`pk` is empty"]
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA", include()))).len(),
        1
    );
}

#[test]
fn unknown_keys_name_the_nearest() {
    assert_eq!(
        messages(quote!(name = "shop", entites(A))),
        ["`#[table(…)]` has no `entites`; did you mean `entities`?"]
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA", kes_only))),
        ["`gsi(…)` has no `kes_only`; did you mean `keys_only`?"]
    );
}

#[test]
fn the_same_thing_twice_is_an_error() {
    assert_eq!(
        messages(quote!(name = "shop", name = "store")),
        ["`name` is given twice"]
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA"), gsi("AAA"))),
        ["two indexes are named `AAA`", "first one here"]
    );
    assert_eq!(
        messages(quote!(name = "shop", entities(A, B, A))),
        ["`A` is listed twice", "first one here"]
    );
    assert_eq!(messages(quote!(name = "shop", pk = "K", sk = "K")).len(), 1);
    assert_eq!(messages(quote!(name = "shop", pk = "SK")).len(), 1);
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA", pk = "K", sk = "K"))).len(),
        1
    );
    assert_eq!(
        messages(quote!(name = "shop", gsi("AAA", keys_only, include("x")))).len(),
        1
    );
}

#[test]
fn a_table_has_keys_of_one_attribute_and_its_indexes_of_up_to_four() {
    let found = messages(quote!(name = "shop", pk = ["a", "b"]));
    assert_eq!(found.len(), 1);
    let (table, found) = judge(quote!(
        #[table(name = "shop", gsi("GGG", pk = ["a", "b"], sk = ["c", "d", "e"]))]
        struct Shop;
    ));
    assert_eq!(found, [""; 0]);
    let index = &table.unwrap().indexes[0];
    assert_eq!((index.pk.as_str(), index.more_pk.len()), ("a", 1));
    assert_eq!((index.sk.as_deref(), index.more_sk.len()), (Some("c"), 2));
    for key in [
        quote!(pk = ["a", "b", "c", "d", "e"]),
        quote!(pk = []),
        quote!(pk = ["a", "b"], sk = ["a"]),
        quote!(pk = ["a", 1]),
    ] {
        assert_eq!(
            messages(quote!(name = "shop", gsi("GGG", #key))).len(),
            1,
            "{key}"
        );
    }
}

#[test]
fn a_local_index_has_its_sort_key_and_its_reason() {
    let limit = quote!(collection_limit_10gb = "reason");
    assert_eq!(
        messages(quote!(name = "shop", lsi("LLL", sk = "LSK", #limit))),
        [""; 0]
    );
    assert_eq!(
        messages(quote!(name = "shop", lsi("LLL", sk = "LSK"))).len(),
        1
    );
    assert_eq!(messages(quote!(name = "shop", lsi("LLL", #limit))).len(), 1);
    assert_eq!(
        messages(quote!(name = "shop", sk = none, lsi("LLL", sk = "LSK", #limit))).len(),
        1
    );
    assert_eq!(
        messages(quote!(name = "shop", lsi(sk = "LSK", #limit))).len(),
        1
    );
}

#[test]
fn only_key_attributes_have_types() {
    assert_eq!(
        messages(quote!(name = "shop", sk = "Time", number = ["Time"])),
        [""; 0]
    );
    assert_eq!(
        messages(quote!(name = "shop", sk = "Time", number = ["Tim"])),
        [
            "`Tim` is no key attribute of the table or of an index, and only these have a type in the table; did you mean `Time`?"
        ]
    );
    assert_eq!(
        messages(quote!(name = "shop", number = ["SK"], binary = ["SK"])).len(),
        2
    );
    assert_eq!(messages(quote!(name = "shop", number = "SK")).len(), 1);
}

#[test]
fn a_table_can_do_without_a_type_attribute() {
    let (table, found) = judge(quote!(
        #[table(name = "shop", type_attribute = none)]
        struct Shop;
    ));
    assert_eq!(found, [""; 0]);
    assert_eq!(table.unwrap().type_attribute, None);
}

#[test]
fn all_mistakes_are_reported() {
    assert_eq!(
        messages(quote!(nam = "s", sk = 3, gsi(GSI1), lsi("x"))).len(),
        7
    );
}
