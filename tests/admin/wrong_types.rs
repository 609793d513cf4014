//! Index attributes of the wrong type, from before there was an index.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{client, on_path_under_test, raw_item};
use serde::{Deserialize, Serialize};

use crate::model::{
    add_index, assert_indexes_are_complete, change, old_order, stored, text, v1, v2,
};

// fault 117
#[tokio::test]
async fn index_attributes_of_a_wrong_type_are_found_and_put_right() {
    let database = Embedded::new();
    let old = Repository::<v1::Shop>::new(client(&database));
    old.create_table().await.unwrap();
    let wrong = [
        AttributeValue::N("7".to_owned()),
        AttributeValue::Null(true),
        text(""),
        AttributeValue::L(Vec::new()),
        AttributeValue::Bool(true),
        text("STATUS#Somewhere"),
    ];
    for (number, value) in (0..).zip(wrong) {
        old.create(&old_order(number)).await.unwrap();
        change(&database, number, |item| {
            for name in ["GSI1PK", "GSI1SK", "openPK", "openSince"] {
                item.insert(name.to_owned(), value.clone());
            }
        })
        .await;
    }
    add_index(&database, "GSI1", "GSI1PK", "GSI1SK").await;
    add_index(&database, "Open", "openPK", "openSince").await;
    let shop = Repository::<v2::Shop>::new(client(&database));
    assert!(
        shop.query(v2::Order::open())
            .all()
            .await
            .unwrap()
            .is_empty()
    );
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!(report.complete().unwrap(), 6);
    assert_indexes_are_complete(&shop).await;
    let closed = stored(&database, 3).await;
    assert!(!closed.contains_key("openPK") && !closed.contains_key("openSince"));
    let report = shop.admin().backfill::<v2::Order>().await.unwrap();
    assert_eq!((report.rewritten, report.unchanged), (0, 6));
}

/// An entity whose own fields are the keys of an index.
#[derive(Table)]
#[table(
    name = "shop",
    gsi("ByMail", pk = "mail", sk = "since"),
    entities(User)
)]
struct Users;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Users, pk = "USER#{id}", sk = "USER#{id}", index(name = by_mail, on = "ByMail", pk = "{mail}", sk = "{since}"))]
struct User {
    id: String,
    mail: Option<String>,
    since: Option<String>,
}

// fault 117
#[tokio::test]
async fn a_field_that_is_a_key_itself_is_reported_by_name_or_removed_where_it_is_null() {
    let database = Embedded::new();
    let old = Repository::<v1::Shop>::new(client(&database));
    old.create_table().await.unwrap();
    for (id, mail) in [
        ("null", AttributeValue::Null(true)),
        ("number", AttributeValue::N("7".to_owned())),
        ("empty", text("")),
        ("right", text("a@b")),
    ] {
        raw_item(
            &database,
            "shop",
            &[
                ("PK", text(format!("USER#{id}"))),
                ("SK", text(format!("USER#{id}"))),
                ("type", text("User")),
                ("id", text(id)),
                ("mail", mail),
                ("since", text("2020")),
            ],
        )
        .await;
    }
    add_index(&database, "ByMail", "mail", "since").await;
    let users = on_path_under_test(Repository::<Users>::new(client(&database)));
    let report = users.admin().backfill::<User>().await.unwrap();
    assert_eq!(
        (report.rewritten, report.unchanged, report.failed),
        (1, 1, 2)
    );
    assert!(
        report.samples[0].contains("REMOVE mail"),
        "{}",
        report.samples[0]
    );
    let mut failures: Vec<_> = report
        .failures
        .iter()
        .map(|error| (error.key().unwrap(), error.attribute().unwrap()))
        .collect();
    failures.sort_unstable();
    assert_eq!(
        failures,
        [
            ("{PK: 'USER#empty', SK: 'USER#empty'}", "mail"),
            ("{PK: 'USER#number', SK: 'USER#number'}", "mail"),
        ]
    );
    assert!(report.failures.iter().all(|error| error.is_decode()));
    assert!(!report.is_complete());
}
