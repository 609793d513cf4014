//! `index(…)` of an entity.

use proc_macro2::TokenStream;
use quote::quote;

use super::{checked_entity, entity_messages};
use crate::model::Origin;

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

#[test]
fn a_sort_template_alone_is_under_the_tables_partition_key() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "A#{id}", sk = "B", index(name = a, on = "A", sk = "{at}"))]
        struct Order { id: String, at: Date }
    });
    let keys = entity.indexes[0].keys.as_ref().unwrap();
    assert_eq!(keys.pk.origin, Origin::TablePk);
    assert_eq!(keys.pk.parts, entity.pk.parts);
}

#[test]
fn a_key_of_an_index_can_be_the_tables_or_a_list_of_fields() {
    let entity = checked_entity(quote! {
        #[entity(
            table = Shop, pk = "A#{id}", sk = "B#{at}",
            index(name = a, on = "A", pk = "{to}", sk = sk),
            index(name = b, on = "B", pk = [to, id], sk = [at]),
        )]
        struct Order { id: String, at: Date, to: String }
    });
    let [a, b] = [0, 1].map(|position| entity.indexes[position].keys.as_ref().unwrap());
    assert_eq!(a.sk.as_ref().unwrap().origin, Origin::TableSk);
    assert_eq!((b.more_pk.len(), b.more_sk.len()), (1, 0));
    assert_eq!(b.more_pk[0].bare(), Some(0));
}

#[test]
fn mistakes_in_the_keys_of_an_index_are_reported() {
    assert_eq!(
        messages(quote!(index(name = a, on = "A", pk = [at, at]))),
        ["key `pk` of index `a` names `at` twice"]
    );
    assert_eq!(
        messages(quote!(index(name = a, on = "A", pk = [att]))),
        ["key `pk` of index `a` names `att`, but `Order` has no such field; did you mean `at`?"]
    );
    assert_eq!(
        messages(quote!(index(name = a, on = "A", pk = []))).len(),
        1
    );
    assert_eq!(
        messages(quote!(index(name = a, on = "A", pk = at))).len(),
        1
    );
    assert_eq!(
        messages(quote!(index(name = a, on = "A", pk = ["at"]))).len(),
        1
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
