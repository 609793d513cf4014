//! A shop before and after two indexes were added to its orders.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, CreateGlobalSecondaryIndexAction,
    GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, Projection, ProjectionType,
    ScalarAttributeType,
};
use dynamo_model::embedded::Embedded;
use dynamo_model::{KeyPart, Repository};
use dynamo_model_tests::{client, on_path_under_test};
use serde::{Deserialize, Serialize};

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Open,
    Closed,
}

pub(crate) mod v1 {
    use super::Status;
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(name = "shop", entities(Customer, Order))]
    pub(crate) struct Shop;

    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
    pub(crate) struct Customer {
        pub(crate) customer: String,
    }

    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:04}")]
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) number: u32,
        pub(crate) status: Status,
        pub(crate) note: Option<String>,
    }
}

pub(crate) mod v2 {
    use super::Status;
    use dynamo_model::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(
        name = "shop",
        gsi("GSI1"),
        gsi("Open", pk = "openPK", sk = "openSince"),
        entities(Customer, Order)
    )]
    pub(crate) struct Shop;

    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
    pub(crate) struct Customer {
        pub(crate) customer: String,
    }

    #[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[entity(
        table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:04}",
        index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{customer}#{number:04}"),
        index(name = open, on = "Open", pk = "OPEN", sk = "{number:04}", when = |status| *status == Status::Open),
    )]
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) number: u32,
        pub(crate) status: Status,
        pub(crate) note: Option<String>,
    }
}

/// Every third order is closed.
pub(crate) fn old_order(number: u32) -> v1::Order {
    v1::Order {
        customer: format!("c{}", number % 7),
        number,
        status: if number.is_multiple_of(3) {
            Status::Closed
        } else {
            Status::Open
        },
        note: None,
    }
}

pub(crate) fn order(number: u32) -> v2::Order {
    let v1::Order {
        customer,
        number,
        status,
        note,
    } = old_order(number);
    v2::Order {
        customer,
        number,
        status,
        note,
    }
}

/// A table of the old model with customers and so many orders, to which the indexes were added since.
pub(crate) async fn migrated(orders: u32) -> (Embedded, Repository<v2::Shop>) {
    let database = Embedded::new();
    let old = Repository::<v1::Shop>::new(client(&database));
    old.create_table().await.unwrap();
    let customers: Vec<_> = (0..7)
        .map(|number| v1::Customer {
            customer: format!("c{number}"),
        })
        .collect();
    let orders: Vec<_> = (0..orders).map(old_order).collect();
    let report = old.batch().put_all(&customers).put_all(&orders);
    assert!(report.await.unwrap().is_complete());
    add_index(&database, "GSI1", "GSI1PK", "GSI1SK").await;
    add_index(&database, "Open", "openPK", "openSince").await;
    let shop = on_path_under_test(Repository::new(client(&database)));
    (database, shop)
}

/// Adds an index to the table, as an operator would.
pub(crate) async fn add_index(database: &Embedded, index: &str, pk: &str, sk: &str) {
    let element = |name: &str, role| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(role)
            .build()
            .unwrap()
    };
    let text = |name: &str| {
        AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S)
            .build()
            .unwrap()
    };
    let create = CreateGlobalSecondaryIndexAction::builder()
        .index_name(index)
        .key_schema(element(pk, KeyType::Hash))
        .key_schema(element(sk, KeyType::Range))
        .projection(
            Projection::builder()
                .projection_type(ProjectionType::All)
                .build(),
        )
        .build()
        .unwrap();
    client(database)
        .update_table()
        .table_name("shop")
        .attribute_definitions(text("PK"))
        .attribute_definitions(text("SK"))
        .attribute_definitions(text(pk))
        .attribute_definitions(text(sk))
        .global_secondary_index_updates(
            GlobalSecondaryIndexUpdate::builder().create(create).build(),
        )
        .send()
        .await
        .unwrap();
}

pub(crate) type Attributes = BTreeMap<String, AttributeValue>;

/// An order's item as it is stored.
pub(crate) async fn stored(database: &Embedded, number: u32) -> Attributes {
    let got = client(database)
        .get_item()
        .table_name("shop")
        .set_key(Some(key(number).into_iter().collect()))
        .send()
        .await
        .unwrap();
    got.item.unwrap_or_default().into_iter().collect()
}

/// Changes an order's item past the library.
pub(crate) async fn change(database: &Embedded, number: u32, change: impl FnOnce(&mut Attributes)) {
    let mut item = stored(database, number).await;
    item.extend(key(number));
    change(&mut item);
    client(database)
        .put_item()
        .table_name("shop")
        .set_item(Some(item.into_iter().collect()))
        .send()
        .await
        .unwrap();
}

fn key(number: u32) -> [(String, AttributeValue); 2] {
    [
        ("PK".to_owned(), text(format!("CUST#c{}", number % 7))),
        ("SK".to_owned(), text(format!("ORDER#{number:04}"))),
    ]
}

pub(crate) fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// What the indexes hold, and what they should hold by the orders in the table.
pub(crate) async fn assert_indexes_are_complete(shop: &Repository<v2::Shop>) {
    let mut orders = shop.admin().scan::<v2::Order>().all().await.unwrap();
    orders.sort_by(|a, b| (&a.customer, a.number).cmp(&(&b.customer, b.number)));
    let with = |status| -> Vec<_> {
        let orders = orders.iter().filter(move |order| order.status == status);
        orders.cloned().collect()
    };
    for status in [Status::Open, Status::Closed] {
        let found = shop
            .query(v2::Order::by_status(status))
            .all()
            .await
            .unwrap();
        assert_eq!(found, with(status));
    }
    let mut open = shop.query(v2::Order::open()).all().await.unwrap();
    open.sort_by(|a, b| (&a.customer, a.number).cmp(&(&b.customer, b.number)));
    assert_eq!(open, with(Status::Open));
}
