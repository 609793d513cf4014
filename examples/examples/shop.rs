//! A shop in one table: three entities, their writes and every kind of read.
//!
//! | | Access pattern | Call | Request |
//! |---|---|---|---|
//! | 1 | customer by id | `get(Customer::key(..))` | GetItem |
//! | 2 | everything about a customer | `items(Customer::partition(..))` | Query of the partition |
//! | 3 | orders of a customer | `query(Order::query(..))` | Query, `ORDER#…` |
//! | 4 | … of a day, of a month, of a range | `.placed_on(..)`, `_starts_with`, `_in` | Query, a longer prefix or BETWEEN |
//! | 5 | order by id | `query(Order::by_id(..))` | Query of GSI1 |
//! | 6 | orders by status, and by day | `query(Order::by_status(..))` | Query of GSI2 |
//! | 7 | open orders | `query(Order::open())` | Query of OpenOrders, a sparse index |
//! | 8 | customers with an address of a kind | `query(Address::labelled(..))` | Query of the inverted index |
//!
//! Annotated with a key template for each entity and an `index(...)` for each question that the table's keys do not answer. Every index that an order is in is one
//! more write: a pending order costs five, one under each of the table, GSI1, GSI2, OpenOrders and Inverted.

use std::collections::BTreeSet;

use dynamo_model::{Cursor, Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use futures_util::TryStreamExt;
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The shop's single table.
#[derive(Table)]
#[table(
    name = "shop",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("OpenOrders", pk = "openOrdersPK", sk = "openSince"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Customer, Address, Order)
)]
struct Shop;

/// The profile.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "PROFILE",
    constant_sk_ok = "nobody asks the inverted index for profiles, and customers are few",
)]
struct Customer {
    customer_id: String,
    name: String,
}

/// An address of a customer; the inverted index finds the customers that have one of a kind.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ADDRESS#{label}",
    index(name = labelled, on = "Inverted"),
)]
struct Address {
    customer_id: String,
    label: String,
    city: String,
}

/// An order of a customer.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}"),
    index(name = open, on = "OpenOrders", pk = "OPEN", sk = "{placed_on}",
          when = |status| matches!(status, Status::Pending | Status::Paid)),
)]
struct Order {
    customer_id: String,
    order_id: String,
    placed_on: Date,
    status: Status,
    total: u64,
    note: Option<String>,
}

/// The spelling in keys is `key_part`'s, the one in attributes serde's.
#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Pending,
    Paid,
    Shipped,
    Delivered,
}

fn order(customer_id: &str, order_id: &str, placed_on: Date, status: Status, total: u64) -> Order {
    Order {
        customer_id: customer_id.into(),
        order_id: order_id.into(),
        placed_on,
        status,
        total,
        note: None,
    }
}

fn address(customer_id: &str, label: &str, city: &str) -> Address {
    Address {
        customer_id: customer_id.into(),
        label: label.into(),
        city: city.into(),
    }
}

fn ids(orders: &[Order]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    // Real DynamoDB: `Client::new(&aws_config::load_from_env().await)`, as in the example `real_dynamodb`.
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client()).with_observer(log.clone());
    shop.create_table().await?;
    write(&shop, &log).await?;
    read_the_table(&shop, &log).await?;
    read_the_indexes(&shop, &log).await?;
    page_and_stream(&shop, &log).await?;
    delete(&shop, &log).await
}

