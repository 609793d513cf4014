//! The derives of `dynamo-model`: `Table`, `Entity`, `Collection`, `Document`, `Projection` and `KeyPart`.
//!
//! Use them through the `dynamo-model` crate, which re-exports them. The way of each is: what was written (`parse`), judged into a checked model (`validate`),
//! turned into tokens (`expand`). Generated code is thin: const descriptors and calls of the runtime's helpers; whatever depends on a type is left to rustc.

mod derive;
mod errors;
mod expand;
mod model;
mod parse;
mod validate;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Describes a table: its keys, its indexes and the entities that live in it.
///
/// On a unit struct. Everything goes into `#[table(…)]`:
///
/// | key | meaning | default |
/// |---|---|---|
/// | `name = "shop"` | the table's name; a repository can override it | required |
/// | `pk = "PK"` | name of the partition key attribute | `"PK"` |
/// | `sk = "SK"`, `sk = none` | name of the sort key attribute; `none` for a table without one | `"SK"` |
/// | `gsi("GSI1", …)` | a global secondary index, any number of times | none |
/// | `lsi("ByDate", …)` | a local secondary index, any number of times | none |
/// | `type_attribute = "type"` | the attribute that says of which type an item is; `none`: the key's form tells it | `"type"` |
/// | `number = ["Time"]`, `binary = ["Hash"]` | key attributes of type N and B; the others are S | none |
/// | `delimiter = "#"` | the text that the last part of a key may not contain | `"#"` |
/// | `entities(Customer, Order)` | the entities that live in the table | none |
/// | `crate = ::path` | where the `dynamo-model` crate is found | `::dynamo_model` |
///
/// Inside `gsi(…)`, after the name: `pk = "…"` (by default the name and `PK`), `sk = "…"` or `sk = none` (by default the name and `SK`), and `keys_only` or
/// `include("name", "total")` (by default everything is projected). An index whose keys are the table's own, swapped, is an inverted index.
///
/// `pk = ["tenant", "status"]` and `sk = [...]` give a key several attributes, up to four each.
///
/// Inside `lsi(…)`, after the name: `sk = "…"` and `collection_limit_10gb = "reason"` are required (such a table has at most 10 GB under one partition key, for as
/// long as it lives); `keys_only` and `include(…)` as for `gsi`.
#[proc_macro_derive(Table, attributes(table))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    derive::table(input.into()).into()
}

