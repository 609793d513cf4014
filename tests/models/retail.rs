//! A shopping cart: an index re-uses the table's sort key, which holds a status that is stored too.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "CartTable",
    pk = "CustomerID",
    sk = "Status#Date",
    type_attribute = none,
    gsi("GSI-SKU", pk = "ItemSKU", sk = "Status#Date"),
    entities(CartItem)
)]
struct Cart;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
#[entity(
    table = Cart,
    pk = "{customer}",
    sk = "{status}#{date}",
    index(name = by_sku, on = "GSI-SKU", pk = "{sku}", sk = sk)
)]
struct CartItem {
    #[serde(rename = "CustomerID")]
    customer: String,
    status: String,
    #[entity(key_only)]
    date: String,
    #[serde(rename = "ItemSKU")]
    sku: String,
    price: String,
    count: String,
}

const CONTRADICTIONS: [(&str, &str, &str); 3] = [
    ("Liz", "Shipped#2019-11-26T22:46:26", "Status says Saved"),
    ("Sue", "Saved#2019-10-07T08:24:22", "Status says Active"),
    ("Sue", "Active#2019-10-05T10:07:17", "Status says Saved"),
];

#[tokio::test]
async fn the_cart_is_reproduced_and_answers() {
    let Some(items) = items("labs-retail-cart.json", 0) else {
        return;
    };
    let design = Design::<Cart>::load(items, &["CustomerID", "Status#Date"]).await;
    rewrite!(design, CartItem);
    design.assert_reproduced(&CONTRADICTIONS).await;

    let active = design.loaded.query(CartItem::query("Sue").status("Active"));
    let page = active.page(None).await.unwrap();
    assert_eq!((page.items.len(), page.errors.len()), (1, 1));
    assert_eq!(page.items[0].sku, "ef9ca");
    assert_eq!(page.errors[0].attribute(), Some("Status#Date"));
    assert!(
        page.errors[0]
            .to_string()
            .contains("Saved#2019-10-05T10:07:17")
    );

    let by_sku = design
        .loaded
        .query(CartItem::by_sku("72f49").status("Active"));
    assert_eq!(by_sku.all().await.unwrap()[0].customer, "Chad");
}
