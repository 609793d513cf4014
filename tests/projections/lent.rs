//! Pages that lend: the same items, rules and errors as pages, borrowed from the answer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{
    Entity, Key, LentFrom, LentPage, LentText, Projection, RawItem, Repository, Table,
};
use dynamo_model_tests::{Wire, client, open, raw_item, without_place};
use serde::{Deserialize, Serialize};

use crate::model::{Docs, Document, Title, comment, document, title};

#[derive(Debug, Table)]
#[table(name = "notes", entities(Note, Other, Bare<'_>))]
struct Notes;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes, pk = "BOOK#{book}", sk = "NOTE#{number:04}")]
struct Note {
    book: String,
    number: u32,
    text: String,
    author: Option<String>,
    labels: Vec<String>,
    words: BTreeMap<String, u32>,
    place: Place,
    #[entity(ttl)]
    expires: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    page: u32,
    chapter: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes, pk = "BOOK#{book}", sk = "NOTE#{number:04}#OTHER")]
struct Other {
    book: String,
    number: u32,
}

/// An entity that borrows.
#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes, pk = "BARE#{id}", sk = "{name}")]
struct Bare<'a> {
    id: &'a str,
    name: &'a str,
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Debug, PartialEq, Deserialize, Projection)]
#[serde(deny_unknown_fields)]
#[projection(of = Note)]
struct NoteView<'a> {
    book: &'a str,
    number: u32,
    #[serde(borrow)]
    text: Cow<'a, str>,
    author: Option<&'a str>,
    #[serde(borrow)]
    labels: Vec<LentText<'a>>,
    #[serde(borrow)]
    words: BTreeMap<&'a str, u32>,
    #[serde(borrow)]
    place: PlaceView<'a>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct PlaceView<'a> {
    chapter: &'a str,
}

impl LentFrom<Place> for PlaceView<'_> {}

fn note(number: u32, text: &str) -> Note {
    Note {
        book: "b1".to_owned(),
        number,
        text: text.to_owned(),
        author: number.is_multiple_of(2).then(|| "ann".to_owned()),
        labels: vec!["new".to_owned(), "read".to_owned()],
        words: BTreeMap::from([("a".to_owned(), number)]),
        place: Place {
            page: number,
            chapter: format!("chapter {number}"),
        },
        expires: None,
    }
}

fn is_view(view: &NoteView<'_>, note: &Note) -> bool {
    let words: Vec<_> = note
        .words
        .iter()
        .map(|(word, count)| (word.as_str(), *count))
        .collect();
    view.book == note.book
        && view.number == note.number
        && view.text == note.text
        && view.author == note.author.as_deref()
        && view.labels == note.labels
        && view
            .words
            .iter()
            .map(|(word, count)| (*word, *count))
            .eq(words)
        && view.place.chapter == note.place.chapter
}

async fn notes(
    count: u32,
) -> (
    dynamo_model::embedded::Embedded,
    Repository<Notes>,
    Vec<Note>,
) {
    let (database, repository) = open::<Notes>().await;
    let notes: Vec<_> = (1..=count).map(|number| note(number, "plain")).collect();
    for note in &notes {
        repository.put(note).await.unwrap();
    }
    (database, repository, notes)
}

