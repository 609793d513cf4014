//! Conditions on updates, and what a failed one tells.

use dynamo_model::AttributeType;

use crate::shop::{Order, Status, order, shop, unsent};

// fault 99
#[tokio::test]
async fn updating_what_is_not_there_is_not_found_and_leaves_no_stub() {
    let (_, shop) = shop().await;
    let update = || Order::update(Order::key("c1", 1)).total(5);
    let error = shop.update(update()).await.unwrap_err();
    assert!(error.is_not_found(), "{error}");
    let error = shop
        .update(update())
        .only_if(|o| o.status.eq(Status::Open))
        .await
        .unwrap_err();
    assert!(
        error.is_not_found(),
        "a condition changes nothing in that: {error}"
    );
    assert_eq!(error.existing::<Order>().unwrap(), None);
    assert!(shop.get(Order::key("c1", 1)).raw().await.unwrap().is_none());
}

#[tokio::test]
async fn a_failed_condition_returns_the_item_that_it_met() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let error = shop
        .update(Order::update(&order(1)).total(5))
        .only_if(|o| o.status.eq(Status::Closed))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed() && !error.is_not_found());
    assert_eq!(error.existing::<Order>().unwrap(), Some(order(1)));
    let error = shop.create(&order(1)).await.unwrap_err();
    assert_eq!(error.existing::<Order>().unwrap(), Some(order(1)));
}

#[tokio::test]
async fn an_update_returns_the_entity_before_or_after_it() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let update = || Order::update(&order(1)).add_total(5);
    assert_eq!(
        shop.update(update()).returning_old().await.unwrap().total,
        10
    );
    assert_eq!(
        shop.update(update()).returning_new().await.unwrap().total,
        20
    );
}

#[tokio::test]
async fn each_operator_reads_what_it_says() {
    let (_, shop) = shop().await;
    let mut stored = order(1);
    stored.remark = Some("fragile".to_owned());
    stored.tags.insert("red".to_owned());
    stored.lines = vec!["a".to_owned(), "b".to_owned()];
    shop.create(&stored).await.unwrap();
    macro_rules! holds {
        ($expected:literal, $($condition:expr),+ $(,)?) => {$(
            let query = shop.query(Order::query("c1")).filter($condition);
            assert_eq!(query.count().await.unwrap(), $expected, stringify!($condition));
            let update = shop.update(Order::update(&stored).rate(1.0)).only_if($condition);
            assert_eq!(update.await.is_ok(), $expected == 1, stringify!($condition));
        )+};
    }
    holds!(
        1,
        |o| o.total.between(10, 11),
        |o| o.total.is_in([1, 10]),
        |o| o.remark.begins_with("fra"),
        |o| o.remark.contains("agi"),
        |o| o.tags.contains("red"),
        |o| o.lines.contains("b"),
        |o| o.remark.exists() & o.billing.not_exists(),
        |o| o.total.attribute_type(AttributeType::N),
        |o| o.tags.attribute_type(AttributeType::Ss),
        |o| o.lines.size().eq(2),
        |o| o.tags.size().ge(1),
        |o| o.address.size().gt(1),
        |o| o.remark.size().lt(8),
        |o| !o.total.eq(11) | o.total.eq(12),
        |o| o.address.fields().city_name.eq("London"),
        |o| o.others.entry("home").fields().zip.eq("LS1"),
        |o| o.stops.element(0).fields().city_name.ne("London"),
    );
    // fault 69: an absent attribute has no size.
    holds!(
        0,
        |o| o.billing.size().eq(0),
        |o| o.total.is_in([1, 2]),
        |o| o.remark.begins_with("x"),
        |o| o.total.attribute_type(AttributeType::S),
        |o| o.billing.fields().city_name.eq("London"),
        |o| o.stops.element(1).exists(),
    );
}

// fault 67
#[tokio::test]
async fn a_long_list_is_split_and_an_empty_one_asks_nothing() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let text = shop
        .query(Order::query("c1"))
        .filter(|o| o.total.is_in(0..163_u64))
        .explain();
    assert_eq!(text.matches(" IN (").count(), 2, "{text}");
    let found = shop
        .query(Order::query("c1"))
        .filter(|o| o.total.is_in(0..163_u64));
    assert_eq!(found.count().await.unwrap(), 1);

    database.on_request(|request| async move { panic!("nothing is sent, but {request:?}") });
    let none = || [] as [u64; 0];
    let query = shop
        .query(Order::query("c1"))
        .filter(|o| o.total.is_in(none()) & o.rate.ge(0.0));
    assert_eq!(query.all().await.unwrap(), []);
    let error = shop
        .update(Order::update(&order(1)).total(1))
        .only_if(|o| o.total.is_in(none()))
        .await
        .unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    let text = unsent()
        .update(Order::update(&order(1)).rate(1.0))
        .only_if(|o| !o.total.is_in(none()))
        .explain();
    assert!(text.ends_with("condition:  attribute_exists(PK)"), "{text}");
}

// fault 61
#[tokio::test]
async fn many_terms_keep_their_values_apart() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    for terms in [1, 10, 11, 100] {
        let query = shop.query(Order::query("c1")).filter(|o| {
            (0..terms)
                .map(|number| o.remark.contains(format!("x{number}")))
                .reduce(|all, one| all | one)
                .unwrap()
                | o.total.eq(10)
        });
        assert_eq!(query.count().await.unwrap(), 1, "{terms} terms");
    }
}
