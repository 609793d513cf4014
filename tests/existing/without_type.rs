//! Tables without a type attribute: the key's shape tells the items apart.

use dynamo_model::{Entity, Repository, Table, embedded};
use serde::{Deserialize, Serialize};

use crate::{Requests, table};

#[derive(Table)]
#[table(name = "game", type_attribute = none, gsi("GSI1"), gsi("Keys", keys_only), entities(Game, Player))]
struct Games;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Games, pk = "GAME#{id}", sk = "#META",
    index(name = by_map, on = "GSI1", pk = "MAP#{map}", sk = "{id}"),
    index(name = key_by_map, on = "Keys", pk = "MAP#{map}", sk = "{id}")
)]
struct Game {
    #[entity(key_only)]
    id: String,
    map: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Games, pk = "GAME#{game}", sk = "USER#{user}",
    index(name = by_map, on = "GSI1", pk = "MAP#{map}", sk = "{game}"),
    index(name = key_by_map, on = "Keys", pk = "MAP#{map}", sk = "{game}")
)]
struct Player {
    game: String,
    user: String,
    map: String,
}

async fn filled() -> Repository<Games> {
    let games = table::<Games>().await;
    let text = str::to_owned;
    games
        .create(&Game {
            id: text("1"),
            map: text("sea"),
        })
        .await
        .unwrap();
    for user in ["a", "b", "c"] {
        let player = Player {
            game: text("1"),
            user: text(user),
            map: text("sea"),
        };
        games.create(&player).await.unwrap();
    }
    games
}

#[tokio::test]
async fn nothing_is_added_to_the_items() {
    let games = filled().await;
    let raw = games.get(Game::key("1")).raw().await.unwrap().unwrap();
    let stored = serde_json::to_value(&raw).unwrap();
    let names: Vec<_> = stored
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        ["GSI1PK", "GSI1SK", "KeysPK", "KeysSK", "PK", "SK", "map"]
    );
    assert_eq!(raw.type_name(), None);
    assert!(raw.is::<Game>() && !raw.is::<Player>());
}

#[tokio::test]
async fn items_of_other_entities_are_skipped_by_their_keys() {
    let games = filled().await;
    let query = games.query(Game::by_map("sea"));
    assert!(!query.explain().contains("filter"), "{}", query.explain());
    let page = query.page(None).await.unwrap();
    assert_eq!((page.items.len(), page.skipped, page.examined), (1, 3, 4));
    // Only here can they be told apart, so that the service can neither count nor limit.
    assert_eq!(games.query(Game::by_map("sea")).count().await.unwrap(), 1);
    assert_eq!(games.query(Player::by_map("sea")).count().await.unwrap(), 3);
    let limited = games.query(Player::by_map("sea")).limit(2);
    assert!(
        !limited.explain().contains("Limit"),
        "{}",
        limited.explain()
    );
    assert_eq!(limited.all().await.unwrap().len(), 2);
    assert_eq!(
        games.query(Game::key_by_map("sea")).count().await.unwrap(),
        1
    );
    let keys = games.query(Game::key_by_map("sea")).all().await.unwrap();
    assert_eq!(keys, [Game::key("1")]);
}

#[tokio::test]
async fn the_first_of_a_shared_partition_is_one_request() {
    let requests = Requests::default();
    let games = filled().await.with_observer(requests.clone());
    assert!(
        games
            .query(Player::by_map("sea"))
            .first()
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(requests.count(), 1);
}

#[test]
fn an_include_projection_gets_no_type() {
    let request = Repository::<Games>::new(embedded::client()).explain_create_table();
    assert!(!request.contains("type"), "{request}");
}
