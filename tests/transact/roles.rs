//! Versions, times, expiry and types inside of transactions.

use std::time::Duration;

use dynamo_model_tests::Wire;

use crate::model::{
    Cat, Dog, NOW, Page, Product, Session, customer, page, product, session, store,
};

#[tokio::test]
async fn entities_in_memory_follow_a_transaction_that_succeeds() {
    let (_, clock, store) = store().await;
    let (mut first, mut second) = (page("a"), page("b"));
    store
        .transact()
        .create(&mut first)
        .put(&mut second)
        .create(&customer("c1"))
        .await
        .unwrap();
    for page in [&first, &second] {
        assert_eq!(
            (page.version, page.created, page.updated),
            (1, Some(NOW), Some(NOW))
        );
        assert_eq!(store.get(page).await.unwrap().as_ref(), Some(page));
    }
    clock.advance(Duration::from_secs(5));
    store
        .transact()
        .replace(&mut first)
        .delete(&second)
        .await
        .unwrap();
    assert_eq!((first.version, first.updated), (2, Some(NOW + 5)));
    assert_eq!(store.get(&second).await.unwrap(), None);
}

#[tokio::test]
async fn entities_in_memory_stay_as_they_were_where_a_transaction_fails() {
    let (_, _, store) = store().await;
    store.create(&customer("c1")).await.unwrap();
    let mut new = page("a");
    let error = store
        .transact()
        .create(&mut new)
        .create(&customer("c1"))
        .await
        .unwrap_err();
    assert!(error.is_already_exists(), "{error}");
    assert_eq!(new, page("a"));
    assert_eq!(store.get(&new).await.unwrap(), None);
}

// fault 96
#[tokio::test]
async fn versions_are_conditions_and_updates_add_one() {
    let (_, clock, store) = store().await;
    let mut stored = page("a");
    store.create(&mut stored).await.unwrap();
    let stale = stored.clone();
    clock.advance(Duration::from_secs(5));
    store
        .transact()
        .update(Page::update(&stored).text("b"))
        .await
        .unwrap();
    let now = store.get(&stored).await.unwrap().unwrap();
    assert_eq!((now.version, now.updated), (2, Some(NOW + 5)));
    let error = store.transact().delete(&stale).await.unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_not_found(),
        "{error}"
    );
    store.transact().delete(&now).await.unwrap();
    let error = store.transact().delete(&now).await.unwrap_err();
    assert!(error.is_not_found(), "{error}");
}

// fault 104
#[tokio::test]
async fn an_expired_item_is_not_found_and_does_not_clash() {
    let (_, clock, store) = store().await;
    store.create(&session("s", NOW + 60)).await.unwrap();
    clock.advance(Duration::from_secs(60));
    let touch = || Session::update(Session::key("s")).add_hits(1);
    let gone = [
        store.transact().update(touch()).await,
        store.transact().check_exists(Session::key("s")).await,
        store.transact().delete(Session::key("s")).await,
        store
            .transact()
            .check(Session::key("s"), |session| session.hits.ge(1))
            .await,
    ];
    for result in gone {
        let error = result.unwrap_err();
        assert!(error.is_not_found(), "{error}");
    }
    store
        .transact()
        .check_absent(Session::key("s"))
        .await
        .unwrap();
    let again = session("s", NOW + 600);
    store.transact().create(&again).await.unwrap();
    assert_eq!(store.get(&again).await.unwrap(), Some(again.clone()));
    let error = store.transact().check_absent(&again).await.unwrap_err();
    assert!(error.is_already_exists(), "{error}");
}

// fault 104
#[tokio::test]
async fn an_upsert_in_a_transaction_does_not_merge_into_an_expired_item() {
    let (database, clock, store) = store().await;
    store.create(&session("s", NOW + 60)).await.unwrap();
    clock.advance(Duration::from_secs(60));
    let wire = Wire::record(&database);
    let upsert = || {
        Session::update(Session::key("s"))
            .add_hits(1)
            .expires(NOW + 600)
    };
    store
        .transact()
        .upsert(upsert())
        .put(&product("p1", 1))
        .await
        .unwrap();
    let operations: Vec<_> = wire.sent().into_iter().map(|sent| sent.operation).collect();
    assert_eq!(
        operations,
        ["TransactWriteItems", "DeleteItem", "TransactWriteItems"]
    );
    let stored = store.get(Session::key("s")).await.unwrap().unwrap();
    assert_eq!(stored.hits, 1);
    // Where something else is in the way too, nothing is deleted.
    clock.advance(Duration::from_secs(600));
    let error = store
        .transact()
        .upsert(upsert())
        .create(&product("p1", 1))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(wire.last().operation, "TransactWriteItems");
    assert_eq!(
        store.get(Product::key("p1")).await.unwrap(),
        Some(product("p1", 1))
    );
}

#[tokio::test]
async fn an_item_of_another_entity_is_neither_changed_nor_found() {
    let (_, _, store) = store().await;
    let (id, kind) = ("1".to_owned(), "pug".to_owned());
    let dog = Dog { id, kind };
    store.create(&dog).await.unwrap();
    let failed = [
        store
            .transact()
            .update(Cat::update(Cat::key("1")).kind("siam"))
            .await,
        store.transact().check_exists(Cat::key("1")).await,
        store
            .transact()
            .check(Cat::key("1"), |cat| cat.kind.eq("pug"))
            .await,
        store
            .transact()
            .delete_if(Cat::key("1"), |cat| cat.kind.eq("pug"))
            .await,
    ];
    for result in failed {
        let error = result.unwrap_err();
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.existing().unwrap(), Some(dog.clone()));
    }
    store.transact().check_exists(Dog::key("1")).await.unwrap();
}
