//! Access patterns first: the questions are written down before the keys, and the keys follow from them.
//!
//! | | Access pattern | How often | Request |
//! |---|---|---|---|
//! | AP1 | customer by id | 500 a second | GetItem `CUST#{customer_id}` / `PROFILE` |
//! | AP2 | orders of a customer, newest first | 200 a second | Query `CUST#{customer_id}`, `ORDER#…` backward |
//! | AP3 | order by id | 50 a second | Query GSI1 `ORDER#{order_id}` |
//! | AP4 | pending orders of a day | 4 a minute | Query GSI2 `STATUS#{status}`, `{placed_on}#…` |
//! | AP5 | place an order | 10 a second | PutItem |
//!
//! Annotated with `pk` and `sk` for the table and one `index(...)` for each question that the table's keys do not answer. Each read is one request on a key, at the
//! cost of what it returns; an order is written three times, to the table and to both indexes.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, show, without};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Both indexes come from the list: AP3 and AP4.
#[derive(Table)]
#[table(
    name = "p02-access-patterns",
    gsi("GSI1"),
    gsi("GSI2"),
    entities(Customer, Order)
)]
struct Shop;

/// AP1.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
struct Customer {
    customer_id: String,
    name: String,
}

/// AP2 by the table's keys, AP3 by GSI1, AP4 by GSI2.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Shop,
    pk = "CUST#{customer_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
    index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}"),
)]
struct Order {
    customer_id: String,
    order_id: String,
    placed_on: Date,
    status: Status,
    total: u64,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Pending,
    Shipped,
}

fn order(customer_id: &str, order_id: &str, placed_on: Date, status: Status, total: u64) -> Order {
    Order {
        customer_id: customer_id.into(),
        order_id: order_id.into(),
        placed_on,
        status,
        total,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await?;

    let today = date(2026, 10, 20);
    shop.create(&Customer {
        customer_id: "c1".into(),
        name: "Carol".into(),
    })
    .await?;
    shop.create(&order("c1", "o1", date(2026, 10, 1), Status::Shipped, 42))
        .await?;
    shop.create(&order("c1", "o2", today, Status::Pending, 17))
        .await?;
    shop.create(&order("c2", "o3", today, Status::Pending, 99))
        .await?;
    let shop = shop.with_observer(log.clone());

    let customer = shop
        .get(Customer::key("c1"))
        .raw()
        .await?
        .ok_or("no customer")?;
    log.assert_last(
        "GetItem p02-access-patterns
    key:        {PK: 'CUST#c1', SK: 'PROFILE'}",
    );
    show(
        "AP1 customer",
        without(&customer, &["customerId"]),
        json!({"SK": "PROFILE", "name": "Carol", "PK": "CUST#c1", "type": "Customer"}),
    );

    let orders = shop.query(Order::query("c1")).newest_first().all().await?;
    log.assert_last(
        "Query p02-access-patterns
    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))
    ScanIndexForward: false",
    );
    show("AP2 customer orders", ids(&orders), json!(["o2", "o1"]));

    let orders = shop.query(Order::by_id("o3")).all().await?;
    log.assert_last(
        "Query p02-access-patterns
    key:        GSI1PK = 'ORDER#o3'
    IndexName:  GSI1",
    );
    show(
        "AP3 order by id",
        orders.first().map(|order| &order.order_id),
        json!("o3"),
    );

    let orders = shop
        .query(Order::by_status(Status::Pending).placed_on(today))
        .all()
        .await?;
    log.assert_last(
        "Query p02-access-patterns
    key:        (GSI2PK = 'STATUS#PENDING' AND begins_with(GSI2SK, '2026-10-20#'))
    IndexName:  GSI2",
    );
    show(
        "AP4 pending orders today",
        ids(&orders),
        json!(["o2", "o3"]),
    );

    shop.create(&order("c2", "o4", today, Status::Pending, 5))
        .await?;
    log.assert_last(
        "PutItem p02-access-patterns
    item:       {PK: 'CUST#c2', SK: 'ORDER#2026-10-20#o4', GSI1PK: 'ORDER#o4', GSI1SK: 'ORDER#o4', GSI2PK: 'STATUS#PENDING', GSI2SK: '2026-10-20#o4', type: 'Order', customerId: 'c2', orderId: 'o4', placedOn: '2026-10-20', status: 'PENDING', total: 5}
    condition:  attribute_not_exists(PK)",
    );
    // Five access patterns, five requests.
    log.assert_count(5);
    Ok(())
}

fn ids(orders: &[Order]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}
