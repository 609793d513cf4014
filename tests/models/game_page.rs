//! The battle royale's game page: a game and its players, read by one Query.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Collection, Entity, Table};
use dynamo_model_tests::{Wire, client, open};
use serde::{Deserialize, Serialize};

use crate::support::file;

#[derive(Table)]
#[table(name = "battle-royale", type_attribute = none, entities(User, Game, Player))]
struct BattleRoyale;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = BattleRoyale, pk = "USER#{username}", sk = "#METADATA#{username}")]
struct User {
    username: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = BattleRoyale, pk = "GAME#{game_id}", sk = "#METADATA#{game_id}")]
struct Game {
    game_id: String,
    people: u32,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = BattleRoyale, pk = "GAME#{game_id}", sk = "USER#{username}")]
struct Player {
    game_id: String,
    username: String,
}

#[derive(Collection, Debug)]
struct GamePage {
    game: Game,
    players: Vec<Player>,
}

#[tokio::test]
async fn a_game_and_its_players_are_one_query() {
    let Some(text) = file("labs-battle-royale.jsonl") else {
        return;
    };
    let (database, games) = open::<BattleRoyale>().await;
    let sdk = client(&database);
    let mut ids = Vec::new();
    for line in text.lines().filter(|line| line.contains("\"GAME#")) {
        let row: HashMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        let value = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => AttributeValue::S(text.clone()),
            other => AttributeValue::N(other.to_string()),
        };
        if row["SK"].as_str().unwrap().starts_with("#METADATA#") {
            ids.push(row["game_id"].as_str().unwrap().to_owned());
        }
        let item = row.iter().map(|(name, of)| (name.clone(), value(of)));
        let put = sdk
            .put_item()
            .table_name(games.table_name())
            .set_item(Some(item.collect()));
        put.send().await.unwrap();
    }
    assert!(!ids.is_empty());
    let wire = Wire::record(&database);
    for id in &ids {
        let request = games.collect::<GamePage, _>(Game::partition(id));
        let report = request.report().await.unwrap();
        let GamePage { game, players } = report.collection;
        assert_eq!((&game.game_id, report.skipped), (id, 0));
        assert_eq!(players.len(), game.people as usize);
        assert!(players.is_sorted_by(|a, b| a.username < b.username));
    }
    assert_eq!(wire.count(), ids.len());
    // Nothing but games and players can be under a game's key, so the workshop's `SK BETWEEN '#METADATA#…' AND
    // 'USER$'` would leave out nothing: the partition is the condition.
    assert_eq!(wire.last().resolved("KeyConditionExpression"), {
        format!("PK = GAME#{}", ids[ids.len() - 1])
    });
}
