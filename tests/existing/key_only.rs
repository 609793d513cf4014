//! Fields that are stored in keys only.

use dynamo_model::{Entity, Repository, Table, embedded};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), entities(Order, Edge))]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{placed_on}#{number:06}",
    index(name = by_courier, on = "GSI1", pk = "COURIER#{courier}", sk = "{rank:04}")
)]
struct Order {
    #[entity(key_only)]
    customer: String,
    #[entity(key_only)]
    placed_on: Date,
    #[entity(key_only)]
    number: u32,
    #[entity(key_only)]
    courier: Option<String>,
    #[entity(key_only)]
    rank: Option<u16>,
}

/// Nothing but its key.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "NODE#{from}", sk = "EDGE#{to}")]
struct Edge {
    #[entity(key_only)]
    from: String,
    #[entity(key_only)]
    to: String,
}

fn order(courier: Option<&str>) -> Order {
    Order {
        customer: "c1".to_owned(),
        placed_on: date(2026, 10, 20),
        number: 42,
        courier: courier.map(str::to_owned),
        rank: courier.map(|_| 7),
    }
}

#[tokio::test]
async fn an_item_can_be_its_keys_alone() {
    let shop = table::<Shop>().await;
    for (order, attributes) in [(order(Some("k")), 5), (order(None), 3)] {
        shop.put(&order).await.unwrap();
        let raw = shop.get(&order).raw().await.unwrap().unwrap();
        let stored = serde_json::to_value(&raw).unwrap();
        assert_eq!(stored.as_object().unwrap().len(), attributes, "{stored}");
        assert_eq!(shop.get(&order).await.unwrap(), Some(order));
    }
    let edge = Edge {
        from: "a".to_owned(),
        to: "b".to_owned(),
    };
    shop.create(&edge).await.unwrap();
    assert_eq!(shop.query(Edge::query("a")).all().await.unwrap(), [edge]);
}

#[tokio::test]
async fn a_value_that_no_key_would_hold_is_refused() {
    let shop = table::<Shop>().await;
    let half = Order {
        rank: None,
        ..order(Some("k"))
    };
    let error = shop.put(&half).await.unwrap_err();
    assert!(error.is_key(), "{error}");
    assert_eq!(error.attribute(), Some("courier"));
}

/// Puts a raw item.
async fn put(client: &aws_sdk_dynamodb::Client, attributes: &[(&str, &str)]) {
    let mut put = client.put_item().table_name("shop");
    for (name, text) in attributes {
        let text = aws_sdk_dynamodb::types::AttributeValue::S((*text).to_owned());
        put = put.item(*name, text);
    }
    put.send().await.unwrap();
}

#[tokio::test]
async fn a_key_that_does_not_parse_is_an_error_that_names_the_attribute() {
    let client = embedded::client();
    let shop = Repository::<Shop>::new(client.clone());
    shop.create_table().await.unwrap();
    shop.put(&order(None)).await.unwrap();
    let key = ("PK", "CUST#c1");
    put(
        &client,
        &[key, ("SK", "ORDER#2026-13-45#000001"), ("type", "Order")],
    )
    .await;
    put(
        &client,
        &[key, ("SK", "ORDER#2026-10-21#1"), ("type", "Order")],
    )
    .await;
    put(
        &client,
        &[
            key,
            ("SK", "ORDER#2026-10-22#000001"),
            ("type", "Order"),
            ("GSI1PK", "COURIER#k"),
            ("GSI1SK", "x"),
        ],
    )
    .await;

    let page = shop.query(Order::query("c1")).page(None).await.unwrap();
    assert_eq!(page.items, [order(None)]);
    let attributes: Vec<_> = page
        .errors
        .iter()
        .map(|error| (error.is_decode(), error.attribute()))
        .collect();
    assert_eq!(
        attributes,
        [
            (true, Some("SK")),
            (true, Some("GSI1SK")),
            (true, Some("SK"))
        ]
    );
    assert!(
        page.errors[2].to_string().contains("placed_on"),
        "{}",
        page.errors[2]
    );
}
