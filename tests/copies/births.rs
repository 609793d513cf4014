//! No copy is born stale.

use dynamo_model::Entity as _;
use dynamo_model_tests::{Wire, open};

use crate::shop::{Customer, Order, Parcel, Review, Shop, customer, order, parcel, shop_with};

#[tokio::test]
async fn a_copy_is_written_with_a_check_of_its_source() {
    let (database, shop, carol) = shop_with(0).await;
    let first = order(&carol, "o1");
    let create = shop.create(&first);
    assert_eq!(
        create.explain(),
        "\
TransactWriteItems
    - Put shop
        item:       {PK: 'CUST#c1', SK: 'ORDER#o1', GSI1PK: 'NAME#Carol', GSI1SK: 'open#o1', type: 'Order', customerId: 'c1', orderId: 'o1', status: 'open', customerName: 'Carol'}
        condition:  attribute_not_exists(PK)
    - ConditionCheck shop
        key:        {PK: 'CUST#c1', SK: 'PROFILE'}
        condition:  (name = 'Carol' AND (attribute_not_exists(city) OR city = null))"
    );
    let wire = Wire::record(&database);
    create.await.unwrap();
    assert_eq!(wire.count(), 1);
    assert_eq!(wire.last().operation, "TransactWriteItems");
    assert_eq!(shop.get(first.key()).await.unwrap(), Some(first));
}

#[tokio::test]
async fn a_stale_copy_is_refused_with_what_the_source_is() {
    let (_, shop, carol) = shop_with(0).await;
    let mut stale = order(&carol, "o1");
    stale.customer_name = "Caroline".into();
    for error in [
        shop.create(&stale).await.unwrap_err(),
        shop.put(&stale).await.unwrap_err(),
        shop.transact().create(&stale).await.unwrap_err(),
    ] {
        assert!(
            error.is_stale_copy() && error.is_condition_failed(),
            "{error}"
        );
        assert_eq!(error.entity(), Some("Customer"));
        assert_eq!(error.key(), Some("{PK: 'CUST#c1', SK: 'PROFILE'}"));
        assert_eq!(error.existing::<Customer>().unwrap(), Some(carol.clone()));
    }
    assert_eq!(shop.get(stale.key()).await.unwrap(), None);

    // A copy of nothing.
    let nobody = order(&customer("c2", "Bob"), "o1");
    let error = shop.create(&nobody).await.unwrap_err();
    assert!(error.is_not_found() && !error.is_stale_copy(), "{error}");
    assert_eq!(error.entity(), Some("Customer"));

    shop.create(&stale).unchecked_copies().await.unwrap();
    assert_eq!(shop.audit_copies::<Customer>().await.unwrap().len(), 1);
}

#[tokio::test]
async fn every_way_to_write_a_copy_checks_its_source() {
    let (database, shop, carol) = shop_with(1).await;
    let key = || Order::key("c1", "o00001");
    let rename = |name: &'static str| Order::update(key()).customer_name(name).status("open");
    let error = shop.update(rename("Caroline")).await.unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
    let error = shop
        .transact()
        .update(rename("Caroline"))
        .await
        .unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
    let error = shop
        .modify(key(), |order| order.customer_name = "Caroline".into())
        .await
        .unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
    let mut stale = order(&carol, "o2");
    stale.customer_name = "Caroline".into();
    let error = shop
        .rekey(&order(&carol, "o00001"), &stale)
        .await
        .unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
    let upsert = Order::update(Order::key("c1", "o3"))
        .status("open")
        .customer_name("Caroline")
        .clear_city();
    let error = shop.upsert(upsert).await.unwrap_err();
    assert!(error.is_stale_copy(), "{error}");

    shop.update(rename("Carol")).await.unwrap();
    let upsert = Order::update(Order::key("c1", "o3"))
        .status("open")
        .customer_name("Carol")
        .clear_city();
    shop.upsert(upsert).await.unwrap();
    // What does not touch a copy is one request as ever.
    let wire = Wire::record(&database);
    shop.modify(key(), |order| order.status = "closed".into())
        .await
        .unwrap();
    assert_eq!(wire.last().operation, "UpdateItem");
}

#[tokio::test]
async fn a_source_that_is_named_outside_of_the_key_is_set_together_with_its_copies() {
    let (_, shop, carol) = shop_with(0).await;
    let bob = customer("c2", "Bob");
    shop.create(&bob).leave_copies().await.unwrap();
    let mut one = parcel(&carol, "p1");
    shop.create(&mut one).await.unwrap();
    assert_eq!(one.version, 1);
    let turn = Parcel::update(Parcel::key("p1"))
        .recipient("c2")
        .recipient_name("Carol");
    let error = shop.update(turn).await.unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
    let turn = Parcel::update(Parcel::key("p1"))
        .recipient("c2")
        .recipient_name("Bob");
    shop.update(turn).await.unwrap();
    let error = shop
        .modify(Parcel::key("p1"), |parcel| parcel.recipient = "c1".into())
        .await
        .unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
}

#[tokio::test]
async fn without_a_source_there_is_nothing_to_check() {
    let (_, shop) = open::<Shop>().await;
    let review = |author: Option<&str>, name: Option<&str>| Review {
        review_id: "r1".into(),
        author: author.map(Into::into),
        author_name: name.map(Into::into),
    };
    assert!(
        shop.put(&review(None, None))
            .explain()
            .starts_with("PutItem")
    );
    shop.put(&review(None, Some("Anna"))).await.unwrap();
    // A source that is not there has no name, and so has the copy.
    shop.put(&review(Some("c1"), None)).await.unwrap();
    let error = shop
        .put(&review(Some("c1"), Some("Carol")))
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error}");
    shop.create(&customer("c1", "Carol"))
        .leave_copies()
        .await
        .unwrap();
    let error = shop.put(&review(Some("c1"), None)).await.unwrap_err();
    assert!(error.is_stale_copy(), "{error}");
}

#[tokio::test]
async fn in_a_transaction_a_check_of_what_it_writes_itself_is_dropped() {
    let (_, shop) = open::<Shop>().await;
    let carol = customer("c1", "Carol");
    let first = order(&carol, "o1");
    let both = shop.transact().create(&carol).create(&first).leave_copies();
    assert!(
        !both.explain().contains("ConditionCheck"),
        "{}",
        both.explain()
    );
    both.await.unwrap();

    let second = order(&carol, "o2");
    let count = Customer::update(Customer::key("c1")).add_orders(1);
    let both = shop.transact().create(&second).update(count);
    let text = both.explain();
    assert!(
        text.contains("(attribute_exists(PK) AND name = 'Carol' AND "),
        "{text}"
    );
    assert!(!text.contains("ConditionCheck"), "{text}");
    both.await.unwrap();
}
