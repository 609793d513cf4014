//! `hydrate`: the keys that an index yields, as whole entities in its order.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::Entity;
use dynamo_model::embedded::Action;
use dynamo_model_tests::{Wire, open, raw_item, repository};
use futures_util::{StreamExt, TryStreamExt};
use serde_json::json;

use crate::model::{Docs, Document, comment, document};

async fn stocked(docs: &dynamo_model::Repository<Docs>, count: usize) -> Vec<Document> {
    let documents: Vec<_> = (0..count)
        .map(|number| document(&format!("d{number:03}"), 1))
        .collect();
    let batch = docs.batch().put_all(&documents).put(&comment("d000", 1));
    assert!(batch.await.unwrap().is_complete());
    documents
}

// fault 80
#[tokio::test]
async fn a_keys_only_index_is_hydrated_in_the_order_of_the_query() {
    let (database, docs) = open::<Docs>().await;
    let mut documents = stocked(&docs, 120).await;
    let wire = Wire::record(&database);
    let query = || {
        docs.query(Document::by_shelf("s1"))
            .newest_first()
            .hydrate()
    };
    documents.reverse();
    assert_eq!(query().all().await.unwrap(), documents);
    let operations: Vec<_> = wire.sent().into_iter().map(|sent| sent.operation).collect();
    assert_eq!(operations, ["Query", "BatchGetItem", "BatchGetItem"]);
    let streamed: Vec<Document> = query().stream().try_collect().await.unwrap();
    assert_eq!(streamed, documents);
}

#[tokio::test]
async fn hydration_goes_page_by_page() {
    let (database, docs) = open::<Docs>().await;
    let documents = stocked(&docs, 7).await;
    let query = || docs.query(Document::by_shelf("s1")).page_size(4).hydrate();
    let wire = Wire::record(&database);
    let page = query().page(None).await.unwrap();
    assert_eq!((page.items.as_slice(), page.examined), (&documents[..4], 4));
    assert_eq!(wire.count(), 2);
    let page = query().page(page.next).await.unwrap();
    assert_eq!((page.items.as_slice(), page.examined), (&documents[4..], 3));
    assert_eq!(query().all().await.unwrap(), documents);
    let limited = docs.query(Document::by_shelf("s1")).limit(2).hydrate();
    assert_eq!(limited.all().await.unwrap(), documents[..2]);
}

#[tokio::test]
async fn nothing_found_reads_nothing() {
    let (database, docs) = open::<Docs>().await;
    let wire = Wire::record(&database);
    let query = docs.query(Document::by_shelf("none")).hydrate();
    assert_eq!(query.all().await.unwrap(), []);
    assert_eq!(wire.count(), 1);
}

#[tokio::test]
async fn what_is_deleted_since_the_query_is_left_out() {
    let (database, docs) = open::<Docs>().await;
    let documents = stocked(&docs, 3).await;
    let (other, gone) = (docs.clone(), documents[1].key());
    database.on_request(move |request| {
        let (other, gone) = (other.clone(), gone.clone());
        async move {
            if request.operation() == "BatchGetItem" {
                other.delete(gone).await.unwrap();
            }
            Action::Pass
        }
    });
    let query = docs.query(Document::by_shelf("s1")).hydrate();
    let left = [documents[0].clone(), documents[2].clone()];
    assert_eq!(query.all().await.unwrap(), left);
}

#[tokio::test]
async fn an_expired_item_that_an_index_of_keys_yields_is_left_out() {
    let docs = repository::<Docs>().await;
    let documents = stocked(&docs, 2).await;
    let expired = Document {
        expires: Some(1_600_000_000),
        ..documents[0].clone()
    };
    docs.put(&expired).await.unwrap();
    let query = || docs.query(Document::by_shelf("s1"));
    assert_eq!(query().all().await.unwrap().len(), 2);
    assert_eq!(query().hydrate().all().await.unwrap(), documents[1..]);
}

#[tokio::test]
async fn an_include_index_is_hydrated_with_consistent_reads_of_the_table() {
    let (database, docs) = open::<Docs>().await;
    let documents = stocked(&docs, 2).await;
    let wire = Wire::record(&database);
    let query = docs.query(Document::by_language("en")).hydrate();
    assert!(query.explain().contains("IndexName:  Some"));
    assert_eq!(query.consistent().all().await.unwrap(), documents);
    let sent = wire.sent();
    assert_eq!(
        sent[0].resolved("ProjectionExpression"),
        "PK, SK, type, SomePK, SomeSK, expires"
    );
    assert_eq!(sent[1].body["RequestItems"]["docs"]["ConsistentRead"], true);
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_the_error_of_its_place() {
    let (database, docs) = open::<Docs>().await;
    let documents = stocked(&docs, 3).await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let broken = [
        ("PK", text("DOC#d001")),
        ("SK", text("DOC#0001")),
        ("type", text("Document")),
        ("KeysPK", text("SHELF#s1")),
        ("KeysSK", text("DOC#d001#0001")),
    ];
    raw_item(&database, "docs", &broken).await;
    let query = || docs.query(Document::by_shelf("s1")).hydrate();
    let page = query().page(None).await.unwrap();
    assert_eq!(page.items, [documents[0].clone(), documents[2].clone()]);
    assert!(page.errors[0].is_decode());
    let streamed: Vec<_> = query().stream().map(|item| item.is_ok()).collect().await;
    assert_eq!(streamed, [true, false, true]);
    assert!(query().all().await.unwrap_err().is_decode());
}

// fault 83
#[tokio::test(start_paused = true)]
async fn keys_that_the_service_never_reads_are_an_error_and_no_gap() {
    let (database, docs) = open::<Docs>().await;
    stocked(&docs, 3).await;
    let _wire = Wire::script(&database, |sent, _| match sent.operation.as_str() {
        "BatchGetItem" => Action::Answer {
            status: 200,
            body: json!({"Responses": {}, "UnprocessedKeys": sent.body["RequestItems"]})
                .to_string(),
        },
        _ => Action::Pass,
    });
    let query = || docs.query(Document::by_shelf("s1")).hydrate();
    assert!(query().all().await.unwrap_err().is_throttled());
    let streamed: Result<Vec<Document>, _> = query().stream().try_collect().await;
    assert!(streamed.unwrap_err().is_throttled());
}
