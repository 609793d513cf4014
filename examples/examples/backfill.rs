//! An index is added to a table that has items already: `backfill` writes its keys into them.
//!
//! The order of steps: the index is added to the table and to the model, the application is deployed (from here on every write keeps the index), then the backfill
//! runs once, beside the application. It scans the table, which costs half a read unit per 4 KB of all that is stored, and sends an update for each item whose stored
//! index keys are not those that the model derives. Each update is conditioned on what it was derived from, so a write of the application wins.
//!
//! A dry run comes first: it says how many items would be written, and how the requests look. A second run writes nothing.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::types::{
    AttributeDefinition, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate,
    KeySchemaElement, KeyType, Projection, ProjectionType, ScalarAttributeType,
};
use dynamo_model::Repository;
use dynamo_model_examples::show;
use serde_json::json;

/// The model as it was.
mod before {
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(name = "shop", entities(Customer, Order))]
    pub(crate) struct Shop;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
    pub(crate) struct Customer {
        pub(crate) customer: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:04}")]
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) number: u32,
        pub(crate) status: String,
    }
}

/// The model as it is now: open orders have an index.
mod now {
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(
        name = "shop",
        gsi("OpenOrders", pk = "openPK", sk = "openSK"),
        entities(Customer, Order)
    )]
    pub(crate) struct Shop;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
    pub(crate) struct Customer {
        pub(crate) customer: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(
        table = Shop,
        pk = "CUST#{customer}",
        sk = "ORDER#{number:04}",
        index(name = open, on = "OpenOrders", pk = "OPEN", sk = "{number:04}", when = |status| status == "open"),
    )]
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) number: u32,
        pub(crate) status: String,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = dynamo_model::embedded::client();
    fill(&client).await?;
    add_index(&client).await?;

    let shop = Repository::<now::Shop>::new(client);
    let open = shop.query(now::Order::open()).count().await?;
    show("Open orders before the backfill", open, json!(0));

    let report = shop
        .admin()
        .backfill::<now::Order>()
        .dry_run()
        .samples(1)
        .await?;
    show(
        "Dry run",
        json!({
            "examined": report.examined,
            "would be rewritten": report.rewritten,
            "as they should be": report.unchanged,
            "first request": report.samples,
        }),
        json!({
            "examined": 1010,
            "would be rewritten": 250,
            "as they should be": 750,
            "first request": ["UpdateItem shop
    key:        {PK: 'CUST#c0', SK: 'ORDER#0000'}
    update:     SET openPK = 'OPEN', openSK = '0000'
    condition:  (attribute_exists(PK) AND type = 'Order' AND customer = 'c0' AND number = 0 AND status = 'open')"],
        }),
    );

    // Two segments side by side, pages of 100 items, at most 500 read units a second. The state of each progress is worth saving: from there an interrupted
    // run goes on, with `.resume(state)`.
    let saved = Arc::new(Mutex::new(None));
    let save = Arc::clone(&saved);
    let report = shop
        .admin()
        .backfill::<now::Order>()
        .segments(2)
        .page_size(100)
        .capacity_units_per_second(500.0)
        .on_progress(move |report| {
            println!(
                "{} examined, {} rewritten, {} of {} segments done",
                report.examined, report.rewritten, report.finished_segments, report.segments
            );
            if let Ok(mut saved) = save.lock() {
                *saved = report.state.as_ref().map(ToString::to_string);
            }
        })
        .await?;
    show(
        "Run",
        json!({
            "examined": report.examined,
            "rewritten": report.rewritten,
            "failed": report.failed,
            "complete": report.is_complete(),
        }),
        json!({"examined": 1010, "rewritten": 250, "failed": 0, "complete": true}),
    );
    // At the end there is nothing to go on from.
    assert!(saved.lock().is_ok_and(|saved| saved.is_none()));

    let open = shop.query(now::Order::open()).count().await?;
    show("Open orders after the backfill", open, json!(250));

    let rewritten = shop.admin().backfill::<now::Order>().await?.complete()?;
    show("Rewritten by a second run", rewritten, json!(0));
    Ok(())
}

/// Ten customers and a thousand orders, every fourth of them open, as the application wrote them before.
async fn fill(client: &aws_sdk_dynamodb::Client) -> dynamo_model::Result<()> {
    let shop = Repository::<before::Shop>::new(client.clone());
    shop.create_table().await?;
    let customers: Vec<_> = (0..10)
        .map(|number| before::Customer {
            customer: format!("c{number}"),
        })
        .collect();
    let orders: Vec<_> = (0..1000)
        .map(|number| before::Order {
            customer: format!("c{}", number % 10),
            number,
            status: if number % 4 == 0 { "open" } else { "closed" }.to_owned(),
        })
        .collect();
    let batch = shop.batch().put_all(&customers).put_all(&orders);
    assert_eq!(batch.await?.complete()?, 1010);
    Ok(())
}

/// What an operator does, by the console or a template of the infrastructure.
async fn add_index(client: &aws_sdk_dynamodb::Client) -> Result<(), Box<dyn std::error::Error>> {
    let element = |name: &str, role| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(role)
            .build()
    };
    let text = |name: &str| {
        AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S)
            .build()
    };
    let all = Projection::builder()
        .projection_type(ProjectionType::All)
        .build();
    let index = CreateGlobalSecondaryIndexAction::builder()
        .index_name("OpenOrders")
        .key_schema(element("openPK", KeyType::Hash)?)
        .key_schema(element("openSK", KeyType::Range)?)
        .projection(all)
        .build()?;
    client
        .update_table()
        .table_name("shop")
        .set_attribute_definitions(Some(vec![
            text("PK")?,
            text("SK")?,
            text("openPK")?,
            text("openSK")?,
        ]))
        .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(index).build())
        .send()
        .await?;
    Ok(())
}
