//! Single-table design: what is read together has the same partition key, so one Query answers what would be a join.
//!
//! Annotated with one partition key template, `USER#{user_id}`, on several entities of one table. Their items form an item collection, sorted by sort key:
//! [`Repository::items`] reads it whole, whatever the items' types, and [`Repository::query`] one entity of it. Costs half a read unit per 4 KB of everything that
//! the Query returns together, not of each item.

use std::collections::BTreeMap;

use dynamo_model::{Entity, RawItem, Repository, Table};
use dynamo_model_examples::{Log, pk, show, sk, without};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// | Access pattern | Request |
/// |---|---|
/// | profile of a user | GetItem `USER#{user_id}` / `PROFILE` |
/// | everything about a user | Query `USER#{user_id}` |
/// | orders of a user, newest first | Query `USER#{user_id}`, `ORDER#…` backward |
#[derive(Table)]
#[table(name = "p04-single-table", entities(User, Address, Order))]
struct Users;

/// The profile.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Users, pk = "USER#{user_id}", sk = "PROFILE")]
struct User {
    user_id: String,
    name: String,
    email: String,
}

/// An address of a user.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Users, pk = "USER#{user_id}", sk = "ADDRESS#{label}")]
struct Address {
    user_id: String,
    label: String,
    city: String,
}

/// An order of a user; the day in the sort key sorts them by time.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Users, pk = "USER#{user_id}", sk = "ORDER#{placed_on}#{order_id}")]
struct Order {
    user_id: String,
    order_id: String,
    placed_on: Date,
    total: u64,
}

fn order(order_id: &str, placed_on: Date, total: u64) -> Order {
    Order {
        user_id: "alice".into(),
        order_id: order_id.into(),
        placed_on,
        total,
    }
}

/// An item as the article stores it, without the fields that its keys hold.
fn shown(item: &RawItem<Users>) -> Value {
    without(item, &["userId", "label", "orderId", "placedOn"])
}

/// The same of a typed order.
fn as_item(order: &Order) -> dynamo_model::Result<Value> {
    Ok(json!({"SK": sk(order)?, "total": order.total, "PK": pk(order)?, "type": "Order"}))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let users = Repository::<Users>::new(dynamo_model::embedded::client());
    users.create_table().await?;

    let (name, email) = ("Alice".to_owned(), "alice@example.com".to_owned());
    users
        .create(&User {
            user_id: "alice".into(),
            name,
            email,
        })
        .await?;
    let (label, city) = ("home".to_owned(), "London".to_owned());
    users
        .create(&Address {
            user_id: "alice".into(),
            label,
            city,
        })
        .await?;
    users.create(&order("o1", date(2026, 10, 1), 42)).await?;
    users.create(&order("o2", date(2026, 10, 15), 17)).await?;
    let users = users.with_observer(log.clone());

    let address =
        json!({"SK": "ADDRESS#home", "PK": "USER#alice", "type": "Address", "city": "London"});
    let o1 = json!({"SK": "ORDER#2026-10-01#o1", "total": 42, "PK": "USER#alice", "type": "Order"});
    let o2 = json!({"SK": "ORDER#2026-10-15#o2", "total": 17, "PK": "USER#alice", "type": "Order"});
    let profile = json!({
        "SK": "PROFILE", "name": "Alice", "PK": "USER#alice", "type": "User", "email": "alice@example.com",
    });

    let alice = users
        .get(User::key("alice"))
        .raw()
        .await?
        .ok_or("no profile")?;
    log.assert_last(
        "GetItem p04-single-table
    key:        {PK: 'USER#alice', SK: 'PROFILE'}",
    );
    show("Alice's profile", shown(&alice), profile.clone());

    let items = users.items(User::partition("alice")).all().await?;
    log.assert_last(
        "Query p04-single-table
    key:        PK = 'USER#alice'",
    );
    show(
        "Alice's whole item collection (1 query)",
        items.iter().map(shown).collect::<Vec<_>>(),
        json!([&address, &o1, &o2, &profile]),
    );

    let orders: Vec<Order> = users
        .query(Order::query("alice"))
        .newest_first()
        .all()
        .await?;
    log.assert_last(
        "Query p04-single-table
    key:        (PK = 'USER#alice' AND begins_with(SK, 'ORDER#'))
    ScanIndexForward: false",
    );
    show(
        "Alice's orders, newest first",
        orders.iter().map(as_item).collect::<Result<Vec<_>, _>>()?,
        json!([o2, o1]),
    );

    // The type attribute tells what an item is; `item.decode::<Order>()` makes it one.
    let mut by_type = BTreeMap::new();
    for item in users.items(User::partition("alice")).all().await? {
        *by_type
            .entry(item.type_name().unwrap_or_default().to_owned())
            .or_insert(0) += 1;
    }
    log.assert_last(
        "Query p04-single-table
    key:        PK = 'USER#alice'",
    );
    show(
        "Grouped by entity type",
        by_type,
        json!({"Address": 1, "Order": 2, "User": 1}),
    );
    Ok(())
}
