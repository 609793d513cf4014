//! Game lobby: a battle royale takes 50 players. A player and the game's count of players are written in one transaction, so that they agree, on the condition
//! that the game is open and not full.
//!
//! The index of open games is sparse by the game's own attribute `open_since`: a game that starts loses it and leaves the index. Game and players share a
//! partition, so that both come with one Query: a collection.

use dynamo_model::{Collection, Entity, Error, Repository, Table};
use dynamo_model_examples::{Log, show};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(
    name = "battle-royale",
    gsi("OpenGames", pk = "map", sk = "open_since"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Game, Player)
)]
struct Lobby;

#[derive(Entity, Serialize, Deserialize, Clone)]
#[entity(
    table = Lobby,
    pk = "GAME#{game}",
    sk = "#METADATA#{game}",
    index(name = open, on = "OpenGames", pk = "{map}", sk = "{open_since}")
)]
struct Game {
    game: String,
    map: String,
    people: u32,
    open_since: Option<String>,
    started: Option<String>,
}

#[derive(Entity, Serialize, Deserialize, Clone)]
#[entity(
    table = Lobby,
    pk = "GAME#{game}",
    sk = "USER#{user}",
    index(name = games_of, on = "Inverted")
)]
struct Player {
    game: String,
    user: String,
}

/// What the lobby shows of a game. A game there has to be; its players may be none.
#[derive(Collection)]
struct Joined {
    game: Game,
    players: Vec<Player>,
}

const PLACES: u32 = 50;

/// Adds the player and raises `people`, or does neither.
async fn join(lobby: &Repository<Lobby>, game: &str, user: &str) -> Result<(), Error> {
    let player = Player {
        game: game.to_owned(),
        user: user.to_owned(),
    };
    lobby
        .transact()
        .create(&player)
        .update_if(Game::update(Game::key(game)).add_people(1), |game| {
            game.people.lt(PLACES) & game.open_since.exists()
        })
        .await
}

/// Starts the game, once: it leaves the index of open games.
async fn start(lobby: &Repository<Lobby>, game: &str, at: &str) -> Result<(), Error> {
    lobby
        .update(Game::update(Game::key(game)).started(at).clear_open_since())
        .only_if(|game| game.open_since.exists())
        .await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let lobby = Repository::<Lobby>::new(dynamo_model::embedded::client());
    lobby.create_table().await?;
    let quiet = lobby.clone();
    let lobby = lobby.with_observer(log.clone());

    let game = Game {
        game: "g1".to_owned(),
        map: "Juicy Jungle".to_owned(),
        people: 0,
        open_since: Some("2026-10-20T20:00".to_owned()),
        started: None,
    };
    lobby.create(&game).await?;

    join(&lobby, "g1", "alice").await?;
    log.assert_last(
        "TransactWriteItems
    - Put battle-royale
        item:       {PK: 'GAME#g1', SK: 'USER#alice', type: 'Player', game: 'g1', user: 'alice'}
        condition:  attribute_not_exists(PK)
    - Update battle-royale
        key:        {PK: 'GAME#g1', SK: '#METADATA#g1'}
        update:     ADD people 1
        condition:  (attribute_exists(PK) AND people < 50 AND attribute_exists(open_since))",
    );

    // Nobody joins twice: the count stays as it is.
    let twice = join(&lobby, "g1", "alice").await.unwrap_err();
    assert!(twice.is_already_exists() && twice.is_transaction_canceled());
    show(
        "Alice once more",
        failures(&twice),
        json!(["Player {PK: 'GAME#g1', SK: 'USER#alice'}: already exists"]),
    );

    for number in 2..=PLACES {
        join(&quiet, "g1", &format!("player{number:02}")).await?;
    }
    let full = join(&lobby, "g1", "too-late").await.unwrap_err();
    assert!(full.is_condition_failed());
    show(
        "A player too many",
        failures(&full),
        json!(["Game {PK: 'GAME#g1', SK: '#METADATA#g1'}: condition failed"]),
    );
    // The item that refused came with the answer.
    let refused_by = full.existing::<Game>()?.map(|game| game.people);
    show("The game has", refused_by, json!(50));

    // Game and players, in one Query of their partition. Nothing else can be in it, so no condition on the sort key is needed.
    let joined: Joined = lobby.collect(Game::partition("g1")).await?;
    log.assert_last("Query battle-royale\n    key:        PK = 'GAME#g1'");
    show(
        "The game and its players",
        json!({
            "people": joined.game.people,
            "players": joined.players.len(),
            "first": joined.players.first().map(|player| &player.user),
        }),
        json!({"people": 50, "players": 50, "first": "alice"}),
    );

    let open = || lobby.query(Game::open("Juicy Jungle"));
    show(
        "Open games before the start",
        open().count().await?,
        json!(1),
    );
    start(&lobby, "g1", "2026-10-20T20:30").await?;
    log.assert_last(
        "UpdateItem battle-royale
    key:        {PK: 'GAME#g1', SK: '#METADATA#g1'}
    update:     SET started = '2026-10-20T20:30' REMOVE open_since
    condition:  (attribute_exists(PK) AND attribute_exists(open_since))",
    );
    show(
        "Open games after the start",
        open().count().await?,
        json!(0),
    );
    let again = start(&lobby, "g1", "2026-10-20T21:00").await.unwrap_err();
    assert!(again.is_condition_failed() && !again.is_not_found());

    // A player's entry and the game, of one moment.
    let keys = (Game::key("g1"), Player::key("g1", "alice"));
    let (game, alice) = lobby.get_all(keys).transactional().await?;
    log.assert_last(
        "TransactGetItems
    - Get battle-royale
        key:        {PK: 'GAME#g1', SK: '#METADATA#g1'}
    - Get battle-royale
        key:        {PK: 'GAME#g1', SK: 'USER#alice'}",
    );
    assert!(game.is_some_and(|game| game.started.is_some()) && alice.is_some());
    let games = lobby.query(Player::games_of("alice")).count().await?;
    show("Alice's games", games, json!(1));
    Ok(())
}

/// What failed of a transaction.
fn failures(error: &Error) -> Vec<String> {
    let failed = error.canceled().iter().map(|action| {
        let (entity, key) = (action.entity(), action.key());
        let reason = match action.error() {
            error if error.is_already_exists() => "already exists",
            error if error.is_condition_failed() => "condition failed",
            _ => "something else",
        };
        let (entity, key) = (entity.unwrap_or_default(), key.unwrap_or_default());
        format!("{entity} {key}: {reason}")
    });
    failed.collect()
}
