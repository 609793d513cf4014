//! An entity with copies, guards, and a value of its key that is unique by itself.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

use crate::model::contents;

#[derive(Table)]
#[table(name = "mail", delimiter = "::", entities(Box))]
struct Mail;

/// `host` is in the key: its guard never changes. A name that is Rust's own, and types that need no import.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Mail, name = "MailBox", pk = "BOX::{id}", sk = "HOST::{host}",
    also(name = by_host, pk = "HOST::{host}", sk = "BOX::{id:03}"),
    also(name = all, pk = "BOXES", sk = "{id:03}::{host}"))]
struct Box {
    id: u64,
    #[entity(unique)]
    host: String,
    #[entity(unique)]
    #[serde(rename = "alias")]
    r#type: Option<String>,
}

#[tokio::test]
async fn copies_and_guards_go_together() {
    let (database, mail) = open::<Mail>().await;
    let one = Box {
        id: 1,
        host: "h".into(),
        r#type: Some("t".into()),
    };
    mail.create(&one).await.unwrap();
    let keys: Vec<_> = contents(&database, "mail").await.into_keys().collect();
    let expected = [
        "BOX::1 HOST::h",
        "BOXES 001::h",
        "HOST::h BOX::001",
        "UNIQUE#MailBox#alias#t UNIQUE#MailBox#alias#t",
        "UNIQUE#MailBox#host#h UNIQUE#MailBox#host#h",
    ];
    assert_eq!(keys, expected);
    for found in [
        mail.query(Box::query(1)).all().await.unwrap(),
        mail.query(Box::by_host("h")).all().await.unwrap(),
        mail.query(Box::all()).all().await.unwrap(),
    ] {
        assert_eq!(found, std::slice::from_ref(&one));
    }
    let error = mail
        .create(&Box {
            id: 2,
            ..one.clone()
        })
        .await
        .unwrap_err();
    assert!(error.is_unique_taken(), "{error}");
    assert_eq!(error.canceled().len(), 2);
    mail.update(Box::update(&one).r#type("u")).await.unwrap();
    let found = mail.query(Box::all()).all().await.unwrap();
    assert_eq!(found[0].r#type.as_deref(), Some("u"));
    mail.delete(&one).await.unwrap();
    assert!(contents(&database, "mail").await.is_empty());
}

#[derive(Table)]
#[table(name = "tags", entities(Tag))]
struct Tags;

/// What is flattened takes every attribute that is left.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Tags, pk = "POST#{post}", sk = "TAG#{tag}", also(name = by_tag, pk = "TAG#{tag}", sk = "POST#{post}"))]
struct Tag {
    post: String,
    tag: String,
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, String>,
}

#[tokio::test]
async fn a_copy_brings_nothing_that_the_entity_did_not_write() {
    let (_database, tags) = open::<Tags>().await;
    let more = [(String::from("by"), String::from("ann"))].into();
    let tag = Tag {
        post: "p".into(),
        tag: "t".into(),
        more,
    };
    tags.create(&tag).await.unwrap();
    assert_eq!(
        tags.query(Tag::by_tag("t")).all().await.unwrap(),
        std::slice::from_ref(&tag)
    );
    assert_eq!(tags.query(Tag::query("p")).all().await.unwrap(), [tag]);
}
