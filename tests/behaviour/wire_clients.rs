//! What a client's own interceptors see of answers whose items are read from the wire, and what they say instead.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextMut;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemOutput;
use aws_sdk_dynamodb::types::{AttributeValue, ItemResponse};
use aws_smithy_runtime_api::client::interceptors::context::Output;
use dynamo_model::Key;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{Customer, Order, Shop, customer, day, open, order};

use crate::wire_path::with_interceptor;

type Attributes = HashMap<String, AttributeValue>;

/// Counts the items in the SDK's outputs and errors, and has outputs say something else where it has an item for them.
#[derive(Clone, Debug, Default)]
struct Client {
    seen: Arc<Mutex<Vec<usize>>>,
    instead: Option<Attributes>,
}

impl Client {
    fn see<'i>(&self, items: impl Iterator<Item = &'i Attributes>) {
        self.seen
            .lock()
            .unwrap()
            .push(items.filter(|item| !item.is_empty()).count());
    }

    fn seen(&self) -> Vec<usize> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

impl Intercept for Client {
    fn name(&self) -> &'static str {
        "Client"
    }

    fn modify_before_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let instead = self.instead.clone();
        match context.output_or_error_mut() {
            Some(Ok(output)) => {
                if let Some(output) = output.downcast_ref::<BatchGetItemOutput>() {
                    self.see(
                        output
                            .responses()
                            .into_iter()
                            .flat_map(|all| all.values().flatten()),
                    );
                } else if let Some(output) = output.downcast_ref::<TransactGetItemsOutput>() {
                    self.see(output.responses().iter().filter_map(ItemResponse::item));
                } else if let Some(output) = output.downcast_ref::<UpdateItemOutput>() {
                    self.see(output.attributes().into_iter());
                }
                let Some(item) = instead else { return Ok(()) };
                if output.downcast_ref::<BatchGetItemOutput>().is_some() {
                    let answer = BatchGetItemOutput::builder().responses("shop", vec![item]);
                    *output = Output::erase(answer.build());
                } else if output.downcast_ref::<TransactGetItemsOutput>().is_some() {
                    let response = ItemResponse::builder().set_item(Some(item)).build();
                    let gap = ItemResponse::builder().build();
                    let answer = TransactGetItemsOutput::builder()
                        .responses(gap)
                        .responses(response);
                    *output = Output::erase(answer.build());
                } else if output.downcast_ref::<UpdateItemOutput>().is_some() {
                    let answer = UpdateItemOutput::builder().set_attributes(Some(item));
                    *output = Output::erase(answer.build());
                }
            }
            Some(Err(error)) => {
                let error = error.as_operation_error();
                let put = error.and_then(|error| error.downcast_ref::<PutItemError>());
                if let Some(PutItemError::ConditionalCheckFailedException(failed)) = put {
                    self.see(failed.item().into_iter());
                }
                let transact =
                    error.and_then(|error| error.downcast_ref::<TransactWriteItemsError>());
                if let Some(TransactWriteItemsError::TransactionCanceledException(canceled)) =
                    transact
                {
                    let reasons = canceled.cancellation_reasons().iter();
                    self.see(reasons.filter_map(|reason| reason.item()));
                }
            }
            None => {}
        }
        Ok(())
    }
}

fn stored_key() -> Key<Order> {
    Order::key("c1", day(1), "o1")
}

async fn stored_shop() -> Embedded {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("c1", day(1), "o1")).await.unwrap();
    shop.put(&customer("c1")).await.unwrap();
    database
}

#[tokio::test]
async fn outputs_and_errors_come_without_items_unless_the_sdks_types_are_asked_for() {
    let database = stored_shop().await;
    let client = Client::default();
    let wire = with_interceptor(&database, client.clone());
    let update = || Order::update(stored_key()).note("n");
    for (shop, [batch, gets, attributes, existing, reasons]) in [
        (wire.clone(), [0; 5]),
        (wire.without_wire_codec(), [2, 2, 1, 1, 1]),
    ] {
        let both = || (stored_key(), Customer::key("c1"));
        assert!(matches!(
            shop.get_all(both()).await.unwrap(),
            (Some(_), Some(_))
        ));
        assert_eq!(client.seen(), [batch]);
        let read = shop.get_all(both()).transactional().await.unwrap();
        assert!(matches!(read, (Some(_), Some(_))));
        assert_eq!(client.seen(), [gets]);
        shop.update(update()).returning_new().await.unwrap();
        assert_eq!(client.seen(), [attributes]);
        let error = shop.create(&customer("c1")).await.unwrap_err();
        assert_eq!(error.existing().unwrap(), Some(customer("c1")));
        assert_eq!(client.seen(), [existing]);
        let transaction = shop
            .transact()
            .create(&customer("c2"))
            .create(&customer("c1"));
        let error = transaction.await.unwrap_err();
        assert_eq!(error.existing().unwrap(), Some(customer("c1")));
        assert_eq!(client.seen(), [reasons]);
    }
}

#[tokio::test]
async fn items_that_a_client_puts_in_its_output_are_those_of_the_call() {
    let database = stored_shop().await;
    let mocked = [
        ("PK", "CUST#c1"),
        ("SK", "PROFILE"),
        ("type", "Customer"),
        ("customerId", "c1"),
        ("name", "mocked"),
    ];
    let mocked = mocked.map(|(name, value)| (name.to_owned(), AttributeValue::S(value.to_owned())));
    let client = Client {
        instead: Some(HashMap::from(mocked)),
        ..Client::default()
    };
    let shop = with_interceptor(&database, client);
    let both = || (stored_key(), Customer::key("c1"));
    let is_mocked = |customer: Option<Customer>| customer.unwrap().name == "mocked";
    let (order, customer) = shop.get_all(both()).await.unwrap();
    assert!(order.is_none() && is_mocked(customer));
    let (order, customer) = shop.get_all(both()).transactional().await.unwrap();
    assert!(order.is_none() && is_mocked(customer));
    let update = Customer::update(Customer::key("c1")).name("new");
    assert!(is_mocked(Some(
        shop.update(update).returning_new().await.unwrap()
    )));
}