/// Makes a struct an entity of a table: its keys, its index entries, and the functions that name and query them.
///
/// On a struct with named fields that derives serde's traits. `#[entity(…)]` on the struct may be split into several attributes:
///
/// | key | meaning | default |
/// |---|---|---|
/// | `table = Shop` | the table it lives in | required |
/// | `name = "Order"` | what the type attribute holds | the struct's name |
/// | `pk = "CUST#{customer_id}"` | the template of the partition key | required |
/// | `sk = "ORDER#{placed_on}"` | the template of the sort key | none, for a table without a sort key |
/// | `index(…)` | an entry in a secondary index, any number of times | none |
/// | `also(…)` | one more copy of each item under another key, any number of times; see below | none |
/// | `shard(count = 10, by = order_id)` | spreads a partition over 2 to 1000; see below | none |
/// | `overlap_ok = "reason"` | why keys that may equal another entity's are meant | not accepted |
/// | `constant_sk_ok = "reason"` | why one sort key for all items, inverted by an index, is meant | not accepted |
/// | `crate = ::path` | where the `dynamo-model` crate is found | `::dynamo_model` |
///
/// Inside `index(…)`: `name = by_status` (the function it becomes) and `on = "GSI1"` are required. `pk = "…"` and `sk = "…"` are its templates; without both it
/// is an entry of an inverted index, which re-uses the table's keys. `sk = sk` or `pk = pk` says that the index's attribute is the table's own sort or partition key;
/// without `pk` alone it is the table's partition key, as in a local index. `pk = [tenant, status]`, `sk = [placed_on]` names a field for each attribute of a key of
/// several. `when = |status| …` makes the entry sparse: it exists while the condition holds. The closure's
/// parameters name the fields it reads, each given by reference.
///
/// A template is literal text with `{field}` or `{field:format}`; `{{` and `}}` are braces. A raw field is named without `r#`. Formats:
///
/// | format | text |
/// |---|---|
/// | `010`, `016x` | a number with leading zeros, decimal or hexadecimal |
/// | `desc 010`, `desc 016x` | the same, reversed so that larger numbers sort first |
/// | `unpadded` | a number as it is; it does not sort by value |
/// | `lower`, `upper` | a string in one case, in the key only |
/// | `esc` | a string with everything but letters and digits percent-escaped |
/// | `raw` | any text; only in last place |
/// | `iso_s`, `iso_ms`, `iso_us`, `iso_ms_offset` | an instant in UTC, to that precision |
/// | `epoch_s`, `epoch_ms` | an instant as a number of seconds or milliseconds |
/// | `date`, `month`, `year` | a date or an instant to that precision |
/// | `strftime %Y%m%d` | of `%Y %m %d %H %M %S %j %3f %6f %9f %F %T %%` and other text |
///
/// `shard(count = 10, by = order_id)`, or `by = [customer_id, order_id]`, gives partition keys a part `{shard}` (or padded, `{shard:02}`): a number from 0 to
/// `count - 1`, computed from the fields of `by` and never an argument. `dynamo_model::key::shard_of` says how. In the primary key `by` names fields of the primary
/// key only, and `count` may never change: items that are stored under the old number would not be found again, and nothing can check it. On an index `by` may
/// name any field, which counts as read by the index; there `count` may grow: items move to their new shard when they are next written, and all shards are read anyway.
///
/// `also(name = by_group, pk = "GROUP#{group}", sk = "USER#{user}")` writes each item once more under another key of the table (both directions of an adjacency list,
/// an order under its customer and under itself), always in one TransactWriteItems with the item, whatever the write. The templates name fields of the primary key only.
/// The copy has the type and all own attributes, version and times included, and the key of its item in `owner_pk` and `owner_sk`; it has no index attributes, so that an
/// index holds the entity once (in an index whose keys are fields themselves, or the table's, the copies are too: reads pass over them). Conditions of a write are on the
/// item; a copy that is updated has to be there. Where the copy's key does not name every field of the primary key, no other item's copy is overwritten: that is
/// `Error::is_already_exists`, with the copy's key. The name becomes a function, `Membership::by_group("g7")`: a path for `query` on the table itself, consistent if
/// asked, that yields the entity. All other reads pass over copies. A write costs twice the write units of the item and of each copy.
///
/// Where a partition key has a `date`, `month` or `year` of the field with which the sort key begins in more detail (`pk = "DAY#{at:date}"`,
/// `sk = "{at:iso_ms}#{id}"`), there is a path over a range of these partitions: `query_in(from..to)`, or the index's name and `_in`.
///
/// `#[entity(key_only)]` on a field: it is not stored as an attribute of its own but read from the key (of the table or of an index entry without `when`) that holds
/// it; refused where every format in which a key holds it loses information.
///
/// The derive also adds `update(key)`: a builder with a setter for each field outside the primary key and, as far as the field's type has them, `clear_*`, `add_*`,
/// `append_*`, `prepend_*`, `insert_*`, `remove_*`, `set_if_absent_*` and `in_*` (inside a nested struct, map or list). Where a field is named like one of these
/// methods of another, its setter has the name.
///
/// On fields, what the library keeps:
///
/// | key | meaning |
/// |---|---|
/// | `version` | a `u64` that counts the writes, from 1: a write of the entity is refused where the item has another version |
/// | `ttl` | when the item expires, stored as whole Unix seconds: an integer, or an instant with `#[serde(with = "dynamo_model::ttl")]`; expired items are hidden |
/// | `created_at`, `updated_at` | the time of the first and of the last write: an instant, or an integer of Unix seconds |
///
/// | `unique`, `unique(…)` | no two items have one value of it; see below |
/// | `copy_of = Customer::name`, `copy_of(…)` | a copy of another entity's field; see below |
///
/// `#[entity(unique)]` on a field of a key part's type, or an `Option` of one (`None` is no value), stores a guard item for each value, in the transaction of the item: a
/// value that another item has is `Error::is_unique_taken`, and nothing is written. `unique(scope = "{tenant_id}")` keeps values apart within the fields of a template, of the
/// primary key or not; `unique(format = "lower")` compares in a format of key templates. The guard's partition key is `UNIQUE#Customer#email#{scope}#{value}` (the type's
/// name and the stored name of the field; without a scope its part is missing), its sort key the same, so that a value has at most about a thousand bytes; it has the type
/// `UNIQUE#Customer`, its owner's key in `owner_pk` and `owner_sk`, and its owner's expiry. The guards of expired items hold nothing.
///
/// A `create` costs twice the write units of the item and of each guard. What does not know the old value (`put`, `replace`, `delete`, `rekey`, `upsert`, and an `update`
/// that sets the field, its scope or the expiry) reads the item first, a consistent GetItem, and is sent on the condition that the value is still as read; where another
/// write came first it starts over, up to 16 times. A value that stays touches no guard: then the write is no transaction. Other updates are as ever.
///
/// An entity with `also` or `unique` has no `returning_new` and the like, and is in no batch but an `unchecked` one, which writes the items alone.
///
/// An entity with `version`, `created_at` or `updated_at` is written through `&mut`, so that the value in memory follows.
///
/// Also on fields: `#[entity(set)]`, `#[entity(bytes)]` and `#[entity(list)]` say how a field is stored where its type does not. Serde's `rename`, `rename_all`, `skip`,
/// `skip_serializing`, `flatten` and `with` are read; `into`, `from`, `try_from`, `transparent`, `tag`, `content` and `untagged` on the struct are refused.
///
/// `#[entity(copy_of = Customer::name)]` says that the field is a copy of a field of another entity of the same table, of the same type or an `Option` of it. Which
/// customer it is of is told by the fields that the customer's key is made of: fields of the same names in the primary key here, or those that are named:
/// `copy_of(Customer::name, customer_id = buyer_id)`, or `copy_of(Customer::name, customer_id)` for a field of this name outside of the primary key. How a customer's
/// copies are found is derived: they fill a partition of the table, or one of an index without `when`. A write of the copy is then a transaction with a check of its
/// source, which `.unchecked_copies()` leaves out; a write that can change the source says `.fan_out()` or `.leave_copies()`. An update sets what names the source
/// together with all copies of it, or none. Not copied are fields of a primary key, fields with a role, fields with serde's `with`, and copies.
#[proc_macro_derive(Entity, attributes(entity))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    derive::entity(input.into()).into()
}

