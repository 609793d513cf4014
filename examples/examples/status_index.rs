//! A status index: orders and support tickets by status and day, from one index.
//!
//! Annotated with the same form of `index(...)` on both entities: GSI1PK is `STATUS#{status}`, GSI1SK the day. Where an order and a ticket can have one status, they
//! share a partition of the index: [`Repository::items`] reads both kinds in one Query, and [`Repository::query`] one kind, with a filter on the type attribute that it
//! adds by itself. What the filter drops is examined and paid for; a prefix in the sort key (`ORDER#{placed_on}`) would spare that.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, show, sk};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(name = "AppData", gsi("GSI1"), entities(Order, Ticket))]
struct App;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = App,
    pk = "USER#{user_id}",
    sk = "ORDER#{order_id}",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{placed_on}"),
)]
struct Order {
    user_id: String,
    order_id: String,
    status: OrderStatus,
    placed_on: Date,
}

#[derive(KeyPart, Serialize, Deserialize)]
enum OrderStatus {
    Pending,
    Shipped,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = App,
    pk = "USER#{user_id}",
    sk = "TICKET#{ticket_id}",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{opened_on}"),
)]
struct Ticket {
    user_id: String,
    ticket_id: String,
    status: TicketStatus,
    opened_on: Date,
}

#[derive(KeyPart, Serialize, Deserialize)]
enum TicketStatus {
    Open,
    Pending,
}

fn order(order_id: &str, status: OrderStatus, placed_on: Date) -> Order {
    Order {
        user_id: "U001".into(),
        order_id: order_id.into(),
        status,
        placed_on,
    }
}

fn ticket(ticket_id: &str, status: TicketStatus, opened_on: Date) -> Ticket {
    Ticket {
        user_id: "U001".into(),
        ticket_id: ticket_id.into(),
        status,
        opened_on,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let app = Repository::<App>::new(dynamo_model::embedded::client());
    app.create_table().await?;

    let (june_1, june_2) = (date(2024, 6, 1), date(2024, 6, 2));
    let orders = [
        order("ORD998", OrderStatus::Shipped, june_1),
        order("ORD999", OrderStatus::Pending, june_1),
        order("ORD1000", OrderStatus::Pending, june_2),
    ];
    let tickets = [
        ticket("TKT001", TicketStatus::Open, june_2),
        ticket("TKT002", TicketStatus::Pending, june_2),
    ];
    assert!(
        app.batch()
            .put_all(&orders)
            .put_all(&tickets)
            .await?
            .is_complete()
    );
    let app = app.with_observer(log.clone());

    let orders = app
        .query(Order::by_status(OrderStatus::Pending))
        .all()
        .await?;
    log.assert_last(
        "Query AppData
    key:        GSI1PK = 'STATUS#Pending'
    IndexName:  GSI1
    filter:     type = 'Order'",
    );
    show(
        "Pending orders",
        orders.iter().map(sk).collect::<Result<Vec<_>, _>>()?,
        json!(["ORDER#ORD999", "ORDER#ORD1000"]),
    );

    let tickets = app
        .query(Ticket::by_status(TicketStatus::Open))
        .all()
        .await?;
    log.assert_last(
        "Query AppData
    key:        GSI1PK = 'STATUS#Open'
    IndexName:  GSI1
    filter:     type = 'Ticket'",
    );
    show(
        "Open tickets",
        tickets.iter().map(sk).collect::<Result<Vec<_>, _>>()?,
        json!(["TICKET#TKT001"]),
    );

    let today = app
        .query(Order::by_status(OrderStatus::Pending).placed_on(june_2))
        .all()
        .await?;
    log.assert_last(
        "Query AppData
    key:        (GSI1PK = 'STATUS#Pending' AND GSI1SK = '2024-06-02')
    IndexName:  GSI1
    filter:     type = 'Order'",
    );
    show(
        "Pending orders of a day",
        today.iter().map(sk).collect::<Result<Vec<_>, _>>()?,
        json!(["ORDER#ORD1000"]),
    );

    let mut pending = Vec::new();
    for item in app
        .items(Order::by_status(OrderStatus::Pending))
        .all()
        .await?
    {
        pending.push((
            item.type_name().map(str::to_owned),
            item.sort_key().map(str::to_owned),
        ));
    }
    log.assert_last(
        "Query AppData
    key:        GSI1PK = 'STATUS#Pending'
    IndexName:  GSI1",
    );
    pending.sort();
    show(
        "Everything that is pending",
        pending,
        json!([
            ["Order", "ORDER#ORD1000"],
            ["Order", "ORDER#ORD999"],
            ["Ticket", "TICKET#TKT002"]
        ]),
    );
    Ok(())
}
