//! Enumerated queries: every question is written in plain words and gets its place in a key, before there is any code.
//!
//! | | Query | Key slot |
//! |---|---|---|
//! | 1 | user by id | GetItem `USER#{user_id}` / `PROFILE` |
//! | 2 | orders of a user | `USER#{user_id}`, `ORDER#…` |
//! | 3 | order by id | GetItem `ORDER#{order_id}` / `METADATA` |
//! | 4 | items of an order | `ORDER#{order_id}`, `ITEM#…` |
//! | 5 | pending orders, for fulfilment | GSI1 `STATUS#PENDING` |
//! | 6 | orders of the last 24 hours, for the dashboard | GSI1 `PLACED`, from an instant on |
//! | 7 | reviews of a product | `PRODUCT#{product_id}`, `REVIEW#…` |
//! | 8 | its ten newest reviews | the same, backward, ten |
//!
//! Annotated with the table's keys for the questions that start from a user, an order or a product, and with one index for the two that start from none. An order is
//! stored under its user and under itself: each copy has its own entry in GSI1, so one index is enough. `PLACED` is one partition, which takes 1,000 write units a
//! second; a busier shop puts the day into it and sends two queries.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show, sk};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(
    name = "AppTable",
    gsi("GSI1"),
    type_attribute = "entityType",
    entities(User, UserOrder, Order, OrderItem, Product, Review)
)]
struct App;

/// 1.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = App, name = "USER", pk = "USER#{user_id}", sk = "PROFILE")]
struct User {
    user_id: String,
    name: String,
}

/// 2 and 6: an order under its user. The day in the key makes a month a range; the instant is kept whole in the attribute.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "USER_ORDER",
    pk = "USER#{user_id}",
    sk = "ORDER#{placed_at:date}#{order_id}",
    index(name = placed, on = "GSI1", pk = "PLACED", sk = "{placed_at:iso_s}#{order_id}"),
)]
struct UserOrder {
    user_id: String,
    order_id: String,
    placed_at: Timestamp,
    total_cents: u64,
}

/// 3 and 5: an order under itself; in the index while it is pending.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "ORDER",
    pk = "ORDER#{order_id}",
    sk = "METADATA",
    index(name = pending, on = "GSI1", pk = "STATUS#PENDING", sk = "{placed_at:iso_s}#{order_id}",
          when = |status| matches!(status, Status::Pending)),
)]
struct Order {
    order_id: String,
    user_id: String,
    placed_at: Timestamp,
    status: Status,
    total_cents: u64,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Pending,
    Delivered,
}

/// 4.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = App, name = "ORDER_ITEM", pk = "ORDER#{order_id}", sk = "ITEM#{product_id}")]
struct OrderItem {
    order_id: String,
    product_id: String,
    quantity: u32,
    unit_price_cents: u64,
}

/// What the reviews are about; it shares their partition.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = App, name = "PRODUCT", pk = "PRODUCT#{product_id}", sk = "DETAILS")]
struct Product {
    product_id: String,
    title: String,
}

/// 7 and 8.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = App, name = "REVIEW", pk = "PRODUCT#{product_id}", sk = "REVIEW#{written_at:iso_s}#{user_id}")]
struct Review {
    product_id: String,
    user_id: String,
    written_at: Timestamp,
    rating: u8,
}

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

fn at(text: &str) -> Result<Timestamp> {
    Ok(text.parse()?)
}

