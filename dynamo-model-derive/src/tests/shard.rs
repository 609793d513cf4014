//! `shard(…)` and time buckets.

use quote::quote;

use super::{checked_entity, entity_messages};
use crate::model::{Format, Part};

#[test]
fn the_fields_of_a_shard_are_numbered_even_if_no_template_names_them() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "ORDER#{id}", shard(count = 12, by = [customer, id]))]
        #[entity(index(name = open, on = "GSI1", pk = "OPEN#{shard:02}", sk = "{at}"))]
        struct Order { id: String, at: Date, customer: String, total: u64 }
    });
    let names: Vec<_> = entity
        .numbered
        .iter()
        .map(|field| entity.fields[*field].name.as_str())
        .collect();
    assert_eq!(names, ["id", "at", "customer"]);
    assert_eq!(entity.key_fields, 1);
    let shard = entity.shard.unwrap();
    assert_eq!((shard.count, shard.by), (12, vec![2, 0]));
    let keys = entity.indexes[0].keys.as_ref().unwrap();
    assert_eq!(keys.pk.parts[1], Part::Shard(Format::Padded(2)));
}

#[test]
fn a_field_named_shard_is_a_field_where_nothing_computes_it() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "EVENT#{day}#{shard}", sk = "{id}")]
        struct Event { day: Date, shard: u8, id: String }
    });
    assert!(matches!(&entity.pk.parts[3], Part::Field(part) if part.field == 1));
}

#[test]
fn what_is_wrong_with_a_shard_is_said() {
    let found = |shard, pk| {
        entity_messages(quote! {
            #[entity(table = Shop, pk = #pk, sk = "{id}", #shard)]
            struct Event { day: Date, id: String, kind: String }
        })
    };
    let sharded = "EVENT#{day}#{shard}";
    let range = |number| {
        vec![format!(
            "the number of shards is from 2 to 1000, and this is {number}"
        )]
    };
    assert_eq!(
        found(quote!(shard(count = 0, by = id)), sharded),
        range("0")
    );
    assert_eq!(
        found(quote!(shard(count = 1001, by = id)), sharded),
        range("1001")
    );
    assert_eq!(
        found(quote!(shard(count = 70000, by = id)), sharded),
        range("70000")
    );
    assert_eq!(
        found(quote!(shard(count = "8", by = id)), sharded),
        ["`count` takes the number of shards: `count = 10`"]
    );
    let by = "`by` takes a field or several: `by = order_id`, `by = [customer_id, order_id]`";
    assert_eq!(found(quote!(shard(count = 8, by = "id")), sharded), [by]);
    assert_eq!(found(quote!(shard(count = 8, by = [])), sharded), [by]);
    assert_eq!(
        found(quote!(shard(count = 8, by = [id, id])), sharded),
        ["`by` names `id` twice"]
    );
    assert_eq!(
        found(quote!(shard()), sharded),
        ["shards need how many and by which field: `shard(count = 10, by = order_id)`"]
    );
    assert_eq!(
        found(quote!(shard(count = 8, by = [id, type])), sharded),
        ["unexpected token, expected `]`"]
    );
    assert_eq!(
        found(quote!(shard(by = id)), sharded),
        ["shards need how many there are: `shard(count = 10, by = order_id)`"]
    );
    assert_eq!(
        found(quote!(shard(count = 8, of = id)), sharded),
        [
            "`shard(…)` has no `of`",
            "shards need by which field an item finds its own: `shard(count = 10, by = order_id)`"
        ]
    );
    assert_eq!(
        found(quote!(shard(count = 8, by = id)), "{shard}#{shard:02}"),
        ["key template `pk` names `shard` twice"]
    );
    assert_eq!(
        found(quote!(shard(count = 8, by = id)), "{day}#{shard:date}"),
        [
            "key template `pk` has a `{shard}` with a format that is no width; it takes none, or a width such as `{shard:02}`"
        ]
    );
}

#[test]
fn a_bucket_is_a_coarser_form_of_what_the_sort_key_begins_with() {
    let bucket = |pk, sk| {
        let entity = checked_entity(quote! {
            #[entity(table = Log, pk = #pk, sk = #sk)]
            struct Reading { at: Timestamp, device: String, seen: Timestamp }
        });
        entity.pk.bucket(entity.sk.as_ref())
    };
    assert_eq!(bucket("DAY#{at:date}", "{at:iso_ms}#{device}"), Some(1));
    assert_eq!(bucket("{device}#{at:month}", "READ#{at:date}"), Some(2));
    assert_eq!(bucket("{at:year}", "{at}"), Some(0));
    assert_eq!(bucket("{at:month}", "{at:strftime %Y%m%d%H}"), Some(0));
    // Not finer, not first, another field, no order.
    assert_eq!(bucket("{at:date}", "{at:month}"), None);
    assert_eq!(bucket("{at:date}", "{device}#{at:iso_ms}"), None);
    assert_eq!(bucket("{at:date}", "{seen:iso_ms}"), None);
    assert_eq!(bucket("{at:month}", "{at:strftime %d%m%Y}"), None);
    assert_eq!(bucket("{at:iso_s}", "{at:iso_ms}"), None);
}
