//! Updates and modify: change single attributes of a stored item, and let every index follow.
//!
//! `Order::update(key)` names the changes; what is not mentioned is not touched, and each index that a change concerns is set or removed in the same UpdateItem: one write.
//! Where an index is made of several fields, an update sets all of them or does not compile. `modify` is the way then, and wherever the new value depends on the old one:
//! it reads, changes and writes what differs, on the condition that nobody else did: one consistent read and one write, again after a conflict.

use std::collections::BTreeMap;

use dynamo_model::{Document, Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, show};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Orders, their customers, and the address book that is embedded in one item.
#[derive(Table)]
#[table(
    name = "p11-updates",
    gsi("ByStatus"),
    gsi("Queue"),
    entities(Order, Addresses)
)]
struct Shop;

/// An order, under its customer. `queue` is made of two fields.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{number:04}",
    index(name = by_status, on = "ByStatus", pk = "STATUS#{status}", sk = "{number:04}"),
    index(name = queue, on = "Queue", pk = "QUEUE#{team}", sk = "{priority:desc 03}#{number:04}"),
)]
struct Order {
    customer: String,
    number: u32,
    status: Status,
    team: Option<String>,
    priority: u8,
    total: u64,
    notes: Vec<String>,
    #[entity(version)]
    version: u64,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Open,
    Paid,
}

/// A bounded collection, embedded as a map.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ADDRESSES")]
struct Addresses {
    customer: String,
    addresses: BTreeMap<String, Address>,
}

#[derive(Document, Serialize, Deserialize, Debug, PartialEq)]
struct Address {
    city: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    zip: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await?;
    let shop = shop.with_observer(log.clone());

    let mut order = Order {
        customer: "c1".into(),
        number: 1,
        status: Status::Open,
        team: Some("blue".into()),
        priority: 5,
        total: 40,
        notes: vec![],
        version: 0,
    };
    // The entity has a version, so a write goes through `&mut`: it is 1 now.
    shop.create(&mut order).await?;
    assert_eq!(order.version, 1);

    // Single attributes, and the index that reads one of them.
    let update = Order::update(&order)
        .status(Status::Paid)
        .add_total(2)
        .append_notes(["gift"]);
    let paid = shop
        .update(update)
        .only_if(|o| o.status.eq(Status::Open) & o.total.ge(40))
        .returning_new()
        .await?;
    log.assert_last(
        "UpdateItem p11-updates
    key:        {PK: 'CUST#c1', SK: 'ORDER#0001'}
    update:     SET status = 'PAID', notes = list_append(if_not_exists(notes, []), ['gift']), ByStatusPK = 'STATUS#PAID', ByStatusSK = '0001' ADD total 2, version 1
    condition:  (attribute_exists(PK) AND status = 'OPEN' AND total >= 40)
    ReturnValues: ALL_NEW",
    );
    show(
        "Paid",
        json!([paid.total, paid.notes, paid.version]),
        json!([42, ["gift"], 2]),
    );

    // A condition that does not hold brings the item that it met, at no further request.
    let refused = shop
        .update(Order::update(&order).status(Status::Paid))
        .only_if(|o| o.status.eq(Status::Open))
        .await;
    let error = refused.err().ok_or("the order is paid already")?;
    assert!(error.is_condition_failed());
    assert_eq!(error.existing::<Order>()?, Some(paid));

    // `priority` alone does not compile: the queue's key is made of `team` too. With both it does.
    shop.update(Order::update(&order).team("red").priority(9))
        .await?;
    // Or the item is read, changed and written, by the version that was read.
    let calmer = shop
        .modify(&order, |order| {
            order.priority = order.priority.saturating_sub(3)
        })
        .await?;
    log.assert_last(
        "UpdateItem p11-updates
    key:        {PK: 'CUST#c1', SK: 'ORDER#0001'}
    update:     SET QueueSK = '993#0001', priority = 6, version = 4
    condition:  (attribute_exists(PK) AND version = 3)",
    );
    let queue = shop.query(Order::queue("red")).all().await?;
    assert_eq!(queue, [calmer]);

    // Clearing an optional part of the key takes the item out of the queue.
    shop.update(Order::update(&order).clear_team().priority(6))
        .await?;
    assert_eq!(shop.query(Order::queue("red")).count().await?, 0);

    // The closure may refuse: its error comes back, and nothing is written.
    let refused = shop
        .modify(&order, |order| {
            order.total = order.total.checked_sub(100).ok_or("not that much")?;
            Ok(())
        })
        .await?;
    assert_eq!(refused, Err("not that much"));

    // A key never changes; the item moves, in one transaction.
    let old = shop.get(&order).await?.ok_or("the order is there")?;
    let mut moved = Order {
        number: 2,
        ..old.clone()
    };
    shop.rekey(&old, &mut moved).await?;
    assert_eq!(shop.query(Order::query("c1")).all().await?, [moved]);

    // Embedded addresses: one put, one get, and changes that leave the rest as it is.
    let city = |city: &str| Address {
        city: city.into(),
        zip: None,
    };
    shop.put(&Addresses {
        customer: "c1".into(),
        addresses: BTreeMap::from([
            ("home".into(), city("London")),
            ("work".into(), city("Leeds")),
        ]),
    })
    .await?;
    let book = shop
        .get(Addresses::key("c1"))
        .await?
        .ok_or("it was put just now")?;
    show(
        "Embedded addresses",
        &book.addresses,
        json!({"work": {"city": "Leeds"}, "home": {"city": "London"}}),
    );
    let update = Addresses::update(Addresses::key("c1")).in_addresses(|addresses| {
        addresses
            .inside("work", |work| work.city("York").zip("YO1"))
            .set("post", city("Bath"))
            .remove("home")
    });
    let book = shop.update(update).returning_new().await?;
    log.assert_last(
        "UpdateItem p11-updates
    key:        {PK: 'CUST#c1', SK: 'ADDRESSES'}
    update:     SET addresses.work.city = 'York', addresses.work.zip = 'YO1', addresses.post = {city: 'Bath'} REMOVE addresses.home
    condition:  attribute_exists(PK)
    ReturnValues: ALL_NEW",
    );
    show(
        "After the move",
        &book.addresses,
        json!({"work": {"city": "York", "zip": "YO1"}, "post": {"city": "Bath"}}),
    );
    Ok(())
}
