//! Index keys on put: sparse, optional, overloaded, inverted.

use std::collections::BTreeSet;

use dynamo_model::{Entity, RawItem, Repository, Table};
use dynamo_model_tests::{
    Address, Invoice, Order, Shop, Status, address, day, invoice, open, order, repository,
};
use serde::{Deserialize, Serialize};

fn names(item: &RawItem<Shop>) -> BTreeSet<String> {
    let item = serde_json::to_value(item).unwrap();
    item.as_object().unwrap().keys().cloned().collect()
}

async fn stored(shop: &Repository<Shop>, order: &Order) -> RawItem<Shop> {
    shop.get(order).raw().await.unwrap().unwrap()
}

#[tokio::test]
async fn an_item_is_in_a_sparse_index_while_its_condition_holds() {
    let shop = repository::<Shop>().await;
    let pending = order("c1", day(20), "o1");
    shop.put(&pending).await.unwrap();
    assert_eq!(
        shop.query(Order::open()).all().await.unwrap(),
        std::slice::from_ref(&pending)
    );
    let item = stored(&shop, &pending).await;
    assert_eq!(
        item.attribute::<String>("openOrdersPK").unwrap().as_deref(),
        Some("OPEN")
    );
    assert_eq!(
        item.attribute::<String>("openSince").unwrap().as_deref(),
        Some("2026-10-20")
    );

    let paid = Order {
        status: Status::Paid,
        ..pending.clone()
    };
    shop.put(&paid).await.unwrap();
    assert_eq!(shop.query(Order::open()).all().await.unwrap(), [paid]);

    let shipped = Order {
        status: Status::Shipped,
        ..pending.clone()
    };
    shop.put(&shipped).await.unwrap();
    assert_eq!(shop.query(Order::open()).all().await.unwrap(), []);
    let names = names(&stored(&shop, &shipped).await);
    assert!(!names.contains("openOrdersPK") && !names.contains("openSince"));
}

#[tokio::test]
async fn an_absent_part_keeps_the_item_out_of_its_index() {
    let shop = repository::<Shop>().await;
    let unknown = invoice("c1", "i1", day(20), None);
    shop.put(&unknown).await.unwrap();
    let item = shop.get(&unknown).raw().await.unwrap().unwrap();
    let found = names(&item);
    assert!(!found.contains("GSI1PK") && !found.contains("GSI1SK") && !found.contains("orderId"));
    assert!(found.contains("GSI2PK") && found.contains("GSI2SK"));

    let known = invoice("c1", "i1", day(20), Some("o1"));
    shop.put(&known).await.unwrap();
    assert_eq!(
        shop.query(Invoice::of_order("o1")).all().await.unwrap(),
        [known]
    );
}

