//! keys_only and include indexes: what they yield is a key, with which the item is read.

use dynamo_model::{Entity, Key, Table};
use dynamo_model_tests::{Wire, open, repository};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[expect(
    clippy::duplicated_attributes,
    reason = "clippy takes the `keys_only` of two indexes for one"
)]
#[table(
    name = "docs",
    gsi("Keys", keys_only),
    gsi("Some", include("title")),
    gsi("Shared", keys_only),
    entities(Document, Comment)
)]
struct Docs;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Docs,
    pk = "DOC#{id}",
    sk = "DOC",
    index(name = by_author, on = "Keys", pk = "AUTHOR#{author}", sk = "DOC#{id}"),
    index(name = by_shelf, on = "Some", pk = "SHELF#{shelf}", sk = "{id}"),
    index(name = shared, on = "Shared", pk = "SHARED#{shelf}", sk = "{author}")
)]
struct Document {
    id: String,
    author: String,
    shelf: String,
    title: String,
    body: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Docs,
    pk = "DOC#{doc}",
    sk = "COMMENT#{number:04}",
    index(name = by_author, on = "Keys", pk = "AUTHOR#{author}", sk = "COMMENT#{number:04}"),
    index(name = by_shelf, on = "Some", pk = "SHELF#{shelf}", sk = "{doc}"),
    index(name = shared, on = "Shared", pk = "SHARED#{shelf}", sk = "{author}")
)]
struct Comment {
    doc: String,
    number: u32,
    author: String,
    shelf: String,
}

fn document(id: &str) -> Document {
    Document {
        id: id.to_owned(),
        author: String::from("ann"),
        shelf: String::from("s1"),
        title: format!("title of {id}"),
        body: String::from("long"),
    }
}

fn comment(doc: &str, number: u32) -> Comment {
    Comment {
        doc: doc.to_owned(),
        number,
        author: String::from("ann"),
        shelf: String::from("s1"),
    }
}

#[tokio::test]
async fn a_keys_only_index_yields_keys_by_their_shape() {
    let docs = repository::<Docs>().await;
    for id in ["d1", "d2"] {
        docs.put(&document(id)).await.unwrap();
        docs.put(&comment(id, 1)).await.unwrap();
    }
    let keys: Vec<Key<Document>> = docs.query(Document::by_author("ann")).all().await.unwrap();
    assert_eq!(keys, [Document::key("d1"), Document::key("d2")]);
    assert_eq!(docs.get(&keys[0]).await.unwrap(), Some(document("d1")));
    let mut comments: Vec<Key<Comment>> =
        docs.query(Comment::by_author("ann")).all().await.unwrap();
    comments.sort_by_key(|key| format!("{key:?}"));
    assert_eq!(comments, [Comment::key("d1", 1), Comment::key("d2", 1)]);
}

#[tokio::test]
async fn a_keys_only_index_has_no_type_to_filter_by() {
    let docs = repository::<Docs>().await;
    assert!(
        !docs
            .query(Document::by_author("ann"))
            .explain()
            .contains("filter")
    );
}

#[tokio::test]
async fn an_include_index_has_the_type_and_filters_by_what_it_includes() {
    let (database, docs) = open::<Docs>().await;
    for id in ["d1", "d2"] {
        docs.put(&document(id)).await.unwrap();
        docs.put(&comment(id, 1)).await.unwrap();
    }
    let wire = Wire::record(&database);
    let keys: Vec<Key<Document>> = docs.query(Document::by_shelf("s1")).all().await.unwrap();
    assert_eq!(keys, [Document::key("d1"), Document::key("d2")]);
    assert_eq!(wire.last().resolved("FilterExpression"), "type = Document");
    let titled = docs
        .query(Document::by_shelf("s1"))
        .filter(|doc| doc.title.eq("title of d2"));
    assert_eq!(titled.all().await.unwrap(), [Document::key("d2")]);
}

#[tokio::test]
async fn keys_are_paged_and_limited_like_items() {
    let docs = repository::<Docs>().await;
    for number in 0..7 {
        docs.put(&comment("d1", number)).await.unwrap();
    }
    let query = || docs.query(Comment::by_author("ann"));
    assert_eq!(query().limit(3).all().await.unwrap().len(), 3);
    let first = query().newest_first().first().await.unwrap();
    assert_eq!(first, Some(Comment::key("d1", 6)));
    let page = query().page_size(5).page(None).await.unwrap();
    assert_eq!(page.items.len(), 5);
    let page = query().page_size(5).page(page.next).await.unwrap();
    assert_eq!(page.items, [Comment::key("d1", 5), Comment::key("d1", 6)]);
}

#[tokio::test]
async fn every_reader_of_a_shared_keys_only_partition_leaves_out_the_other_entity() {
    let docs = repository::<Docs>().await;
    for id in ["d1", "d2"] {
        docs.put(&document(id)).await.unwrap();
        for number in 0..3 {
            docs.put(&comment(id, number)).await.unwrap();
        }
    }
    let query = || docs.query(Document::shared("s1"));
    assert_eq!(query().all().await.unwrap().len(), 2);
    assert_eq!(query().count().await.unwrap(), 2);
    assert_eq!(query().limit(2).all().await.unwrap().len(), 2);
    assert!(query().first().await.unwrap().is_some());
    let page = query().page(None).await.unwrap();
    assert_eq!((page.items.len(), page.skipped, page.examined), (2, 6, 8));
    assert_eq!(
        docs.query(Comment::shared("s1").author("ann"))
            .count()
            .await
            .unwrap(),
        6
    );
    assert_eq!(docs.items(Comment::shared("s1")).count().await.unwrap(), 8);
}
