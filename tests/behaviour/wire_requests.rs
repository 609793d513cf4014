//! Requests written as text: those that the SDK makes of its types, retries included, and whole inputs for a client that looks at them.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::BeforeSerializationInterceptorContextMut;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsInput;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Repository;
use dynamo_model::embedded::{Action, Embedded};
use dynamo_model_tests::{
    Address, Customer, Order, Sent, Shop, Status, Wire, address, client, customer, day, open, order,
};

use crate::wire_path::with_interceptor;

/// Calls of every kind, on text that has something to escape.
async fn all_calls(shop: &Repository<Shop>) {
    let id = "a \"quoted\"\\ \n\u{1} é😀";
    let mut noted = order(id, day(1), "o1");
    noted.note = Some("tab\t, quote \", \u{7f}, \u{2028}".to_owned());
    let key = || Order::key(id, day(1), "o1");
    shop.create(&noted).await.unwrap();
    shop.create(&noted).await.unwrap_err();
    shop.put(&customer(id)).await.unwrap();
    shop.replace(&noted).await.unwrap();
    shop.get(key()).consistent().await.unwrap();
    let update = Order::update(key()).status(Status::Shipped).add_total(5);
    shop.update(update).returning_new().await.unwrap();
    let update = Order::update(key()).clear_note();
    shop.update(update)
        .only_if(|order| order.total.ge(1) & order.note.exists())
        .await
        .unwrap();
    shop.upsert(Address::update(Address::key(id, "home")).city("Gouda"))
        .await
        .unwrap();
    let orders = shop.query(Order::query(id).placed_on(day(1)));
    let orders = orders.filter(|order| order.total.ge(1) | order.note.eq("\"\\"));
    orders.newest_first().limit(2).all().await.unwrap();
    shop.query(Order::by_status(Status::Shipped))
        .count()
        .await
        .unwrap();
    shop.items(Customer::partition(id)).all().await.unwrap();
    shop.admin().scan::<Order>().all().await.unwrap();
    shop.get_many([key(), Order::key("none", day(2), "o2")])
        .await
        .unwrap();
    shop.get_all((key(), Customer::key(id)))
        .transactional()
        .await
        .unwrap();
    shop.transact()
        .put(&order("c2", day(3), "o3"))
        .update(Order::update(key()).add_total(1))
        .check(Customer::key(id), |customer| customer.name.exists())
        .delete(Customer::key("none"))
        .token("a \"token\"")
        .await
        .unwrap();
    let report = shop
        .batch()
        .put_all(&[address(id, "work", "Delft")])
        .delete(Order::key("c2", day(3), "o3"))
        .await
        .unwrap();
    assert!(report.is_complete());
    shop.delete(key()).await.unwrap();
}

async fn sent_by(shop: impl Fn(Repository<Shop>) -> Repository<Shop>) -> Vec<Sent> {
    let (database, _) = open::<Shop>().await;
    let shop = shop(Repository::new(client(&database)));
    let wire = Wire::record(&database);
    all_calls(&shop).await;
    wire.sent()
}

#[tokio::test]
async fn all_calls_send_the_same_on_both_paths() {
    let wire = sent_by(|shop| shop).await;
    let sdk = sent_by(Repository::without_wire_codec).await;
    assert!(wire.len() > 15);
    assert_eq!(wire.len(), sdk.len());
    for (wire, sdk) in wire.iter().zip(&sdk) {
        assert_eq!(wire.operation, sdk.operation);
        assert_eq!(wire.body, sdk.body, "{}", wire.operation);
    }
}

#[tokio::test]
async fn a_request_that_is_sent_again_is_the_same_one() {
    let (database, shop) = open::<Shop>().await;
    let conflict = r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "CancellationReasons":[{"Code":"TransactionConflict"},{"Code":"None"}],"message":"no"}"#;
    let wire = Wire::script(&database, move |_, number| match number {
        // Lost, by the SDK's retry; then in the way of another one, by ours.
        1 => Action::PassThenFail,
        2 => Action::Answer {
            status: 400,
            body: conflict.to_owned(),
        },
        _ => Action::Pass,
    });
    let orders = [order("c1", day(1), "o1"), order("c1", day(2), "o2")];
    let transact = shop.transact().put(&orders[0]).create(&orders[1]);
    transact.await.unwrap();
    let sent = wire.sent();
    assert_eq!(sent.len(), 3);
    assert!(sent.iter().all(|again| again.body == sent[0].body));
    assert!(!sent[0].text("ClientRequestToken").is_empty());
}

/// Sees whole inputs, and changes one, as encryption on the client's side does.
#[derive(Clone, Debug, Default)]
struct Inputs(Arc<Mutex<Vec<usize>>>);

impl Intercept for Inputs {
    fn name(&self) -> &'static str {
        "Inputs"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut seen = self.0.lock().unwrap();
        let input = context.input_mut();
        if let Some(put) = input.downcast_mut::<PutItemInput>() {
            let item = put.item.as_mut().unwrap();
            seen.push(item.len());
            item.insert("name".to_owned(), AttributeValue::S("secret".to_owned()));
        } else if let Some(get) = input.downcast_ref::<GetItemInput>() {
            seen.push(get.key().unwrap().len());
        } else if let Some(query) = input.downcast_ref::<QueryInput>() {
            seen.push(query.expression_attribute_values().unwrap().len());
        } else if let Some(transact) = input.downcast_ref::<TransactWriteItemsInput>() {
            let puts = transact.transact_items().iter();
            seen.extend(puts.filter_map(|action| Some(action.put()?.item().len())));
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_client_with_interceptors_has_whole_inputs_and_sends_what_they_make_of_them() {
    let database = Embedded::new();
    let inputs = Inputs::default();
    let shop = with_interceptor(&database, inputs.clone());
    shop.create_table().await.unwrap();
    shop.put(&customer("c1")).await.unwrap();
    let read = shop.get(Customer::key("c1")).await.unwrap().unwrap();
    assert_eq!(read.name, "secret");
    shop.query(Customer::query("c1")).all().await.unwrap();
    shop.transact().put(&customer("c2")).await.unwrap();
    assert_eq!(*inputs.0.lock().unwrap(), [5, 2, 2, 5]);
}