async fn write(shop: &Repository<Shop>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    let carol = Customer {
        customer_id: "c1".into(),
        name: "Carol".into(),
    };
    shop.create(&carol).await?;
    log.assert_last(
        "PutItem shop
    item:       {PK: 'CUST#c1', SK: 'PROFILE', type: 'Customer', customerId: 'c1', name: 'Carol'}
    condition:  attribute_not_exists(PK)",
    );
    // What exists is not created again, and what does not exist is not replaced.
    assert!(
        shop.create(&carol)
            .await
            .is_err_and(|error| error.is_already_exists())
    );
    let nobody = Customer {
        customer_id: "c9".into(),
        ..carol.clone()
    };
    assert!(
        shop.replace(&nobody)
            .await
            .is_err_and(|error| error.is_not_found())
    );

    // A pending order is in the sparse index; delivered, it leaves it: a put writes the whole item anew.
    let mut first = order("c1", "o1", date(2026, 9, 28), Status::Pending, 42);
    shop.put(&first).await?;
    log.assert_last("PutItem shop
    item:       {PK: 'CUST#c1', SK: 'ORDER#2026-09-28#o1', GSI1PK: 'ORDER#o1', GSI1SK: 'ORDER#o1', GSI2PK: 'STATUS#PENDING', GSI2SK: '2026-09-28#o1', openOrdersPK: 'OPEN', openSince: '2026-09-28', type: 'Order', customerId: 'c1', orderId: 'o1', placedOn: '2026-09-28', status: 'PENDING', total: 42}");
    first.status = Status::Delivered;
    shop.replace(&first).await?;
    log.assert_last("PutItem shop
    item:       {PK: 'CUST#c1', SK: 'ORDER#2026-09-28#o1', GSI1PK: 'ORDER#o1', GSI1SK: 'ORDER#o1', GSI2PK: 'STATUS#DELIVERED', GSI2SK: '2026-09-28#o1', type: 'Order', customerId: 'c1', orderId: 'o1', placedOn: '2026-09-28', status: 'DELIVERED', total: 42}
    condition:  attribute_exists(PK)");

    let orders = [
        order("c1", "o2", date(2026, 10, 15), Status::Paid, 17),
        order("c1", "o3", date(2026, 10, 20), Status::Pending, 250),
        order("c1", "o4", date(2026, 10, 20), Status::Shipped, 120),
        order("c2", "o5", date(2026, 10, 20), Status::Pending, 99),
    ];
    let addresses = [
        address("c1", "home", "London"),
        address("c1", "work", "Leeds"),
        address("c2", "home", "Paris"),
    ];
    let report = shop.batch().put_all(&orders).put_all(&addresses).await?;
    log.assert_last(
        "BatchWriteItem
    shop: 7 puts, 0 deletes",
    );
    assert!(report.is_complete());
    Ok(())
}

async fn read_the_table(
    shop: &Repository<Shop>,
    log: &Log,
) -> Result<(), Box<dyn std::error::Error>> {
    let day = date(2026, 10, 20);
    let order: Option<Order> = shop.get(Order::key("c1", day, "o3")).consistent().await?;
    log.assert_last(
        "GetItem shop
    key:        {PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o3'}
    ConsistentRead: true",
    );
    show(
        "An order by its key",
        order.map(|order| order.total),
        json!(250),
    );

    let orders = shop
        .query(Order::query("c1"))
        .newest_first()
        .limit(3)
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    Limit:      3
    ScanIndexForward: false",
    );
    show(
        "A customer's three newest orders",
        ids(&orders),
        json!(["o4", "o3", "o2"]),
    );

    let orders = shop.query(Order::query("c1").placed_on(day)).all().await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#2026-10-20#'))",
    );
    show("… of a day", ids(&orders), json!(["o3", "o4"]));

    let orders = shop
        .query(Order::query("c1").placed_on_starts_with("2026-10"))
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#2026-10'))",
    );
    show("… of a month", ids(&orders), json!(["o2", "o3", "o4"]));

    let orders = shop
        .query(Order::query("c1").placed_on_in(date(2026, 9, 1)..=date(2026, 10, 15)))
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND SK BETWEEN 'ORDER#2026-09-01#' AND 'ORDER#2026-10-15$')",
    );
    show(
        "… of a range of days, both included",
        ids(&orders),
        json!(["o1", "o2"]),
    );

    let large = shop
        .query(Order::query("c1"))
        .filter(|order| order.total.ge(100) & order.note.eq(None))
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    filter:     (total >= 100 AND (attribute_not_exists(note) OR note = null))",
    );
    show(
        "… filtered: what is dropped is paid for",
        ids(&large),
        json!(["o3", "o4"]),
    );

    let count = shop.query(Order::query("c1")).count().await?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    Select:     COUNT",
    );
    show("… counted", count, json!(4));

    // One Query, items of several types.
    let items = shop.items(Customer::partition("c1")).all().await?;
    log.assert_last(
        "Query shop
    key:        PK = 'CUST#c1'",
    );
    let types: Vec<_> = items.iter().map(|item| item.type_name()).collect();
    show(
        "Everything about a customer",
        types,
        json!([
            "Address", "Address", "Order", "Order", "Order", "Order", "Customer"
        ]),
    );
    let addresses: Vec<Address> = items
        .iter()
        .filter(|item| item.is::<Address>())
        .map(|item| item.decode())
        .collect::<Result<_, _>>()?;
    assert_eq!(
        addresses,
        [
            address("c1", "home", "London"),
            address("c1", "work", "Leeds")
        ]
    );
    Ok(())
}

