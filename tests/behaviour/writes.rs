//! create, put, replace, get and delete of single items.

use dynamo_model::Entity;
use dynamo_model_tests::{Order, Shop, Status, Wire, customer, day, open, order, repository};

#[tokio::test]
async fn create_stores_what_get_reads() {
    let shop = repository::<Shop>().await;
    let order = Order {
        note: Some(String::from("gift")),
        ..order("c1", day(20), "o1")
    };
    shop.create(&order).await.unwrap();
    assert_eq!(
        shop.get(Order::key("c1", day(20), "o1")).await.unwrap(),
        Some(order.clone())
    );
    assert_eq!(shop.get(&order).await.unwrap(), Some(order.clone()));
    assert_eq!(
        shop.get(order.key()).consistent().await.unwrap(),
        Some(order)
    );
}

#[tokio::test]
async fn get_of_what_is_not_there_is_none() {
    let shop = repository::<Shop>().await;
    assert_eq!(
        shop.get(Order::key("c1", day(20), "o1")).await.unwrap(),
        None
    );
    assert!(
        shop.get(Order::key("c1", day(20), "o1"))
            .raw()
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn create_of_a_taken_key_is_already_exists_and_changes_nothing() {
    let shop = repository::<Shop>().await;
    let first = order("c1", day(20), "o1");
    shop.create(&first).await.unwrap();
    let second = Order {
        total: 1,
        ..first.clone()
    };
    let error = shop.create(&second).await.unwrap_err();
    assert!(error.is_already_exists() && error.is_condition_failed());
    assert!(!error.is_not_found() && !error.is_unknown_outcome());
    assert_eq!(error.entity(), Some("Order"));
    assert_eq!(
        error.key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o1'}")
    );
    assert_eq!(error.code(), Some("ConditionalCheckFailedException"));
    assert_eq!(shop.get(&first).await.unwrap(), Some(first));
}

#[tokio::test]
async fn create_of_the_very_same_item_twice_is_already_exists() {
    let shop = repository::<Shop>().await;
    let order = order("c1", day(20), "o1");
    shop.create(&order).await.unwrap();
    assert!(shop.create(&order).await.unwrap_err().is_already_exists());
}

#[tokio::test]
async fn put_inserts_and_replaces() {
    let shop = repository::<Shop>().await;
    let first = Order {
        note: Some(String::from("gift")),
        ..order("c1", day(20), "o1")
    };
    shop.put(&first).await.unwrap();
    let second = Order {
        note: None,
        status: Status::Shipped,
        ..first.clone()
    };
    shop.put(&second).await.unwrap();
    assert_eq!(shop.get(&first).await.unwrap(), Some(second));
}

#[tokio::test]
async fn replace_needs_an_item_to_replace() {
    let shop = repository::<Shop>().await;
    let first = order("c1", day(20), "o1");
    let error = shop.replace(&first).await.unwrap_err();
    assert!(error.is_not_found() && error.is_condition_failed());
    assert_eq!(error.entity(), Some("Order"));
    assert_eq!(shop.get(&first).await.unwrap(), None);
    shop.create(&first).await.unwrap();
    let second = Order {
        total: 7,
        ..first.clone()
    };
    shop.replace(&second).await.unwrap();
    assert_eq!(shop.get(&first).await.unwrap(), Some(second));
}

#[tokio::test]
async fn delete_takes_a_key_or_an_entity_and_succeeds_twice() {
    let shop = repository::<Shop>().await;
    let (first, second) = (order("c1", day(20), "o1"), order("c1", day(21), "o2"));
    shop.create(&first).await.unwrap();
    shop.create(&second).await.unwrap();
    shop.delete(&first).await.unwrap();
    shop.delete(second.key()).await.unwrap();
    shop.delete(second.key()).await.unwrap();
    assert_eq!(shop.query(Order::query("c1")).all().await.unwrap(), []);
}

#[tokio::test]
async fn entities_of_one_collection_do_not_touch_each_other() {
    let shop = repository::<Shop>().await;
    shop.create(&customer("c1")).await.unwrap();
    shop.create(&order("c1", day(20), "o1")).await.unwrap();
    shop.delete(&order("c1", day(20), "o1")).await.unwrap();
    assert!(shop.get(&customer("c1")).await.unwrap().is_some());
}

#[tokio::test]
async fn only_conditional_writes_ask_for_the_item_that_was_in_the_way() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let order = order("c1", day(20), "o1");
    for (write, condition) in [
        (shop.create(&order), "attribute_not_exists(PK)"),
        (shop.replace(&order), "attribute_exists(PK)"),
        (shop.put(&order), ""),
    ] {
        write.await.unwrap();
        let sent = wire.last();
        assert_eq!(sent.operation, "PutItem");
        assert_eq!(sent.resolved("ConditionExpression"), condition);
        let asked = sent
            .body
            .get("ReturnValuesOnConditionCheckFailure")
            .is_some();
        assert_eq!(asked, !condition.is_empty());
    }
}

#[tokio::test]
async fn raw_shows_the_item_with_its_keys() {
    let shop = repository::<Shop>().await;
    let order = order("c1", day(20), "o1");
    shop.create(&order).await.unwrap();
    let item = shop.get(&order).raw().await.unwrap().unwrap();
    assert_eq!(item.type_name(), Some("Order"));
    assert_eq!(item.partition_key(), Some("CUST#c1"));
    assert_eq!(item.sort_key(), Some("ORDER#2026-10-20#o1"));
    assert!(item.is::<Order>());
    assert_eq!(item.decode::<Order>().unwrap(), order);
    // fault 33: the attributes have serde's names
    assert_eq!(
        item.attribute::<String>("customerId").unwrap().as_deref(),
        Some("c1")
    );
    assert_eq!(item.attribute::<String>("customer_id").unwrap(), None);
    assert!(item.attribute::<u64>("customerId").unwrap_err().is_decode());
    // `None` is absent
    assert_eq!(item.attribute::<Option<String>>("note").unwrap(), None);
}
