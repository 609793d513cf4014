//! The forms of a query: levels, ranges, prefixes, order, and what reads it.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{
    Customer, Order, Shop, Wire, address, customer, day, open, order, repository,
};
use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use std::ops::Bound;

async fn filled() -> dynamo_model::Repository<Shop> {
    let shop = repository::<Shop>().await;
    shop.put(&customer("c1")).await.unwrap();
    shop.put(&address("c1", "home", "London")).await.unwrap();
    for (number, id) in [(18, "o1"), (19, "o2"), (19, "o3"), (20, "o4"), (21, "o5")] {
        shop.put(&order("c1", day(number), id)).await.unwrap();
    }
    shop.put(&order("c2", day(19), "o9")).await.unwrap();
    shop
}

fn ids(orders: &[Order]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}

#[tokio::test]
async fn levels_narrow_from_the_partition_to_one_item() {
    let shop = filled().await;
    let all = shop.query(Order::query("c1")).all().await.unwrap();
    assert_eq!(ids(&all), ["o1", "o2", "o3", "o4", "o5"]);
    let of_day = shop
        .query(Order::query("c1").placed_on(day(19)))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&of_day), ["o2", "o3"]);
    let one = shop
        .query(Order::query("c1").placed_on(day(19)).order_id("o3"))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&one), ["o3"]);
    let none = shop.query(Order::query("c3")).all().await.unwrap();
    assert_eq!(ids(&none), [""; 0]);
}

#[tokio::test]
async fn ranges_include_all_below_their_bounds() {
    let shop = filled().await;
    let base = || Order::query("c1");
    let found = shop
        .query(base().placed_on_in(day(19)..=day(20)))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o2", "o3", "o4"]);
    let found = shop
        .query(base().placed_on_in(day(19)..day(20)))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o2", "o3"]);
    let found = shop
        .query(base().placed_on_in(day(20)..))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o4", "o5"]);
    let found = shop
        .query(base().placed_on_in(..day(19)))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o1"]);
    let found = shop
        .query(base().placed_on_in(..=day(19)))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o1", "o2", "o3"]);
    let after = (Bound::Excluded(day(19)), Bound::Unbounded);
    let found = shop.query(base().placed_on_in(after)).all().await.unwrap();
    assert_eq!(ids(&found), ["o4", "o5"]);
    let found = shop
        .query(base().placed_on(day(19)).order_id_in("o2".."o3"))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o2"]);
}

#[tokio::test]
async fn an_empty_or_reversed_range_sends_nothing() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("c1", day(19), "o1")).await.unwrap();
    let wire = Wire::record(&database);
    let reversed = || shop.query(Order::query("c1").placed_on_in(day(20)..=day(19)));
    assert_eq!(reversed().all().await.unwrap(), []);
    assert_eq!(reversed().count().await.unwrap(), 0);
    assert_eq!(reversed().first().await.unwrap(), None);
    let page = reversed().page(None).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_none());
    assert!(reversed().stream().next().await.is_none());
    let empty = shop.query(
        Order::query("c1")
            .placed_on(day(19))
            .order_id_in("o1".."o1"),
    );
    assert_eq!(empty.all().await.unwrap(), []);
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn a_partial_value_is_asked_for_by_name() {
    let shop = filled().await;
    let found = shop
        .query(Order::query("c1").placed_on_starts_with("2026-10-2"))
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o4", "o5"]);
    let query = Order::query("c1")
        .placed_on(day(19))
        .order_id_starts_with(String::from("o"));
    assert_eq!(ids(&shop.query(query).all().await.unwrap()), ["o2", "o3"]);
}

#[tokio::test]
async fn first_count_and_stream_read_the_same_items() {
    let shop = filled().await;
    let query = || shop.query(Order::query("c1"));
    let all = query().all().await.unwrap();
    assert_eq!(query().first().await.unwrap().as_ref(), all.first());
    assert_eq!(
        query().newest_first().first().await.unwrap().as_ref(),
        all.last()
    );
    assert_eq!(query().count().await.unwrap(), all.len());
    let streamed: Vec<Order> = query().page_size(2).stream().try_collect().await.unwrap();
    assert_eq!(streamed, all);
    assert_eq!(shop.query(Order::query("c7")).first().await.unwrap(), None);
}