#[tokio::test]
async fn an_empty_optional_part_is_an_error_and_nothing_is_sent() {
    let (database, shop) = open::<Shop>().await;
    let wire = dynamo_model_tests::Wire::record(&database);
    let error = shop
        .put(&invoice("c1", "i1", day(20), Some("")))
        .await
        .unwrap_err();
    assert!(error.is_key());
    assert_eq!(
        (error.entity(), error.attribute()),
        (Some("Invoice"), Some("order_id"))
    );
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn an_overloaded_index_keeps_its_entities_apart() {
    let shop = repository::<Shop>().await;
    let (order, invoice) = (
        order("c1", day(20), "o1"),
        invoice("c1", "i1", day(21), Some("o1")),
    );
    let address = address("c1", "home", "London");
    shop.put(&order).await.unwrap();
    shop.put(&invoice).await.unwrap();
    shop.put(&address).await.unwrap();
    assert_eq!(
        shop.query(Order::by_id("o1")).all().await.unwrap(),
        std::slice::from_ref(&order)
    );
    assert_eq!(
        shop.query(Invoice::of_order("o1")).all().await.unwrap(),
        std::slice::from_ref(&invoice)
    );
    assert_eq!(
        shop.query(Address::by_city("London")).all().await.unwrap(),
        [address]
    );
    // One partition of GSI2 with two types in it.
    assert_eq!(
        shop.query(Order::by_status(Status::Pending))
            .all()
            .await
            .unwrap(),
        [order]
    );
    assert_eq!(
        shop.query(Invoice::by_status(Status::Pending))
            .all()
            .await
            .unwrap(),
        [invoice]
    );
}

#[tokio::test]
async fn an_inverted_index_finds_by_the_sort_key() {
    let shop = repository::<Shop>().await;
    for customer in ["c2", "c1", "d1"] {
        shop.put(&order(customer, day(20), "o1")).await.unwrap();
    }
    let found = shop
        .query(Order::inverted(day(20), "o1"))
        .all()
        .await
        .unwrap();
    let customers: Vec<_> = found
        .iter()
        .map(|order| order.customer_id.as_str())
        .collect();
    assert_eq!(customers, ["c1", "c2", "d1"]);
    let found = shop
        .query(Order::inverted(day(20), "o1").customer_id("c2"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [order("c2", day(20), "o1")]);
    let found = shop.query(Order::inverted(day(20), "o1").customer_id_starts_with("c"));
    assert_eq!(found.count().await.unwrap(), 2);
}

#[derive(Debug, Table)]
#[table(name = "tasks", gsi("GSI1"), entities(Task))]
struct Tasks;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Tasks,
    pk = "TASK#{id}",
    sk = "TASK",
    index(name = urgent, on = "GSI1", pk = "URGENT", sk = "{id}", when = |urgent| *urgent),
    index(name = late, on = "GSI1", pk = "LATE", sk = "{id}", when = |late| *late)
)]
struct Task {
    id: String,
    urgent: bool,
    late: bool,
}

#[tokio::test]
async fn two_entries_of_one_index_take_turns() {
    let (database, tasks) = open::<Tasks>().await;
    let task = |urgent, late| Task {
        id: String::from("t1"),
        urgent,
        late,
    };
    tasks.put(&task(true, false)).await.unwrap();
    assert_eq!(tasks.query(Task::urgent()).count().await.unwrap(), 1);
    assert_eq!(tasks.query(Task::late()).count().await.unwrap(), 0);
    tasks.put(&task(false, true)).await.unwrap();
    assert_eq!(tasks.query(Task::urgent()).count().await.unwrap(), 0);
    assert_eq!(
        tasks.query(Task::late()).all().await.unwrap(),
        [task(false, true)]
    );
    tasks.put(&task(false, false)).await.unwrap();
    assert_eq!(tasks.query(Task::late()).count().await.unwrap(), 0);

    let wire = dynamo_model_tests::Wire::record(&database);
    let error = tasks.put(&task(true, true)).await.unwrap_err();
    assert!(error.is_key());
    assert_eq!(error.entity(), Some("Task"));
    assert_eq!(wire.count(), 0);
}

#[derive(Debug, Table)]
#[table(name = "people", pk = "id", sk = none, gsi("ByTeam", pk = "team", sk = "rank"), entities(Person))]
struct People;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = People,
    pk = "{id}",
    index(name = by_team, on = "ByTeam", pk = "{team}", sk = "{rank}")
)]
struct Person {
    id: String,
    team: String,
    rank: Option<String>,
}

#[tokio::test]
async fn bare_keys_are_the_own_attributes_and_stored_once() {
    let people = repository::<People>().await;
    let person = |id: &str, rank: Option<&str>| Person {
        id: id.to_owned(),
        team: String::from("red"),
        rank: rank.map(str::to_owned),
    };
    people.put(&person("p1", Some("b"))).await.unwrap();
    people.put(&person("p2", Some("a"))).await.unwrap();
    people.put(&person("p3", None)).await.unwrap();
    let item = people.get(Person::key("p1")).raw().await.unwrap().unwrap();
    let item = serde_json::to_value(&item).unwrap();
    assert_eq!(
        item,
        serde_json::json!({"id": "p1", "team": "red", "rank": "b", "type": "Person"})
    );
    // The field stays, since it is the entity's own; without the sort key the item is in no index.
    assert_eq!(
        people.get(Person::key("p3")).await.unwrap(),
        Some(person("p3", None))
    );
    let ranked = people.query(Person::by_team("red")).all().await.unwrap();
    assert_eq!(ranked, [person("p2", Some("a")), person("p1", Some("b"))]);
}
