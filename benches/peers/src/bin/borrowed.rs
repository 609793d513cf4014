//! Temporary: a borrowed page against the others.
use std::alloc::System;
use std::borrow::Cow;
use cpu_time::ThreadTime;
use dynamo_model::{LentFrom, Projection, Repository};
use dynamo_model_peers::columns::{ours, serde_dynamo};
use dynamo_model_peers::http::client;
use dynamo_model_peers::model::{Order, Place, Shop, orders, page_of_orders};
use dynamo_model_peers::rows::PAGE;
use dynamo_model_peers::block_on;
use serde::Deserialize;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[cfg(feature = "count")]
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Projection, Deserialize, Debug)]
#[projection(of = Order)]
#[allow(dead_code)]
struct View<'a> {
    customer: &'a str,
    id: &'a str,
    status: &'a str,
    placed_on: &'a str,
    email: &'a str,
    currency: &'a str,
    #[serde(borrow)]
    note: Option<Cow<'a, str>>,
    #[serde(borrow)]
    description: Cow<'a, str>,
    #[serde(borrow)]
    ship_to: PlaceView<'a>,
    #[serde(borrow)]
    tags: Vec<&'a str>,
    total: u64,
    quantity: u32,
    weight: f64,
    is_gift: bool,
    updated: u64,
}
#[derive(Deserialize, Debug)]
#[allow(dead_code)]
struct PlaceView<'a> { street: &'a str, city: &'a str, country: &'a str }
impl LentFrom<Place> for PlaceView<'_> {}

fn main() {
    let page = page_of_orders(&orders(PAGE), false);
    let client = client("Query", page);
    let shop = Repository::<Shop>::new(client.clone());
    let sdk = serde_dynamo::query(client.clone());
    let own = ours::query(client.clone());
    let lent = || block_on(async {
        let page = shop.query(Order::query("c1")).project::<View<'_>>().page_bytes(None).await.unwrap();
        let mut n = 0;
        for order in &page { let order = order.unwrap(); n += order.description.len(); std::hint::black_box(&order); }
        assert!(n > 0 && page.len() == PAGE);
    });
    let owned_lent = || block_on(async {
        let page = shop.query(Order::query("c1")).page_bytes(None).await.unwrap();
        let mut n = 0;
        for order in &page { let order = order.unwrap(); n += order.description.len(); std::hint::black_box(&order); }
        assert!(n > 0 && page.len() == PAGE);
    });
    let made = || block_on(async {
        let page = shop.query(Order::query("c1")).project::<View<'_>>().page_bytes(None).await.unwrap();
        assert!(page.len() == PAGE);
    });
    let _ = &INSTRUMENTED_SYSTEM;
    #[cfg(feature = "count")]
    {
        let count = |f: &dyn Fn()| { f(); let r = Region::new(ALLOCATOR); f(); let c = r.change(); c.allocations + c.reallocations };
        println!("sdk {} own {} lent {} made {} owned_lent {}", count(&|| drop(sdk(vec![]))), count(&|| drop(own(vec![]))), count(&lent), count(&made), count(&owned_lent));
    }
    if let Some(which) = std::env::args().nth(1) {
        for _ in 0..200 { match which.as_str() { "lent" => lent(), "made" => made(), _ => owned_lent() } }
        return;
    }
    let fs: [(&str, &dyn Fn()); 5] = [("sdk", &|| drop(sdk(vec![]))), ("own", &|| drop(own(vec![]))), ("lent", &lent), ("made", &made), ("owned_lent", &owned_lent)];
    let mut least = [f64::MAX; 5];
    for _ in 0..40 { for (i, (_, f)) in fs.iter().enumerate() { let s = ThreadTime::now(); f(); least[i] = least[i].min(s.elapsed().as_secs_f64() * 1e6); } }
    for (i, (n, _)) in fs.iter().enumerate() { println!("{n}: {:.0} us, {:.2}x", least[i], least[0] / least[i]); }
}
