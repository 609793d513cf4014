//! With the SDK, serde_dynamo, and keys by hand: what the others are compared to.

use aws_sdk_dynamodb::Client;
use serde_dynamo::{from_item, to_attribute_value, to_item};

use super::{Map, key, text, transact_put, write_request};
use crate::model::{Collection, Order};
use crate::{Call, Outcome, block_on};

/// An order with its keys and type.
fn item(order: &Order) -> Map {
    let mut item: Map = to_item(order).unwrap();
    item.insert("PK".to_owned(), text(format!("CUST#{}", order.customer)));
    item.insert("SK".to_owned(), text(format!("ORDER#{}", order.id)));
    item.insert("type".to_owned(), text("Order"));
    item
}

pub fn get(client: Client) -> Call {
    Box::new(move |_| {
        let get = client
            .get_item()
            .table_name("shop")
            .set_key(Some(key("c1", "01HZ00000000")));
        let item = block_on(get.send()).unwrap().item;
        let orders = item.map(|item| from_item(item).unwrap());
        Outcome::Orders(orders.into_iter().collect())
    })
}

pub fn put(client: Client) -> Call {
    Box::new(move |orders| {
        for order in &orders {
            let put = client.put_item().table_name("shop");
            block_on(put.set_item(Some(item(order))).send()).unwrap();
        }
        Outcome::Written
    })
}

pub fn update(client: Client) -> Call {
    Box::new(move |_| {
        let update = client
            .update_item()
            .table_name("shop")
            .set_key(Some(key("c1", "01HZ00000000")))
            .update_expression("SET #status = :status ADD #total :total")
            .condition_expression("attribute_exists(#pk)")
            .expression_attribute_names("#status", "status")
            .expression_attribute_names("#total", "total")
            .expression_attribute_names("#pk", "PK")
            .expression_attribute_values(":status", to_attribute_value("PAID").unwrap())
            .expression_attribute_values(":total", to_attribute_value(5_u64).unwrap());
        block_on(update.send()).unwrap();
        Outcome::Written
    })
}

pub(super) fn query_of(
    client: &Client,
    prefix: Option<&str>,
) -> aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder {
    let query = client
        .query()
        .table_name("shop")
        .expression_attribute_names("#pk", "PK")
        .expression_attribute_values(":pk", text("CUST#c1"));
    match prefix {
        Some(prefix) => query
            .key_condition_expression("#pk = :pk AND begins_with(#sk, :sk)")
            .expression_attribute_names("#sk", "SK")
            .expression_attribute_values(":sk", text(prefix)),
        None => query.key_condition_expression("#pk = :pk"),
    }
}

pub fn query(client: Client) -> Call {
    Box::new(move |_| {
        let query = query_of(&client, Some("ORDER#"));
        let items = block_on(query.send()).unwrap().items.unwrap();
        Outcome::Orders(serde_dynamo::from_items(items).unwrap())
    })
}

pub fn batch(client: Client) -> Call {
    Box::new(move |orders| {
        let puts = orders.iter().map(item).map(write_request).collect();
        let batch = client.batch_write_item().request_items("shop", puts);
        let left = block_on(batch.send()).unwrap().unprocessed_items;
        assert!(left.is_none_or(|left| left.is_empty()));
        Outcome::Written
    })
}

pub fn transact(client: Client) -> Call {
    Box::new(move |orders| {
        let puts = orders.iter().map(item).map(transact_put).collect();
        let transact = client.transact_write_items().set_transact_items(Some(puts));
        block_on(transact.send()).unwrap();
        Outcome::Written
    })
}

pub fn collection(client: Client) -> Call {
    Box::new(move |_| {
        let query = query_of(&client, None);
        let mut collection = Collection::default();
        for item in block_on(query.send()).unwrap().items.unwrap() {
            match item
                .get("type")
                .and_then(|kind| kind.as_s().ok())
                .map(String::as_str)
            {
                Some("Customer") => collection.customer = Some(from_item(item).unwrap()),
                Some("Address") => collection.addresses.push(from_item(item).unwrap()),
                Some("Order") => collection.orders.push(from_item(item).unwrap()),
                Some("Invoice") => collection.invoices.push(from_item(item).unwrap()),
                _ => {}
            }
        }
        Outcome::Collection(Box::new(collection))
    })
}
