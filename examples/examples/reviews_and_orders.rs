//! One index for two questions: the reviews of a product and the pending orders, both by GSI1.
//!
//! Annotated with an `index(..., on = "GSI1", ...)` on each entity, of one form for reviews and another for orders. The library proves from the templates that
//! `PRODUCT#…` and `STATUS#…` never meet, so neither query carries a filter on the type. Each write costs once for the table and once for each index the item is in:
//! a review of up to 1 KB costs two write units with one index, six with five.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | entity | GSI1PK | GSI1SK |
/// |---|---|---|
/// | review | `PRODUCT#{product_id}` | `REVIEW#{written_at}` |
/// | order | `STATUS#{status}` | `{placed_at}#{order_id}` |
#[derive(Table)]
#[table(
    name = "AppTable",
    gsi("GSI1"),
    type_attribute = "entityType",
    entities(Review, Order)
)]
struct App;

/// Under its author; by GSI1 under its product.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "REVIEW",
    pk = "USER#{user_id}",
    sk = "REVIEW#{product_id}#{written_at:date}",
    index(name = of_product, on = "GSI1", pk = "PRODUCT#{product_id}", sk = "REVIEW#{written_at:iso_s}"),
)]
struct Review {
    user_id: String,
    product_id: String,
    written_at: Timestamp,
    rating: u8,
}

/// Under itself; by GSI1 under its status.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = App,
    name = "ORDER",
    pk = "ORDER#{order_id}",
    sk = "METADATA",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{placed_at:iso_s}#{order_id}"),
)]
struct Order {
    order_id: String,
    placed_at: Timestamp,
    status: Status,
}

#[derive(KeyPart, Serialize, Deserialize)]
#[key_part(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Pending,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let app = Repository::<App>::new(dynamo_model::embedded::client());
    app.create_table().await?;
    let app = app.with_observer(log.clone());

    let noon: Timestamp = "2026-01-15T12:00:00Z".parse()?;
    app.put(&Review {
        user_id: "u42".into(),
        product_id: "prod-1".into(),
        written_at: noon,
        rating: 5,
    })
    .await?;
    log.assert_last("PutItem AppTable
    item:       {PK: 'USER#u42', SK: 'REVIEW#prod-1#2026-01-15', GSI1PK: 'PRODUCT#prod-1', GSI1SK: 'REVIEW#2026-01-15T12:00:00Z', entityType: 'REVIEW', userId: 'u42', productId: 'prod-1', writtenAt: '2026-01-15T12:00:00Z', rating: 5}");
    app.put(&Order {
        order_id: "o99".into(),
        placed_at: noon,
        status: Status::Pending,
    })
    .await?;
    log.assert_last("PutItem AppTable
    item:       {PK: 'ORDER#o99', SK: 'METADATA', GSI1PK: 'STATUS#PENDING', GSI1SK: '2026-01-15T12:00:00Z#o99', entityType: 'ORDER', orderId: 'o99', placedAt: '2026-01-15T12:00:00Z', status: 'PENDING'}");

    let reviews = app.query(Review::of_product("prod-1")).all().await?;
    log.assert_last(
        "Query AppTable
    key:        GSI1PK = 'PRODUCT#prod-1'
    IndexName:  GSI1",
    );
    let rows: Vec<_> = reviews
        .iter()
        .map(|review| (&review.user_id, review.rating))
        .collect();
    show("Reviews of prod-1", rows, json!([["u42", 5]]));

    let orders = app.query(Order::by_status(Status::Pending)).all().await?;
    log.assert_last(
        "Query AppTable
    key:        GSI1PK = 'STATUS#PENDING'
    IndexName:  GSI1",
    );
    show(
        "Pending orders",
        orders.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["ORDER#o99"]),
    );
    Ok(())
}
