//! What is sent: expressions as data, limits, refusals before sending.

use std::collections::BTreeSet;

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::shop::{Order, Status, address, order, shop, unsent};

#[track_caller]
fn assert_update(explained: &str, update: &str) {
    let line = explained
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("update:"));
    assert_eq!(line.map(str::trim_start), Some(update), "{explained}");
}

fn key() -> dynamo_model::Key<Order> {
    Order::key("c1", 7)
}

// fault 33
#[test]
fn stored_names_are_sent_and_rust_names_are_not() {
    let update = Order::update(key())
        .total(5)
        .remark("x")
        .in_address(|a| a.city_name("Leeds"));
    let text = unsent().update(update).only_if(|o| o.total.ge(1)).explain();
    assert_eq!(
        text,
        "UpdateItem shop\n    key:        {PK: 'CUST#c1', SK: 'ORDER#0007'}\n    update:     SET sum = 5, name = 'x', to.cityName = 'Leeds', KeysPK = 'NOTED', KeysSK = 'x'\n    condition:  (attribute_exists(PK) AND sum >= 1)"
    );
}

#[test]
fn each_kind_of_change_has_its_clause() {
    let update = Order::update(key())
        .status(Status::Closed)
        .add_total(5)
        .clear_remark()
        .append_lines(["a", "b"])
        .insert_tags(["x"])
        .rate(1.5)
        .set_if_absent_billing(address("Bath"));
    assert_update(
        &unsent().update(update).explain(),
        "SET status = 'CLOSED', lines = list_append(if_not_exists(lines, []), ['a', 'b']), rate = 1.5, old = if_not_exists(old, {cityName: 'Bath', log: [], visits: 0, zip: 'LS1'}), GSI2PK = 'STATUS#CLOSED', GSI2SK = '0007' REMOVE name, openPK, openSince, KeysPK, KeysSK ADD sum 5, tag.s <<'x'>>",
    );
    let update = Order::update(key()).remove_tags(["x"]).prepend_lines(["a"]);
    assert_update(
        &unsent().update(update).explain(),
        "SET lines = list_append(['a'], if_not_exists(lines, [])) DELETE tag.s <<'x'>>",
    );
}

// fault 42
#[test]
fn an_empty_set_is_removed_and_a_full_one_is_set() {
    let update = Order::update(key()).tags(BTreeSet::new());
    assert_update(&unsent().update(update).explain(), "REMOVE tag.s");
    let update = Order::update(key()).tags(BTreeSet::from(["a".to_owned()]));
    assert_update(&unsent().update(update).explain(), "SET tag.s = <<'a'>>");
    let update = Order::update(key()).clear_tags();
    assert_update(&unsent().update(update).explain(), "REMOVE tag.s");
}

// fault 56
#[test]
fn empty_and_blank_text_is_text() {
    let update = Order::update(key()).in_address(|a| a.city_name("").zip("   "));
    assert_update(
        &unsent().update(update).explain(),
        "SET to.cityName = '', to.zip = '   '",
    );
}

#[test]
fn nothing_to_append_or_insert_is_no_change() {
    let update = Order::update(key())
        .append_lines([] as [&str; 0])
        .insert_tags([] as [&str; 0]);
    assert!(!unsent().update(update).explain().contains("update:"));
}

#[test]
fn overlapping_paths_are_refused_before_sending() {
    let refused = |text: String, path: &str| {
        assert!(
            text.starts_with("nothing is sent: the request cannot be sent"),
            "{text}"
        );
        assert!(text.contains(&format!("`{path}`")), "{text}");
    };
    let update = Order::update(key()).total(1).total(2);
    refused(unsent().update(update).explain(), "sum");
    let update = Order::update(key()).total(1).add_total(2);
    refused(unsent().update(update).explain(), "sum");
    let update = Order::update(key())
        .address(address("Leeds"))
        .in_address(|a| a.city_name("York"));
    refused(unsent().update(update).explain(), "to.cityName");
    let update = Order::update(key()).in_stops(|s| s.remove(1).inside(1, |a| a.clear_zip()));
    refused(unsent().update(update).explain(), "stops[1].zip");
    let update = Order::update(key()).in_stops(|s| s.remove(1).remove(2));
    assert_update(
        &unsent().update(update).explain(),
        "REMOVE stops[1], stops[2]",
    );
}

