//! What a projection asks for and what it reads: of the table, and of single and many keys.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model_tests::{Wire, open, raw_item, repository};

use crate::model::{Comment, Docs, Document, Place, Text, Title, comment, document, title};

#[tokio::test]
async fn a_query_asks_for_the_fields_and_for_what_tells_an_item() {
    let (database, docs) = open::<Docs>().await;
    let stored = [document("d1", 1), document("d1", 2)];
    let _ = docs.batch().put_all(&stored).await.unwrap();
    docs.put(&comment("d1", 1)).await.unwrap();
    let query = || docs.query(Document::query("d1")).project::<Title>();
    assert!(
        query()
            .explain()
            .ends_with("\n    projection: PK, SK, type, title, pages, tags, expires")
    );
    let wire = Wire::record(&database);
    let titles = query().newest_first().all().await.unwrap();
    assert_eq!(titles, [title(&stored[1]), title(&stored[0])]);
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, title, pages, tags, expires"
    );
}

#[tokio::test]
async fn a_get_reads_a_projection_or_nothing() {
    let (database, docs) = open::<Docs>().await;
    let stored = document("d1", 1);
    docs.put(&stored).await.unwrap();
    let wire = Wire::record(&database);
    let read = docs.get(Document::key("d1", 1)).project::<Text>();
    assert_eq!(
        read.explain(),
        "GetItem docs\n    key:        {PK: 'DOC#d1', SK: 'DOC#0001'}\n    \
         projection: PK, SK, type, docId, body, expires"
    );
    let text = read.consistent().await.unwrap().unwrap();
    assert_eq!((text.body, text.is_read), (stored.body.clone(), false));
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, docId, body, expires"
    );
    let missing = docs.get(Document::key("d2", 1)).project::<Text>();
    assert_eq!(missing.await.unwrap(), None);
}

#[tokio::test]
async fn get_many_reads_projections_in_the_order_of_the_keys() {
    let (database, docs) = open::<Docs>().await;
    let stored = [document("d1", 1), document("d2", 1)];
    let _ = docs.batch().put_all(&stored).await.unwrap();
    let wire = Wire::record(&database);
    let keys = [
        Document::key("d2", 1),
        Document::key("d9", 1),
        Document::key("d1", 1),
    ];
    let titles = docs.get_many(&keys).project::<Title>().await.unwrap();
    assert_eq!(
        titles,
        [Some(title(&stored[1])), None, Some(title(&stored[0]))]
    );
    let asked = &wire.last().body["RequestItems"]["docs"];
    assert_eq!(asked["ProjectionExpression"], "#0, #1, #2, #3, #4, #5, #6");
    let report = docs.get_many(&keys).project::<Title>().report().await;
    assert_eq!(report.unwrap().items, titles);
}

#[tokio::test]
async fn fields_that_only_keys_hold_are_read_from_them() {
    let (database, docs) = open::<Docs>().await;
    docs.put(&document("d1", 7)).await.unwrap();
    let wire = Wire::record(&database);
    let place = docs.get(Document::key("d1", 7)).project::<Place>();
    let place = place.await.unwrap().unwrap();
    assert_eq!((place.shelf.as_str(), place.edition), ("s1", 7));
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, KeysPK, expires"
    );
}

#[tokio::test]
async fn an_expired_item_is_not_read_by_a_projection_without_the_expiry() {
    let docs = repository::<Docs>().await;
    let expired = Document {
        expires: Some(1_600_000_000),
        ..document("d1", 1)
    };
    docs.put(&expired).await.unwrap();
    let key = || Document::key("d1", 1);
    assert_eq!(docs.get(key()).project::<Text>().await.unwrap(), None);
    let many = docs.get_many([key()]).project::<Text>();
    assert_eq!(many.await.unwrap(), [None]);
    let query = docs.query(Document::query("d1")).project::<Text>();
    assert_eq!(query.all().await.unwrap(), []);
}

#[tokio::test]
async fn a_projection_of_another_entitys_item_is_refused_or_skipped() {
    let (database, docs) = open::<Docs>().await;
    docs.put(&document("d1", 1)).await.unwrap();
    docs.put(&comment("d1", 1)).await.unwrap();
    let query = docs.query(Document::query("d1")).project::<Title>();
    let page = query.page(None).await.unwrap();
    assert_eq!((page.items.len(), page.skipped), (1, 0));
    // Another program's item under a document's key.
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let strange = [
        ("PK", text("DOC#d1")),
        ("SK", text("DOC#0002")),
        ("type", text("Comment")),
    ];
    raw_item(&database, "docs", &strange).await;
    let get = docs.get(Document::key("d1", 2)).project::<Title>();
    assert!(get.await.unwrap_err().is_decode());
    assert_eq!(docs.query(Comment::query("d1")).count().await.unwrap(), 1);
}

#[tokio::test]
async fn an_item_without_a_projected_attribute_is_an_error_that_names_it() {
    let (database, docs) = open::<Docs>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let partial = [
        ("PK", text("DOC#d1")),
        ("SK", text("DOC#0001")),
        ("type", text("Document")),
        ("title", text("a")),
    ];
    raw_item(&database, "docs", &partial).await;
    let error = docs.get(Document::key("d1", 1)).project::<Title>().await;
    let error = error.unwrap_err();
    assert!(error.is_decode());
    assert_eq!(
        (error.entity(), error.attribute()),
        (Some("Document"), Some("pages"))
    );
}

#[tokio::test]
async fn an_empty_set_is_read_as_in_the_entity() {
    let docs = repository::<Docs>().await;
    let bare = Document {
        tags: Default::default(),
        ..document("d1", 1)
    };
    docs.put(&bare).await.unwrap();
    let read = docs.get(Document::key("d1", 1)).project::<Title>();
    assert_eq!(read.await.unwrap(), Some(title(&bare)));
}
