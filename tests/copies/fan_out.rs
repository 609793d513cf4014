//! A change of a source and its copies.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use dynamo_model::{Entity as _, FanOut};
use dynamo_model_tests::{Wire, open};

use crate::shop::{
    Customer, Order, Parcel, Review, Shop, customer, names, order, parcel, shop_with,
};

fn operations(wire: &Wire) -> Vec<String> {
    wire.sent().into_iter().map(|sent| sent.operation).collect()
}

// fault 115
#[tokio::test]
async fn a_rename_and_its_copies_are_one_transaction_where_they_fit() {
    let (database, shop, _) = shop_with(3).await;
    let wire = Wire::record(&database);
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let report = shop
        .update(rename)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (3, 3, 1)
    );
    assert!(report.unreadable.is_empty());
    let transactions: Vec<_> = wire
        .sent()
        .into_iter()
        .filter(|sent| sent.operation == "TransactWriteItems")
        .collect();
    assert_eq!(transactions.len(), 1);
    assert_eq!(
        transactions[0].body["TransactItems"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    // The index of the copied field, too.
    let by_name = shop
        .query(Order::by_name("Carol Smith"))
        .all()
        .await
        .unwrap();
    assert_eq!(by_name.len(), 3);
    assert!(
        shop.query(Order::by_name("Carol"))
            .all()
            .await
            .unwrap()
            .is_empty()
    );
}

// fault 115
#[tokio::test]
async fn more_copies_than_a_transaction_takes_follow_in_chunks_that_check_the_source() {
    let (database, shop, _) = shop_with(150).await;
    let wire = Wire::record(&database);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&seen);
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let report = shop
        .update(rename)
        .fan_out()
        .settle_for(Duration::ZERO)
        .on_progress(move |progress| tell.lock().unwrap().push(*progress))
        .await
        .unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (150, 150, 2)
    );
    let chunks: Vec<usize> = wire
        .sent()
        .iter()
        .filter(|sent| sent.operation == "TransactWriteItems")
        .map(|sent| sent.body["TransactItems"].as_array().unwrap().len())
        .collect();
    assert_eq!(chunks, [100, 52]);
    let tokens: Vec<String> = wire
        .sent()
        .iter()
        .filter(|sent| sent.operation == "TransactWriteItems")
        .map(|sent| sent.text("ClientRequestToken").to_owned())
        .collect();
    assert_ne!(tokens[0], tokens[1]);
    assert_eq!(
        operations(&wire)
            .iter()
            .filter(|name| *name == "UpdateItem")
            .count(),
        1
    );
    assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    {
        let seen = seen.lock().unwrap();
        assert_eq!(
            seen.last().map(|last| (last.updated, last.transactions)),
            Some((150, 2))
        );
        assert!(seen.iter().any(|progress| progress.updated == 99));
    }

    // Again: nothing is stale, so nothing is written.
    let wire = Wire::record(&database);
    let report = shop
        .fan_out::<Customer>(Customer::key("c1"))
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (150, 0, 0)
    );
    assert!(
        operations(&wire)
            .iter()
            .all(|name| name == "Query" || name == "GetItem")
    );
}

#[tokio::test]
async fn a_source_is_not_written_without_a_word_on_its_copies() {
    let (database, shop, mut carol) = shop_with(1).await;
    carol.name = "Carol Smith".into();
    let rename = || Customer::update(Customer::key("c1")).name("Carol Smith");
    let wire = Wire::record(&database);
    let errors = [
        shop.create(&carol).await.unwrap_err(),
        shop.put(&carol).await.unwrap_err(),
        shop.replace(&carol).await.unwrap_err(),
        shop.update(rename()).await.unwrap_err(),
        shop.upsert(rename().orders(1_u32)).await.unwrap_err(),
        shop.transact().update(rename()).await.unwrap_err(),
        shop.rekey(&customer("c1", "Carol"), &customer("c9", "Carol"))
            .await
            .unwrap_err(),
        shop.batch().put_all([&carol]).await.unwrap_err(),
    ];
    assert_eq!(wire.count(), 0);
    for error in errors {
        assert!(error.is_invalid_request(), "{error}");
        assert_eq!(error.entity(), Some("Customer"));
    }
    let error = shop
        .modify(Customer::key("c1"), |carol| carol.name = "C".into())
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    let text = shop.update(rename()).explain();
    assert!(
        text.contains("`.fan_out()`") && text.contains("`.leave_copies()`"),
        "{text}"
    );

    // What is not copied is nobody else's concern.
    shop.update(Customer::update(Customer::key("c1")).add_orders(1))
        .await
        .unwrap();
    shop.modify(Customer::key("c1"), |carol| carol.orders += 1)
        .await
        .unwrap();
    shop.delete(Customer::key("c1")).await.unwrap();
}