#[derive(Table)]
#[table(name = "wide", entities(Wide))]
struct WideTable;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = WideTable, pk = "W#{id}", sk = "W")]
struct Wide {
    id: String,
    big: u128,
    list: Vec<u128>,
    map: std::collections::HashMap<String, u8>,
}

#[test]
fn numbers_beyond_38_digits_are_refused_before_sending() {
    let wide = Repository::<WideTable>::new(dynamo_model::embedded::client());
    let texts = [
        wide.update(Wide::update(Wide::key("a")).big(u128::MAX))
            .explain(),
        wide.update(Wide::update(Wide::key("a")).add_big(u128::MAX))
            .explain(),
        wide.update(Wide::update(Wide::key("a")).append_list([u128::MAX]))
            .explain(),
    ];
    for text in texts {
        assert!(text.contains("39 significant digits"), "{text}");
    }
    let condition = wide
        .update(Wide::update(Wide::key("a")).big(1_u128))
        .only_if(|w| w.big.eq(u128::MAX));
    assert!(condition.explain().contains("39 significant digits"));
}

// fault 67
#[tokio::test]
async fn expressions_over_the_limits_are_refused_before_sending() {
    let (database, _) = shop().await;
    let wide = Repository::<WideTable>::new(database.client());
    let sent = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let seen = sent.clone();
    database.on_request(move |_| {
        seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        async { dynamo_model::embedded::Action::Pass }
    });
    let change = |entries: usize| {
        Wide::update(Wide::key("a")).in_map(|map| {
            (0..entries).fold(map, |map, number| map.set(format!("entry{number}"), 1_u8))
        })
    };
    let error = wide.update(change(301)).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert!(error.to_string().contains("at most"), "{error}");
    let long = wide
        .update(Wide::update(Wide::key("a")).big(1_u128))
        .only_if(|w| {
            (0..301_u128)
                .map(|number| w.big.eq(number))
                .reduce(|all, one| all | one)
                .unwrap()
        })
        .await
        .unwrap_err();
    assert!(long.is_invalid_request(), "{long}");
    assert_eq!(sent.load(std::sync::atomic::Ordering::Relaxed), 0);
}

// fault 31
#[test]
fn table_keys_are_in_no_expression() {
    let text = unsent()
        .upsert(
            Order::update(key())
                .status(Status::Open)
                .total(1)
                .clear_remark()
                .address(address("a"))
                .rate(1.0)
                .lines(Vec::new())
                .stops(Vec::new())
                .others(std::collections::BTreeMap::new()),
        )
        .explain();
    let update = text.lines().nth(2).unwrap();
    assert!(
        !update.contains(" PK =") && !update.contains(" SK ="),
        "{text}"
    );
}

// faults 58, 59, 62
#[tokio::test]
async fn every_name_has_a_placeholder_of_its_own() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let bodies = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = bodies.clone();
    database.on_request(move |request| {
        seen.lock().unwrap().push(request.body().to_owned());
        async { dynamo_model::embedded::Action::Pass }
    });
    shop.update(
        Order::update(&order(1))
            .insert_tags(["a"])
            .in_address(|a| a.clear_zip()),
    )
    .only_if(|o| o.stops.element(0).fields().city_name.eq("York") & o.remark.not_exists())
    .await
    .unwrap();
    let body: serde_json::Value = serde_json::from_str(&bodies.lock().unwrap()[0]).unwrap();
    assert_eq!(body["UpdateExpression"], "REMOVE #0.#1 ADD #2 :0");
    assert_eq!(
        body["ConditionExpression"],
        "(attribute_exists(#3) AND #4[0].#5 = :1 AND attribute_not_exists(#6))"
    );
    assert_eq!(body["ExpressionAttributeNames"]["#2"], "tag.s");
    assert_eq!(body["ExpressionAttributeNames"]["#6"], "name");
}
