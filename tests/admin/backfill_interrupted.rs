//! Errors of the service, and going on after them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use dynamo_model::ScanState;
use dynamo_model::embedded::Action;
use dynamo_model_tests::{Sent, Wire};

use crate::model::{assert_indexes_are_complete, migrated, stored, text, v2};

fn is_update(sent: &Sent) -> bool {
    sent.operation == "UpdateItem"
}

#[tokio::test]
async fn a_run_that_is_interrupted_at_every_request_goes_on_and_comes_to_an_end() {
    for segments in [1, 3] {
        let (database, shop) = migrated(30).await;
        let (mut state, mut runs, mut rewritten) = (None::<ScanState>, 0, 0);
        loop {
            // Some requests later in each run, so that each run gets a little further.
            let allowed = 8 + runs % 5;
            let _ = Wire::script(&database, move |_, number| match number > allowed {
                true => Action::error("AccessDeniedException", "no"),
                false => Action::Pass,
            });
            let backfill = shop
                .admin()
                .backfill::<v2::Order>()
                .segments(segments)
                .page_size(4);
            let report = backfill.resume(state.take()).await.unwrap();
            runs += 1;
            rewritten += report.rewritten;
            assert!(runs < 60, "{report:?}");
            assert_eq!(report.error.is_some(), report.state.is_some());
            if let Some(error) = &report.error {
                assert_eq!(error.code(), Some("AccessDeniedException"));
            }
            // As a program would that was started anew.
            state = report.state.map(|state| state.to_string().into());
            if state.is_none() {
                break;
            }
        }
        database.clear_hook();
        assert!(runs > 3);
        assert_eq!(rewritten, 30, "each item is written once");
        assert_indexes_are_complete(&shop).await;
    }
}

#[tokio::test]
async fn progress_has_a_state_to_go_on_from_when_the_program_is_killed() {
    let (database, shop) = migrated(30).await;
    let saved = Arc::new(Mutex::new(None));
    let save = saved.clone();
    let backfill = shop
        .admin()
        .backfill::<v2::Order>()
        .page_size(5)
        .on_progress(move |report| {
            *save.lock().unwrap() = report.state.clone();
        });
    // The sixth scan never comes back; the task is killed there.
    let held = Arc::new(tokio::sync::Notify::new());
    let (notify, scans) = (held.clone(), Arc::new(Mutex::new(0)));
    database.on_request(move |request| {
        let is_held = request.operation() == "Scan" && {
            let mut scans = scans.lock().unwrap();
            *scans += 1;
            *scans == 6
        };
        let notify = notify.clone();
        async move {
            if is_held {
                notify.notify_one();
                std::future::pending::<()>().await;
            }
            Action::Pass
        }
    });
    let running = tokio::spawn(async move { backfill.await });
    held.notified().await;
    running.abort();
    database.clear_hook();
    let state = saved.lock().unwrap().take();
    assert!(state.is_some());
    let wire = Wire::record(&database);
    let rest = shop
        .admin()
        .backfill::<v2::Order>()
        .page_size(5)
        .resume(state);
    let report = rest.await.unwrap();
    assert!(report.is_complete());
    assert_eq!(report.examined, 37 - 25);
    assert_eq!(
        wire.sent().iter().filter(|sent| is_update(sent)).count(),
        report.rewritten
    );
    assert_indexes_are_complete(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn throttled_writes_are_waited_for() {
    let (database, shop) = migrated(10).await;
    let tries = Mutex::new(HashMap::<String, u32>::new());
    let _ = Wire::script(&database, move |sent, _| {
        if !is_update(sent) {
            return Action::Pass;
        }
        let key = sent.body["Key"].to_string();
        let mut tries = tries.lock().unwrap();
        let count = tries.entry(key).or_default();
        *count += 1;
        // Past the three attempts of the SDK.
        match *count <= 7 {
            true => Action::throttle(),
            false => Action::Pass,
        }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.complete().unwrap(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_throttled_for_ever_gives_a_report_and_no_endless_run() {
    let (database, shop) = migrated(10).await;
    let _ = Wire::script(&database, |sent, _| match is_update(sent) {
        true => Action::throttle(),
        false => Action::Pass,
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.rewritten, 0);
    assert!(report.state.is_some());
    assert!(report.complete().unwrap_err().is_throttled());
}

#[tokio::test]
async fn a_lost_answer_of_a_write_is_written_again() {
    let (database, shop) = migrated(5).await;
    let lost = Mutex::new(0);
    let _ = Wire::script(&database, move |sent, _| {
        let mut lost = lost.lock().unwrap();
        if is_update(sent) && *lost < 5 {
            *lost += 1;
            return Action::PassThenFail;
        }
        Action::Pass
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.failed, 0, "{report:?}");
    assert!(report.is_complete());
    database.clear_hook();
    assert_indexes_are_complete(&shop).await;
}

#[tokio::test]
async fn an_item_that_the_service_refuses_is_a_failure_and_the_run_goes_on() {
    let (database, shop) = migrated(5).await;
    let _ = Wire::script(&database, |sent, _| {
        match is_update(sent) && sent.body.to_string().contains("ORDER#0002") {
            true => Action::error(
                "ValidationException",
                "Type mismatch for Index Key other Expected: S Actual: N",
            ),
            false => Action::Pass,
        }
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.failed), (4, 1));
    let [failure] = report.failures.as_slice() else {
        panic!("{report:?}")
    };
    assert_eq!(failure.key(), Some("{PK: 'CUST#c2', SK: 'ORDER#0002'}"));
    assert!(failure.to_string().contains("Index Key other"), "{failure}");
    assert!(report.error.is_none() && report.state.is_none());
}

#[tokio::test]
async fn conflicts_with_transactions_are_waited_for() {
    let (database, shop) = migrated(2).await;
    let conflicts = Mutex::new(0);
    let _ = Wire::script(&database, move |sent, _| {
        let mut conflicts = conflicts.lock().unwrap();
        if is_update(sent) && *conflicts < 3 {
            *conflicts += 1;
            return Action::error(
                "TransactionConflictException",
                "Transaction is ongoing for the item",
            );
        }
        Action::Pass
    });
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.complete().unwrap(), 2);
    assert_eq!(stored(&database, 1).await["openPK"], text("OPEN"));
}

/// Pages asked for of each segment, less those whose items are all written.
#[tokio::test]
async fn a_segment_asks_for_its_next_page_when_the_last_one_is_done() {
    let (database, shop) = migrated(60).await;
    // Segment, and whether one of its updates is still in flight, by what the engine saw.
    let state = Arc::new(Mutex::new((0_i64, 0_i64)));
    let log = state.clone();
    database.on_request(move |request| {
        let log = log.clone();
        let (is_scan, is_write) = (
            request.operation() == "Scan",
            request.operation() == "UpdateItem",
        );
        async move {
            if is_scan {
                // All updates of the pages before are answered.
                let (in_flight, _) = *log.lock().unwrap();
                assert_eq!(in_flight, 0);
            }
            if is_write {
                {
                    let mut log = log.lock().unwrap();
                    log.0 += 1;
                    log.1 = log.1.max(log.0);
                }
                tokio::task::yield_now().await;
                log.lock().unwrap().0 -= 1;
            }
            Action::Pass
        }
    });
    let backfill = shop
        .admin()
        .backfill::<v2::Order>()
        .page_size(9)
        .concurrency(3);
    assert_eq!(backfill.await.unwrap().complete().unwrap(), 60);
    assert_eq!(state.lock().unwrap().1, 3, "writes in flight");
}
