//! Recurring payments: subscriptions and receipts of an account; two INCLUDE indexes over dates.

use std::collections::BTreeMap;

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "ReoccuringPayments",
    type_attribute = none,
    gsi("GSI-1", pk = "NextReminderDate", sk = "LastReminderDate", include("SKU", "Email", "NextPaymentDate")),
    gsi("GSI-2", pk = "NextPaymentDate", sk = "LastPaymentDate",
        include("Email", "PaymentDay", "PaymentAmount", "SKU", "PaymentDetails")),
    entities(Subscription, Receipt)
)]
struct Payments;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
#[entity(
    table = Payments,
    pk = "ACC#{account}",
    sk = "SUB#{subscription}#SKU#{sku}",
    index(name = to_remind, on = "GSI-1", pk = "{next_reminder_date}", sk = "{last_reminder_date}"),
    index(name = to_charge, on = "GSI-2", pk = "{next_payment_date}", sk = "{last_payment_date}")
)]
struct Subscription {
    #[entity(key_only)]
    account: String,
    #[entity(key_only)]
    subscription: String,
    #[serde(rename = "SKU")]
    sku: String,
    email: String,
    payment_day: String,
    payment_amount: String,
    last_payment_date: String,
    next_payment_date: String,
    last_reminder_date: String,
    next_reminder_date: String,
    payment_details: BTreeMap<String, String>,
    created_date: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
#[entity(table = Payments, pk = "ACC#{account}", sk = "REC#{processed_date}#SKU#{sku}")]
struct Receipt {
    #[entity(key_only)]
    account: String,
    #[serde(rename = "SKU")]
    sku: String,
    email: String,
    processed_date: String,
    processed_amount: String,
    #[serde(rename = "TTL")]
    ttl: u64,
}

const CONTRADICTION: (&str, &str, &str) = (
    "ACC#123",
    "REC#12023-05-28T14:15:39.24#SKU#999",
    "the key has the year 12023 and a shorter fraction than ProcessedDate",
);

#[tokio::test]
async fn the_payments_are_reproduced_and_answer() {
    let Some(items) = items("aws-recurring-payments.json", 0) else {
        return;
    };
    let design = Design::<Payments>::load(items, &["PK", "SK"]).await;
    rewrite!(design, Subscription, Receipt);
    design.assert_reproduced(&[CONTRADICTION]).await;

    let subscriptions = design
        .loaded
        .query(Subscription::query("123"))
        .all()
        .await
        .unwrap();
    assert_eq!(subscriptions.len(), 1);
    assert_eq!(subscriptions[0].payment_details.len(), 2);
    // A partial index yields keys.
    let due = design
        .loaded
        .query(Subscription::to_charge("2023-06-28"))
        .all()
        .await
        .unwrap();
    assert_eq!(due, [Subscription::key("123", "123", "999")]);
    let due = design
        .loaded
        .query(Subscription::to_remind("2023-06-21"))
        .all()
        .await
        .unwrap();
    assert_eq!(due.len(), 1);

    let receipts = design
        .loaded
        .query(Receipt::query("123"))
        .page(None)
        .await
        .unwrap();
    assert_eq!((receipts.items.len(), receipts.errors.len()), (0, 1));
    assert_eq!(receipts.errors[0].attribute(), Some("SK"));
}
