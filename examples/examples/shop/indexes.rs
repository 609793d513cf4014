//! Reads by the indexes; pages with cursors, streams, requests in tasks of their own, and maintenance.

use std::collections::BTreeSet;

use dynamo_model::{Cursor, Repository};
use dynamo_model_examples::{Log, pk, show};
use futures_util::TryStreamExt;
use jiff::civil::date;
use serde_json::json;

use crate::Done;
use crate::model::{Address, Order, Shop, Status, ids};

pub(crate) async fn queries(shop: &Repository<Shop>, log: &Log) -> Done {
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

pub(crate) async fn pages(shop: &Repository<Shop>, log: &Log) -> Done {
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

    // A request owns what it needs: it can be made here and awaited elsewhere.
    let open = tokio::spawn(shop.query(Order::open()).count().into_future());
    show("Open orders, counted in a task", open.await??, json!(3));

    // No call above is a scan. Maintenance may: two segments side by side, and at most so many read units a second.
    let scan = shop.admin().scan::<Order>().segments(2);
    let scan = scan.capacity_units_per_second(100.0).stream();
    let orders: Vec<Order> = scan.try_collect().await?;
    show("Orders in the table", orders.len(), json!(5));
    Ok(())
}
