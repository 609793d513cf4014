//! Inverted index: an index whose partition key is the table's sort key, and the other way round, answers each relationship from its other side.
//!
//! Annotated with `gsi("Inverted", pk = "SK", sk = "PK")` on the table and `index(name = ..., on = "Inverted")` without templates on an entity: no attribute is added,
//! the keys are the table's own. Every item is in the index, so a write costs twice. An entity with a constant sort key (`PROFILE`) would gather all its items in one
//! partition of it, and does not compile without `constant_sk_ok = "reason"`.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | Access pattern | Request |
/// |---|---|
/// | everything on an invoice | Query `INV#{invoice}` |
/// | invoices with a product | Query Inverted `PRODUCT#{product}` |
/// | invoices of a customer | Query Inverted `CUSTOMER#{customer}` |
#[derive(Table)]
#[table(
    name = "p07-inverted-index",
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Payer, Line)
)]
struct Invoices;

/// Whose invoice it is.
#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Invoices,
    pk = "INV#{invoice}",
    sk = "CUSTOMER#{customer}",
    index(name = of_customer, on = "Inverted"),
)]
struct Payer {
    invoice: String,
    customer: String,
}

/// A product on an invoice.
#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Invoices,
    pk = "INV#{invoice}",
    sk = "PRODUCT#{product}",
    index(name = with_product, on = "Inverted"),
)]
struct Line {
    invoice: String,
    product: String,
    quantity: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let invoices = Repository::<Invoices>::new(dynamo_model::embedded::client());
    invoices.create_table().await?;

    let payers = ["1001", "1002"].map(|invoice| Payer {
        invoice: invoice.into(),
        customer: "c1".into(),
    });
    let lines = [
        ("1001", "apple", 3),
        ("1001", "pear", 1),
        ("1002", "apple", 5),
    ]
    .map(|(invoice, product, quantity)| Line {
        invoice: invoice.into(),
        product: product.into(),
        quantity,
    });
    assert!(
        invoices
            .batch()
            .put_all(&payers)
            .put_all(&lines)
            .await?
            .is_complete()
    );
    let invoices = invoices.with_observer(log.clone());

    let mut rows = Vec::new();
    for item in invoices.items(Line::partition("1001")).all().await? {
        rows.push((
            item.sort_key().map(str::to_owned),
            item.attribute::<u32>("quantity")?,
        ));
    }
    log.assert_last(
        "Query p07-inverted-index
    key:        PK = 'INV#1001'",
    );
    show(
        "Base table: everything on INV#1001",
        rows,
        json!([
            ["CUSTOMER#c1", null],
            ["PRODUCT#apple", 3],
            ["PRODUCT#pear", 1]
        ]),
    );

    let mut rows = Vec::new();
    for line in invoices.query(Line::with_product("apple")).all().await? {
        rows.push((pk(&line)?, line.quantity));
    }
    log.assert_last(
        "Query p07-inverted-index
    key:        SK = 'PRODUCT#apple'
    IndexName:  Inverted",
    );
    show(
        "Inverted: invoices containing apple",
        rows,
        json!([["INV#1001", 3], ["INV#1002", 5]]),
    );

    let payers = invoices.query(Payer::of_customer("c1")).all().await?;
    log.assert_last(
        "Query p07-inverted-index
    key:        SK = 'CUSTOMER#c1'
    IndexName:  Inverted",
    );
    show(
        "Inverted: invoices for customer c1",
        payers.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["INV#1001", "INV#1002"]),
    );
    Ok(())
}
