//! Where a scan stands, and going on from there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use dynamo_model::embedded::Action;
use dynamo_model::{Error, ScanReport, ScanState};
use dynamo_model_tests::{Wire, open};
use futures_util::StreamExt;

use crate::model::{migrated, v2};

/// Scans until the state says that all is read, with what was handed over.
async fn to_the_end(
    mut run: impl AsyncFnMut(Option<ScanState>) -> (ScanReport, Vec<u32>),
) -> (usize, BTreeMap<u32, usize>) {
    let (mut runs, mut seen) = (0, BTreeMap::new());
    let mut state = None;
    loop {
        let (report, numbers) = run(state.take()).await;
        runs += 1;
        assert!(runs < 200, "it comes to an end");
        for number in numbers {
            *seen.entry(number).or_default() += 1;
        }
        // As a program would that was started anew.
        state = report.state.map(|state| state.to_string().parse().unwrap());
        if state.is_none() {
            return (runs, seen);
        }
    }
}

#[tokio::test]
async fn a_scan_that_is_ended_by_an_error_goes_on_from_its_state() {
    let (database, shop) = migrated(30).await;
    let (runs, seen) = to_the_end(async |state| {
        // The sixth request of each run is refused.
        let wire = Wire::script(&database, |_, number| match number {
            6 => Action::error("AccessDeniedException", "no"),
            _ => Action::Pass,
        });
        let numbers = Arc::new(Mutex::new(Vec::new()));
        let log = numbers.clone();
        let scan = shop
            .admin()
            .scan::<v2::Order>()
            .segments(3)
            .page_size(2)
            .resume(state);
        let report = scan
            .for_each(move |order| {
                log.lock().unwrap().push(order.unwrap().number);
                async { Ok(()) }
            })
            .await
            .unwrap();
        assert_eq!(report.error.is_some(), report.state.is_some());
        assert!(wire.count() <= 8, "each segment had one request in flight");
        let numbers = numbers.lock().unwrap().clone();
        (report, numbers)
    })
    .await;
    assert!(runs > 2);
    assert_eq!(seen.len(), 30, "nothing is missing");
    assert!(seen.values().all(|times| *times <= 2), "{seen:?}");
}

#[tokio::test]
async fn an_error_of_the_closure_ends_the_scan_and_its_page_comes_again() {
    let (_, shop) = migrated(20).await;
    let (runs, seen) = to_the_end(async |state| {
        let mut numbers = Vec::new();
        let scan = shop.admin().scan::<v2::Order>().page_size(5).resume(state);
        let report = scan
            .for_each(|order| {
                let is_enough = numbers.len() == 7;
                numbers.push(order.unwrap().number);
                async move {
                    match is_enough {
                        true => Err(stop()),
                        false => Ok(()),
                    }
                }
            })
            .await
            .unwrap();
        (report, numbers)
    })
    .await;
    assert!(runs > 1);
    assert_eq!(seen.len(), 20);
}

/// Any error that a closure can have.
fn stop() -> Error {
    v2::Order::parse_key("?", "?").unwrap_err()
}

#[tokio::test]
async fn a_stream_tells_where_it_is() {
    let (_, shop) = migrated(20).await;
    let mut stream = shop.admin().scan_items().page_size(10).stream();
    let start = stream.state();
    for _ in 0..10 {
        stream.next().await.unwrap().unwrap();
    }
    assert_eq!(
        stream.state(),
        start,
        "the last item of a page is not done until the next is asked for"
    );
    stream.next().await.unwrap().unwrap();
    let rest = shop
        .admin()
        .scan_items()
        .page_size(10)
        .resume(stream.state());
    assert_eq!(rest.all().await.unwrap().len(), 17);
    while stream.next().await.is_some() {}
    assert_eq!(stream.state(), None);
}

#[tokio::test]
async fn each_page_tells_of_its_progress() {
    let (_, shop) = migrated(20).await;
    let progress = Arc::new(Mutex::new(Vec::new()));
    let log = progress.clone();
    let scan = shop
        .admin()
        .scan_items()
        .page_size(10)
        .on_progress(move |report| {
            log.lock()
                .unwrap()
                .push((report.examined, report.items, report.state.is_some()));
        });
    scan.all().await.unwrap();
    assert_eq!(
        *progress.lock().unwrap(),
        [(10, 10, true), (20, 20, true), (27, 27, false)]
    );
}

#[tokio::test]
async fn a_state_of_another_scan_is_refused_before_anything_is_sent() {
    let (database, shop) = migrated(20).await;
    let mut stream = shop
        .admin()
        .scan::<v2::Order>()
        .segments(2)
        .page_size(3)
        .stream();
    for _ in 0..5 {
        stream.next().await.unwrap().unwrap();
    }
    let state = stream.state().unwrap();
    let mut edited = state.to_string();
    edited.replace_range(20..21, if &edited[20..21] == "A" { "B" } else { "A" });
    let wire = Wire::record(&database);
    let orders = || shop.admin().scan::<v2::Order>().segments(2);
    let elsewhere = shop.clone().with_table_name("other");
    let refused = [
        orders().segments(3).resume(state.clone()).all().await.err(),
        orders()
            .index("Open")
            .resume(state.clone())
            .all()
            .await
            .err(),
        orders().resume(ScanState::from(edited)).all().await.err(),
        orders()
            .resume("".parse::<ScanState>().unwrap())
            .all()
            .await
            .err(),
        shop.admin()
            .scan::<v2::Customer>()
            .segments(2)
            .resume(state.clone())
            .all()
            .await
            .err(),
        shop.admin()
            .scan_items()
            .segments(2)
            .resume(state.clone())
            .all()
            .await
            .err(),
        elsewhere
            .admin()
            .scan::<v2::Order>()
            .segments(2)
            .resume(state.clone())
            .all()
            .await
            .err(),
        shop.admin()
            .backfill::<v2::Order>()
            .segments(2)
            .resume(state.clone())
            .await
            .err(),
    ];
    for (number, error) in refused.into_iter().enumerate() {
        assert!(error.is_some_and(|error| error.is_cursor()), "{number}");
    }
    assert_eq!(wire.count(), 0);
    assert!(orders().resume(state).all().await.is_ok());
}

#[tokio::test]
async fn a_state_of_an_index_carries_the_keys_of_the_index_too() {
    let (_, shop) = open::<dynamo_model_tests::Shop>().await;
    for number in 0..12 {
        let id = format!("o{number:02}");
        shop.create(&dynamo_model_tests::order(
            "c1",
            dynamo_model_tests::day(1),
            &id,
        ))
        .await
        .unwrap();
    }
    let scan = || {
        shop.admin()
            .scan::<dynamo_model_tests::Order>()
            .index("OpenOrders")
            .page_size(5)
    };
    let mut stream = scan().stream();
    for _ in 0..6 {
        stream.next().await.unwrap().unwrap();
    }
    let rest = scan().resume(stream.state()).all().await.unwrap();
    assert_eq!(rest.len(), 7);
}
