//! How fast a batch goes: requests in flight, and write units a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model_tests::{Order, Shop, Wire, day, open, order};
use tokio::time::Instant;

use super::{orders, requests};

#[tokio::test(start_paused = true)]
async fn a_rate_is_kept_over_all_requests() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let begun = Instant::now();
    let batch = shop.batch().put_all(&orders(50)).rate_limit(10);
    assert_eq!(batch.await.unwrap().written, 50);
    // Ten units a second: five requests, the last of which begins after four seconds.
    let sizes: Vec<_> = wire
        .sent()
        .iter()
        .map(|sent| requests(sent).len())
        .collect();
    assert_eq!(sizes, [10; 5]);
    let took = begun.elapsed();
    assert!((4..5).contains(&took.as_secs()), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_rate_counts_write_units_and_not_items() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let large = |number: usize| Order {
        note: Some("x".repeat(3 * 1024)),
        ..order("c1", day(1), &format!("o{number}"))
    };
    let large: Vec<Order> = (0..4).map(large).collect();
    let begun = Instant::now();
    let _ = shop.batch().put_all(&large).rate_limit(2).await.unwrap();
    // Four units each, more than a second has: one a request, two seconds apart.
    assert_eq!(wire.count(), 4);
    assert!(begun.elapsed() >= Duration::from_secs(6));
}

#[tokio::test(start_paused = true)]
async fn no_more_requests_are_in_flight_than_asked_for() {
    for (concurrency, most) in [(0, 1), (3, 3)] {
        let (database, shop) = open::<Shop>().await;
        let (flying, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let highest = Arc::clone(&seen);
        database.on_request(move |_| {
            let (flying, seen) = (Arc::clone(&flying), Arc::clone(&seen));
            async move {
                let now = flying.fetch_add(1, Ordering::SeqCst) + 1;
                seen.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(10)).await;
                flying.fetch_sub(1, Ordering::SeqCst);
                Action::Pass
            }
        });
        let batch = shop.batch().put_all(&orders(200)).concurrency(concurrency);
        assert_eq!(batch.await.unwrap().written, 200);
        assert_eq!(highest.load(Ordering::SeqCst), most);
    }
}
