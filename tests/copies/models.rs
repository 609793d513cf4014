//! Other shapes of source and copy: an entity that copies itself, items of several keys, times and versions, wide items.

use std::time::Duration;

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{client, on_path_under_test, open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "catalogue", gsi("GSI1"), entities(Category))]
struct Catalogue;

/// A category has its parent's name.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Catalogue,
    pk = "CATEGORY#{id}",
    sk = "CATEGORY",
    index(name = by_parent, on = "GSI1", pk = "IN#{parent}", sk = "{id}")
)]
struct Category {
    id: String,
    name: String,
    parent: Option<String>,
    #[entity(copy_of(Category::name, id = parent))]
    parent_name: Option<String>,
}

#[tokio::test]
async fn an_entity_can_have_copies_of_its_own_kind() {
    let (_, catalogue) = open::<Catalogue>().await;
    let category = |id: &str, parent: Option<(&str, &str)>| Category {
        id: id.into(),
        name: id.into(),
        parent: parent.map(|(id, _)| id.into()),
        parent_name: parent.map(|(_, name)| name.into()),
    };
    catalogue
        .create(&category("tools", None))
        .leave_copies()
        .await
        .unwrap();
    let saws = category("saws", Some(("tools", "tools")));
    catalogue.create(&saws).leave_copies().await.unwrap();
    // One that is its own parent: the check of itself is what it writes.
    catalogue
        .create(&category("all", Some(("all", "all"))))
        .leave_copies()
        .await
        .unwrap();
    let wrong = category("files", Some(("tools", "arms")));
    assert!(
        catalogue
            .create(&wrong)
            .leave_copies()
            .await
            .unwrap_err()
            .is_stale_copy()
    );

    for (id, name) in [("tools", "hand tools"), ("all", "everything")] {
        let rename = Category::update(Category::key(id)).name(name);
        let report = catalogue
            .update(rename)
            .fan_out()
            .settle_for(Duration::ZERO)
            .await
            .unwrap();
        assert_eq!((report.copies, report.updated), (1, 1), "{id}");
    }
    let saws = catalogue.get(Category::key("saws")).await.unwrap().unwrap();
    assert_eq!(saws.parent_name.as_deref(), Some("hand tools"));
    let all = catalogue.get(Category::key("all")).await.unwrap().unwrap();
    assert_eq!(all.parent_name.as_deref(), Some("everything"));
    assert!(
        catalogue
            .audit_copies::<Category>()
            .await
            .unwrap()
            .is_empty()
    );
}

#[derive(Debug, Table)]
#[table(name = "forum", gsi("GSI1"), entities(Group, Member))]
struct Forum;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum, pk = "GROUP#{group}", sk = "GROUP")]
struct Group {
    group: String,
    title: String,
}

/// Under the group and, as a whole once more, under the user; with a version and a time.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Forum,
    pk = "GROUP#{group}",
    sk = "MEMBER#{user}",
    also(name = by_user, pk = "USER#{user}", sk = "IN#{group}"),
    index(name = by_title, on = "GSI1", pk = "TITLE#{title}", sk = "{level:02}#{user}", when = |level| *level > 0)
)]
struct Member {
    group: String,
    user: String,
    level: u32,
    #[entity(copy_of = Group::title)]
    title: String,
    #[entity(version)]
    version: u64,
    #[entity(updated_at)]
    changed: u64,
}

async fn forum(members: usize) -> (Embedded, Repository<Forum>) {
    let (database, forum) = open::<Forum>().await;
    let rust = Group {
        group: "g1".into(),
        title: "Rust".into(),
    };
    forum.create(&rust).leave_copies().await.unwrap();
    for number in 0..members {
        let mut member = Member {
            group: "g1".into(),
            user: format!("u{number:03}"),
            level: u32::try_from(number % 2).unwrap(),
            title: "Rust".into(),
            version: 0,
            changed: 0,
        };
        forum.create(&mut member).await.unwrap();
    }
    (database, forum)
}

#[tokio::test]
async fn what_is_written_along_with_a_copy_follows_too() {
    // Each member is two items, so 60 do not fit one transaction.
    for (members, transactions) in [(3, 1), (60, 2)] {
        let (database, forum) = forum(members).await;
        let later = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(5_000_000_000);
        let later = on_path_under_test(Repository::<Forum>::new(client(&database)))
            .with_clock(move || later);
        let retitle = Group::update(Group::key("g1")).title("Rust and friends");
        let report = later.update(retitle).fan_out().await.unwrap();
        assert_eq!(
            (report.copies, report.updated, report.transactions),
            (members, members, transactions)
        );
        for member in forum.query(Member::query("g1")).all().await.unwrap() {
            assert_eq!(member.title, "Rust and friends");
            assert_eq!((member.version, member.changed), (2, 5_000_000_000));
            let other = forum
                .query(Member::by_user(&*member.user))
                .all()
                .await
                .unwrap();
            assert_eq!(other, [member]);
        }
        let by_title = forum
            .query(Member::by_title("Rust and friends"))
            .all()
            .await
            .unwrap();
        assert_eq!(by_title.len(), members / 2);
        assert!(
            forum
                .query(Member::by_title("Rust"))
                .all()
                .await
                .unwrap()
                .is_empty()
        );
        assert!(forum.audit_copies::<Group>().await.unwrap().is_empty());
    }
}

#[derive(Debug, Table)]
#[table(name = "archive", entities(Author, Text))]
struct Archive;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Archive, pk = "{tenant}#{author:04}", sk = "AUTHOR")]
struct Author {
    tenant: String,
    author: u32,
    name: String,
}

/// Large items, in a partition that has those of other authors too; the source's key is told by the sort key.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Archive, pk = "TEXTS#{tenant}", sk = "{writer:04}#{number:06}")]
struct Text {
    tenant: String,
    writer: u32,
    number: u32,
    body: String,
    #[entity(copy_of(Author::name, author = writer))]
    author_name: String,
}

#[tokio::test]
async fn large_items_are_cut_into_transactions_of_less_than_4_mb_and_pages_of_1() {
    let (_, archive) = open::<Archive>().await;
    for author in [1, 2] {
        let author = Author {
            tenant: "t1".into(),
            author,
            name: "Ada".into(),
        };
        archive.create(&author).leave_copies().await.unwrap();
        let texts: Vec<_> = (1..=40)
            .map(|number| Text {
                tenant: "t1".into(),
                writer: author.author,
                number,
                body: "x".repeat(150_000),
                author_name: "Ada".into(),
            })
            .collect();
        let report = archive.batch().unchecked().put_all(&texts).await.unwrap();
        assert!(report.is_complete());
    }
    let rename = Author::update(Author::key("t1", 1)).name("Ada Lovelace");
    let request = archive.update(rename).fan_out();
    assert!(
        request
            .explain()
            .contains("(PK = 'TEXTS#t1' AND begins_with(SK, '0001#'))"),
        "{}",
        request.explain()
    );
    let report = request.await.unwrap();
    assert_eq!(
        (report.copies, report.updated, report.transactions),
        (40, 40, 2)
    );
    let names = |writer| archive.query(Text::query("t1").writer(writer));
    for text in names(1_u32).all().await.unwrap() {
        assert_eq!(text.author_name, "Ada Lovelace");
    }
    for text in names(2_u32).all().await.unwrap() {
        assert_eq!(text.author_name, "Ada");
    }
}
