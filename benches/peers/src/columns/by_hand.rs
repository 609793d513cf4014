//! With the SDK alone: every field moved by hand.

use std::collections::HashMap;
use std::str::FromStr;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;

use super::serde_dynamo::query_of;
use super::{Map, key, text, transact_put, write_request};
use crate::model::{Address, Collection, Customer, Invoice, Order, Place};
use crate::{Call, Outcome, block_on};

fn number(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn item(order: &Order) -> Map {
    let place = &order.ship_to;
    let ship_to = HashMap::from([
        ("street".to_owned(), text(&place.street)),
        ("city".to_owned(), text(&place.city)),
        ("country".to_owned(), text(&place.country)),
    ]);
    let mut item = HashMap::with_capacity(18);
    let mut add = |name: &str, value| item.insert(name.to_owned(), value);
    add("PK", text(format!("CUST#{}", order.customer)));
    add("SK", text(format!("ORDER#{}", order.id)));
    add("type", text("Order"));
    add("customer", text(&order.customer));
    add("id", text(&order.id));
    add("status", text(&order.status));
    add("placed_on", text(&order.placed_on));
    add("email", text(&order.email));
    add("currency", text(&order.currency));
    if let Some(note) = &order.note {
        add("note", text(note));
    }
    add("description", text(&order.description));
    add("ship_to", AttributeValue::M(ship_to));
    add(
        "tags",
        AttributeValue::L(order.tags.iter().map(text).collect()),
    );
    add("total", number(order.total));
    add("quantity", number(order.quantity));
    add("weight", number(order.weight));
    add("is_gift", AttributeValue::Bool(order.is_gift));
    add("updated", number(order.updated));
    item
}

fn take_text(item: &mut Map, name: &str) -> Option<String> {
    match item.remove(name)? {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

fn take_number<N: FromStr>(item: &mut Map, name: &str) -> Option<N> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

fn take_bool(item: &mut Map, name: &str) -> Option<bool> {
    item.get(name)?.as_bool().ok().copied()
}

fn order(mut item: Map) -> Option<Order> {
    let AttributeValue::M(mut place) = item.remove("ship_to")? else {
        return None;
    };
    let AttributeValue::L(tags) = item.remove("tags")? else {
        return None;
    };
    let tag = |tag| match tag {
        AttributeValue::S(tag) => Some(tag),
        _ => None,
    };
    let item = &mut item;
    Some(Order {
        customer: take_text(item, "customer")?,
        id: take_text(item, "id")?,
        status: take_text(item, "status")?,
        placed_on: take_text(item, "placed_on")?,
        email: take_text(item, "email")?,
        currency: take_text(item, "currency")?,
        note: take_text(item, "note"),
        description: take_text(item, "description")?,
        ship_to: Place {
            street: take_text(&mut place, "street")?,
            city: take_text(&mut place, "city")?,
            country: take_text(&mut place, "country")?,
        },
        tags: tags.into_iter().map(tag).collect::<Option<_>>()?,
        total: take_number(item, "total")?,
        quantity: take_number(item, "quantity")?,
        weight: take_number(item, "weight")?,
        is_gift: take_bool(item, "is_gift")?,
        updated: take_number(item, "updated")?,
    })
}

fn customer(mut item: Map) -> Option<Customer> {
    Some(Customer {
        id: take_text(&mut item, "id")?,
        name: take_text(&mut item, "name")?,
        email: take_text(&mut item, "email")?,
        since: take_text(&mut item, "since")?,
        orders: take_number(&mut item, "orders")?,
    })
}

fn address(mut item: Map) -> Option<Address> {
    Some(Address {
        customer: take_text(&mut item, "customer")?,
        label: take_text(&mut item, "label")?,
        street: take_text(&mut item, "street")?,
        city: take_text(&mut item, "city")?,
        country: take_text(&mut item, "country")?,
        is_default: take_bool(&mut item, "is_default")?,
    })
}

fn invoice(mut item: Map) -> Option<Invoice> {
    Some(Invoice {
        customer: take_text(&mut item, "customer")?,
        number: take_text(&mut item, "number")?,
        order: take_text(&mut item, "order")?,
        due: take_text(&mut item, "due")?,
        amount: take_number(&mut item, "amount")?,
        is_paid: take_bool(&mut item, "is_paid")?,
    })
}

pub fn get(client: Client) -> Call {
    Box::new(move |_| {
        let get = client
            .get_item()
            .table_name("shop")
            .set_key(Some(key("c1", "01HZ00000000")));
        let item = block_on(get.send()).unwrap().item;
        Outcome::Orders(item.and_then(order).into_iter().collect())
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
        let name = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        let names = HashMap::from([
            name("#status", "status"),
            name("#total", "total"),
            name("#pk", "PK"),
        ]);
        let values = HashMap::from([
            (":status".to_owned(), text("PAID")),
            (":total".to_owned(), number(5)),
        ]);
        let update = client
            .update_item()
            .table_name("shop")
            .set_key(Some(key("c1", "01HZ00000000")))
            .update_expression("SET #status = :status ADD #total :total")
            .condition_expression("attribute_exists(#pk)")
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values));
        block_on(update.send()).unwrap();
        Outcome::Written
    })
}

pub fn query(client: Client) -> Call {
    Box::new(move |_| {
        let query = query_of(&client, Some("ORDER#"));
        let items = block_on(query.send()).unwrap().items.unwrap();
        let orders: Option<Vec<_>> = items.into_iter().map(order).collect();
        Outcome::Orders(orders.unwrap())
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
                Some("Customer") => collection.customer = customer(item),
                Some("Address") => collection.addresses.extend(address(item)),
                Some("Order") => collection.orders.extend(order(item)),
                Some("Invoice") => collection.invoices.extend(invoice(item)),
                _ => {}
            }
        }
        Outcome::Collection(Box::new(collection))
    })
}
