//! The form of generated code.

use quote::quote;
use syn::File;

use super::checked_entity;
use crate::derive;
use crate::expand::paths::{self, Order};

const ORDER: &str = r##"
    #[serde(rename_all = "camelCase")]
    #[entity(
        table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{placed_on}#{order_id}",
        index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
        index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{total:010}#{note}"),
        index(name = open, on = "Open", pk = "OPEN", sk = "{placed_on}", when = |status| status.is_open()),
        index(name = inverted, on = "Inverted"),
    )]
    pub struct Order { pub customer_id: String, order_id: String, placed_on: Date, status: Status, total: u64, note: Option<String> }
"##;

fn expanded(
    derive: fn(proc_macro2::TokenStream) -> proc_macro2::TokenStream,
    input: &str,
) -> String {
    let output = derive(input.parse().unwrap());
    syn::parse2::<File>(output.clone()).unwrap();
    output.to_string()
}

/// Spaces between tokens are of no account.
#[track_caller]
fn assert_has(text: &str, fragment: proc_macro2::TokenStream) {
    let fragment = fragment.to_string().replace(' ', "");
    let found = text.replace(' ', "").contains(&fragment);
    assert!(found, "no `{fragment}` in\n{text}");
}

#[test]
fn descriptors_hold_numbers_names_and_formats() {
    let text = expanded(derive::entity, ORDER);
    assert_has(
        &text,
        quote!(::dynamo_model::__private::FieldPart::new(
            0usize,
            "customer_id",
            "customerId",
            ::dynamo_model::__private::Format::Default,
            ::dynamo_model::__private::part::<String>().kind
        )),
    );
    assert_has(
        &text,
        quote!(
            ::dynamo_model::__private::Format::Padded { width: 10u8 },
            ::dynamo_model::__private::index_part::<u64>().kind
        ),
    );
    assert_has(
        &text,
        quote!(::dynamo_model::__private::Attribute::new(
            "note",
            ::dynamo_model::__private::Probe::<Option<String>>::SHAPE
        )),
    );
    assert!(text.contains("type KeyFields = (String , Date , String ,) ;"));
}

// fault 134
#[test]
fn no_type_is_recognised_by_its_spelling() {
    let plain = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}", index(name = i, on = "I", pk = "{b}"))] struct E { a: A, b: B }"#,
    );
    let option = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}", index(name = i, on = "I", pk = "{b}"))] struct E { a: A, b: Option<u8> }"#,
    );
    assert_eq!(
        plain.replace(" B ", " Option < u8 > ").replace(' ', ""),
        option.replace(' ', "")
    );
}

#[test]
fn paths_take_partition_fields_and_offer_the_rest() {
    let entity = checked_entity(ORDER.parse().unwrap());
    let shape: Vec<_> = paths::all(&entity)
        .iter()
        .map(|path| {
            let names = |parts: &[paths::PathPart<'_>]| {
                parts
                    .iter()
                    .map(|part| part.field.name.clone())
                    .collect::<Vec<_>>()
                    .join(",")
            };
            format!(
                "{}({})->{}",
                path.function,
                names(&path.partition),
                names(&path.levels)
            )
        })
        .collect();
    assert_eq!(
        shape,
        [
            "query(customer_id)->placed_on,order_id",
            "by_id(order_id)->",
            "by_status(status)->placed_on,total,note",
            "open()->placed_on",
            "inverted(placed_on,order_id)->customer_id",
        ]
    );
}

#[test]
fn ranges_need_text_that_sorts_in_its_place() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "x", sk = "{a}#{b:010}{c:lower}#{d:unpadded}#{e:strftime %d%m%Y}{f:esc}#{g:iso_s}{h}")]
        struct E { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8 }
    });
    let paths = paths::all(&entity);
    let orders: Vec<_> = paths[0].levels.iter().map(|part| part.order).collect();
    use Order::{ByType, Last, Sorted, Unsorted};
    assert_eq!(
        orders,
        [
            ByType, Sorted, Unsorted, Unsorted, Unsorted, Unsorted, Sorted, Last
        ]
    );
}