#[tokio::test]
async fn a_projection_with_a_lifetime_borrows_from_the_page() {
    let (database, repository, notes) = notes(4).await;
    let other = Other {
        book: "b1".to_owned(),
        number: 2,
    };
    repository.put(&other).await.unwrap();
    let wire = Wire::record(&database);
    let query = || {
        repository
            .query(Note::query("b1"))
            .project::<NoteView<'_>>()
    };
    let page: LentPage<NoteView<'static>> = query().page_bytes(None).await.unwrap();
    assert_eq!(
        wire.last().resolved("ProjectionExpression"),
        "PK, SK, type, book, number, text, author, labels, words, place, expires"
    );
    assert_eq!(
        (page.len(), page.next.is_none(), page.is_empty()),
        (4, true, false)
    );
    // The filter is on the expiry too, so nobody knows what it left out.
    assert_eq!((page.skipped, page.examined), (0, 5));
    let views = page.iter().collect::<Result<Vec<_>, _>>().unwrap();
    assert!(
        views
            .iter()
            .zip(&notes)
            .all(|(view, note)| is_view(view, note))
    );
    assert!(
        views
            .iter()
            .all(|view| matches!(view.text, Cow::Borrowed(_)))
    );
    let labels = views.iter().flat_map(|view| view.labels.clone());
    assert!(
        labels
            .map(LentText::into_cow)
            .all(|label| matches!(label, Cow::Borrowed(_)))
    );
    let last = page.iter().next_back().unwrap().unwrap();
    assert_eq!(last, *views.last().unwrap());
    assert_eq!(page.get(2).unwrap().unwrap(), views[2]);
    assert!(page.get(4).is_none());
    assert_eq!(page.iter().skip(3).len(), 1);
    assert!(!format!("{page:?}").contains("plain"));
}

#[tokio::test]
async fn pages_that_lend_go_on_where_the_last_ended() {
    let (_, repository, notes) = notes(7).await;
    for limit in [None, Some(3)] {
        let (mut read, mut cursor) = (Vec::new(), None);
        loop {
            let query = repository.query(Note::query("b1")).newest_first();
            let query = match limit {
                Some(limit) => query.limit(limit),
                None => query.page_size(2),
            };
            let page = query.page_bytes(cursor).await.unwrap();
            assert!(page.len() <= limit.unwrap_or(2));
            read.extend(page.iter().map(Result::unwrap));
            cursor = page.next.clone();
            if cursor.is_none() {
                break;
            }
        }
        read.reverse();
        assert_eq!(read, notes);
    }
    let of_another = repository
        .query(Note::query("b1"))
        .page_size(2)
        .page_bytes(None)
        .await
        .unwrap()
        .next;
    let wrong = repository
        .query(Note::query("b2"))
        .page_bytes(of_another)
        .await;
    assert!(wrong.unwrap_err().is_cursor());
    let nothing = repository
        .query(Note::query("b1"))
        .limit(0)
        .page_bytes(None)
        .await
        .unwrap();
    assert_eq!((nothing.len(), nothing.examined), (0, 0));
}

#[tokio::test]
async fn text_with_escapes_is_lent_as_cow_alone() {
    let (_, repository, _) = notes(1).await;
    let mut escaped = note(2, "a \"quoted\" word\n");
    repository.put(&escaped).await.unwrap();
    escaped.number = 3;
    escaped.labels.push("back\\slash".to_owned());
    repository.put(&escaped).await.unwrap();
    escaped.number = 4;
    escaped.author = Some("back\\slash".to_owned());
    repository.put(&escaped).await.unwrap();
    let page = repository
        .query(Note::query("b1"))
        .project::<NoteView<'_>>()
        .page_bytes(None)
        .await
        .unwrap();
    let read: Vec<_> = page.iter().collect();
    assert!(
        matches!(&read[1].as_ref().unwrap().text, Cow::Owned(text) if text == "a \"quoted\" word\n")
    );
    let labels = &read[2].as_ref().unwrap().labels;
    assert_eq!(labels.last().unwrap(), "back\\slash");
    let error = read[3].as_ref().unwrap_err();
    assert!(error.is_decode());
    let text = error.to_string();
    assert!(
        text.contains("author") && text.contains("Cow<str>"),
        "{text}"
    );
}

