//! Optimistic locking.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "pages", entities(Page))]
struct Pages;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Pages, pk = "PAGE#{id}", sk = "PAGE")]
struct Page {
    id: String,
    text: String,
    #[entity(version)]
    #[serde(default, rename = "counter")]
    version: u64,
    #[entity(created_at)]
    #[serde(default)]
    created: Option<u64>,
}

fn page() -> Page {
    Page {
        id: "p".into(),
        text: "a".into(),
        version: 0,
        created: None,
    }
}

async fn pages() -> (Embedded, Repository<Pages>) {
    let database = Embedded::new();
    let pages = on_path_under_test(Repository::new(database.client()));
    pages.create_table().await.unwrap();
    (database, pages)
}

// faults 94, 95
#[tokio::test]
async fn the_version_in_memory_follows_successful_writes() {
    let (_, pages) = pages().await;
    let mut page = page();
    pages.create(&mut page).await.unwrap();
    assert_eq!(page.version, 1);
    assert!(page.created.is_some());
    page.text = "b".into();
    pages.put(&mut page).await.unwrap();
    pages.replace(&mut page).await.unwrap();
    assert_eq!(page.version, 3);
    assert_eq!(pages.get(&page).await.unwrap(), Some(page.clone()));
    let mut again = page.clone();
    assert!(
        pages
            .create(&mut again)
            .await
            .unwrap_err()
            .is_already_exists()
    );
    assert_eq!(again, page, "a failed write leaves the entity as it was");
}

#[tokio::test]
async fn of_two_writers_with_one_version_one_wins() {
    let (_, pages) = pages().await;
    let mut first = page();
    pages.create(&mut first).await.unwrap();
    let mut second = first.clone();
    first.text = "first".into();
    second.text = "second".into();
    let (one, two) = tokio::join!(
        pages.put(&mut first).into_future(),
        pages.replace(&mut second).into_future()
    );
    let lost = match (one, two) {
        (Ok(()), Err(error)) | (Err(error), Ok(())) => error,
        other => panic!("one wins: {other:?}"),
    };
    assert!(lost.is_condition_failed() && !lost.is_not_found());
    let existing = lost.existing::<Page>().unwrap().unwrap();
    assert_eq!(existing.version, 2);
}

// fault 96
#[tokio::test]
async fn a_stale_copy_is_not_deleted_by() {
    let (_, pages) = pages().await;
    let mut page = page();
    pages.create(&mut page).await.unwrap();
    let stale = page.clone();
    pages.put(&mut page).await.unwrap();
    let error = pages.delete(&stale).await.unwrap_err();
    assert!(error.is_condition_failed() && !error.is_not_found());
    pages.delete(&page).await.unwrap();
    assert!(pages.delete(&page).await.unwrap_err().is_not_found());
    pages.delete(Page::key("p")).await.unwrap();
}

#[tokio::test]
async fn an_update_counts_and_conditions_only_when_asked() {
    let (_, pages) = pages().await;
    let mut page = page();
    pages.create(&mut page).await.unwrap();
    let update = || Page::update(Page::key("p")).text("x");
    let new = pages.update(update()).returning_new().await.unwrap();
    assert_eq!(new.version, 2);
    let error = pages.update(update()).expect_version(1).await.unwrap_err();
    assert!(error.is_condition_failed() && !error.is_not_found());
    pages.update(update()).expect_version(2).await.unwrap();
    let error = pages
        .update(Page::update(Page::key("q")).text("x"))
        .expect_version(1)
        .await
        .unwrap_err();
    assert!(error.is_not_found());
}

// fault 94: rows of version 0, and rows from before there were versions.
#[tokio::test]
async fn rows_with_version_zero_or_none_are_taken_over() {
    let (database, pages) = pages().await;
    for version in [Some("0"), None] {
        let mut put = database
            .client()
            .put_item()
            .table_name("pages")
            .item("PK", AttributeValue::S("PAGE#p".into()))
            .item("SK", AttributeValue::S("PAGE".into()))
            .item("type", AttributeValue::S("Page".into()))
            .item("id", AttributeValue::S("p".into()))
            .item("text", AttributeValue::S("old".into()));
        if let Some(version) = version {
            put = put.item("counter", AttributeValue::N(version.into()));
        }
        put.clone().send().await.unwrap();
        let mut page = pages.get(Page::key("p")).await.unwrap().unwrap();
        assert_eq!(page.version, 0);
        pages.replace(&mut page).await.unwrap();
        assert_eq!(page.version, 1);
        put.clone().send().await.unwrap();
        let page = pages
            .modify(Page::key("p"), |page| page.text.push('!'))
            .await
            .unwrap();
        assert_eq!((page.version, page.text.as_str()), (1, "old!"));
        put.send().await.unwrap();
        let updated = pages
            .update(Page::update(Page::key("p")).text("new"))
            .expect_version(0)
            .returning_new()
            .await
            .unwrap();
        assert_eq!(updated.version, 1);
    }
}

// fault 97
#[tokio::test]
async fn an_unchecked_batch_leaves_a_version_to_go_on_from() {
    let (_, pages) = pages().await;
    let mut page = page();
    let report = pages.batch().unchecked().put_all([&page]).await.unwrap();
    assert!(report.is_complete());
    pages.put(&mut page).await.unwrap();
    assert_eq!(page.version, 1);
}

#[tokio::test]
async fn a_move_goes_on_from_the_version() {
    let (_, pages) = pages().await;
    let mut old = page();
    pages.create(&mut old).await.unwrap();
    let mut new = Page {
        id: "q".into(),
        ..old.clone()
    };
    pages.rekey(&old, &mut new).await.unwrap();
    assert_eq!(new.version, 2);
    assert_eq!(pages.get(&new).await.unwrap(), Some(new.clone()));
    let stale = Page {
        version: 1,
        ..new.clone()
    };
    let error = pages.rekey(&stale, &mut old).await.unwrap_err();
    assert!(
        error.is_condition_failed() && !error.is_not_found(),
        "{error}"
    );
}

// fault 58
#[test]
fn the_version_is_aliased() {
    let pages = Repository::<Pages>::new(dynamo_model::embedded::client());
    let mut page = page();
    let request = pages.replace(&mut page);
    assert!(
        request.explain().ends_with(
            "condition:  (attribute_exists(PK) AND (attribute_not_exists(counter) OR counter = 0))"
        ),
        "{}",
        request.explain()
    );
}

use std::future::IntoFuture;
