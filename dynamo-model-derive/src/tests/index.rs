//! `index(…)` of an entity.

use proc_macro2::TokenStream;
use quote::quote;

use super::{checked_entity, entity_messages};

fn messages(index: TokenStream) -> Vec<String> {
    entity_messages(quote! {
        #[entity(table = Shop, pk = "C#{id}", sk = "O#{at}", #index)]
        struct Order { id: String, at: Date, at_in: Date, status: Status }
    })
}

#[test]
fn templates_may_be_absent_or_stop_at_the_partition() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "C#{id}", sk = "O", index(name = inverted, on = "I"), index(name = hash, on = "H", pk = "{id}"))]
        struct Order { id: String }
    });
    assert!(entity.indexes[0].keys.is_none());
    assert!(
        entity.indexes[1]
            .keys
            .as_ref()
            .is_some_and(|keys| keys.sk.is_none())
    );
}

// fault 127
#[test]
fn a_sort_template_needs_a_partition_template() {
    assert_eq!(
        messages(quote!(index(name = a, on = "A", sk = "{at}"))),
        ["`sk` of index `a` without `pk`; write both, or none for an inverted index"]
    );
}

#[test]
fn name_and_index_are_required() {
    assert_eq!(messages(quote!(index(on = "A"))).len(), 1);
    assert_eq!(messages(quote!(index(name = a))).len(), 1);
    assert_eq!(messages(quote!(index())).len(), 1);
    assert_eq!(messages(quote!(index)).len(), 1);
    assert_eq!(messages(quote!(index(name = "a", on = "A"))).len(), 2);
}

// fault 127
#[test]
fn names_are_distinct_from_each_other_and_from_the_derives_own() {
    assert_eq!(
        messages(quote!(
            index(name = a, on = "A"),
            index(name = r#a, on = "B")
        )),
        ["two indexes are named `a`", "first one here"]
    );
    for name in ["key", "query", "partition", "parse_key", "update"] {
        let ident = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
        assert_eq!(messages(quote!(index(name = #ident, on = "A"))).len(), 1);
    }
}

#[test]
fn a_template_of_an_index_is_named_with_it() {
    assert_eq!(
        messages(quote!(index(name = by_status, on = "A", pk = "{statu}"))),
        [
            "key template `pk` of index `by_status` names `statu`, but `Order` has no such field; did you mean `status`?"
        ]
    );
}

// fault 25
#[test]
fn a_condition_names_the_fields_it_reads() {
    assert_eq!(
        messages(quote!(index(
            name = a,
            on = "A",
            pk = "x",
            when = |status| status.open()
        ))),
        [""; 0]
    );
    assert_eq!(
        messages(quote!(index(
            name = a,
            on = "A",
            pk = "x",
            when = |state| true
        ))),
        ["`when` names `state`, but `Order` has no such field; did you mean `status`?"]
    );
    for when in [
        quote!(|| true),
        quote!(|&status| true),
        quote!(|status: &Status| true),
        quote!(|mut status| true),
        quote!("x"),
        quote!(f),
    ] {
        assert_eq!(
            messages(quote!(index(name = a, on = "A", pk = "x", when = #when))).len(),
            1,
            "{when}"
        );
    }
    assert_eq!(
        messages(quote!(index(
            name = a,
            on = "A",
            pk = "x",
            when = |at, at| true
        ))),
        ["`when` names `at` twice"]
    );
}

#[test]
fn query_methods_of_two_fields_do_not_share_a_name() {
    let found = messages(quote!(index(
        name = a,
        on = "A",
        pk = "x",
        sk = "{at}#{at_in}"
    )));
    assert_eq!(
        found,
        ["field `at` has the query method `at_in`, and so has field `at_in`; rename one field"]
    );
    assert_eq!(
        messages(quote!(index(
            name = a,
            on = "A",
            pk = "{at}",
            sk = "{at_in}"
        ))),
        [""; 0]
    );
}