#[tokio::test]
async fn entities_are_lent_one_at_a_time_and_by_the_same_rules() {
    let (database, repository, notes) = notes(2).await;
    let number = |number: i32| AttributeValue::N(number.to_string());
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let item = |sort: &str, own: i32, note: AttributeValue| {
        let attributes = [
            ("PK", text("BOOK#b1")),
            ("SK", text(sort)),
            ("type", text("Note")),
            ("book", text("b1")),
            ("number", number(own)),
            ("text", note),
            ("labels", AttributeValue::L(Vec::new())),
            ("words", AttributeValue::M(std::collections::HashMap::new())),
            (
                "place",
                AttributeValue::M(
                    [
                        ("page".to_owned(), number(1)),
                        ("chapter".to_owned(), text("c")),
                    ]
                    .into(),
                ),
            ),
        ];
        attributes.to_vec()
    };
    // One whose attributes are those of another key, one with a wrong type, a stranger, one that is expired.
    raw_item(&database, "notes", &item("NOTE#0003", 9, text("x"))).await;
    raw_item(&database, "notes", &item("NOTE#0004", 4, number(1))).await;
    let stranger = [
        ("PK", text("BOOK#b1")),
        ("SK", text("NOTE#0005")),
        ("type", text("Else")),
    ];
    raw_item(&database, "notes", &stranger).await;
    let mut expired = note(6, "gone");
    expired.expires = Some(1);
    repository.put(&expired).await.unwrap();

    let query = || repository.query(Note::query("b1"));
    let page = query().page(None).await.unwrap();
    let lent = query().page_bytes(None).await.unwrap();
    assert_eq!(page.items, notes);
    let read: Vec<_> = lent.iter().collect();
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, true, false, false]
    );
    let (items, errors): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
    let errors: Vec<_> = errors
        .into_iter()
        .map(|error| without_place(&error.unwrap_err().to_string()))
        .collect();
    assert_eq!(
        errors,
        page.errors
            .iter()
            .map(|error| without_place(&error.to_string()))
            .collect::<Vec<_>>()
    );
    assert_eq!(
        items.into_iter().map(Result::unwrap).collect::<Vec<_>>(),
        notes
    );
    assert_eq!((lent.skipped, lent.examined), (page.skipped, page.examined));
    assert_eq!(lent.next, page.next);
    // Of the projections only the one with the wrong type cannot be read: they have no key to contradict.
    let views = query()
        .project::<NoteView<'_>>()
        .page_bytes(None)
        .await
        .unwrap();
    assert_eq!(
        views.iter().map(|view| view.is_ok()).collect::<Vec<_>>(),
        [true, true, true, false]
    );
    // Items are counted, not read.
    assert_eq!(query().limit(10).count().await.unwrap(), 4);
}

#[tokio::test]
async fn an_entity_with_a_lifetime_is_lent() {
    let (_, repository) = open::<Notes>().await;
    let stored = Bare {
        id: "1",
        name: "n",
        text: Cow::Borrowed("with \"quotes\""),
    };
    repository.put(&stored).await.unwrap();
    let page = repository
        .query(Bare::query("1"))
        .page_bytes(None)
        .await
        .unwrap();
    assert_eq!(page.get(0).unwrap().unwrap(), stored);
    let raw = repository
        .items(Bare::partition("1"))
        .page_bytes(None)
        .await
        .unwrap();
    let raw: RawItem<Notes> = raw.get(0).unwrap().unwrap();
    assert_eq!(raw.partition_key(), Some("BARE#1"));
}

/// Of keys and of attributes.
#[derive(Debug, PartialEq, Deserialize, Projection)]
#[serde(rename_all = "camelCase")]
#[projection(of = Document)]
struct Spine<'a> {
    title: &'a str,
    #[serde(borrow)]
    shelf: Cow<'a, str>,
    edition: u32,
    #[serde(borrow)]
    tags: Vec<&'a str>,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Document)]
struct Shelf<'a> {
    #[expect(dead_code, reason = "it cannot be read")]
    shelf: &'a str,
}

