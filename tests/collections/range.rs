//! The condition on the sort key: when it is sent, and which.

use dynamo_model::{Collection, Entity, RawItem, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::model::{Order, Profile, Shop, User, WholeOrder};

#[derive(Table)]
#[table(
    name = "games",
    entities(Account, Game, Player, Chat, Odd, Level, LevelNote, Score)
)]
struct Games;

/// In partitions of its own.
#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "USER#{name}", sk = "#METADATA#{name}")]
struct Account {
    name: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "GAME#{game}", sk = "#METADATA#{game}")]
struct Game {
    game: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "GAME#{game}", sk = "USER#{name}")]
struct Player {
    game: String,
    name: String,
}

/// Behind the players.
#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "GAME#{game}", sk = "ZCHAT#{number:06}")]
struct Chat {
    game: String,
    number: u32,
}

/// Where the players' range ends.
#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "GAME#{game}", sk = "USER$")]
struct Odd {
    game: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "LEVEL#{level}", sk = "LEVEL#META")]
struct Level {
    level: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "LEVEL#{level}", sk = "LEVEL#NOTE#{number:03}")]
struct LevelNote {
    level: String,
    number: u32,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Games, pk = "LEVEL#{level}", sk = "{score:06}#{name}")]
struct Score {
    level: String,
    score: u32,
    name: String,
}

#[derive(Collection, Debug)]
struct GamePage {
    game: Game,
    players: Vec<Player>,
}

#[derive(Collection)]
#[expect(dead_code, reason = "only explained")]
enum Any {
    Level(Level),
    #[collection(unknown)]
    Other(RawItem<Games>),
}

fn games() -> Repository<Games> {
    Repository::new(dynamo_model::embedded::client())
}

#[test]
fn the_range_goes_from_the_least_beginning_to_the_end_of_the_greatest() {
    let request = games().collect::<GamePage, _>(Game::partition("g1"));
    assert_eq!(
        request.explain(),
        "Query games
    key:        (PK = 'GAME#g1' AND SK BETWEEN '#METADATA#g1' AND 'USER$')"
    );
    // By whichever entity the partition is named.
    let request = games().collect::<GamePage, _>(Chat::partition("g1"));
    assert!(
        request
            .explain()
            .contains("BETWEEN '#METADATA#g1' AND 'USER$'")
    );
}

#[tokio::test]
async fn the_item_at_the_end_of_the_range_is_of_no_member() {
    let games = games();
    games.create_table().await.unwrap();
    let game = || "g1".to_owned();
    games.put(&Game { game: game() }).await.unwrap();
    let name = "ann".to_owned();
    games.put(&Player { game: game(), name }).await.unwrap();
    games
        .put(&Chat {
            game: game(),
            number: 1,
        })
        .await
        .unwrap();
    games.put(&Odd { game: game() }).await.unwrap();
    let report = games.collect::<GamePage, _>(Game::partition("g1")).report();
    let report = report.await.unwrap();
    assert_eq!(report.collection.game.game, "g1");
    assert_eq!(report.collection.players.len(), 1);
    assert_eq!((report.examined, report.skipped), (3, 1));
}

#[test]
fn members_of_one_prefix_are_a_begins_with_and_one_key_an_equality() {
    #[derive(Collection)]
    #[expect(dead_code, reason = "only explained")]
    struct Players {
        players: Vec<Player>,
    }
    #[derive(Collection)]
    #[expect(dead_code, reason = "only explained")]
    struct Head {
        game: Game,
    }
    #[derive(Collection)]
    #[expect(dead_code, reason = "only explained")]
    struct Levels {
        level: Option<Level>,
        notes: Vec<LevelNote>,
    }
    let key = |text: String| text.lines().nth(1).unwrap_or_default().trim().to_owned();
    let players = games()
        .collect::<Players, _>(Game::partition("g1"))
        .explain();
    assert_eq!(
        key(players),
        "key:        (PK = 'GAME#g1' AND begins_with(SK, 'USER#'))"
    );
    let head = games().collect::<Head, _>(Game::partition("g1")).explain();
    assert_eq!(
        key(head),
        "key:        (PK = 'GAME#g1' AND SK = '#METADATA#g1')"
    );
    let levels = games()
        .collect::<Levels, _>(Level::partition("l1"))
        .explain();
    assert_eq!(
        key(levels),
        "key:        (PK = 'LEVEL#l1' AND SK BETWEEN 'LEVEL#META' AND 'LEVEL#NOTE$')"
    );
}

#[test]
fn the_partition_alone_is_read_where_a_condition_would_leave_out_nothing_or_too_much() {
    #[derive(Collection)]
    #[expect(dead_code, reason = "only explained")]
    struct Everything {
        level: Level,
        notes: Vec<LevelNote>,
        scores: Vec<Score>,
    }
    // A score begins with its number.
    #[derive(Collection)]
    #[expect(dead_code, reason = "only explained")]
    struct Scores {
        level: Level,
        scores: Vec<Score>,
    }
    let alone = "Query games\n    key:        PK = 'LEVEL#l1'";
    let partition = || Level::partition("l1");
    assert_eq!(
        games().collect::<Everything, _>(partition()).explain(),
        alone
    );
    assert_eq!(games().collect::<Scores, _>(partition()).explain(), alone);
    assert_eq!(games().collect::<Any, _>(partition()).explain(), alone);
}

#[test]
fn the_documents_collections_are_one_query() {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    assert_eq!(
        shop.collect::<User, _>(Profile::partition("u42")).explain(),
        "Query collections
    key:        (PK = 'USER#u42' AND SK BETWEEN 'BILLING' AND 'SETTINGS')"
    );
    assert_eq!(
        shop.collect::<WholeOrder, _>(Order::partition("o99"))
            .newest_first()
            .page_size(25)
            .explain(),
        "Query collections
    key:        (PK = 'ORDER#o99' AND SK BETWEEN 'ITEM#' AND 'METADATA')
    Limit:      25
    ScanIndexForward: false"
    );
}

#[test]
fn a_limit_is_sent_only_where_nothing_is_left_out() {
    let limited = games()
        .collect::<GamePage, _>(Game::partition("g1"))
        .limit(10)
        .explain();
    assert!(!limited.contains("Limit"), "{limited}");
    // What takes unknown items leaves out none.
    let limited = games()
        .collect::<Any, _>(Level::partition("l1"))
        .limit(10)
        .explain();
    assert!(limited.contains("Limit:      10"), "{limited}");
    assert_eq!(
        games()
            .collect::<GamePage, _>(Game::partition("g1"))
            .limit(0)
            .explain(),
        "nothing is sent: the limit is 0"
    );
}
