//! Payments of a bank: two tables in one program, a sharded index, and indexes over own attributes.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "PaymentScheduler",
    pk = "AccountID",
    sk = "ScheduledTime",
    type_attribute = none,
    gsi("Query_All_Scheduled_Payments", pk = "Sharded-GSI-PK", sk = "Status#Time"),
    entities(Payment)
)]
struct Scheduler;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Scheduled,
    Pending,
    Processed,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Scheduler,
    pk = "{account}",
    sk = "{time}",
    index(name = in_shard, on = "Query_All_Scheduled_Payments", pk = "{shard}", sk = "{status}#{time}")
)]
struct Payment {
    #[serde(rename = "AccountID")]
    account: String,
    #[serde(rename = "ScheduledTime")]
    time: String,
    #[serde(rename = "DataBlob")]
    data: String,
    #[serde(rename = "Sharded-GSI-PK")]
    shard: String,
    #[entity(key_only)]
    status: Status,
}

#[derive(Table)]
#[table(
    name = "TransactionHistory",
    pk = "AccountID",
    sk = "Timestamp",
    type_attribute = none,
    gsi("QueryAll_byTime", pk = "Sharded-GSI-PK", sk = "Timestamp"),
    gsi("Query_TransactionID", pk = "TransactionID", sk = none),
    entities(Transaction)
)]
struct History;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = History,
    pk = "{account}",
    sk = "{time}",
    index(name = in_shard, on = "QueryAll_byTime", pk = "{shard}", sk = sk),
    index(name = by_id, on = "Query_TransactionID", pk = "{id}")
)]
struct Transaction {
    #[serde(rename = "AccountID")]
    account: String,
    #[serde(rename = "Timestamp")]
    time: String,
    #[serde(rename = "DataBlob")]
    data: String,
    #[serde(rename = "Sharded-GSI-PK")]
    shard: String,
    #[serde(rename = "TransactionID")]
    id: String,
}

async fn pending(scheduler: &Repository<Scheduler>) -> Vec<Payment> {
    let mut all = Vec::new();
    for shard in 0..5 {
        let path = Payment::in_shard(shard.to_string()).status(Status::Pending);
        all.extend(scheduler.query(path).all().await.unwrap());
    }
    all
}

#[tokio::test]
async fn the_payments_of_both_tables_are_reproduced_and_answer() {
    let (Some(payments), Some(transactions)) = (
        items("labs-bank-payments.json", 0),
        items("labs-bank-payments.json", 1),
    ) else {
        return;
    };
    let design = Design::<Scheduler>::load(payments, &["AccountID", "ScheduledTime"]).await;
    rewrite!(design, Payment);
    design.assert_reproduced(&[]).await;
    let history = Design::<History>::load(transactions, &["AccountID", "Timestamp"]).await;
    rewrite!(history, Transaction);
    history.assert_reproduced(&[]).await;

    let due = pending(&design.written).await;
    assert_eq!(due.len(), 2);
    let of_account = Payment::query("Account1").time_in("2019-09-25T000000"..);
    assert_eq!(
        design.written.query(of_account).all().await.unwrap().len(),
        2
    );

    let mut all = Vec::new();
    for shard in 0..5 {
        let path = Transaction::in_shard(shard.to_string()).time_in("2019-09-24"..);
        all.extend(history.written.query(path).all().await.unwrap());
    }
    assert_eq!(all.len(), 2);
    let by_id = history
        .written
        .query(Transaction::by_id("UUID-UUID-UUID-UUID"));
    assert_eq!(by_id.all().await.unwrap().len(), 2);
}
