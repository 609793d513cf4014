//! Reading in both directions: each entity once, never the one for the other.

use dynamo_model::Repository;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::open;

use crate::model::{App, Group, Membership, Order, membership, order};

/// Two users in a group, one of them in another group too.
async fn stored() -> (Embedded, Repository<App>, Vec<Membership>) {
    let (database, app) = open::<App>().await;
    app.create(&Group {
        group: "g7".into(),
        title: "Seven".into(),
    })
    .await
    .unwrap();
    let mut all = vec![
        membership("u1", "g7"),
        membership("u2", "g7"),
        membership("u1", "g8"),
    ];
    for one in &mut all {
        app.create(one).await.unwrap();
    }
    (database, app, all)
}

#[tokio::test]
async fn each_direction_yields_whole_entities() {
    let (_database, app, all) = stored().await;
    let groups = app.query(Membership::query("u1")).all().await.unwrap();
    assert_eq!(groups, [all[0].clone(), all[2].clone()]);
    let members = app
        .query(Membership::by_group("g7"))
        .consistent()
        .all()
        .await
        .unwrap();
    assert_eq!(members, all[..2]);
    let one = app
        .query(Membership::by_group("g7").user("u2"))
        .all()
        .await
        .unwrap();
    assert_eq!(one, all[1..2]);
    let range = Membership::by_group("g7").user_in("u1".to_owned()..="u1".to_owned());
    assert_eq!(app.query(range).all().await.unwrap(), all[..1]);
    let page = app
        .query(Membership::by_group("g7"))
        .limit(1)
        .newest_first()
        .page(None)
        .await
        .unwrap();
    assert_eq!(page.items, all[1..2]);
    let next = app
        .query(Membership::by_group("g7"))
        .limit(1)
        .newest_first()
        .page(page.next)
        .await
        .unwrap();
    assert_eq!(next.items, all[..1]);
    let filtered = app
        .query(Membership::by_group("g7"))
        .filter(|m| m.role.eq("admin"))
        .all()
        .await
        .unwrap();
    assert!(filtered.is_empty());
}

#[tokio::test]
async fn a_request_shows_the_keys_of_its_direction() {
    let (_database, app, _) = stored().await;
    let text = app.query(Membership::by_group("g7")).explain();
    assert_eq!(
        text,
        "Query app\n    key:        (PK = 'GROUP#g7' AND begins_with(SK, 'USER#'))"
    );
}

#[tokio::test]
async fn an_index_of_own_fields_and_an_inverted_one_yield_each_entity_once() {
    let (_database, app, all) = stored().await;
    let page = app
        .query(Membership::by_role("member"))
        .page(None)
        .await
        .unwrap();
    assert_eq!(
        (page.items.len(), page.skipped, page.errors.len()),
        (3, 3, 0)
    );
    assert_eq!(
        app.query(Membership::by_role("member"))
            .count()
            .await
            .unwrap(),
        3
    );
    let limited = app
        .query(Membership::by_role("member"))
        .limit(2)
        .all()
        .await
        .unwrap();
    assert_eq!(limited.len(), 2);
    let inverted = app.query(Membership::inverted("g7")).all().await.unwrap();
    assert_eq!(inverted, all[..2]);
    let joined = app
        .query(Membership::by_joined("2026-01-10"))
        .all()
        .await
        .unwrap();
    assert_eq!(joined.len(), 3);
}

#[tokio::test]
async fn a_raw_item_is_of_one_direction() {
    let (_database, app, all) = stored().await;
    let items = app.items(Membership::by_group("g7")).all().await.unwrap();
    assert_eq!(items.len(), 3);
    let copy = items
        .iter()
        .find(|item| item.sort_key() == Some("USER#u1"))
        .unwrap();
    assert!(!copy.is::<Membership>());
    let error = copy.decode::<Membership>().unwrap_err();
    assert!(
        error.is_decode() && error.to_string().contains("`by_group`"),
        "{error}"
    );
    assert_eq!(copy.decode_copy::<Membership>().unwrap(), all[0]);
    let items = app.items(Membership::partition("u1")).all().await.unwrap();
    assert!(items.iter().all(|item| item.is::<Membership>()));
    assert!(
        items[0]
            .decode_copy::<Membership>()
            .unwrap_err()
            .is_decode()
    );
    assert!(items[0].decode_copy::<Group>().unwrap_err().is_decode());
    assert!(
        Membership::parse_key("GROUP#g7", "USER#u1")
            .unwrap_err()
            .is_key()
    );
}

#[tokio::test]
async fn a_copy_that_contradicts_its_key_is_an_error() {
    let (database, app, _) = stored().await;
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    let number = || aws_sdk_dynamodb::types::AttributeValue::N("1".into());
    let item = [
        ("PK", text("GROUP#g7")),
        ("SK", text("USER#u3")),
        ("type", text("Membership")),
        ("user", text("u4")),
        ("group", text("g7")),
        ("role", text("member")),
        ("joined", text("2026")),
        ("version", number()),
        ("updated", number()),
    ];
    dynamo_model_tests::raw_item(&database, "app", &item).await;
    let page = app
        .query(Membership::by_group("g7"))
        .page(None)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.errors.len()), (2, 1));
    assert!(page.errors[0].is_decode(), "{}", page.errors[0]);
}

#[tokio::test]
async fn another_entity_of_the_copies_partition_is_not_mixed_up() {
    let (_database, app, _) = stored().await;
    let group = app.query(Group::query("g7")).all().await.unwrap();
    assert_eq!(group.len(), 1);
    app.create(&order("c1", "o1")).await.unwrap();
    assert_eq!(app.query(Order::by_id("o1")).count().await.unwrap(), 1);
    assert_eq!(app.query(Order::query("c1")).count().await.unwrap(), 1);
}
