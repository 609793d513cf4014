//! Queries and pagination.

use dynamo_model::embedded::Action;
use dynamo_model::{Entity, Key, Table};
use dynamo_model_tests::{Order, Sent, Shop, Status, Wire, day, open, order, repository};
use serde::{Deserialize, Serialize};
use serde_json::json;

// fault 70
#[tokio::test]
async fn every_page_is_asked_for_alike() {
    let (database, shop) = open::<Shop>().await;
    for number in 1..=9 {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
    }
    let wire = Wire::record(&database);
    let query = shop
        .query(Order::by_status(Status::Pending))
        .filter(|order| order.total.ge(40));
    let found = query.page_size(4).newest_first().all().await.unwrap();
    assert_eq!(found.len(), 6);
    let mut sent = wire.sent();
    assert_eq!(sent.len(), 3);
    let starts = sent.iter_mut().map(|sent| {
        sent.body
            .as_object_mut()
            .unwrap()
            .remove("ExclusiveStartKey")
    });
    assert_eq!(
        starts.map(|start| start.is_some()).collect::<Vec<_>>(),
        [false, true, true]
    );
    for later in &sent[1..] {
        assert_eq!(later.body, sent[0].body);
    }
}

// fault 71
#[tokio::test]
async fn items_wanted_and_items_examined_are_two_settings() {
    let (database, shop) = open::<Shop>().await;
    let orders: Vec<Order> = (0..1000)
        .map(|number| Order {
            total: u64::from(number % 20 == 19),
            ..order("c1", day(1), &format!("{number:04}"))
        })
        .collect();
    assert!(shop.batch().put_all(&orders).await.unwrap().is_complete());
    let wire = Wire::record(&database);
    let query = || {
        shop.query(Order::query("c1"))
            .filter(|order| order.total.eq(1))
    };
    let found = query().limit(10).page_size(100).all().await.unwrap();
    assert_eq!(found.len(), 10);
    assert_eq!(wire.count(), 2);
    assert!(wire.sent().iter().all(|sent| sent.body["Limit"] == 100));
    // Without a page size no Limit at all is sent: 1 would find nothing in the first 19 requests.
    assert_eq!(query().limit(1).all().await.unwrap().len(), 1);
    assert!(wire.last().body.get("Limit").is_none());
    // Where nothing is filtered it is sent, and never below 1.
    assert_eq!(
        shop.query(Order::query("c1"))
            .limit(1)
            .all()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(wire.last().body["Limit"], 1);
    assert_eq!(wire.count(), 4);
}

/// A page as the service answers it.
fn page(orders: &[&str], next: Option<&str>) -> Action {
    let key =
        |id: &str| json!({"PK": {"S": "CUST#c1"}, "SK": {"S": format!("ORDER#2026-10-01#{id}")}});
    let items: Vec<_> = orders
        .iter()
        .map(|id| {
            let mut item = json!({
                "type": {"S": "Order"}, "customerId": {"S": "c1"}, "orderId": {"S": id},
                "placedOn": {"S": "2026-10-01"}, "status": {"S": "Pending"}, "total": {"N": "10"}
            });
            item.as_object_mut()
                .unwrap()
                .extend(key(id).as_object().unwrap().clone());
            item
        })
        .collect();
    let mut body = json!({"Items": items, "Count": items.len(), "ScannedCount": 100});
    if let Some(next) = next {
        body["LastEvaluatedKey"] = key(next);
    }
    Action::Answer {
        status: 200,
        body: body.to_string(),
    }
}

// fault 72
#[tokio::test]
async fn only_a_missing_last_key_is_the_end() {
    let (database, shop) = open::<Shop>().await;
    let script = |sent: &Sent, _: usize| match sent.body["ExclusiveStartKey"]["SK"]["S"].as_str() {
        None => page(&[], Some("a")),
        Some("ORDER#2026-10-01#a") => page(&["b", "c"], Some("c")),
        Some("ORDER#2026-10-01#c") => page(&[], Some("d")),
        Some("ORDER#2026-10-01#d") => page(&["e"], None),
        Some(other) => panic!("{other}"),
    };
    let wire = Wire::script(&database, script);
    let query = || shop.query(Order::query("c1"));
    let ids: Vec<_> = query()
        .all()
        .await
        .unwrap()
        .into_iter()
        .map(|order| order.order_id)
        .collect();
    assert_eq!(ids, ["b", "c", "e"]);
    assert_eq!(wire.count(), 4);
    assert_eq!(query().count().await.unwrap(), 3);
    assert_eq!(
        query()
            .first()
            .await
            .unwrap()
            .map(|order| order.order_id)
            .as_deref(),
        Some("b")
    );
    assert_eq!(query().limit(3).all().await.unwrap().len(), 3);
    let first = query().page(None).await.unwrap();
    assert!(first.items.is_empty() && first.next.is_some());
    // The last page may have a key and nothing behind it.
    let _wire = Wire::script(&database, |sent, _| {
        match sent.body.get("ExclusiveStartKey") {
            None => page(&["a"], Some("a")),
            Some(_) => page(&[], None),
        }
    });
    assert_eq!(query().all().await.unwrap().len(), 1);
}

// fault 74
#[tokio::test]
async fn an_index_cursor_holds_the_keys_of_index_and_table() {
    let (database, shop) = open::<Shop>().await;
    // One sort value in OpenOrders for all five.
    for id in ["a", "b", "c", "d", "e"] {
        shop.put(&order(id, day(1), id)).await.unwrap();
    }
    let wire = Wire::record(&database);
    for page_size in [1, 2] {
        let query = || shop.query(Order::open()).page_size(page_size);
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let page = query().page(cursor).await.unwrap();
            found.extend(page.items.into_iter().map(|order| order.order_id));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        found.sort_unstable();
        assert_eq!(found, ["a", "b", "c", "d", "e"]);
    }
    let starts: Vec<_> = wire
        .sent()
        .into_iter()
        .filter_map(|sent| sent.body.get("ExclusiveStartKey").cloned())
        .collect();
    assert!(!starts.is_empty());
    for start in starts {
        let mut names: Vec<_> = start
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["PK", "SK", "openOrdersPK", "openSince"]);
    }
}