async fn read_the_indexes(
    shop: &Repository<Shop>,
    log: &Log,
) -> Result<(), Box<dyn std::error::Error>> {
    let orders = shop.query(Order::by_id("o5")).all().await?;
    log.assert_last(
        "Query shop
    key:        GSI1PK = 'ORDER#o5'
    IndexName:  GSI1",
    );
    show("Order by id", ids(&orders), json!(["o5"]));

    let pending = shop.query(Order::by_status(Status::Pending)).all().await?;
    log.assert_last(
        "Query shop
    key:        GSI2PK = 'STATUS#PENDING'
    IndexName:  GSI2",
    );
    show("Pending orders", ids(&pending), json!(["o3", "o5"]));

    let shipped = shop
        .query(Order::by_status(Status::Shipped).placed_on(date(2026, 10, 20)))
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (GSI2PK = 'STATUS#SHIPPED' AND begins_with(GSI2SK, '2026-10-20#'))
    IndexName:  GSI2",
    );
    show("Shipped orders of a day", ids(&shipped), json!(["o4"]));

    let open = shop.query(Order::open()).all().await?;
    log.assert_last(
        "Query shop
    key:        openOrdersPK = 'OPEN'
    IndexName:  OpenOrders",
    );
    // o3 and o5 are of one day: their index keys are equal, and have no order among themselves.
    let open: BTreeSet<_> = open.iter().map(|order| &order.order_id).collect();
    show("Open orders", open, json!(["o2", "o3", "o5"]));

    let open = shop
        .query(Order::open().placed_on_in(..date(2026, 10, 20)))
        .all()
        .await?;
    log.assert_last(
        "Query shop
    key:        (openOrdersPK = 'OPEN' AND openSince <= '2026-10-2/')
    IndexName:  OpenOrders",
    );
    show("Orders open since before a day", ids(&open), json!(["o2"]));

    let at_home = shop.query(Address::labelled("home")).all().await?;
    log.assert_last(
        "Query shop
    key:        SK = 'ADDRESS#home'
    IndexName:  Inverted",
    );
    show(
        "Customers with a home address",
        at_home.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["CUST#c1", "CUST#c2"]),
    );
    Ok(())
}

async fn page_and_stream(
    shop: &Repository<Shop>,
    log: &Log,
) -> Result<(), Box<dyn std::error::Error>> {
    let page = shop
        .query(Order::query("c1"))
        .page_size(3)
        .page(None)
        .await?;
    show("First page", ids(&page.items), json!(["o1", "o2", "o3"]));
    // A cursor is a text: it goes to the caller and comes back with the next request. It fits this query only.
    let cursor = page.next.map(String::from).ok_or("one page was all")?;
    let other = shop
        .query(Order::query("c2"))
        .page_size(3)
        .page(Cursor::from(cursor.as_str()))
        .await;
    assert!(other.is_err_and(|error| error.is_cursor()));
    let page = shop
        .query(Order::query("c1"))
        .page_size(3)
        .page(Cursor::from(cursor))
        .await?;
    show("Second page", ids(&page.items), json!(["o4"]));
    assert_eq!(page.next, None);

    let mut total = 0;
    let mut stream = shop.query(Order::query("c1")).page_size(2).stream();
    while let Some(order) = stream.try_next().await? {
        total += order.total;
    }
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    Limit:      2",
    );
    show(
        "The sum of a customer's orders, from a stream",
        total,
        json!(42 + 17 + 250 + 120),
    );
    Ok(())
}

async fn delete(shop: &Repository<Shop>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    // Each request can be shown without being sent.
    let key = Order::key("c2", date(2026, 10, 20), "o5");
    let text = "DeleteItem shop
    key:        {PK: 'CUST#c2', SK: 'ORDER#2026-10-20#o5'}";
    assert_eq!(shop.delete(&key).explain(), text);
    shop.delete(&key).await?;
    log.assert_last(text);
    show("A deleted order", shop.get(key).await?, json!(null));
    Ok(())
}
