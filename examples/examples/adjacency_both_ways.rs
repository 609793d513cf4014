//! Both directions of a relationship as items of the table, kept the same by one transaction; and an order under its customer and under itself.
//!
//! Annotated with `also(name = …, pk = "…", sk = "…")`: one more full copy of each item under another key of the same fields. Instead of an inverted index, whose reads
//! are eventually consistent, it is read from the table itself, consistently if asked. Every write is a TransactWriteItems of both items, at four write units for two
//! items of 1 KB; reads cost as ever. An update of attributes changes both; an index holds the entity once, since the copy has none of its index attributes.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | Access pattern | Request |
/// |---|---|
/// | groups of a user | Query `USER#{user}`, `GROUP#…` |
/// | members of a group | Query `GROUP#{group}`, `USER#…` |
/// | orders of a user, by date | Query `USER#{user}`, `ORDER#…` |
/// | an order by its id | Query `ORDER#{order}`, the one item |
#[derive(Table)]
#[table(
    name = "AppTable",
    gsi("GSI1"),
    type_attribute = "entityType",
    entities(Membership, Order)
)]
struct App;

/// An edge with its own attributes.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "MEMBERSHIP",
    pk = "USER#{user_id}",
    sk = "GROUP#{group_id}",
    also(name = by_group, pk = "GROUP#{group_id}", sk = "USER#{user_id}"),
)]
struct Membership {
    user_id: String,
    group_id: String,
    joined_at: String,
    role: String,
}

/// The copy's key names the order alone: its condition sees to it that no other customer's order has the same id.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "ORDER",
    pk = "USER#{user_id}",
    sk = "ORDER#{placed_on}#{order_id}",
    also(name = by_id, pk = "ORDER#{order_id}", sk = "METADATA"),
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{placed_on}#{order_id}"),
)]
struct Order {
    user_id: String,
    order_id: String,
    placed_on: Date,
    status: String,
    total_cents: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let app = Repository::<App>::new(dynamo_model::embedded::client());
    app.create_table().await?;
    let app = app.with_observer(log.clone());

    let member = |user: &str, group: &str| Membership {
        user_id: user.into(),
        group_id: group.into(),
        joined_at: "2026-01-10T12:00:00Z".into(),
        role: "member".into(),
    };
    app.create(&member("u42", "g7")).await?;
    log.assert_last(
        "TransactWriteItems
    - Put AppTable
        item:       {PK: 'USER#u42', SK: 'GROUP#g7', entityType: 'MEMBERSHIP', userId: 'u42', groupId: 'g7', joinedAt: '2026-01-10T12:00:00Z', role: 'member'}
        condition:  attribute_not_exists(PK)
    - Put AppTable
        item:       {PK: 'GROUP#g7', SK: 'USER#u42', entityType: 'MEMBERSHIP', userId: 'u42', groupId: 'g7', joinedAt: '2026-01-10T12:00:00Z', role: 'member', owner_pk: 'USER#u42', owner_sk: 'GROUP#g7'}",
    );
    app.create(&member("u42", "g9")).await?;
    app.create(&member("u77", "g7")).await?;

    let groups = app.query(Membership::query("u42")).all().await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'USER#u42' AND begins_with(SK, 'GROUP#'))",
    );
    show(
        "Groups of u42",
        groups.iter().map(|edge| &edge.group_id).collect::<Vec<_>>(),
        json!(["g7", "g9"]),
    );

    let members = app
        .query(Membership::by_group("g7"))
        .consistent()
        .all()
        .await?;
    log.assert_last(
        "Query AppTable
    key:        PK = 'GROUP#g7'
    ConsistentRead: true",
    );
    show(
        "Members of g7",
        members
            .iter()
            .map(|edge| (&edge.user_id, &edge.role))
            .collect::<Vec<_>>(),
        json!([["u42", "member"], ["u77", "member"]]),
    );

    // One change, seen from both sides.
    app.update(Membership::update(Membership::key("u42", "g7")).role("admin"))
        .await?;
    log.assert_last(
        "TransactWriteItems
    - Update AppTable
        key:        {PK: 'USER#u42', SK: 'GROUP#g7'}
        update:     SET role = 'admin'
        condition:  attribute_exists(PK)
    - Update AppTable
        key:        {PK: 'GROUP#g7', SK: 'USER#u42'}
        update:     SET role = 'admin'
        condition:  attribute_exists(PK)",
    );
    let from_user = app.get(Membership::key("u42", "g7")).consistent().await?;
    let from_group = app
        .query(Membership::by_group("g7").user_id("u42"))
        .first()
        .await?;
    assert_eq!(from_user, from_group);
    assert_eq!(from_user.map(|edge| edge.role).as_deref(), Some("admin"));

    app.delete(Membership::key("u42", "g7")).await?;
    let left = app.query(Membership::by_group("g7")).all().await?;
    show(
        "Members after u42 left",
        left.iter().map(|edge| &edge.user_id).collect::<Vec<_>>(),
        json!(["u77"]),
    );

    let order = |order_id: &str, placed_on: Date| Order {
        user_id: "u42".into(),
        order_id: order_id.into(),
        placed_on,
        status: "PENDING".into(),
        total_cents: 14_999,
    };
    app.create(&order("o99", date(2026, 1, 15))).await?;
    log.assert_last(
        "TransactWriteItems
    - Put AppTable
        item:       {PK: 'USER#u42', SK: 'ORDER#2026-01-15#o99', GSI1PK: 'STATUS#PENDING', GSI1SK: '2026-01-15#o99', entityType: 'ORDER', userId: 'u42', orderId: 'o99', placedOn: '2026-01-15', status: 'PENDING', totalCents: 14999}
        condition:  attribute_not_exists(PK)
    - Put AppTable
        item:       {PK: 'ORDER#o99', SK: 'METADATA', entityType: 'ORDER', userId: 'u42', orderId: 'o99', placedOn: '2026-01-15', status: 'PENDING', totalCents: 14999, owner_pk: 'USER#u42', owner_sk: 'ORDER#2026-01-15#o99'}
        condition:  (attribute_not_exists(owner_pk) OR (owner_pk = 'USER#u42' AND owner_sk = 'ORDER#2026-01-15#o99'))",
    );
    app.create(&order("o103", date(2026, 1, 22))).await?;
    app.create(&order("o108", date(2026, 2, 1))).await?;
    let january = Order::query("u42").placed_on_in(date(2026, 1, 1)..date(2026, 2, 1));
    let january = app.query(january).all().await?;
    log.assert_last(
        "Query AppTable
    key:        (PK = 'USER#u42' AND SK BETWEEN 'ORDER#2026-01-01#' AND 'ORDER#2026-02-01')",
    );
    show(
        "Orders of January",
        january
            .iter()
            .map(|order| &order.order_id)
            .collect::<Vec<_>>(),
        json!(["o99", "o103"]),
    );
    let order = order("o99", date(2026, 1, 15));
    assert_eq!(
        app.query(Order::by_id("o99")).first().await?,
        Some(order.clone())
    );
    log.assert_last(
        "Query AppTable
    key:        PK = 'ORDER#o99'
    Limit:      1",
    );
    // The index holds each order once.
    assert_eq!(app.query(Order::by_status("PENDING")).count().await?, 3);

    // Another user's order of the same id would take this one's place under `ORDER#o99`.
    let other = Order {
        user_id: "u77".into(),
        ..order
    };
    let error = app.create(&other).await.unwrap_err();
    assert!(error.is_already_exists());
    println!("\n{error}");
    Ok(())
}
