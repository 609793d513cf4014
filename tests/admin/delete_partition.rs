//! An item collection is deleted with all that belongs to it.

use std::sync::{Arc, Mutex};

use dynamo_model::embedded::Action;
use dynamo_model::{Entity, IntoPartition, Table};
use dynamo_model_tests::{Customer, Order, Sent, Shop, Wire, address, customer, day, open, order};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Table)]
#[table(
    name = "school",
    gsi("Inverted", pk = "SK", sk = "PK"),
    gsi("Keys", keys_only),
    entities(Course, Enrolment, Visit)
)]
struct School;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = School, pk = "NODE#{id}", sk = "COURSE", constant_sk_ok = "not read by the inverted index")]
struct Course {
    id: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = School, pk = "NODE#{student}", sk = "NODE#{course}",
    index(name = in_course, on = "Inverted"),
)]
struct Enrolment {
    student: String,
    course: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = School, pk = "NODE#{student}", sk = "VISIT#{number:04}",
    index(name = of_course, on = "Keys", pk = "NODE#{course}", sk = "{student}#{number:04}"),
)]
struct Visit {
    student: String,
    number: u32,
    course: String,
}

fn enrolment(student: &str, course: &str) -> Enrolment {
    Enrolment {
        student: student.to_owned(),
        course: course.to_owned(),
    }
}

fn deletes(sent: &Sent) -> &[Value] {
    let tables = sent.body["RequestItems"].as_object();
    let first = tables.and_then(|tables| tables.values().next());
    first.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn batches(wire: &Wire) -> Vec<Sent> {
    let sent = wire.sent().into_iter();
    sent.filter(|sent| sent.operation == "BatchWriteItem")
        .collect()
}

async fn fill(shop: &dynamo_model::Repository<Shop>, orders: usize) {
    let orders: Vec<_> = (0..orders)
        .map(|number| order("c1", day(1), &format!("o{number:03}")))
        .collect();
    let addresses = [address("c1", "home", "London")];
    let batch = shop.batch().put_all(&orders).put_all(&addresses);
    let batch = batch.put_all(&[customer("c1"), customer("c2")]);
    assert!(batch.await.unwrap().is_complete());
}

#[tokio::test]
async fn all_items_of_the_collection_go_and_no_other() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 58).await;
    let wire = Wire::record(&database);
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert!(report.is_complete());
    assert_eq!((report.deleted, report.passes), (60, 2));
    let types: Vec<_> = report
        .types
        .iter()
        .map(|(name, count)| (name.as_str(), *count))
        .collect();
    assert_eq!(types, [("Address", 1), ("Customer", 1), ("Order", 58)]);
    let sizes: Vec<_> = batches(&wire)
        .iter()
        .map(|sent| deletes(sent).len())
        .collect();
    assert_eq!(sizes, [25, 25, 10]);
    assert_eq!(shop.items(Order::partition("c1")).count().await.unwrap(), 0);
    assert!(shop.get(Customer::key("c2")).await.unwrap().is_some());
}

#[tokio::test]
async fn keys_are_read_consistently_and_nothing_else_is() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 1).await;
    let delete = shop.admin().delete_partition(Order::partition("c1"));
    assert_eq!(
        delete.explain(),
        "Query shop
    key:        PK = 'CUST#c1'
    projection: PK, SK, type
    ConsistentRead: true"
    );
    let wire = Wire::record(&database);
    delete.await.unwrap().complete().unwrap();
    let query = &wire.sent()[0];
    assert_eq!(query.resolved("ProjectionExpression"), "PK, SK, type");
    assert_eq!(query.body["ConsistentRead"], true);
}

#[tokio::test]
async fn what_is_added_from_the_table_is_read_consistently_too() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let delete = shop.admin().delete_partition(Order::partition("c1"));
    let delete = delete.and(Order::query("c2"));
    delete.await.unwrap().complete().unwrap();
    let sent = wire.sent();
    assert_eq!(sent.len(), 2);
    for query in sent {
        assert_eq!(query.body["ConsistentRead"], true);
    }
}

#[tokio::test]
async fn the_edges_that_point_at_a_node_go_with_it() {
    let (_, school) = open::<School>().await;
    school
        .create(&Course {
            id: "db101".to_owned(),
        })
        .await
        .unwrap();
    let edges = [
        enrolment("ann", "db101"),
        enrolment("bob", "db101"),
        enrolment("ann", "os101"),
        enrolment("db101", "room7"),
    ];
    for edge in &edges {
        school.create(edge).await.unwrap();
    }
    let visit = |number, course: &str| Visit {
        student: "ann".to_owned(),
        number,
        course: course.to_owned(),
    };
    school.create(&visit(1, "db101")).await.unwrap();
    school.create(&visit(2, "os101")).await.unwrap();
    let report = school
        .admin()
        .delete_partition(Course::partition("db101"))
        .and(Enrolment::in_course("db101"))
        .and(Visit::of_course("db101"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 5);
    let left = school.admin().scan_items().all().await.unwrap();
    let mut left: Vec<_> = left.iter().map(|item| item.sort_key().unwrap()).collect();
    left.sort_unstable();
    assert_eq!(left, ["NODE#os101", "VISIT#0002"]);
}

#[tokio::test]
async fn a_dry_run_counts_and_deletes_nothing() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 30).await;
    let wire = Wire::record(&database);
    let delete = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .dry_run();
    let report = delete.await.unwrap();
    assert_eq!((report.deleted, report.is_complete()), (32, true));
    assert!(batches(&wire).is_empty());
    assert_eq!(
        shop.items(Order::partition("c1")).count().await.unwrap(),
        32
    );
}

#[tokio::test]
async fn an_empty_collection_takes_one_look() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert_eq!((report.deleted, report.passes, wire.count()), (0, 1, 1));
    assert!(report.is_complete());
}