#[tokio::test]
async fn every_way_to_write_a_source_fans_out() {
    let (_, shop, mut carol) = shop_with(2).await;
    let fast = Duration::ZERO;
    carol.name = "A".into();
    let _ = shop.put(&carol).fan_out().settle_for(fast).await.unwrap();
    assert_eq!(names(&shop, "c1").await, ["A"]);
    carol.name = "B".into();
    let _ = shop
        .replace(&carol)
        .fan_out()
        .settle_for(fast)
        .await
        .unwrap();
    assert_eq!(names(&shop, "c1").await, ["B"]);
    let upsert = Customer::update(Customer::key("c1"))
        .name("C")
        .orders(3_u32);
    let _ = shop
        .upsert(upsert)
        .fan_out()
        .settle_for(fast)
        .await
        .unwrap();
    assert_eq!(names(&shop, "c1").await, ["C"]);
    let rename = Customer::update(Customer::key("c1")).name("D");
    let extra = order(&customer("c1", "D"), "o9");
    let report = shop
        .transact()
        .update(rename)
        .create(&extra)
        .fan_out()
        .settle_for(fast)
        .await
        .unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (3, 2, 1)
    );
    assert_eq!(names(&shop, "c1").await, ["D"]);
    shop.delete(Customer::key("c1")).await.unwrap();
    let _ = shop
        .create(&customer("c1", "E"))
        .fan_out()
        .settle_for(fast)
        .await
        .unwrap();
    assert_eq!(names(&shop, "c1").await, ["E"]);
    assert!(shop.audit_copies::<Customer>().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_modified_source_fans_out() {
    let (_, shop, _) = shop_with(2).await;
    let (carol, report) = shop
        .modify_and_fan_out(Customer::key("c1"), |carol| {
            carol.name = "Carol Smith".into()
        })
        .await
        .unwrap();
    assert_eq!((carol.name.as_str(), report.updated), ("Carol Smith", 2));
    assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    shop.modify_and_leave_copies(Customer::key("c1"), |carol| carol.name = "C".into())
        .await
        .unwrap();
    assert_eq!(names(&shop, "c1").await, ["Carol Smith"]);
    let stale = shop
        .audit_copies::<Customer>()
        .of(Customer::key("c1"))
        .await
        .unwrap();
    assert_eq!(stale.len(), 2);
    assert_eq!(stale[0].attributes(), ["customerName"]);
    assert_eq!(stale[0].source(), "{PK: 'CUST#c1', SK: 'PROFILE'}");
    assert!(stale[0].item().is::<Order>());
    let report = shop.repair_copies::<Customer>().await.unwrap();
    assert_eq!(report.updated, 2);
    assert!(shop.audit_copies::<Customer>().await.unwrap().is_empty());
}

#[tokio::test]
async fn in_one_transaction_or_not_at_all() {
    let (database, shop, _) = shop_with(100).await;
    let rename = || {
        shop.update(Customer::update(Customer::key("c1")).name("Carol Smith"))
            .fan_out()
    };
    let wire = Wire::record(&database);
    let error = rename().mode(FanOut::TransactionOnly).await.unwrap_err();
    assert!(
        error.is_invalid_request() && !error.is_fan_out_unfinished(),
        "{error}"
    );
    assert!(
        operations(&wire).iter().all(|name| name == "Query"),
        "nothing is written"
    );
    shop.delete(Order::key("c1", "o00001")).await.unwrap();
    let report = rename()
        .mode(FanOut::TransactionOnly)
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((report.updated, report.transactions), (99, 1));
}

#[tokio::test]
async fn several_copied_fields_change_together() {
    let (_, shop, mut carol) = shop_with(2).await;
    carol.name = "Carol Smith".into();
    carol.city = Some("Leeds".into());
    let _ = shop
        .put(&carol)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    let orders = shop.query(Order::query("c1")).all().await.unwrap();
    assert!(
        orders
            .iter()
            .all(|order| order.customer_name == "Carol Smith")
    );
    assert!(
        orders
            .iter()
            .all(|order| order.city.as_deref() == Some("Leeds"))
    );
    let moves = Customer::update(Customer::key("c1")).clear_city();
    let _ = shop
        .update(moves)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    let orders = shop.query(Order::query("c1")).all().await.unwrap();
    assert!(orders.iter().all(|order| order.city.is_none()));
    assert!(
        orders
            .iter()
            .all(|order| order.customer_name == "Carol Smith")
    );
}

#[tokio::test]
async fn copies_are_found_by_an_index_too() {
    let (database, shop) = open::<Shop>().await;
    let carol = customer("c1", "Carol");
    shop.create(&carol).leave_copies().await.unwrap();
    let mut one = parcel(&carol, "p1");
    shop.create(&mut one).await.unwrap();
    let review = Review {
        review_id: "r1".into(),
        author: Some("c1".into()),
        author_name: Some("Carol".into()),
    };
    shop.create(&review).await.unwrap();
    let mut other = parcel(&customer("c2", "Bob"), "p2");
    shop.create(&mut other).unchecked_copies().await.unwrap();

    let wire = Wire::record(&database);
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let report = shop
        .update(rename)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (2, 2, 1)
    );
    // The index names the items, the table says what they are.
    let reads: Vec<_> = wire
        .sent()
        .into_iter()
        .filter(|sent| sent.operation == "BatchGetItem")
        .collect();
    assert!(!reads.is_empty());
    assert!(
        reads
            .iter()
            .all(|sent| sent.body["RequestItems"]["shop"]["ConsistentRead"] == true)
    );
    let one = shop.get(Parcel::key("p1")).await.unwrap().unwrap();
    assert_eq!(
        (one.recipient_name.as_str(), one.version),
        ("Carol Smith", 2)
    );
    let review = shop.get(Review::key("r1")).await.unwrap().unwrap();
    assert_eq!(review.author_name.as_deref(), Some("Carol Smith"));
    let other = shop.get(Parcel::key("p2")).await.unwrap().unwrap();
    assert_eq!((other.recipient_name.as_str(), other.version), ("Bob", 1));
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_told_and_stops_nothing() {
    use aws_sdk_dynamodb::types::AttributeValue as Value;
    let (database, shop, _) = shop_with(2).await;
    let text = |text: &str| Value::S(text.to_owned());
    let broken = [
        ("PK", text("CUST#c1")),
        ("SK", text("ORDER#broken")),
        ("type", text("Order")),
    ];
    dynamo_model_tests::raw_item(&database, "shop", &broken).await;
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let report = shop
        .update(rename)
        .fan_out()
        .settle_for(Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((report.copies, report.updated), (2, 2));
    assert_eq!(report.unreadable.len(), 1);
    assert!(report.unreadable[0].is_decode());
}

#[tokio::test]
async fn copies_of_a_source_that_is_not_there_stay() {
    let (_, shop, _) = shop_with(2).await;
    shop.delete(Customer::key("c1")).await.unwrap();
    let report = shop.fan_out::<Customer>(Customer::key("c1")).await.unwrap();
    assert_eq!((report.copies, report.updated), (0, 0));
    assert_eq!(names(&shop, "c1").await, ["Carol"]);
    assert!(
        shop.audit_copies::<Customer>()
            .of(Customer::key("c1"))
            .await
            .unwrap()
            .is_empty()
    );
    let rename = Customer::update(Customer::key("c1")).name("Carol Smith");
    let error = shop.update(rename).fan_out().await.unwrap_err();
    assert!(
        error.is_not_found() && !error.is_fan_out_unfinished(),
        "{error}"
    );
    assert_eq!(names(&shop, "c1").await, ["Carol"]);
}

#[tokio::test]
async fn the_text_of_a_fan_out_is_the_write_and_how_the_copies_are_found() {
    let (_, shop, carol) = shop_with(0).await;
    let rename = Customer::update(carol.key()).name("Carol Smith");
    assert_eq!(
        shop.update(rename).fan_out().explain(),
        "\
UpdateItem shop
    key:        {PK: 'CUST#c1', SK: 'PROFILE'}
    update:     SET name = 'Carol Smith'
    condition:  attribute_exists(PK)
Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    ConsistentRead: true
Query shop
    key:        GSI2PK = 'TO#c1'
    IndexName:  GSI2
Query shop
    key:        GSI2PK = 'BY#c1'
    IndexName:  GSI2"
    );
}
