//! The ways to make the calls.

pub mod borrowed;
pub mod by_hand;
pub mod facade;
pub mod modyne;
pub mod ours;
pub mod serde_dynamo;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, Put, PutRequest, TransactWriteItem, WriteRequest};

pub(crate) type Map = HashMap<String, AttributeValue>;

fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// The key of an order as a person writes it.
fn key(customer: &str, id: &str) -> Map {
    HashMap::from([
        ("PK".to_owned(), text(format!("CUST#{customer}"))),
        ("SK".to_owned(), text(format!("ORDER#{id}"))),
    ])
}

fn write_request(item: Map) -> WriteRequest {
    let put = PutRequest::builder().set_item(Some(item)).build();
    let put = put.expect("it has an item");
    WriteRequest::builder().put_request(put).build()
}

fn transact_put(item: Map) -> TransactWriteItem {
    let put = Put::builder()
        .table_name("shop")
        .set_item(Some(item))
        .build();
    let put = put.expect("it has an item and a table");
    TransactWriteItem::builder().put(put).build()
}