#[tokio::test]
async fn fields_of_keys_are_read_from_there() {
    let (_, docs) = open::<Docs>().await;
    let mut bare = document("d1", 2);
    bare.tags.clear();
    let stored = [document("d1", 1), bare];
    let _ = docs.batch().put_all(&stored).await.unwrap();
    docs.put(&comment("d1", 1)).await.unwrap();
    let query = || docs.query(Document::query("d1"));
    let page = query()
        .project::<Spine<'_>>()
        .page_bytes(None)
        .await
        .unwrap();
    for (spine, document) in page.iter().zip(&stored) {
        let spine = spine.unwrap();
        assert_eq!((spine.title, &*spine.shelf), (&*document.title, "s1"));
        assert_eq!(spine.edition, document.edition);
        assert_eq!(
            spine.tags,
            document.tags.iter().map(String::as_str).collect::<Vec<_>>()
        );
    }
    // What is made of a key's text is no part of the answer.
    let page = query()
        .project::<Shelf<'_>>()
        .page_bytes(None)
        .await
        .unwrap();
    let error = page.get(0).unwrap().unwrap_err();
    assert!(
        error.is_decode() && error.to_string().contains("Cow<str>"),
        "{error}"
    );
    // Projections without a lifetime, and keys of a partial index.
    let page = query().project::<Title>().page_bytes(None).await.unwrap();
    let titles: Vec<_> = page.iter().map(Result::unwrap).collect();
    assert_eq!(titles, stored.each_ref().map(title));
    let page = docs
        .query(Document::by_shelf("s1"))
        .page_bytes(None)
        .await
        .unwrap();
    let keys: Vec<Key<Document>> = page.iter().map(Result::unwrap).collect();
    assert_eq!(keys, stored.each_ref().map(Entity::key));
}

#[tokio::test]
async fn both_paths_lend_the_same() {
    let (database, _, _) = notes(3).await;
    let on = |off| {
        let repository = Repository::<Notes>::new(client(&database));
        if off {
            repository.without_wire_codec()
        } else {
            repository
        }
    };
    on(false)
        .put(&note(4, "tab\t and \u{1F600} \u{7}"))
        .await
        .unwrap();
    let (wire, sdk) = (on(false), on(true));
    let query = |repository: &Repository<Notes>| repository.query(Note::query("b1")).limit(4);
    let (a, b) = (
        query(&wire).page_bytes(None).await.unwrap(),
        query(&sdk).page_bytes(None).await.unwrap(),
    );
    assert_eq!(a.next, b.next);
    let read = |page: &LentPage<Note>| page.iter().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(read(&a).len(), 4);
    assert_eq!(read(&a), read(&b));
    let (a, b) = (
        query(&wire)
            .project::<NoteView<'_>>()
            .page_bytes(None)
            .await
            .unwrap(),
        query(&sdk)
            .project::<NoteView<'_>>()
            .page_bytes(None)
            .await
            .unwrap(),
    );
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a.unwrap(), b.unwrap());
    }
}

/// A page can be taken elsewhere.
#[tokio::test]
async fn pages_that_lend_are_send() {
    fn assert_send<T: Send + Sync + 'static>() {}
    assert_send::<LentPage<NoteView<'static>>>();
    assert_send::<LentPage<Note>>();
    let (_, repository, _) = notes(2).await;
    let read = tokio::spawn(async move {
        let query = repository.query(Note::query("b1"));
        let page = query
            .project::<NoteView<'_>>()
            .page_bytes(None)
            .await
            .unwrap();
        let mut numbers = Vec::new();
        for view in &page {
            let view = view.unwrap();
            tokio::task::yield_now().await;
            numbers.push(view.number);
        }
        let page = repository
            .query(Note::query("b1"))
            .page_bytes(None)
            .await
            .unwrap();
        numbers.extend(page.iter().map(|note| note.unwrap().number));
        numbers
    });
    assert_eq!(read.await.unwrap(), [1, 2, 1, 2]);
}
