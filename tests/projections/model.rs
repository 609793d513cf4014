//! Documents on every kind of index.

use std::collections::BTreeSet;

use dynamo_model::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "docs",
    gsi("All"),
    gsi("Keys", keys_only),
    gsi("Some", include("title", "pages", "tags")),
    entities(Document, Comment)
)]
pub(crate) struct Docs;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Docs,
    pk = "DOC#{doc_id}",
    sk = "DOC#{edition:04}",
    index(name = by_author, on = "All", pk = "AUTHOR#{author}", sk = "DOC#{doc_id}"),
    index(name = by_shelf, on = "Keys", pk = "SHELF#{shelf}", sk = "DOC#{doc_id}#{edition:04}"),
    index(name = by_language, on = "Some", pk = "LANGUAGE#{language}", sk = "{title}"),
)]
pub(crate) struct Document {
    pub(crate) doc_id: String,
    #[entity(key_only)]
    pub(crate) edition: u32,
    pub(crate) author: String,
    #[entity(key_only)]
    pub(crate) shelf: String,
    pub(crate) language: String,
    pub(crate) title: String,
    #[serde(rename = "pages")]
    pub(crate) page_count: u64,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) body: Option<String>,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Docs,
    pk = "DOC#{doc}",
    sk = "COMMENT#{number:04}",
    index(name = by_author, on = "All", pk = "AUTHOR#{author}", sk = "{number:04}"),
    index(name = by_language, on = "Some", pk = "LANGUAGE#{language}", sk = "{number:04}"),
)]
pub(crate) struct Comment {
    pub(crate) doc: String,
    pub(crate) number: u32,
    pub(crate) author: String,
    pub(crate) language: String,
}

/// Of what the include index has.
#[derive(Clone, Debug, PartialEq, Deserialize, Projection)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[projection(of = Document)]
pub(crate) struct Title {
    pub(crate) title: String,
    #[serde(rename(deserialize = "pages"))]
    pub(crate) number_of_pages: u64,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) edition: u32,
}

/// Of what keys tell.
#[derive(Clone, Debug, PartialEq, Deserialize, Projection)]
#[projection(of = Document)]
pub(crate) struct Place {
    pub(crate) shelf: String,
    pub(crate) edition: u32,
}

/// Of what only whole items have.
#[derive(Clone, Debug, PartialEq, Deserialize, Projection)]
#[serde(rename_all = "camelCase")]
#[projection(of = Document)]
pub(crate) struct Text {
    pub(crate) doc_id: String,
    pub(crate) body: Option<String>,
    #[serde(skip)]
    pub(crate) is_read: bool,
}

pub(crate) fn document(doc_id: &str, edition: u32) -> Document {
    Document {
        doc_id: doc_id.to_owned(),
        edition,
        author: String::from("ann"),
        shelf: String::from("s1"),
        language: String::from("en"),
        title: format!("title of {doc_id}"),
        page_count: 100,
        tags: BTreeSet::from([String::from("new")]),
        body: Some(String::from("long")),
        expires: None,
    }
}

pub(crate) fn title(document: &Document) -> Title {
    Title {
        title: document.title.clone(),
        number_of_pages: document.page_count,
        tags: document.tags.clone(),
        edition: document.edition,
    }
}

pub(crate) fn comment(doc: &str, number: u32) -> Comment {
    Comment {
        doc: doc.to_owned(),
        number,
        author: String::from("ann"),
        language: String::from("en"),
    }
}
