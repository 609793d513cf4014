//! A battle royale: 835 items, a sparse index over own attributes that a game leaves when it starts, and
//! an inverted index.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, Item, file, rewrite};

#[derive(Table)]
#[table(
    name = "battle-royale",
    type_attribute = none,
    gsi("OpenGamesIndex", pk = "map", sk = "open_timestamp"),
    gsi("InvertedIndex", pk = "SK", sk = "PK"),
    entities(User, Game, Player)
)]
struct BattleRoyale;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = BattleRoyale, pk = "USER#{username}", sk = "#METADATA#{username}")]
struct User {
    username: String,
    name: String,
    email: String,
    birthdate: String,
    address: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = BattleRoyale,
    pk = "GAME#{game_id}",
    sk = "#METADATA#{game_id}",
    index(name = open, on = "OpenGamesIndex", pk = "{map}", sk = "{open_timestamp}")
)]
struct Game {
    game_id: String,
    map: String,
    create_time: String,
    creator: String,
    people: u32,
    open_timestamp: Option<String>,
    start_time: Option<String>,
    end_time: Option<String>,
    gold: Option<String>,
    silver: Option<String>,
    bronze: Option<String>,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = BattleRoyale,
    pk = "GAME#{game_id}",
    sk = "USER#{username}",
    index(name = of_user, on = "InvertedIndex")
)]
struct Player {
    game_id: String,
    username: String,
    place: Option<String>,
}

fn item(line: &str) -> Item {
    let row: HashMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
    let value = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => AttributeValue::S(text),
        serde_json::Value::Number(number) => AttributeValue::N(number.to_string()),
        other => panic!("{other}"),
    };
    row.into_iter()
        .map(|(name, of)| (name, value(of)))
        .collect()
}

#[tokio::test]
async fn the_game_is_reproduced_and_answers() {
    let Some(text) = file("labs-battle-royale.jsonl") else {
        return;
    };
    let items: Vec<_> = text.lines().map(item).collect();
    assert_eq!(items.len(), 835);
    let design = Design::<BattleRoyale>::load(items, &["PK", "SK"]).await;
    rewrite!(design, User, Game, Player);
    design.assert_reproduced(&[]).await;

    let games = &design.written;
    let open = games
        .query(Game::open("Green Grasslands"))
        .all()
        .await
        .unwrap();
    assert!(!open.is_empty() && open.iter().all(|game| game.open_timestamp.is_some()));
    let id = &open[0].game_id;

    // The game and its players in one Query.
    let all = games.items(Game::partition(id)).all().await.unwrap();
    let game: Game = all[0].decode().unwrap();
    assert_eq!(all.len(), 1 + game.people as usize);
    assert!(all[1..].iter().all(|item| item.is::<Player>()));
    let players = games.query(Player::query(id)).all().await.unwrap();
    assert_eq!(players.len(), all.len() - 1);

    // A player's games, by the inverted index.
    let of_user = games
        .query(Player::of_user(&players[0].username))
        .all()
        .await
        .unwrap();
    assert!(of_user.iter().any(|player| player.game_id == *id));

    // A game that starts leaves the index: its own attribute is gone.
    let started = Game {
        open_timestamp: None,
        start_time: Some("2019-04-16T06:00:00".to_owned()),
        ..game
    };
    games.replace(&started).await.unwrap();
    let still_open = games
        .query(Game::open("Green Grasslands"))
        .all()
        .await
        .unwrap();
    assert_eq!(still_open.len(), open.len() - 1);
}