#[test]
fn a_bare_key_has_no_filter() {
    let text = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}", sk = "B#{b}")] struct E { a: A, b: B, c: C }"#,
    );
    assert!(!text.contains("Filterable < 0usize >"));
    assert_has(
        &text,
        quote!(::dynamo_model::__private::Filterable<1usize> for __EQuery<0>),
    );
    assert_has(
        &text,
        quote!(::dynamo_model::__private::Filterable<2usize> for __EQuery<0>),
    );
}

// fault 131
#[test]
fn generics_are_carried_everywhere() {
    let text = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}")] pub(crate) struct E<'a, T: Clone = u8, const N: usize = 3> where T: Send { a: T, b: &'a [u8; N] }"#,
    );
    assert_has(
        &text,
        quote!(pub(crate) struct __EQuery<'a, T: Clone, const N: usize, const __LEVEL: usize>),
    );
    assert!(!text.contains("check ::"));
    let text = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}")] struct E<'a> { a: &'a str }"#,
    );
    assert_has(&text, quote!(listed::<S, E<'_>>()));
}

#[test]
fn the_crate_can_be_elsewhere() {
    let text = expanded(
        derive::entity,
        r#"#[entity(table = S, pk = "{a}", crate = other::dm)] struct E { a: A }"#,
    );
    assert!(!text.contains("dynamo_model"));
    assert!(text.contains("other :: dm :: __private"));
    let text = expanded(
        derive::table,
        r#"#[table(name = "shop", entities(A), crate = ::dm)] struct S;"#,
    );
    assert!(!text.contains("dynamo_model"));
    let text = expanded(derive::key_part, r#"#[key_part(crate = dm)] enum S { A }"#);
    assert!(!text.contains("dynamo_model"));
}

#[test]
fn mistakes_give_a_fallback() {
    let text = expanded(
        derive::entity,
        r#"#[entity(table = S)] struct E<T: Clone = u8> { a: T }"#,
    );
    assert!(text.contains("compile_error") && text.contains("unknown"));
    assert_has(
        &text,
        quote!(impl<T: Clone> ::dynamo_model::__private::BelongsTo<S> for E<T>),
    );
    let text = expanded(derive::entity, "union E { a: u8 }");
    assert_has(
        &text,
        quote!(
            type Table = ::dynamo_model::__private::UnknownTable;
        ),
    );
    let text = expanded(derive::table, "#[table(nme = \"s\")] struct S;");
    assert_has(
        &text,
        quote!(impl<__Entity> ::dynamo_model::__private::Lists<__Entity> for S),
    );
    let text = expanded(derive::key_part, "enum S { A(u8) }");
    assert!(text.contains("compile_error") && text.contains("read_part"));
}

#[test]
fn tables_check_each_entity() {
    let text = expanded(
        derive::table,
        r#"#[table(name = "shop", sk = none, gsi("GGG", sk = none, include("a")), entities(A, b::C))] pub struct Shop;"#,
    );
    assert_has(
        &text,
        quote!(&[
            ::dynamo_model::__private::keys::<Shop, A>(),
            ::dynamo_model::__private::keys::<Shop, b::C>()
        ]),
    );
    assert_has(
        &text,
        quote!(::dynamo_model::__private::Projection::Include(&["a"])),
    );
    assert_has(
        &text,
        quote!(<Shop as ::dynamo_model::__private::Table>::ENTITIES, 1usize),
    );
}

#[test]
fn nothing_written_makes_a_derive_panic() {
    let inputs = [
        "#[entity] struct E { a: u8 }",
        "#[entity = 3] struct E { a: u8 }",
        "#[entity(, ,)] struct E { a: u8 }",
        "#[entity(\"x\", table = , pk)] struct E { a: u8 }",
        "#[entity(index(name = , on = \"G\", when = |a| { ))] struct E { a: u8 }",
        "#[entity(table = S, pk = \"{a:strftime %}\", sk = \"{{}}}\")] struct E { a: u8 }",
        "#[entity(a::b = 3, crate)] struct E {}",
        "#[table] struct S;",
        "#[table(gsi, gsi(), gsi(x), entities(3), entities, include)] struct S;",
        "#[key_part(rename_all)] enum S { #[key_part] A }",
        "fn f() {}",
        "",
    ];
    for input in inputs {
        let Ok(tokens) = input.parse::<proc_macro2::TokenStream>() else {
            continue;
        };
        for derive in [derive::entity, derive::table, derive::key_part] {
            assert!(!derive(tokens.clone()).is_empty(), "{input}");
        }
    }
}
