//! A battle royale: 835 items, a sparse index over own attributes that a game leaves when it starts, and
//! an inverted index.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Error, Repository, Table};
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

/// Players that a game takes.
const FULL: u32 = 50;

fn open_game() -> Game {
    Game {
        game_id: "g1".to_owned(),
        map: "Juicy Jungle".to_owned(),
        create_time: "2019-04-15T22:00:00".to_owned(),
        creator: "u1".to_owned(),
        people: 0,
        open_timestamp: Some("2019-04-15T22:00:00".to_owned()),
        start_time: None,
        end_time: None,
        gold: None,
        silver: None,
        bronze: None,
    }
}

/// Adds a player and raises the count of an open game, below 50 players only.
async fn join(games: &Repository<BattleRoyale>, username: &str) -> Result<(), Error> {
    let player = Player {
        game_id: "g1".to_owned(),
        username: username.to_owned(),
        place: None,
    };
    games
        .transact()
        .create(&player)
        .update_if(Game::update(Game::key("g1")).add_people(1), |game| {
            game.people.lt(FULL) & game.open_timestamp.exists()
        })
        .await
}

#[tokio::test]
async fn players_join_until_the_game_is_full_and_no_player_twice() {
    let games = Repository::<BattleRoyale>::new(Embedded::new().client());
    games.create_table().await.unwrap();
    games.create(&open_game()).await.unwrap();
    for number in 1..=FULL {
        join(&games, &format!("u{number}")).await.unwrap();
        if number == 7 {
            let error = join(&games, "u7").await.unwrap_err();
            assert!(error.is_already_exists() && error.entity() == Some("Player"));
        }
    }
    let error = join(&games, "u51").await.unwrap_err();
    assert!(error.is_condition_failed() && !error.is_already_exists());
    assert_eq!(error.entity(), Some("Game"));
    let full = error.existing::<Game>().unwrap().unwrap();
    assert_eq!(full.people, FULL);
    let players = games.query(Player::query("g1")).count().await.unwrap();
    assert_eq!(u32::try_from(players), Ok(FULL));
}

#[tokio::test]
async fn tasks_that_join_at_once_never_make_more_players_than_places() {
    let games = Repository::<BattleRoyale>::new(Embedded::new().client());
    games.create_table().await.unwrap();
    let game = Game {
        people: FULL - 3,
        ..open_game()
    };
    games.create(&game).await.unwrap();
    let tasks = (0..8).map(|number| {
        let games = games.clone();
        tokio::spawn(async move { join(&games, &format!("u{number}")).await.is_ok() })
    });
    let mut joined = 0;
    for task in tasks.collect::<Vec<_>>() {
        joined += u64::from(task.await.unwrap());
    }
    assert_eq!(joined, 3);
    let stored = games.get(Game::key("g1")).consistent().await.unwrap();
    assert_eq!(stored.map(|game| game.people), Some(FULL));
    let players = games.query(Player::query("g1")).count().await.unwrap();
    assert_eq!(players, 3);
}

#[tokio::test]
async fn a_game_that_starts_leaves_the_index_of_open_games_and_takes_nobody() {
    let games = Repository::<BattleRoyale>::new(Embedded::new().client());
    games.create_table().await.unwrap();
    games.create(&open_game()).await.unwrap();
    join(&games, "u1").await.unwrap();
    let open = || games.query(Game::open("Juicy Jungle"));
    assert_eq!(open().count().await.unwrap(), 1);
    let start = || {
        Game::update(Game::key("g1"))
            .clear_open_timestamp()
            .start_time("2019-04-16T06:00:00".to_owned())
    };
    games
        .transact()
        .update_if(start(), |game| game.start_time.not_exists())
        .await
        .unwrap();
    assert_eq!(open().count().await.unwrap(), 0);
    let again = games
        .transact()
        .update_if(start(), |game| game.start_time.not_exists())
        .await;
    assert!(again.unwrap_err().is_condition_failed());
    let error = join(&games, "u2").await.unwrap_err();
    assert!(error.is_condition_failed() && error.entity() == Some("Game"));
    assert_eq!(games.get(Player::key("g1", "u2")).await.unwrap(), None);
}
