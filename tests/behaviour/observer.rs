//! Observers see each request, what it found and what it consumed.

use std::sync::{Arc, Mutex};

use dynamo_model::embedded::Action;
use dynamo_model::{Answer, Observe, Observed};
use dynamo_model_tests::{Order, Shop, Status, Wire, day, invoice, open, order};

#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<Told>>>);

/// A text, and the answer where it was the second call.
type Told = (String, Option<Answer>);

impl Observe for Log {
    fn sending(&self, request: &Observed<'_>) {
        let text = format!(
            "{} {}\n{}",
            request.operation(),
            request.table(),
            request.explain()
        );
        self.0.lock().unwrap().push((text, None));
    }

    fn answered(&self, request: &Observed<'_>, answer: &Answer) {
        self.0
            .lock()
            .unwrap()
            .push((request.operation().to_owned(), Some(*answer)));
    }
}

impl Log {
    fn take(&self) -> Vec<Told> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

#[tokio::test]
async fn each_request_is_told_before_and_after() {
    let (_, shop) = open::<Shop>().await;
    let log = Log::default();
    let shop = shop.with_observer(log.clone());
    let order = order("c1", day(1), "o1");
    shop.put(&order).await.unwrap();
    let told = log.take();
    assert_eq!(told.len(), 2);
    assert!(
        told[0].0.starts_with("PutItem shop\nPutItem shop\n"),
        "{}",
        told[0].0
    );
    let answer = told[1].1.unwrap();
    assert!(answer.is_ok && answer.capacity_units.is_some_and(|units| units > 0.0));
    assert_eq!((answer.items, answer.examined), (None, None));

    shop.get(&order).await.unwrap();
    shop.delete(&order).await.unwrap();
    assert!(shop.batch().put_all([&order]).await.unwrap().is_complete());
    let operations: Vec<String> = log.take().into_iter().map(|(text, _)| text).collect();
    for operation in ["GetItem", "DeleteItem", "BatchWriteItem"] {
        assert_eq!(
            operations.iter().filter(|text| *text == operation).count(),
            1,
            "{operation}"
        );
    }
}

#[tokio::test]
async fn queries_tell_items_and_what_was_examined_for_them() {
    let (_, shop) = open::<Shop>().await;
    for number in 1..=3 {
        shop.put(&order("c1", day(number), "o1")).await.unwrap();
        shop.put(&invoice("c1", &format!("i{number}"), day(number), None))
            .await
            .unwrap();
    }
    let log = Log::default();
    let shop = shop.with_observer(log.clone());
    shop.query(Order::by_status(Status::Pending))
        .all()
        .await
        .unwrap();
    let answer = log.take().pop().unwrap().1.unwrap();
    assert_eq!((answer.items, answer.examined), (Some(3), Some(6)));
    let page = shop
        .query(Order::by_status(Status::Pending))
        .page_size(2)
        .page(None)
        .await
        .unwrap();
    assert_eq!(page.examined, 2);
    assert!(page.capacity_units.is_some_and(|units| units > 0.0));
    // One request a page.
    log.take();
    shop.query(Order::query("c1"))
        .page_size(2)
        .all()
        .await
        .unwrap();
    assert_eq!(log.take().len(), 4);
}

#[tokio::test]
async fn a_failed_request_is_told_as_failed() {
    let (database, shop) = open::<Shop>().await;
    let log = Log::default();
    let shop = shop.with_observer(log.clone());
    let _wire = Wire::script(&database, |_, _| {
        Action::error("AccessDeniedException", "no")
    });
    shop.get(Order::key("c1", day(1), "o1")).await.unwrap_err();
    let told = log.take();
    assert_eq!(told.len(), 2);
    assert!(!told[1].1.as_ref().unwrap().is_ok);
}

#[tokio::test]
async fn capacity_is_asked_for_only_where_somebody_looks() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    shop.query(Order::query("c1")).all().await.unwrap();
    assert!(wire.last().body.get("ReturnConsumedCapacity").is_none());
    shop.with_observer(Log::default())
        .query(Order::query("c1"))
        .all()
        .await
        .unwrap();
    assert_eq!(wire.last().body["ReturnConsumedCapacity"], "TOTAL");
}

#[tokio::test]
async fn what_is_wrong_before_sending_is_not_told() {
    let (_, shop) = open::<Shop>().await;
    let log = Log::default();
    let shop = shop.with_observer(log.clone());
    assert!(
        shop.put(&order("", day(1), "o1"))
            .await
            .unwrap_err()
            .is_key()
    );
    assert!(log.take().is_empty());
}
