//! Sparse index: an index holds only the items that have its key attributes, so it can be the small subset that is asked for.
//!
//! Annotated with `when = |status| ...` on the index: its attributes are written while the condition holds, all of them or none. The query examines, and costs, what
//! is in the subset and not what is in the table; an order that is not open costs no write to the index. The constant partition `OPEN` is for subsets that are small
//! and quiet: one partition takes 1,000 write units a second.

use aws_sdk_dynamodb::types::Select;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(
    name = "p10-sparse-index",
    gsi("OpenOrders", pk = "openOrdersPK", sk = "openSince"),
    entities(Order)
)]
struct Orders;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Orders,
    pk = "ORDER#{number:04}",
    sk = "ORDER",
    index(name = open, on = "OpenOrders", pk = "OPEN", sk = "{placed_on}", when = |status| matches!(status, Status::Open)),
)]
struct Order {
    number: u16,
    placed_on: Date,
    status: Status,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Open,
    Closed,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let client = dynamo_model::embedded::client();
    let orders = Repository::<Orders>::new(client.clone());
    orders.create_table().await?;
    let orders = orders.with_observer(log.clone());

    let thousand: Vec<Order> = (0..1000)
        .map(|number| Order {
            number,
            placed_on: date(2026, 10, (number / 100 + 1) as i8),
            status: if number % 200 == 0 {
                Status::Open
            } else {
                Status::Closed
            },
        })
        .collect();
    assert!(orders.batch().put_all(&thousand).await?.is_complete());
    log.assert_last(
        "BatchWriteItem
    p10-sparse-index: 25 puts, 0 deletes",
    );
    log.assert_count(1000 / 25);

    let page = orders.query(Order::open()).page(None).await?;
    log.assert_last(
        "Query p10-sparse-index
    key:        openOrdersPK = 'OPEN'
    IndexName:  OpenOrders",
    );
    assert_eq!(page.next, None);
    show(
        "Open orders (read from the index only)",
        page.items.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!([
            "ORDER#0000",
            "ORDER#0200",
            "ORDER#0400",
            "ORDER#0600",
            "ORDER#0800"
        ]),
    );

    // Nothing but `admin()` scans a table, and to count one is left to the SDK's client.
    let counted = client
        .scan()
        .table_name(orders.table_name())
        .select(Select::Count)
        .send()
        .await?;
    assert!(counted.last_evaluated_key().is_none());
    show(
        "Items examined",
        json!({"index_query": page.examined, "table_size": counted.count()}),
        json!({"index_query": 5, "table_size": 1000}),
    );

    // Closing an order: the index's attributes leave with the status, in the same request. The index is made of `placed_on` too; to enter it, an update would
    // have to set both, to leave it the status is enough.
    orders
        .update(
            Order::update(Order::key(0))
                .status(Status::Closed)
                .leave_open(),
        )
        .await?;
    log.assert_last(
        "UpdateItem p10-sparse-index
    key:        {PK: 'ORDER#0000', SK: 'ORDER'}
    update:     SET status = 'CLOSED' REMOVE openOrdersPK, openSince
    condition:  attribute_exists(PK)",
    );

    let open = orders.query(Order::open()).all().await?;
    log.assert_last(
        "Query p10-sparse-index
    key:        openOrdersPK = 'OPEN'
    IndexName:  OpenOrders",
    );
    show(
        "After closing ORDER#0000",
        open.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["ORDER#0200", "ORDER#0400", "ORDER#0600", "ORDER#0800"]),
    );
    Ok(())
}
