//! How many allocations the calls make: what reading and writing the wire directly is for, and what no clock is needed to hold.
//!
//! `benches/peers` takes the times of the same calls. The least of a few runs counts: what the harness does on its own thread meanwhile
//! only adds.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark")]
#[path = "../../benches/peers/src/http.rs"]
mod http;
#[allow(
    dead_code,
    unreachable_pub,
    missing_debug_implementations,
    reason = "shared with the benchmark"
)]
#[path = "../../benches/peers/src/model.rs"]
mod model;

use std::alloc::System;
use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::runtime::{Builder, Runtime};

use crate::http::client;
use crate::model::{Order, OrderView, Shop, get_answer, order, orders, page_of_orders};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Orders of a page of 1.3 MB.
const PAGE: usize = 1150;

/// What a page allocates beside the values that it holds: 346 are those of a Query of the SDK's client whose answer is empty.
const BESIDE_A_PAGE: usize = 350;
/// The same for one item.
const BESIDE_AN_ITEM: usize = 350;
/// What a batch of 25 allocates.
const BATCH: usize = 400;
/// What a transaction of 100 allocates.
const TRANSACTION: usize = 575;

/// Allocations and reallocations of a call, once its caches are full.
fn allocations<T>(mut call: impl FnMut() -> T) -> usize {
    drop(call());
    let counts = (0..4).map(|_| {
        let region = Region::new(ALLOCATOR);
        let done = call();
        let change = region.change();
        drop(done);
        change.allocations + change.reallocations
    });
    counts.min().unwrap_or_default()
}

/// Until it is dropped no other test does anything: what it prepares is counted too.
fn alone() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// A page as the SDK and serde_dynamo read it.
async fn page_by_serde_dynamo(client: &Client) -> Vec<Order> {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let query = client
        .query()
        .table_name("shop")
        .key_condition_expression("#pk = :pk AND begins_with(#sk, :sk)")
        .expression_attribute_names("#pk", "PK")
        .expression_attribute_names("#sk", "SK")
        .expression_attribute_values(":pk", text("CUST#c1"))
        .expression_attribute_values(":sk", text("ORDER#"));
    let items = query.send().await.unwrap().items.unwrap();
    serde_dynamo::from_items(items).unwrap()
}

#[test]
fn a_page_is_read_with_the_allocations_of_what_it_holds() {
    let _alone = alone();
    let runtime = runtime();
    let result = orders(PAGE);
    let clone = allocations(|| result.clone());
    for is_shuffled in [false, true] {
        let shop = Repository::<Shop>::new(client("Query", page_of_orders(&result, is_shuffled)));
        let page = || runtime.block_on(async { shop.query(Order::query("c1")).all().await });
        assert_eq!(page().unwrap(), result);
        let read = allocations(page);
        assert!(
            read <= clone + BESIDE_A_PAGE,
            "{read} for a page, {clone} for its clone"
        );
    }
}

#[test]
fn a_page_is_lent_with_a_twentieth_of_the_allocations_of_the_sdks_types() {
    let _alone = alone();
    let runtime = runtime();
    let result = orders(PAGE);
    let client = client("Query", page_of_orders(&result, false));
    let sdk = allocations(|| runtime.block_on(page_by_serde_dynamo(&client)));
    let shop = Repository::<Shop>::new(client);
    let lent = allocations(|| {
        let query = shop.query(Order::query("c1")).project::<OrderView<'_>>();
        let page = runtime.block_on(async { query.page_bytes(None).await.unwrap() });
        let orders = page.iter().map(|order| black_box(order.unwrap()));
        assert_eq!(orders.count(), PAGE);
    });
    assert!(
        20 * lent <= sdk,
        "{lent} for a page that lends, {sdk} for one of the SDK's types"
    );
}

#[test]
fn an_item_is_read_with_the_allocations_of_what_it_holds() {
    let _alone = alone();
    let runtime = runtime();
    let result = order(0);
    let clone = allocations(|| result.clone());
    let shop = Repository::<Shop>::new(client("GetItem", get_answer(&result)));
    let get = || runtime.block_on(async { shop.get(Order::key("c1", &result.id)).await });
    assert_eq!(get().unwrap().as_ref(), Some(&result));
    let read = allocations(get);
    assert!(
        read <= clone + BESIDE_AN_ITEM,
        "{read} for an item, {clone} for its clone"
    );
}

#[test]
fn a_batch_is_written_with_the_allocations_of_a_call() {
    let _alone = alone();
    let runtime = runtime();
    let answer = r#"{"UnprocessedItems":{}}"#.to_owned();
    let shop = Repository::<Shop>::new(client("BatchWriteItem", answer));
    let orders = orders(25);
    let put = || runtime.block_on(async { shop.batch().put_all(&orders).await });
    assert!(put().unwrap().is_complete());
    let written = allocations(put);
    assert!(written <= BATCH, "{written}");
}

#[test]
fn a_transaction_is_written_with_the_allocations_of_a_call() {
    let _alone = alone();
    let runtime = runtime();
    let shop = Repository::<Shop>::new(client("TransactWriteItems", "{}".to_owned()));
    let orders = orders(100);
    let put = || {
        let puts = orders.iter();
        let transact = puts.fold(shop.transact(), |transact, order| transact.put(order));
        runtime.block_on(async { transact.await.unwrap() });
    };
    let written = allocations(put);
    assert!(written <= TRANSACTION, "{written}");
}

/// What the others are held against is not less than it would be.
#[test]
fn the_sdks_types_take_an_allocation_for_each_name_and_value() {
    let _alone = alone();
    let runtime = runtime();
    let result = orders(PAGE);
    let client = client("Query", page_of_orders(&result, false));
    let page = || runtime.block_on(page_by_serde_dynamo(&client));
    assert_eq!(page(), result);
    assert!(allocations(page) > 3 * allocations(|| result.clone()));
}
