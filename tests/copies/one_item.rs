//! Items that hold several copies of one source, or that are several items themselves.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use dynamo_model::embedded::Action;
use dynamo_model::{Entity, FanOut, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "market",
    gsi("GSI1"),
    gsi("GSI2"),
    entities(Person, Trade, Note)
)]
struct Market;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Market, pk = "PERSON#{person}", sk = "PERSON")]
struct Person {
    person: String,
    name: String,
}

/// Buyer and seller can be one person.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Market,
    pk = "TRADE#{trade}",
    sk = "TRADE",
    index(name = by_buyer, on = "GSI1", pk = "BUYER#{buyer}", sk = "{trade}"),
    index(name = by_seller, on = "GSI2", pk = "SELLER#{seller}", sk = "{trade}")
)]
struct Trade {
    trade: String,
    buyer: String,
    seller: String,
    #[entity(copy_of(Person::name, person = buyer))]
    buyer_name: String,
    #[entity(copy_of(Person::name, person = seller))]
    seller_name: String,
}

/// Twice in the partition of its author, and the key of its index does not tell all names apart.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Market,
    pk = "PERSON#{person}",
    sk = "NOTE#{day}#{note}",
    also(name = by_note, pk = "PERSON#{person}", sk = "NOTE#BY#{note}#{day}"),
    index(name = by_name, on = "GSI1", pk = "NAME#{author_name:lower}", sk = "{note}")
)]
struct Note {
    person: String,
    day: String,
    note: String,
    #[entity(copy_of(Person::name))]
    author_name: String,
}

fn person(name: &str) -> Person {
    Person {
        person: "p1".into(),
        name: name.into(),
    }
}

fn note(name: &str) -> Note {
    Note {
        person: "p1".into(),
        day: "monday".into(),
        note: "n1".into(),
        author_name: name.into(),
    }
}

fn rename(name: &str) -> impl dynamo_model::IntoUpdate<Entity = Person> + use<> {
    Person::update(Person::key("p1")).name(name.to_owned())
}

fn trade(seller: &str) -> Trade {
    Trade {
        trade: "t1".into(),
        buyer: "p1".into(),
        seller: seller.into(),
        buyer_name: "Ann".into(),
        seller_name: "Ann".into(),
    }
}

#[tokio::test]
async fn an_item_with_two_copies_of_one_source_has_both_updated() {
    let (_, market) = open::<Market>().await;
    market.create(&person("Ann")).leave_copies().await.unwrap();
    market.create(&trade("p1")).await.unwrap();
    let report = market
        .update(rename("Anna"))
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert!(report.updated >= 1);
    let trade = market.get(Trade::key("t1")).await.unwrap().unwrap();
    assert_eq!((&*trade.buyer_name, &*trade.seller_name), ("Anna", "Anna"));

    market.update(rename("Bea")).leave_copies().await.unwrap();
    let resumed = market
        .fan_out::<Person>(Person::key("p1"))
        .settle_for(Duration::ZERO);
    let _ = resumed.await.unwrap();
    assert!(market.audit_copies::<Person>().await.unwrap().is_empty());
}

#[tokio::test]
async fn an_item_that_is_twice_in_the_partition_is_updated_once() {
    let (_, market) = open::<Market>().await;
    market.create(&person("Ann")).leave_copies().await.unwrap();
    market.create(&note("Ann")).await.unwrap();
    let report = market
        .update(rename("Bea"))
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((report.copies, report.updated), (1, 1));
    let both = market.query(Note::query("p1")).all().await.unwrap();
    assert!(
        both.iter().all(|note| note.author_name == "Bea"),
        "{both:?}"
    );
    let by_name = market.query(Note::by_name("Bea")).all().await.unwrap();
    assert_eq!(by_name, [note("Bea")]);
    assert!(market.audit_copies::<Person>().await.unwrap().is_empty());
}

// The index key of "Ann" is that of "ann": the update of the copy seems to leave it as it is.
#[tokio::test]
async fn an_index_key_that_another_fan_out_made_meanwhile_is_made_again() {
    let (database, market) = open::<Market>().await;
    market.create(&person("ann")).leave_copies().await.unwrap();
    market.create(&note("ann")).await.unwrap();
    market.update(rename("Ann")).leave_copies().await.unwrap();
    let (other, is_first) = (market.clone(), Arc::new(Mutex::new(true)));
    database.on_request(move |request| {
        let is_chunk = request.operation() == "TransactWriteItems";
        let comes = is_chunk && std::mem::take(&mut *is_first.lock().unwrap());
        let other = other.clone();
        async move {
            if comes {
                let away = other.update(rename("Dave")).fan_out();
                let _ = away.settle_for(Duration::ZERO).await.unwrap();
                other.update(rename("Ann")).leave_copies().await.unwrap();
            }
            Action::Pass
        }
    });
    let run = market.fan_out::<Person>(Person::key("p1"));
    let _ = run.settle_for(Duration::ZERO).await.unwrap();
    assert!(market.audit_copies::<Person>().await.unwrap().is_empty());
    let by_name = market.query(Note::by_name("Ann")).all().await.unwrap();
    assert_eq!(by_name, [note("Ann")]);
}

#[tokio::test]
async fn one_transaction_only_is_refused_where_an_item_of_it_stays_stale() {
    let (_, market) = open::<Market>().await;
    market.create(&person("Ann")).leave_copies().await.unwrap();
    market.create(&trade("p1")).await.unwrap();
    let moves = Trade::update(Trade::key("t1"))
        .seller("p2")
        .seller_name("Bob");
    let p2 = Person {
        person: "p2".into(),
        name: "Bob".into(),
    };
    market.create(&p2).leave_copies().await.unwrap();
    let error = market
        .transact()
        .update(rename("Anna"))
        .update(moves)
        .fan_out()
        .mode(FanOut::TransactionOnly)
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    let stored = market.get(Person::key("p1")).await.unwrap().unwrap();
    assert_eq!(stored.name, "Ann");
    let error = market
        .update(rename("Anna"))
        .fan_out()
        .mode(FanOut::TransactionOnly)
        .await
        .err();
    // Two updates of one item are not one transaction.
    assert!(error.is_some_and(|error| error.is_invalid_request()));
}

#[tokio::test]
async fn a_fan_out_alone_is_in_one_transaction_only_too() {
    let (_, shop, _) = crate::shop::shop_with(100).await;
    let rename = crate::shop::Customer::update(crate::shop::Customer::key("c1")).name("C");
    shop.update(rename).leave_copies().await.unwrap();
    let run = || {
        shop.fan_out::<crate::shop::Customer>(crate::shop::Customer::key("c1"))
            .settle_for(Duration::ZERO)
            .mode(FanOut::TransactionOnly)
    };
    let error = run().await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(crate::shop::names(&shop, "c1").await, ["Carol"]);
    shop.delete(crate::shop::Order::key("c1", "o00001"))
        .await
        .unwrap();
    let report = run().await.unwrap();
    assert_eq!((report.updated, report.transactions), (99, 1));
}
