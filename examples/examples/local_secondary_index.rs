//! Local secondary index: another sort key under the table's own partition key, which can be read strongly consistent.
//!
//! Annotated with `lsi("ByTotal", sk = "LSI1SK", collection_limit_10gb = "reason")` on the table and `index(name = ..., on = "ByTotal", sk = "...")` without `pk` on an
//! entity. It has a price: it is made with the table and can never be removed, and all items under one partition key together with their copies in local indexes are at
//! most 10 GB; the service takes no write beyond (`Error::is_item_collection_full`). Hence the reason, and a `tracing` warning from 8 GB on. Choose it only where
//! the collections are bounded and a read has to see what was written just before; a global index does the rest.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::Log;
use serde::{Deserialize, Serialize};

/// | Access pattern | Request |
/// |---|---|
/// | a cart's lines by product | Query `CART#{cart}` |
/// | a cart's lines by price, just after one was added | Query ByPrice `CART#{cart}`, strongly consistent |
#[derive(Table)]
#[table(
    name = "p15-local-index",
    lsi(
        "ByPrice",
        sk = "LSI1SK",
        collection_limit_10gb = "a cart has at most a hundred lines"
    ),
    entities(Line)
)]
struct Carts;

/// A product in a cart.
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Carts,
    pk = "CART#{cart}",
    sk = "LINE#{product}",
    index(name = by_price, on = "ByPrice", sk = "PRICE#{cents:08}"),
)]
struct Line {
    cart: String,
    product: String,
    cents: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> dynamo_model::Result<()> {
    let log = Log::default();
    let carts = Repository::<Carts>::new(dynamo_model::embedded::client());
    carts.create_table().await?;
    for (product, cents) in [("apple", 120), ("bread", 450), ("caviar", 9900)] {
        let (cart, product) = ("k1".to_owned(), product.to_owned());
        carts
            .create(&Line {
                cart,
                product,
                cents,
            })
            .await?;
    }
    let carts = carts.with_observer(log.clone());

    // What was just written is seen: a global index could miss it.
    let dearest = carts
        .query(Line::by_price("k1"))
        .newest_first()
        .limit(1)
        .consistent()
        .all()
        .await?;
    assert_eq!(dearest[0].product, "caviar");
    log.assert_last(
        "Query p15-local-index\n    key:        PK = 'CART#k1'\n    IndexName:  ByPrice\n    Limit:      1\n    ScanIndexForward: false\n    ConsistentRead: true",
    );

    let cheap = carts
        .query(Line::by_price("k1").cents_in(..=500))
        .consistent()
        .all()
        .await?;
    assert_eq!(cheap.len(), 2);
    println!("{cheap:?}");
    Ok(())
}