/// Gives a struct inside an entity typed paths: for conditions (`o.address.fields().city.eq("Leeds")`) and for updates that leave the other fields as they are
/// (`.in_address(|address| address.city("Leeds"))`).
///
/// On a struct with named fields and without generic parameters that derives serde's traits. Sets and bytes in it are stored as such, as in an entity: by their
/// types, or where these do not say it by `#[document(set)]`, `#[document(bytes)]` and `#[document(list)]` on the field. `#[document(crate = ::path)]` says where the
/// `dynamo-model` crate is found.
#[proc_macro_derive(Document, attributes(document))]
pub fn derive_document(input: TokenStream) -> TokenStream {
    derive::document(input.into()).into()
}

/// Makes a struct a read type of an entity: with some of its fields, by which less of an item is read.
///
/// On a struct with named fields, without generic parameters but for one lifetime, that derives `serde::Deserialize`. `#[projection(of = Order)]` names the entity. Each field reads
/// the attribute of its stored name, after serde's `rename` and `rename_all` for reading, and has the type of the entity's field; what the entity does not have,
/// or has by another type, does not compile. How a field is stored (sets, bytes, documents) the entity says; where it has serde's `with`, the projection has it
/// too. Fields with serde's `skip` or `skip_deserializing` are not read. `flatten` and `alias`, and on the struct `from`, `into`, `try_from`, `transparent`, `tag`,
/// `content` and `untagged` are refused. `#[projection(crate = ::path)]` says where the `dynamo-model` crate is found.
///
/// `shop.query(…).project::<OrderLine>()` reads it, on a keys_only or include index where the index holds all its fields; `get` and `get_many` have `project` too.
///
/// A struct with a lifetime, `struct OrderView<'a> { customer: &'a str, #[serde(borrow)] note: Option<LentText<'a>>, total: u64 }`, borrows from the page that lends it:
/// `shop.query(…).project::<OrderView<'_>>().page_bytes(None)` reads it and nothing else does. Its fields that name the lifetime read text, options, lists, sets and maps
/// of it, and structs that say so by `LentFrom`; serde borrows `&str` by itself and the others by `#[serde(borrow)]`. `Cow` and `LentText` take text with escapes too,
/// which `&str` cannot; serde borrows a `Cow` only where it is the field itself.
#[proc_macro_derive(Projection, attributes(projection))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    derive::projection(input.into()).into()
}

/// Makes a struct or an enum a collection: the items of several entities under one partition key, read by one Query.
///
/// On a struct with named fields each field takes the items of one entity: a `Vec` of the entity all of them, in the order of the sort key; an `Option` of it at
/// most one; the entity itself exactly one, and without it the read is an error, as it is with a second item for a field that takes one. On an enum each variant
/// holds one entity, and each item becomes one value.
///
/// The members live in one table, are different entities and can be under one partition key. All of this is checked when the type is compiled.
///
/// A member with `also` is in a partition by whichever of its keys has that partition key: memberships under `USER#{user}` and, by an `also`, under `GROUP#{group}` are
/// members of a page of either. Each entity is there once: where several of its keys can have the partition key, by its own or else by the first `also`; the others are
/// unknown items (`RawItem::decode_copy` reads them). In an index it is there by its own key.
///
/// | key | meaning | default |
/// |---|---|---|
/// | `on = "GSI1"` | on the type: it is read from partitions of this index, which projects all attributes and has an entry of each member | the table's own |
/// | `unknown` | on one field (a `Vec<RawItem<Shop>>`) or one variant (of a `RawItem<Shop>`): it takes the items that are none of the members' | they are left out and counted |
/// | `crate = ::path` | on the type: where the `dynamo-model` crate is found | `::dynamo_model` |
#[proc_macro_derive(Collection, attributes(collection))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    derive::collection(input.into()).into()
}

/// Makes a type usable in key templates.
///
/// On an enum of unit variants: each is written by its name, by the rule of `#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]` (all of serde's rules), or by
/// its own `#[key_part(rename = "…")]`. The spelling in keys is independent of serde's. On a struct with one field: the key has what the field would have.
/// `#[key_part(crate = ::path)]` says where the `dynamo-model` crate is found.
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_key_part(input: TokenStream) -> TokenStream {
    derive::key_part(input.into()).into()
}
