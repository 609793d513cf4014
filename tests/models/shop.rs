//! An online shop with sixteen access patterns over two overloaded indexes, in its two published forms:
//! they differ in what the sort key of the second index is for order items and invoices.

use std::collections::BTreeMap;

use crate::support::{Design, items, rewrite};

type Address = BTreeMap<String, String>;

macro_rules! shop {
    ($module:ident, $item_date:literal, $invoice_date:literal, $(#[$date:meta])*) => {
        mod $module {
            use dynamo_model::{Entity, Table};
            use serde::{Deserialize, Serialize};

            use super::Address;

            #[derive(Table)]
            #[table(
                name = "OnlineShop",
                gsi("GSI1", pk = "GSI1-PK", sk = "GSI1-SK"),
                gsi("GSI2", pk = "GSI2-PK", sk = "GSI2-SK"),
                type_attribute = "EntityType",
                entities(
                    Customer, Product, Warehouse, WarehouseItem, OrderItem, Order, Invoice, Shipment,
                    ShipmentItem, Payment
                )
            )]
            pub(super) struct Shop;

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(table = Shop, name = "customer", pk = "c#{customer}", sk = "c#{customer}")]
            pub(super) struct Customer {
                #[entity(key_only)]
                pub(super) customer: String,
                pub(super) email: String,
                pub(super) name: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(table = Shop, name = "product", pk = "p#{product}", sk = "p#{product}")]
            pub(super) struct Product {
                #[entity(key_only)]
                pub(super) product: String,
                pub(super) detail: super::Detail,
                pub(super) price: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(table = Shop, name = "warehouse", pk = "w#{warehouse}", sk = "w#{warehouse}")]
            pub(super) struct Warehouse {
                #[entity(key_only)]
                pub(super) warehouse: String,
                pub(super) address: Address,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "warehouseItem", pk = "p#{product}", sk = "w#{warehouse}",
                index(name = in_warehouse, on = "GSI2", pk = "w#{warehouse}", sk = "p#{product}")
            )]
            pub(super) struct WarehouseItem {
                #[entity(key_only)]
                pub(super) product: String,
                #[entity(key_only)]
                pub(super) warehouse: String,
                pub(super) quantity: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "orderItem", pk = "o#{order}", sk = "p#{product}",
                index(name = of_product, on = "GSI1", pk = "p#{product}", sk = "{date}"),
                index(name = of_customer, on = "GSI2", pk = "c#{customer}", sk = $item_date)
            )]
            pub(super) struct OrderItem {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) product: String,
                #[entity(key_only)]
                pub(super) customer: String,
                #[entity(key_only)]
                pub(super) date: String,
                pub(super) price: String,
                pub(super) quantity: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(table = Shop, name = "order", pk = "o#{order}", sk = "c#{customer}")]
            pub(super) struct Order {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) customer: String,
                pub(super) date: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "invoice", pk = "o#{order}", sk = "i#{invoice}",
                index(name = by_id, on = "GSI1", pk = "i#{invoice}", sk = "i#{invoice}"),
                index(name = of_customer, on = "GSI2", pk = "c#{customer}", sk = $invoice_date)
            )]
            pub(super) struct Invoice {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) invoice: String,
                #[entity(key_only)]
                pub(super) customer: String,
                $(#[$date])*
                pub(super) date: String,
                pub(super) amount: String,
                pub(super) detail: Option<super::Payments>,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "shipment", pk = "o#{order}", sk = "sh#{shipment}",
                index(name = by_id, on = "GSI1", pk = "sh#{shipment}", sk = "sh#{shipment}"),
                index(name = from_warehouse, on = "GSI2", pk = "w#{warehouse}", sk = "sh#{shipment}")
            )]
            pub(super) struct Shipment {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) shipment: String,
                #[entity(key_only)]
                pub(super) warehouse: String,
                pub(super) address: Address,
                pub(super) r#type: String,
                pub(super) date: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "shipmentItem", pk = "o#{order}", sk = "shp#{item}",
                index(name = in_shipment, on = "GSI1", pk = "sh#{shipment}", sk = "p#{product}")
            )]
            pub(super) struct ShipmentItem {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) item: String,
                #[entity(key_only)]
                pub(super) shipment: String,
                #[entity(key_only)]
                pub(super) product: String,
                pub(super) quantity: String,
            }

            #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
            #[serde(rename_all = "PascalCase")]
            #[entity(
                table = Shop, name = "payment", pk = "o#{order}", sk = "pmn#{payment}",
                index(name = of_invoice, on = "GSI1", pk = "i#{invoice}", sk = "pmn#{payment}")
            )]
            pub(super) struct Payment {
                #[entity(key_only)]
                pub(super) order: String,
                #[entity(key_only)]
                pub(super) payment: String,
                #[entity(key_only)]
                pub(super) invoice: String,
                pub(super) r#type: String,
                pub(super) amount: String,
                pub(super) date: String,
            }
        }
    };
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Detail {
    name: String,
    description: String,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Payments {
    payments: Vec<Paid>,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Paid {
    r#type: String,
    amount: u64,
    data: String,
}

shop!(table, "{date}", "{date}",);
shop!(facets, "p#{date}", "i#{date}", #[entity(key_only)]);

/// Runs with the types of one form in scope.
macro_rules! reproduce {
    ($module:ident, $file:literal, $contradictions:expr) => {{
        use $module::{
            Customer, Invoice, Order, OrderItem, Payment, Product, Shipment, ShipmentItem, Shop,
            Warehouse, WarehouseItem,
        };
        let Some(items) = items($file, 0) else { return };
        let design = Design::<Shop>::load(items, &["PK", "SK"]).await;
        rewrite!(
            design,
            Customer,
            Product,
            Warehouse,
            WarehouseItem,
            OrderItem,
            Order,
            Invoice,
            Shipment,
            ShipmentItem,
            Payment
        );
        design.assert_reproduced($contradictions).await;

        for shop in [&design.loaded, &design.written] {
            // 1 to 3: by id.
            assert_eq!(
                shop.get(Customer::key("12345"))
                    .await
                    .unwrap()
                    .unwrap()
                    .name,
                "Samaneh"
            );
            assert_eq!(
                shop.get(Product::key("99887"))
                    .await
                    .unwrap()
                    .unwrap()
                    .price,
                "40"
            );
            assert_eq!(
                shop.get(Warehouse::key("12376"))
                    .await
                    .unwrap()
                    .unwrap()
                    .address["City"],
                "Boras"
            );
            // 4: a product's inventory in all warehouses.
            let inventory = shop
                .query(WarehouseItem::query("99887"))
                .all()
                .await
                .unwrap();
            assert_eq!(inventory.len(), 2);
            // 6 to 8: an order's products, invoice and shipments.
            let products = shop.query(OrderItem::query("12345")).all().await.unwrap();
            assert_eq!(products[1].date, "2020-06-21T19:20:00");
            assert_eq!(products[1].customer, "12345");
            let invoice = shop
                .query(Invoice::query("12345"))
                .first()
                .await
                .unwrap()
                .unwrap();
            assert_eq!(invoice.amount, "400");
            assert_eq!(
                shop.query(Shipment::query("12345"))
                    .all()
                    .await
                    .unwrap()
                    .len(),
                2
            );
            // 9: orders of a product in a range of time.
            let range = OrderItem::of_product("12345").date_in("2020-06-21"..="2020-06-22");
            assert_eq!(shop.query(range).all().await.unwrap()[0].order, "12345");
            // 10: an invoice by its id.
            let by_id = shop.query(Invoice::by_id("55443")).first().await.unwrap();
            assert_eq!(by_id, Some(invoice));
            // 12: a shipment's content by its id.
            let by_id = shop.query(Shipment::by_id("98765")).first().await.unwrap();
            assert_eq!(by_id.unwrap().warehouse, "12345");
            let content = shop
                .query(ShipmentItem::in_shipment("98765"))
                .all()
                .await
                .unwrap();
            assert_eq!(content.len(), 2);
            // 13 and 14: a warehouse's shipments and inventory.
            let shipments = shop
                .query(Shipment::from_warehouse("12376"))
                .all()
                .await
                .unwrap();
            assert_eq!(shipments[0].shipment, "88899");
            assert_eq!(
                shop.query(WarehouseItem::in_warehouse("12345"))
                    .all()
                    .await
                    .unwrap()
                    .len(),
                2
            );
            // 15 and 16: a customer's invoices and products in a range of time.
            let invoices = Invoice::of_customer("12345").date_in("2020-06-01".."2020-07-01");
            assert_eq!(shop.query(invoices).all().await.unwrap().len(), 1);
            let bought = OrderItem::of_customer("12345").date_in("2020-06-21T19:19:00"..);
            assert_eq!(shop.query(bought).all().await.unwrap()[0].product, "99887");
        }
        design
    }};
}

/// Its model says that each item of stock is in the index of its warehouse.
const WITHOUT_INDEX_KEYS: (&str, &str, &str) = ("p#99887", "w#12376", "the row has no GSI2 keys");

#[tokio::test]
async fn the_online_shop_is_reproduced_and_answers() {
    use table::{Order, OrderItem};
    let design = reproduce!(table, "aws-online-shop_14.json", &[WITHOUT_INDEX_KEYS]);
    // 5: an order, with everything of it in one Query.
    let order = design
        .loaded
        .get(Order::key("12345", "12345"))
        .await
        .unwrap();
    assert_eq!(order.unwrap().date, "2020-06-21T19:10:00");
    let all = design
        .loaded
        .items(Order::partition("12345"))
        .count()
        .await
        .unwrap();
    assert_eq!(all, 9);
    // Two types share the customer's partition, and only the type tells them apart.
    let bought = design.loaded.query(OrderItem::of_customer("12345"));
    assert!(
        bought
            .explain()
            .contains("filter:     EntityType = 'orderItem'"),
        "{}",
        bought.explain()
    );
    assert_eq!(bought.all().await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_online_shop_of_the_facets_is_reproduced_and_answers() {
    use facets::Payment;
    let design = reproduce!(facets, "aws-online-shop_facets.json", &[]);
    // 11: an invoice's payments.
    let payments = design
        .loaded
        .query(Payment::of_invoice("55443"))
        .all()
        .await
        .unwrap();
    assert_eq!(payments.len(), 2);
    assert_eq!(payments[1].r#type, "GiftCard");
}
