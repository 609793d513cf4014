//! `#[derive(Projection)]`: names, and what is generated.

use quote::quote;

use super::parsed;
use crate::derive;
use crate::errors::Errors;
use crate::expand::held::name_hash;
use crate::model::ReadType;
use crate::parse::projection::RawProjection;
use crate::validate;

fn judged(input: proc_macro2::TokenStream) -> (Option<ReadType>, Vec<String>) {
    let errors = Errors::default();
    let raw = RawProjection::read(&parsed(input), &errors);
    let projection = validate::projection::projection(raw, &errors);
    (projection, errors.messages())
}

#[test]
fn names_are_those_for_reading() {
    let (projection, messages) = judged(quote! {
        #[serde(rename_all(serialize = "UPPERCASE", deserialize = "camelCase"))]
        #[projection(of = Order)]
        struct Line {
            order_id: String,
            #[serde(rename(serialize = "a", deserialize = "b"))]
            renamed: String,
            #[serde(rename = "c")]
            both: String,
            #[serde(skip)]
            left_out: String,
            #[serde(skip_serializing)]
            read_only: String,
            r#type: String,
        }
    });
    assert_eq!(messages, [""; 0]);
    let fields = projection.unwrap().fields;
    let stored: Vec<_> = fields.iter().map(|field| field.stored.as_str()).collect();
    assert_eq!(stored, ["orderId", "b", "c", "readOnly", "type"]);
}

#[test]
fn a_function_that_reads_is_seen() {
    let (projection, _) = judged(quote! {
        #[projection(of = Order)]
        struct Line {
            #[serde(with = "ttl")]
            a: u64,
            #[serde(deserialize_with = "read")]
            b: u64,
            #[serde(serialize_with = "write")]
            c: u64,
        }
    });
    let fields = projection.unwrap().fields;
    let with: Vec<_> = fields.iter().map(|field| field.is_with).collect();
    assert_eq!(with, [true, true, false]);
}

#[test]
fn all_mistakes_are_reported() {
    let (_, messages) = judged(quote! {
        #[serde(transparent)]
        struct Line<T> {
            #[serde(flatten)]
            a: T,
            #[serde(alias = "x")]
            b: u64,
        }
    });
    assert_eq!(messages.len(), 5, "{messages:?}");
}

#[test]
fn the_fallback_is_code_too() {
    for input in [
        quote!(
            struct Line {
                a: u64,
            }
        ),
        quote!(
            enum Line<T> {
                A(T),
            }
        ),
        quote!(
            #[projection(of = Order)]
            struct Line<'a> {
                a: &'a str,
            }
        ),
    ] {
        let output = derive::projection(input);
        syn::parse2::<syn::File>(output).unwrap();
    }
}

#[test]
fn names_have_the_hash_of_fnv_1a() {
    // Test vectors of the algorithm.
    assert_eq!(name_hash(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(name_hash("a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(name_hash("foobar"), 0x8594_4171_f739_67e8);
}
