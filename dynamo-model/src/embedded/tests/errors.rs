//! Refusals arrive as the SDK's own errors, typed where the SDK has a type.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
};

use super::{TABLE, get, item, key, n, put, s, shop};

#[tokio::test]
async fn a_failed_condition_is_typed_and_carries_the_item() {
    let (_, client) = shop().await;
    let existing = item(&[("pk", s("p")), ("sk", s("s")), ("owner", s("ann"))]);
    put(&client, existing.clone()).await;
    let create = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("p", "s")))
        .condition_expression("attribute_not_exists(pk)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    let error = create.send().await.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception(), "{error:?}");
    let aws_sdk_dynamodb::operation::put_item::PutItemError::ConditionalCheckFailedException(error) =
        error
    else {
        panic!("{error:?}");
    };
    assert_eq!(error.item, Some(existing));
    assert_eq!(
        error.message.as_deref(),
        Some("The conditional request failed")
    );
}

// fault 19, fault 99
#[tokio::test]
async fn a_null_index_key_and_an_update_of_nothing_are_refused() {
    let (_, client) = shop().await;
    let mut order = key("p", "s");
    order.insert("gsi1pk".into(), AttributeValue::Null(true));
    let request = client.put_item().table_name(TABLE).set_item(Some(order));
    let error = request.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));

    let update = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("p", "s")))
        .update_expression("SET x = :x")
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":x", n(1));
    let error = update.send().await.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception(), "{error:?}");
    assert_eq!(get(&client, "p", "s").await, None);
}

#[tokio::test]
async fn a_validation_error_of_a_write_has_the_envelope_of_the_service() {
    let (_, client) = shop().await;
    let request = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("p", "s")));
    let request = request.expression_attribute_values(":unused", n(1));
    let error = request.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(
        error.message(),
        Some(
            "1 validation error detected: ExpressionAttributeValues can only be specified when using expressions"
        )
    );
}

// fault 39
#[tokio::test]
async fn values_that_the_engine_refuses_while_reading_are_validation_errors() {
    let (_, client) = shop().await;
    let cases = [
        (
            AttributeValue::Null(false),
            "Null attribute value types must have the value of true",
        ),
        (AttributeValue::Ss(Vec::new()), "may not be empty"),
        (
            AttributeValue::N("five".into()),
            "cannot be converted to a numeric value",
        ),
    ];
    for (value, expected) in cases {
        let mut refused = key("p", "s");
        refused.insert("x".into(), value);
        let request = client.put_item().table_name(TABLE).set_item(Some(refused));
        let error = request.send().await.unwrap_err().into_service_error();
        assert_eq!(error.code(), Some("ValidationException"), "{error:?}");
        let message = error.message().unwrap();
        assert!(
            message.starts_with("1 validation error detected: "),
            "{message}"
        );
        assert!(message.contains(expected), "{message}");
    }
}

#[tokio::test]
async fn a_validation_error_of_a_read_is_bare() {
    let (_, client) = shop().await;
    let query = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("sk = :s");
    let query = query.expression_attribute_values(":s", s("s"));
    let error = query.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(
        error.message(),
        Some("Query condition missed key schema element: pk")
    );
}

// fault 79
#[tokio::test]
async fn a_consistent_query_of_a_global_index_is_refused() {
    let (_, client) = shop().await;
    let query = client
        .query()
        .table_name(TABLE)
        .index_name("gsi1")
        .consistent_read(true)
        .key_condition_expression("gsi1pk = :p")
        .expression_attribute_values(":p", s("p"));
    let error = query.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
}

#[tokio::test]
async fn a_missing_table_is_typed() {
    let (_, client) = shop().await;
    let request = client
        .get_item()
        .table_name("nowhere")
        .set_key(Some(key("p", "s")));
    let error = request.send().await.unwrap_err().into_service_error();
    assert!(error.is_resource_not_found_exception(), "{error:?}");
}

// fault 88, fault 89
#[tokio::test]
async fn a_cancelled_transaction_gives_a_reason_per_action_in_order_and_applies_nothing() {
    let (_, client) = shop().await;
    let existing = item(&[("pk", s("p")), ("sk", s("taken")), ("owner", s("ann"))]);
    put(&client, existing.clone()).await;
    let innocent = Put::builder()
        .table_name(TABLE)
        .set_item(Some(key("p", "new")))
        .build();
    let guilty = Put::builder()
        .table_name(TABLE)
        .set_item(Some(key("p", "taken")))
        .condition_expression("attribute_not_exists(pk)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build();
    let check = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(key("p", "missing")))
        .condition_expression("attribute_exists(pk)")
        .build();
    let transaction = client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(innocent.unwrap()).build())
        .transact_items(TransactWriteItem::builder().put(guilty.unwrap()).build())
        .transact_items(
            TransactWriteItem::builder()
                .condition_check(check.unwrap())
                .build(),
        );
    let error = transaction.send().await.unwrap_err().into_service_error();
    assert!(error.is_transaction_canceled_exception(), "{error:?}");
    let aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(error) =
        error
    else {
        panic!("{error:?}");
    };
    let reasons = error.cancellation_reasons();
    let codes: Vec<_> = reasons.iter().map(|reason| reason.code()).collect();
    let failed = Some("ConditionalCheckFailed");
    assert_eq!(codes, [Some("None"), failed, failed]);
    assert_eq!(reasons[1].item, Some(existing));
    assert_eq!(reasons[2].item, None);
    assert_eq!(get(&client, "p", "new").await, None);
}

// fault 87
#[tokio::test]
async fn two_actions_on_one_item_are_refused() {
    let (_, client) = shop().await;
    let action = || {
        let put = Put::builder()
            .table_name(TABLE)
            .set_item(Some(key("p", "s")))
            .build();
        TransactWriteItem::builder().put(put.unwrap()).build()
    };
    let request = client.transact_write_items();
    let request = request.transact_items(action()).transact_items(action());
    let error = request.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(
        error.message(),
        Some("Transaction request cannot include multiple operations on one item")
    );
}

#[tokio::test]
async fn an_operation_that_the_engine_does_not_have_is_a_clear_error() {
    let (_, client) = shop().await;
    let error = client
        .describe_limits()
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert_eq!(error.code(), Some("UnknownOperationException"));
    assert_eq!(
        error.message(),
        Some("the embedded engine has no operation `DescribeLimits`")
    );
}
