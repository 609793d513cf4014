//! Reads by the table's own key: one item, orders along the levels of their sort key, filters, counts, and a whole partition.

use dynamo_model::{Entity, Repository};
use dynamo_model_examples::{Log, show};
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Address, Customer, CustomerPage, Order, Shop, address, ids};

pub(crate) async fn table(shop: &Repository<Shop>, log: &Log) -> Done {
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

    // The key is a level of the query, too: the last one is an equality.
    let path = Order::query("c1").placed_on(day).order_id("o3");
    let same = shop.query(path).first().await?.ok_or("o3 is there")?;
    log.assert_last(
        "Query shop
    key:        (PK = 'CUST#c1' AND SK = 'ORDER#2026-10-20#o3')
    Limit:      1",
    );
    assert_eq!(same.key(), Order::key("c1", day, "o3"));

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
    Ok(())
}

pub(crate) async fn partition(shop: &Repository<Shop>, log: &Log) -> Done {
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

    // The same as a struct.
    let page: CustomerPage = shop.collect(Customer::partition("c1")).await?;
    log.assert_last(
        "Query shop
    key:        PK = 'CUST#c1'",
    );
    show(
        "The page of a customer",
        json!({
            "customer": page.customer.map(|customer| customer.name),
            "addresses": page.addresses.len(),
            "orders": ids(&page.orders),
        }),
        json!({"customer": "Carol", "addresses": 2, "orders": ["o1", "o2", "o3", "o4"]}),
    );
    Ok(())
}
