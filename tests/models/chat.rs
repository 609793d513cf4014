//! A chat: rooms, and comments by user and, over the entity's own attributes, by room.

use dynamo_model::{Entity, Table};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "Chat",
    type_attribute = none,
    gsi("RoomID_Comment_IDX", pk = "RoomID", sk = "CreatedAt"),
    entities(Comment, Room)
)]
struct Chat;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Chat,
    pk = "User:{user}",
    sk = "{created_at}",
    index(name = by_room, on = "RoomID_Comment_IDX", pk = "{room}", sk = "{created_at}")
)]
struct Comment {
    #[entity(key_only)]
    user: String,
    #[serde(rename = "RoomID")]
    room: String,
    #[serde(rename = "Comment")]
    text: String,
    #[serde(rename = "CreatedAt")]
    created_at: Timestamp,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Chat, pk = "Room:{room}", sk = "meta")]
struct Room {
    #[entity(key_only)]
    room: String,
    #[serde(rename = "CreatedBy")]
    created_by: String,
}

/// Its sort key is said to be the time of the comment, and it is not.
const CONTRADICTION: (&str, &str, &str) = (
    "User:UserA",
    "2023-04-01T13:00:00.001Z",
    "SK says 13:00:00, CreatedAt 12:00:50",
);

#[tokio::test]
async fn the_chat_is_reproduced_and_answers() {
    let Some(items) = items("aws-chat-system.json", 0) else {
        return;
    };
    let design = Design::<Chat>::load(items, &["PK", "SK"]).await;
    rewrite!(design, Comment, Room);
    design.assert_reproduced(&[CONTRADICTION]).await;

    // The newest ten of a room.
    let path = || Comment::by_room("Art");
    let query = design.loaded.query(path()).newest_first().limit(10);
    assert!(!query.explain().contains("filter"), "{}", query.explain());
    let newest = query.all().await.unwrap();
    let texts: Vec<_> = newest.iter().map(|comment| comment.text.as_str()).collect();
    assert_eq!(texts, ["Me too.", "I love aaa."]);
    let room = design
        .loaded
        .get(Room::key("Music"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(room.created_by, "UserA");

    // The row that contradicts the model is an error that names the attribute; the others are read.
    let page = design
        .loaded
        .query(Comment::query("UserA"))
        .page(None)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.errors.len()), (2, 1));
    let error = &page.errors[0];
    assert!(error.is_decode());
    assert_eq!(error.attribute(), Some("SK"));
    assert!(
        error.to_string().contains("2023-04-01T12:00:50.001Z"),
        "{error}"
    );
}