#[tokio::test]
async fn what_is_written_meanwhile_is_found_by_the_next_pass() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 3).await;
    let writer = shop.clone();
    let is_first = Arc::new(Mutex::new(true));
    database.on_request(move |request| {
        let is_delete = request.operation() == "BatchWriteItem";
        let writes = is_delete && std::mem::take(&mut *is_first.lock().unwrap());
        let writer = writer.clone();
        async move {
            if writes {
                writer.create(&order("c1", day(2), "late")).await.unwrap();
            }
            Action::Pass
        }
    });
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    database.clear_hook();
    assert_eq!((report.deleted, report.passes), (6, 3));
    assert_eq!(shop.items(Order::partition("c1")).count().await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn others_who_go_on_writing_give_a_report_and_no_endless_run() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 1).await;
    let writer = shop.clone();
    database.on_request(move |request| {
        let is_delete = request.body().contains("DeleteRequest");
        let writer = writer.clone();
        async move {
            if is_delete {
                writer.put(&order("c1", day(2), "again")).await.unwrap();
            }
            // The delete is taken, and somebody writes the item anew.
            match is_delete {
                true => Action::Answer {
                    status: 200,
                    body: "{}".to_owned(),
                },
                false => Action::Pass,
            }
        }
    });
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert!(!report.is_complete());
    assert!(report.complete().unwrap_err().is_conflict());
}

// fault 83
#[tokio::test(start_paused = true)]
async fn leftovers_are_sent_again() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 28).await;
    let wire = Wire::script(&database, |sent, number| {
        let all = deletes(sent);
        match (sent.operation.as_str(), number) {
            ("BatchWriteItem", 2) => leave(all),
            _ => Action::Pass,
        }
    });
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 30);
    let sizes: Vec<_> = batches(&wire)
        .iter()
        .map(|sent| deletes(sent).len())
        .collect();
    assert_eq!(sizes, [25, 25, 5]);
}

// fault 83
#[tokio::test(start_paused = true)]
async fn leftovers_for_ever_give_a_report_and_no_endless_run() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 3).await;
    let is_stubborn = |delete: &&Value| delete["DeleteRequest"]["Key"]["SK"]["S"] == "PROFILE";
    let _ = Wire::script(&database, move |sent, _| {
        if sent.operation != "BatchWriteItem" {
            return Action::Pass;
        }
        leave(
            &deletes(sent)
                .iter()
                .filter(is_stubborn)
                .cloned()
                .collect::<Vec<_>>(),
        )
    });
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert_eq!((report.deleted, report.is_complete()), (4, false));
    let [left] = report.unprocessed.as_slice() else {
        panic!("{report:?}")
    };
    assert_eq!(
        (left.partition_key(), left.sort_key()),
        (Some("CUST#c1"), Some("PROFILE"))
    );
    assert!(report.complete().unwrap_err().is_throttled());
}

fn leave(requests: &[Value]) -> Action {
    let unprocessed = if requests.is_empty() {
        json!({})
    } else {
        json!({ "shop": requests })
    };
    Action::Answer {
        status: 200,
        body: json!({ "UnprocessedItems": unprocessed }).to_string(),
    }
}

#[tokio::test]
async fn a_throttled_batch_is_sent_again() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 3).await;
    let _ = Wire::script(&database, |_, number| match number {
        2 => Action::throttle(),
        _ => Action::Pass,
    });
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 5);
}

#[tokio::test]
async fn an_error_of_the_service_ends_it_and_another_call_goes_on() {
    let (database, shop) = open::<Shop>().await;
    fill(&shop, 58).await;
    let _ = Wire::script(&database, |_, number| match number {
        1 | 2 => Action::Pass,
        _ => Action::error("AccessDeniedException", "no"),
    });
    let error = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
    database.clear_hook();
    let report = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 60 - 25);
}

#[tokio::test]
async fn each_page_tells_of_its_progress() {
    let (_, shop) = open::<Shop>().await;
    fill(&shop, 3).await;
    let progress = Arc::new(Mutex::new(Vec::new()));
    let log = progress.clone();
    let delete = shop
        .admin()
        .delete_partition(Order::partition("c1"))
        .on_progress(move |report| {
            log.lock().unwrap().push(report.deleted);
        });
    assert!(delete.await.unwrap().is_complete());
    assert_eq!(*progress.lock().unwrap(), [5, 5]);
}

#[tokio::test]
async fn what_names_no_collection_of_the_table_is_refused_before_anything_is_sent() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let of_index = Order::open().into_partition();
    let error = shop.admin().delete_partition(of_index).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    let error = shop
        .admin()
        .delete_partition(Order::partition(""))
        .await
        .unwrap_err();
    assert!(error.is_key(), "{error}");
    let delete = shop.admin().delete_partition(Order::partition("c1"));
    let error = delete.and(Order::by_id("")).await.unwrap_err();
    assert!(error.is_key(), "{error}");
    assert_eq!(wire.count(), 0);
}

#[derive(Table)]
#[table(name = "log", entities(Line))]
struct Log;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Log, pk = "LOG#{day}#{shard}", sk = "{number:04}", shard(count = 4, by = number))]
struct Line {
    day: String,
    number: u32,
}

#[tokio::test]
async fn all_shards_of_a_partition_are_deleted() {
    let (_, log) = open::<Log>().await;
    for number in 0..20 {
        let line = Line {
            day: "d1".to_owned(),
            number,
        };
        log.create(&line).await.unwrap();
    }
    let report = log
        .admin()
        .delete_partition(Line::partition("d1"))
        .await
        .unwrap();
    assert_eq!(report.complete().unwrap(), 20);
    assert!(log.admin().scan_items().all().await.unwrap().is_empty());
}
