//! Unique values: one customer per e-mail address, kept by guard items.
//!
//! Annotated with `#[entity(unique)]` on the field, and `unique(scope = "{tenant}")` for values that are unique within something. A value that is stored has a guard item
//! beside it, `UNIQUE#Customer#email#{email}`, made, moved and removed in the transaction of the item: twice the write units, and one more item to write. Writes that do
//! not know the old value (`put`, `replace`, `update` of the field, `delete`) read the item first, consistently, and start over if another write came in between.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(name = "unique-email", entities(Customer))]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
struct Customer {
    id: String,
    tenant: String,
    /// `Carol@…` and `carol@…` are one address; it is stored as it was written.
    #[entity(unique(format = "lower"))]
    email: String,
    /// Optional, and unique within the tenant.
    #[entity(unique(scope = "{tenant}"))]
    handle: Option<String>,
}

fn customer(id: &str, tenant: &str, email: &str, handle: Option<&str>) -> Customer {
    Customer {
        id: id.into(),
        tenant: tenant.into(),
        email: email.into(),
        handle: handle.map(str::to_owned),
    }
}

/// The keys of all guards, which are in nobody's way but their own.
async fn guards(client: &aws_sdk_dynamodb::Client) -> Result<Vec<String>, aws_sdk_dynamodb::Error> {
    let items = client
        .scan()
        .table_name("unique-email")
        .send()
        .await?
        .items
        .unwrap_or_default();
    let keys = items.iter().filter_map(|item| item.get("PK")?.as_s().ok());
    let mut keys: Vec<_> = keys
        .filter(|key| key.starts_with("UNIQUE#"))
        .cloned()
        .collect();
    keys.sort();
    Ok(keys)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let client = dynamo_model::embedded::client();
    let shop = Repository::<Shop>::new(client.clone());
    shop.create_table().await?;
    let shop = shop.with_observer(log.clone());

    let carol = customer("c1", "acme", "Carol@example.com", Some("carol"));
    shop.create(&carol).await?;
    log.assert_last(
        "TransactWriteItems
    - Put unique-email
        item:       {PK: 'CUST#c1', SK: 'PROFILE', type: 'Customer', id: 'c1', tenant: 'acme', email: 'Carol@example.com', handle: 'carol'}
        condition:  attribute_not_exists(PK)
    - Put unique-email
        item:       {PK: 'UNIQUE#Customer#email#carol@example.com', SK: 'UNIQUE#Customer#email#carol@example.com', type: 'UNIQUE#Customer', owner_pk: 'CUST#c1', owner_sk: 'PROFILE'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c1' AND owner_sk = 'PROFILE'))
    - Put unique-email
        item:       {PK: 'UNIQUE#Customer#handle#acme#carol', SK: 'UNIQUE#Customer#handle#acme#carol', type: 'UNIQUE#Customer', owner_pk: 'CUST#c1', owner_sk: 'PROFILE'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'CUST#c1' AND owner_sk = 'PROFILE'))",
    );

    let error = shop
        .create(&customer("c2", "acme", "carol@example.com", None))
        .await
        .unwrap_err();
    assert!(error.is_unique_taken());
    assert_eq!(error.attribute(), Some("email"));
    println!("\n{error}");

    // The same handle is free in another tenant, and a customer need not have one.
    shop.create(&customer(
        "c2",
        "umbrella",
        "dora@example.com",
        Some("carol"),
    ))
    .await?;
    shop.create(&customer("c3", "acme", "erin@example.com", None))
        .await?;
    let error = shop
        .update(Customer::update(Customer::key("c3")).handle("carol"))
        .await
        .unwrap_err();
    assert_eq!(
        (error.is_unique_taken(), error.attribute()),
        (true, Some("handle"))
    );

    // The guard moves with the value: what was given up is free.
    shop.update(
        Customer::update(Customer::key("c1"))
            .email("carol@example.org")
            .clear_handle(),
    )
    .await?;
    show(
        "Guards after the update",
        guards(&client).await?,
        json!([
            "UNIQUE#Customer#email#carol@example.org",
            "UNIQUE#Customer#email#dora@example.com",
            "UNIQUE#Customer#email#erin@example.com",
            "UNIQUE#Customer#handle#umbrella#carol"
        ]),
    );
    shop.update(Customer::update(Customer::key("c3")).handle("carol"))
        .await?;

    // Two customers exchange their addresses in one transaction.
    shop.transact()
        .update(Customer::update(Customer::key("c1")).email("erin@example.com"))
        .update(Customer::update(Customer::key("c3")).email("carol@example.org"))
        .await?;
    let erin = shop
        .get(Customer::key("c1"))
        .consistent()
        .await?
        .ok_or("stored")?;
    assert_eq!(erin.email, "erin@example.com");

    // In memory is the old address; the guard that goes is that of the stored one.
    shop.delete(&carol).await?;
    shop.create(&customer("c4", "acme", "erin@example.com", None))
        .await?;
    show(
        "Guards in the end",
        guards(&client).await?,
        json!([
            "UNIQUE#Customer#email#carol@example.org",
            "UNIQUE#Customer#email#dora@example.com",
            "UNIQUE#Customer#email#erin@example.com",
            "UNIQUE#Customer#handle#acme#carol",
            "UNIQUE#Customer#handle#umbrella#carol"
        ]),
    );
    Ok(())
}
