//! The limit in capacity units per second, by a clock that stands still until everything waits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model_tests::Sent;
use serde_json::json;
use tokio::time::Instant;

use crate::model::{migrated, v2};

/// The seconds at which requests of one kind are sent; each is answered `units` after `latency`.
fn times(
    database: &Embedded,
    operation: &'static str,
    answer: impl Fn(&Sent) -> Option<Action> + Send + Sync + 'static,
) -> Arc<Mutex<Vec<f64>>> {
    let times = Arc::new(Mutex::new(Vec::new()));
    let log = times.clone();
    let start = Instant::now();
    let answer = Arc::new(answer);
    database.on_request(move |request| {
        let action = if request.operation() == operation {
            log.lock().unwrap().push(start.elapsed().as_secs_f64());
            answer(&Sent {
                operation: request.operation().to_owned(),
                body: serde_json::from_str(request.body()).unwrap(),
            })
        } else {
            None
        };
        async move {
            tokio::time::sleep(Duration::from_millis(1)).await;
            action.unwrap_or(Action::Pass)
        }
    });
    times
}

/// A page of a scan that consumed so much; `more` pages of the segment follow.
fn page(sent: &Sent, units: f64, pages: u64) -> Action {
    let at = &sent.body["ExclusiveStartKey"]["SK"]["S"];
    let number = at.as_str().map_or(0, |at| at.parse().unwrap()) + 1;
    let mut answer = json!({
        "Items": [], "Count": 0, "ScannedCount": 1,
        "ConsumedCapacity": {"TableName": "shop", "CapacityUnits": units},
    });
    if number < pages {
        answer["LastEvaluatedKey"] = json!({"PK": {"S": "x"}, "SK": {"S": number.to_string()}});
    }
    Action::Answer {
        status: 200,
        body: answer.to_string(),
    }
}

fn assert_close(times: &[f64], expected: &[f64]) {
    assert_eq!(times.len(), expected.len(), "{times:?}");
    for (time, expected) in times.iter().zip(expected) {
        assert!((time - expected).abs() < 0.1, "{times:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_waits_until_the_last_one_is_paid_for() {
    let (database, shop) = migrated(0).await;
    let times = times(&database, "Scan", |sent| Some(page(sent, 100.0, 4)));
    let scan = shop.admin().scan_items().capacity_units_per_second(25.0);
    let report = scan.for_each(|_| async { Ok(()) }).await.unwrap();
    assert_close(&times.lock().unwrap(), &[0.0, 4.0, 8.0, 12.0]);
    assert_eq!(report.capacity_units, 400.0);
}

#[tokio::test(start_paused = true)]
async fn all_segments_share_the_limit() {
    let (database, shop) = migrated(0).await;
    let times = times(&database, "Scan", |sent| Some(page(sent, 50.0, 2)));
    let scan = shop
        .admin()
        .scan_items()
        .segments(4)
        .capacity_units_per_second(100.0);
    scan.all().await.unwrap();
    // Eight pages of half a second each, and not four at once.
    let expected: Vec<f64> = (0..8).map(|number| f64::from(number) / 2.0).collect();
    assert_close(&times.lock().unwrap(), &expected);
}

#[tokio::test(start_paused = true)]
async fn without_a_limit_nothing_waits() {
    let (database, shop) = migrated(0).await;
    let times = times(&database, "Scan", |sent| Some(page(sent, 100.0, 4)));
    shop.admin().scan_items().segments(3).all().await.unwrap();
    assert_close(&times.lock().unwrap(), &[0.0; 12]);
}

#[tokio::test(start_paused = true)]
async fn time_in_which_nothing_was_read_is_not_saved_up() {
    let (database, shop) = migrated(0).await;
    let times = Arc::new(Mutex::new(Vec::new()));
    let (log, start) = (times.clone(), Instant::now());
    database.on_request(move |request| {
        log.lock().unwrap().push(start.elapsed().as_secs_f64());
        let sent = Sent {
            operation: request.operation().to_owned(),
            body: serde_json::from_str(request.body()).unwrap(),
        };
        let latency = if request.body().contains("ExclusiveStartKey") {
            0
        } else {
            100
        };
        async move {
            tokio::time::sleep(Duration::from_secs(latency)).await;
            page(&sent, 10.0, 3)
        }
    });
    let scan = shop.admin().scan_items().capacity_units_per_second(10.0);
    scan.all().await.unwrap();
    assert_close(&times.lock().unwrap(), &[0.0, 101.0, 102.0]);
}

#[tokio::test(start_paused = true)]
async fn the_writes_of_a_backfill_have_a_limit_of_their_own() {
    let (database, shop) = migrated(5).await;
    let times = times(&database, "UpdateItem", |_| None);
    let backfill = shop
        .admin()
        .backfill::<v2::Order>()
        .write_units_per_second(1.0);
    let report = backfill.await.unwrap();
    assert_eq!(report.rewritten, 5);
    assert!(report.write_units >= 5.0, "{report:?}");
    let times = times.lock().unwrap();
    let (first, last) = (times[0], times[4]);
    let paid = report.write_units / 5.0 * 4.0;
    assert!(
        last - first > paid * 0.5,
        "{times:?} for {}",
        report.write_units
    );
}
