//! Projections on indexes: an index with everything, one with keys only, one with some attributes.

use dynamo_model_tests::{Wire, open, repository};
use futures_util::TryStreamExt;

use crate::model::{Docs, Document, Place, Text, Title, comment, document, title};

async fn stocked(docs: &dynamo_model::Repository<Docs>) -> Vec<Document> {
    let documents: Vec<_> = ["d1", "d2", "d3"]
        .into_iter()
        .map(|id| document(id, 1))
        .collect();
    let comments: Vec<_> = (0..3).map(|number| comment("d1", number)).collect();
    let batch = docs.batch().put_all(&documents).put_all(&comments);
    assert!(batch.await.unwrap().is_complete());
    documents
}

// fault 80
#[tokio::test]
async fn an_include_index_yields_a_projection_of_what_it_includes() {
    let (database, docs) = open::<Docs>().await;
    let documents = stocked(&docs).await;
    let wire = Wire::record(&database);
    let query = || docs.query(Document::by_language("en")).project::<Title>();
    let titles: Vec<_> = documents.iter().map(title).collect();
    assert_eq!(query().all().await.unwrap(), titles);
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, title, pages, tags, SomePK, SomeSK, expires"
    );
    let page = query().limit(2).page(None).await.unwrap();
    assert_eq!(page.items, titles[..2]);
    let page = query().page(page.next).await.unwrap();
    assert_eq!(page.items, titles[2..]);
    let streamed: Vec<Title> = query().stream().try_collect().await.unwrap();
    assert_eq!(streamed, titles);
    assert_eq!(query().count().await.unwrap(), 3);
    assert!(
        !wire
            .last()
            .body
            .to_string()
            .contains("ProjectionExpression")
    );
}

// fault 80
#[tokio::test]
async fn a_keys_only_index_yields_a_projection_of_what_keys_hold() {
    let (database, docs) = open::<Docs>().await;
    stocked(&docs).await;
    let wire = Wire::record(&database);
    let places = docs.query(Document::by_shelf("s1")).project::<Place>();
    let places = places.all().await.unwrap();
    assert_eq!(places.len(), 3);
    assert!(
        places
            .iter()
            .all(|place| place.shelf == "s1" && place.edition == 1)
    );
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, KeysPK, KeysSK"
    );
}

#[tokio::test]
async fn an_index_with_everything_yields_any_projection() {
    let docs = repository::<Docs>().await;
    stocked(&docs).await;
    let texts = docs.query(Document::by_author("ann")).project::<Text>();
    let texts = texts.all().await.unwrap();
    assert_eq!(texts.len(), 3);
    assert!(texts.iter().all(|text| text.body.is_some()));
    let places = docs.query(Document::by_author("ann")).project::<Place>();
    assert_eq!(places.first().await.unwrap().unwrap().shelf, "s1");
}

#[tokio::test]
async fn filters_come_before_and_may_name_what_is_not_projected() {
    let docs = repository::<Docs>().await;
    stocked(&docs).await;
    let query = docs
        .query(Document::by_author("ann"))
        .filter(|document| document.title.eq("title of d2"))
        .project::<Text>();
    let texts = query.all().await.unwrap();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0].doc_id, "d2");
}

// fault 80
#[tokio::test]
async fn a_filter_on_what_the_index_lacks_stays_refused() {
    let (database, docs) = open::<Docs>().await;
    let wire = Wire::record(&database);
    let query = docs
        .query(Document::by_language("en"))
        .filter(|document| document.body.eq("long"))
        .project::<Title>();
    let error = query.all().await.unwrap_err();
    assert!(error.is_invalid_request());
    assert_eq!(error.attribute(), Some("body"));
    let query = docs
        .query(Document::by_language("en"))
        .filter(|document| document.body.eq("long"))
        .hydrate();
    assert!(query.all().await.unwrap_err().is_invalid_request());
    assert_eq!(wire.count(), 0);
}