// fault 74
#[tokio::test]
async fn a_cursor_cut_by_the_limit_holds_all_keys_too() {
    let shop = repository::<Shop>().await;
    for id in ["a", "b", "c", "d", "e"] {
        shop.put(&order(id, day(1), id)).await.unwrap();
    }
    // A filter keeps the limit from being the service's, so the page is cut here.
    let query = || {
        shop.query(Order::open())
            .filter(|order| order.total.ge(1))
            .limit(2)
    };
    let first = query().page(None).await.unwrap();
    let second = query().page(first.next).await.unwrap();
    let third = query().page(second.next).await.unwrap();
    let mut ids: Vec<_> = [first.items, second.items, third.items].concat();
    ids.sort_by(|a, b| a.order_id.cmp(&b.order_id));
    assert_eq!(ids.len(), 5);
    assert!(third.next.is_none());
}

// fault 79
#[tokio::test]
async fn an_index_is_never_asked_for_a_consistent_read() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    shop.query(Order::query("c1").placed_on(day(1)))
        .consistent()
        .all()
        .await
        .unwrap();
    assert_eq!(wire.last().body["ConsistentRead"], true);
    shop.query(Order::by_status(Status::Paid))
        .all()
        .await
        .unwrap();
    shop.items(Order::by_status(Status::Paid))
        .all()
        .await
        .unwrap();
    for sent in &wire.sent()[1..] {
        assert!(sent.body.get("ConsistentRead").is_none());
    }
}

#[derive(Debug, Table)]
#[table(name = "notes", gsi("ByTag", keys_only), entities(Note))]
struct Notes;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes, pk = "NOTE#{id}", sk = "NOTE#{id}", index(name = by_tag, on = "ByTag", pk = "TAG#{tag}", sk = "{id}"))]
struct Note {
    id: String,
    tag: String,
    text: String,
}

// fault 80
#[tokio::test]
async fn a_partial_index_yields_keys_and_no_half_filled_entity() {
    let notes = repository::<Notes>().await;
    let note = |id: &str| Note {
        id: id.to_owned(),
        tag: String::from("t"),
        text: format!("text of {id}"),
    };
    for id in ["n1", "n2"] {
        notes.put(&note(id)).await.unwrap();
    }
    let keys: Vec<Key<Note>> = notes.query(Note::by_tag("t")).all().await.unwrap();
    assert_eq!(keys, [Note::key("n1"), Note::key("n2")]);
    // What is read by such a key and saved again is whole.
    let read = notes.get(&keys[0]).await.unwrap().unwrap();
    notes.put(&read).await.unwrap();
    assert_eq!(notes.get(&keys[0]).await.unwrap(), Some(note("n1")));
}

// fault 80
#[tokio::test]
async fn what_an_index_does_not_project_is_no_filter() {
    let (database, notes) = open::<Notes>().await;
    let wire = Wire::record(&database);
    let query = notes
        .query(Note::by_tag("t"))
        .filter(|note| note.text.eq("x"));
    let error = query.all().await.unwrap_err();
    assert!(error.is_invalid_request());
    assert_eq!(
        (error.entity(), error.attribute()),
        (Some("Note"), Some("text"))
    );
    assert_eq!(wire.count(), 0);
}