async fn fill(app: &Repository<App>) -> Result<()> {
    let orders = [
        (
            "u42",
            "o99",
            at("2026-01-15T12:00:00Z")?,
            Status::Pending,
            14_999,
        ),
        (
            "u42",
            "o103",
            at("2026-01-22T08:30:00Z")?,
            Status::Delivered,
            2_000,
        ),
        (
            "u42",
            "o108",
            at("2026-02-01T09:15:00Z")?,
            Status::Pending,
            700,
        ),
        (
            "u7",
            "o107",
            at("2026-01-31T20:45:00Z")?,
            Status::Pending,
            4_250,
        ),
    ];
    app.create(&User {
        user_id: "u42".into(),
        name: "Alice".into(),
    })
    .await?;
    for (user_id, order_id, placed_at, status, total_cents) in orders {
        let (user_id, order_id) = (user_id.to_owned(), order_id.to_owned());
        let order = Order {
            order_id: order_id.clone(),
            user_id: user_id.clone(),
            placed_at,
            status,
            total_cents,
        };
        app.create(&order).await?;
        app.create(&UserOrder {
            user_id,
            order_id,
            placed_at,
            total_cents,
        })
        .await?;
    }
    let items = [("prod-1", 2), ("prod-2", 1)].map(|(product_id, quantity)| OrderItem {
        order_id: "o99".into(),
        product_id: product_id.into(),
        quantity,
        unit_price_cents: 4_999,
    });
    app.create(&Product {
        product_id: "prod-1".into(),
        title: "Lamp".into(),
    })
    .await?;
    let first = at("2026-01-01T10:00:00Z")?;
    let reviews: Vec<_> = (1..=12)
        .map(|number| Review {
            product_id: "prod-1".into(),
            user_id: format!("u{number}"),
            written_at: first + (24 * i64::from(number)).hours(),
            rating: number % 5 + 1,
        })
        .collect();
    assert!(
        app.batch()
            .put_all(&items)
            .put_all(&reviews)
            .await?
            .is_complete()
    );
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let log = Log::default();
    let app = Repository::<App>::new(dynamo_model::embedded::client());
    app.create_table().await?;
    fill(&app).await?;
    let app = app.with_observer(log.clone());
    let now = at("2026-02-01T18:00:00Z")?;

    let user = app.get(User::key("u42")).await?;
    log.assert_last(
        "GetItem AppTable
    key:        {PK: 'USER#u42', SK: 'PROFILE'}",
    );
    show("1 user", user.map(|user| user.name), json!("Alice"));

    let orders = app.query(UserOrder::query("u42")).all().await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'USER#u42' AND begins_with(SK, 'ORDER#'))",
    );
    show(
        "2 orders of a user",
        keys(&orders)?,
        json!([
            "ORDER#2026-01-15#o99",
            "ORDER#2026-01-22#o103",
            "ORDER#2026-02-01#o108"
        ]),
    );

    let order = app.get(Order::key("o99")).await?;
    log.assert_last(
        "GetItem AppTable
    key:        {PK: 'ORDER#o99', SK: 'METADATA'}",
    );
    show(
        "3 order",
        order.map(|order| order.total_cents),
        json!(14_999),
    );

    let items = app.query(OrderItem::query("o99")).all().await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'ORDER#o99' AND begins_with(SK, 'ITEM#'))",
    );
    show(
        "4 items of an order",
        keys(&items)?,
        json!(["ITEM#prod-1", "ITEM#prod-2"]),
    );

    let pending = app.query(Order::pending()).all().await?;
    log.assert_last(
        "Query AppTable
    key:        GSI1PK = 'STATUS#PENDING'
    IndexName:  GSI1",
    );
    show(
        "5 pending orders",
        ids(pending.iter().map(|order| &order.order_id)),
        json!(["o99", "o107", "o108"]),
    );

    let recent = app
        .query(UserOrder::placed().placed_at_in(now - 24.hours()..))
        .all()
        .await?;
    log.assert_last(
        "Query AppTable
    key:        (GSI1PK = 'PLACED' AND GSI1SK >= '2026-01-31T18:00:00Z#')
    IndexName:  GSI1",
    );
    show(
        "6 orders of the last 24 hours",
        ids(recent.iter().map(|order| &order.order_id)),
        json!(["o107", "o108"]),
    );

    let reviews = app.query(Review::query("prod-1")).all().await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'PRODUCT#prod-1' AND begins_with(SK, 'REVIEW#'))",
    );
    show("7 reviews of a product", reviews.len(), json!(12));

    let newest = app
        .query(Review::query("prod-1"))
        .newest_first()
        .limit(10)
        .all()
        .await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'PRODUCT#prod-1' AND begins_with(SK, 'REVIEW#'))
    Limit:      10
    ScanIndexForward: false",
    );
    show(
        "8 the ten newest reviews",
        ids(newest.iter().map(|review| &review.user_id)),
        json!([
            "u12", "u11", "u10", "u9", "u8", "u7", "u6", "u5", "u4", "u3"
        ]),
    );
    log.assert_count(8);

    // Not on the list, and yet a key condition: the orders of a month, by a range of days.
    let january = at("2026-01-01T00:00:00Z")?..at("2026-02-01T00:00:00Z")?;
    let orders = app
        .query(UserOrder::query("u42").placed_at_in(january))
        .all()
        .await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'USER#u42' AND SK BETWEEN 'ORDER#2026-01-01#' AND 'ORDER#2026-02-01')",
    );
    show(
        "January's orders",
        keys(&orders)?,
        json!(["ORDER#2026-01-15#o99", "ORDER#2026-01-22#o103"]),
    );
    Ok(())
}

fn keys<E: Entity>(entities: &[E]) -> Result<Vec<String>, dynamo_model::Error> {
    entities.iter().map(sk).collect()
}

fn ids<'e>(ids: impl Iterator<Item = &'e String>) -> Vec<&'e str> {
    ids.map(String::as_str).collect()
}
