//! Copies under other keys as members of collections, and by the reads that want less or more than an item.

use dynamo_model::{Collection, Entity, Projection, RawItem, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

use crate::model::{Account, App, Group, Membership, Order, account, membership, order};

#[derive(Collection, Debug, PartialEq)]
struct GroupPage {
    group: Group,
    members: Vec<Membership>,
}

#[derive(Collection, Debug, PartialEq)]
struct UserPage {
    memberships: Vec<Membership>,
    #[collection(unknown)]
    others: Vec<RawItem<App>>,
}

#[derive(Collection, Debug, PartialEq)]
enum Entry {
    Group(Group),
    Member(Membership),
}

#[derive(Collection, Debug, PartialEq)]
#[collection(on = "Roles")]
enum OfRole {
    Member(Membership),
}

async fn stored() -> (
    dynamo_model::embedded::Embedded,
    dynamo_model::Repository<App>,
    [Membership; 3],
) {
    let (database, app) = open::<App>().await;
    app.create(&group()).await.unwrap();
    let mut all = [
        membership("u1", "g7"),
        membership("u2", "g7"),
        membership("u1", "g8"),
    ];
    for one in &mut all {
        app.create(one).await.unwrap();
    }
    (database, app, all)
}

fn group() -> Group {
    Group {
        group: "g7".into(),
        title: "Seven".into(),
    }
}

#[tokio::test]
async fn a_member_is_in_the_partition_by_its_also_key() {
    let (_database, app, all) = stored().await;
    let page: GroupPage = app.collect(Group::partition("g7")).await.unwrap();
    assert_eq!((page.group, page.members.as_slice()), (group(), &all[..2]));
    // The path of the also names the same partition.
    let page: GroupPage = app.collect(Membership::by_group("g7")).await.unwrap();
    assert_eq!(page.members.len(), 2);
    let entries: Vec<Entry> = app.collect(Group::partition("g7")).all().await.unwrap();
    let [first, second, _] = all;
    let expected = [
        Entry::Group(group()),
        Entry::Member(first),
        Entry::Member(second),
    ];
    assert_eq!(entries, expected);
}

#[tokio::test]
async fn a_level_of_an_also_narrows_a_collection() {
    let (_database, app, all) = stored().await;
    let entries: Vec<Entry> = app
        .collect(Membership::by_group("g7").user("u2"))
        .all()
        .await
        .unwrap();
    let [_, second, _] = all;
    assert_eq!(entries, [Entry::Member(second)]);
}

#[tokio::test]
async fn in_its_own_partition_an_entity_is_a_member_by_its_own_key() {
    let (_database, app, all) = stored().await;
    let page: UserPage = app.collect(Membership::partition("u1")).await.unwrap();
    assert_eq!(page.memberships, [all[0].clone(), all[2].clone()]);
    assert_eq!(page.others, []);
}

#[tokio::test]
async fn an_index_that_holds_copies_too_has_each_entity_once_in_a_collection() {
    let (_database, app, _) = stored().await;
    let found: Vec<OfRole> = app
        .collect(Membership::by_role("member"))
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 3);
}

#[derive(Table)]
#[table(name = "net", entities(Friend, Person))]
struct Net;

/// Both ends are under the same form of key.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Net, pk = "PERSON#{from}", sk = "TO#{to}", also(name = of, pk = "PERSON#{to}", sk = "OF#{from}"))]
struct Friend {
    from: String,
    to: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Net, pk = "PERSON#{id}", sk = "PROFILE")]
struct Person {
    id: String,
}

#[derive(Collection, Debug, PartialEq)]
struct PersonPage {
    person: Person,
    friends: Vec<Friend>,
    #[collection(unknown)]
    others: Vec<RawItem<Net>>,
}

#[tokio::test]
async fn where_both_keys_can_be_in_the_partition_the_own_one_counts() {
    let (_database, net) = open::<Net>().await;
    net.create(&Person { id: "a".into() }).await.unwrap();
    let friend = |from: &str, to: &str| Friend {
        from: from.to_owned(),
        to: to.to_owned(),
    };
    for friend in [friend("a", "b"), friend("b", "a"), friend("a", "a")] {
        net.create(&friend).await.unwrap();
    }
    let page: PersonPage = net.collect(Person::partition("a")).await.unwrap();
    assert_eq!(page.friends, [friend("a", "a"), friend("a", "b")]);
    // The copies are not lost: they are what no member takes.
    let copies: Vec<Friend> = page
        .others
        .iter()
        .map(|item| item.decode_copy().unwrap())
        .collect();
    assert_eq!(copies, [friend("a", "a"), friend("b", "a")]);
}

#[derive(Projection, Deserialize, Debug, PartialEq)]
#[projection(of = Membership)]
struct Role {
    user: String,
    role: String,
}

#[tokio::test]
async fn a_projection_is_read_under_the_also_key() {
    let (_database, app, _) = stored().await;
    let roles: Vec<Role> = app
        .query(Membership::by_group("g7"))
        .project()
        .all()
        .await
        .unwrap();
    let role = |user: &str| Role {
        user: user.into(),
        role: "member".into(),
    };
    assert_eq!(roles, [role("u1"), role("u2")]);
}

#[tokio::test]
async fn hydrate_reads_the_items_whose_copies_a_path_finds() {
    let (database, app, all) = stored().await;
    // The copy is stale, by a writer past the library.
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    let update = dynamo_model_tests::client(&database)
        .update_item()
        .table_name("app")
        .key("PK", text("GROUP#g7"))
        .key("SK", text("USER#u1"));
    let update = update
        .update_expression("SET #r = :r")
        .expression_attribute_names("#r", "role")
        .expression_attribute_values(":r", text("stale"));
    update.send().await.unwrap();
    let query = app.query(Membership::by_group("g7")).hydrate();
    assert_eq!(query.all().await.unwrap(), all[..2]);
    // A key that does not tell the owner: the copy does.
    app.create(&order("c1", "o1")).await.unwrap();
    let found = app.query(Order::by_id("o1")).hydrate().all().await.unwrap();
    assert_eq!(found, [order("c1", "o1")]);
}

#[tokio::test]
async fn a_copy_that_does_not_say_whose_it_is_is_an_error_of_hydrate() {
    let (database, app, _) = stored().await;
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    let item = [
        ("PK", text("GROUP#g7")),
        ("SK", text("USER#u9")),
        ("type", text("Membership")),
    ];
    dynamo_model_tests::raw_item(&database, "app", &item).await;
    let page = app
        .query(Membership::by_group("g7"))
        .hydrate()
        .page(None)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.errors.len()), (2, 1));
    assert!(page.errors[0].is_decode(), "{}", page.errors[0]);
}

#[tokio::test]
async fn a_scan_and_get_many_yield_each_entity_once() {
    let (_database, app, all) = stored().await;
    app.create(&account("t1", "a1", Some("a@b"))).await.unwrap();
    let mut found = app.admin().scan::<Membership>().all().await.unwrap();
    found.sort_by(|a, b| (&a.user, &a.group).cmp(&(&b.user, &b.group)));
    assert_eq!(found, [all[0].clone(), all[2].clone(), all[1].clone()]);
    let keys: Vec<_> = all.iter().map(Entity::key).collect();
    let found = app.get_many(keys).await.unwrap();
    let found: Vec<_> = found.into_iter().flatten().collect();
    assert_eq!(found, all);
    assert_eq!(app.admin().scan::<Account>().all().await.unwrap().len(), 1);
}