#[tokio::test]
async fn newest_first_is_the_reverse_order() {
    let shop = filled().await;
    let found = shop
        .query(Order::query("c1"))
        .newest_first()
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o5", "o4", "o3", "o2", "o1"]);
    let found = shop
        .query(Order::query("c1"))
        .newest_first()
        .limit(2)
        .all()
        .await
        .unwrap();
    assert_eq!(ids(&found), ["o5", "o4"]);
}

#[tokio::test]
async fn consistent_reaches_the_wire_on_the_table() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    shop.query(Order::query("c1"))
        .consistent()
        .all()
        .await
        .unwrap();
    assert_eq!(wire.last().body["ConsistentRead"], true);
    shop.query(Order::query("c1")).all().await.unwrap();
    assert!(wire.last().body.get("ConsistentRead").is_none());
    shop.get(Order::key("c1", day(1), "o1"))
        .consistent()
        .await
        .unwrap();
    assert_eq!(wire.last().body["ConsistentRead"], true);
}

#[tokio::test]
async fn a_constant_sort_key_is_queried_as_one() {
    let shop = filled().await;
    assert_eq!(
        shop.query(Customer::query("c1")).all().await.unwrap(),
        [customer("c1")]
    );
}

#[tokio::test]
async fn arguments_are_owned_or_borrowed() {
    let shop = filled().await;
    let (customer, id) = (String::from("c1"), String::from("o1"));
    let found = shop.get(Order::key(&customer, day(18), &id)).await.unwrap();
    assert_eq!(
        found,
        shop.get(Order::key(customer.clone(), day(18), id))
            .await
            .unwrap()
    );
    assert_eq!(
        shop.query(Order::query(&customer)).count().await.unwrap(),
        5
    );
}

#[derive(Debug, Table)]
#[table(name = "mixed", entities(Entry, Head))]
struct Mixed;

/// Its sort key has no literal, so a range of days has others of the partition in it.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Mixed, pk = "LOG#{log}", sk = "{on}#{number:03}")]
struct Entry {
    log: String,
    on: jiff::civil::Date,
    number: u16,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Mixed, pk = "LOG#{log}", sk = "HEAD#{part}")]
struct Head {
    log: String,
    part: String,
}

#[tokio::test]
async fn an_open_range_beside_other_entities_yields_only_its_own() {
    let mixed = repository::<Mixed>().await;
    let log = || String::from("l");
    let entries: Vec<Entry> = (1..=6)
        .map(|on| Entry {
            log: log(),
            on: day(on),
            number: 1,
        })
        .collect();
    assert!(mixed.batch().put_all(&entries).await.unwrap().is_complete());
    for part in ["0", "a"] {
        mixed
            .put(&Head {
                log: log(),
                part: part.to_owned(),
            })
            .await
            .unwrap();
    }
    for newest_first in [false, true] {
        let request = |query| {
            let request = mixed.query(query);
            if newest_first {
                request.newest_first()
            } else {
                request
            }
        };
        // Text sorts `HEAD` behind every year.
        let from = || Entry::query("l").on_in(day(4)..);
        assert_eq!(request(from()).all().await.unwrap().len(), 3);
        assert_eq!(request(from()).count().await.unwrap(), 3);
        assert_eq!(request(from()).limit(2).all().await.unwrap().len(), 2);
        assert!(request(from()).first().await.unwrap().is_some());
        assert_eq!(
            request(Entry::query("l").on_in(..))
                .all()
                .await
                .unwrap()
                .len(),
            6
        );
    }
    assert_eq!(mixed.query(Entry::query("l")).all().await.unwrap(), entries);
    assert_eq!(mixed.query(Head::query("l")).count().await.unwrap(), 2);
}
