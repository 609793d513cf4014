//! Sortable ids: sort keys that sort by time, so that "the latest" and "between two days" are one Query.
//!
//! Annotated with a time of a named form and precision (`{at:iso_ms_offset}`), always UTC and of one length, or with a ULID, which holds time and id in one value.
//! `newest_first().limit(n)` reads `n` items and no more. A number needs a width (`{number:06}`), or it does not compile: 10 would sort before 9.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show, sk};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use serde_json::json;
use ulid::Ulid;
use uuid::Uuid;

/// One entity a room, so that the partition alone is the condition: nothing else can be in it.
#[derive(Table)]
#[table(name = "p06-sortable-ids", entities(GeneralMessage, RandomMessage))]
struct Chat;

/// Option A: an instant, and a suffix that keeps two messages of one millisecond apart.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Chat, pk = "ROOM#general", sk = "MSG#{at:iso_ms_offset}#{suffix}")]
struct GeneralMessage {
    at: Timestamp,
    suffix: String,
    text: String,
}

/// Option B: a ULID.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Chat, pk = "ROOM#random", sk = "MSG#{id}")]
struct RandomMessage {
    id: Ulid,
    text: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let chat = Repository::<Chat>::new(dynamo_model::embedded::client());
    chat.create_table().await?;

    // Out of order on purpose. An application takes random bits; these are fixed, so that the result can be compared.
    let written = [
        (3, "013331", 0x58bf_d3af_a537_c998_0e88_u128),
        (1, "5b0f2a", 0x3a1c_77e2_5d90_4b6f_8e21),
        (7, "8c124f", 0xf3c9_b127_56b8_ae80_95f5),
        (2, "c97d10", 0x91f4_0b8a_c3d5_2e67_1f9b),
        (5, "e76ff8", 0xa003_9978_a261_0978_0d59),
    ];
    let first: Timestamp = "2026-10-01T00:00:00Z".parse()?;
    let mut general = Vec::new();
    let mut random = Vec::new();
    for (day, suffix, bits) in written {
        let at = first + (24 * day).hours();
        let text = format!("Oct {}", 1 + day);
        random.push(RandomMessage {
            id: Ulid::from_parts(at.as_millisecond().try_into()?, bits),
            text: text.clone(),
        });
        general.push(GeneralMessage {
            at,
            suffix: suffix.to_owned(),
            text,
        });
    }
    assert!(
        chat.batch()
            .put_all(&general)
            .put_all(&random)
            .await?
            .is_complete()
    );
    let chat = chat.with_observer(log.clone());

    let latest = chat
        .query(GeneralMessage::query())
        .newest_first()
        .limit(3)
        .all()
        .await?;
    log.assert_last(
        "Query p06-sortable-ids
    key:        PK = 'ROOM#general'
    Limit:      3
    ScanIndexForward: false",
    );
    show(
        "Latest 3 (ISO-8601 keys, newest first)",
        latest
            .iter()
            .map(|message| Ok((sk(message)?, &message.text)))
            .collect::<dynamo_model::Result<Vec<_>>>()?,
        json!([
            ["MSG#2026-10-08T00:00:00.000+00:00#8c124f", "Oct 8"],
            ["MSG#2026-10-06T00:00:00.000+00:00#e76ff8", "Oct 6"],
            ["MSG#2026-10-04T00:00:00.000+00:00#013331", "Oct 4"],
        ]),
    );

    let latest = chat
        .query(RandomMessage::query())
        .newest_first()
        .limit(3)
        .all()
        .await?;
    log.assert_last(
        "Query p06-sortable-ids
    key:        PK = 'ROOM#random'
    Limit:      3
    ScanIndexForward: false",
    );
    show(
        "Latest 3 (ULID keys, newest first)",
        latest
            .iter()
            .map(|message| Ok((sk(message)?, &message.text)))
            .collect::<dynamo_model::Result<Vec<_>>>()?,
        json!([
            ["MSG#01M4CCYJ00YF4V29TPQ2Q815FN", "Oct 8"],
            ["MSG#01M4785400M01SJY52C44QG3AS", "Oct 6"],
            ["MSG#01M423BP00B2ZX7BX56Z4SG3M8", "Oct 4"],
        ]),
    );

    // The end is exclusive; the bounds are exact, where the article appends `~` to the last day.
    let days = first + 24.hours()..first + 120.hours();
    let messages = chat
        .query(GeneralMessage::query().at_in(days))
        .all()
        .await?;
    log.assert_last("Query p06-sortable-ids
    key:        (PK = 'ROOM#general' AND SK BETWEEN 'MSG#2026-10-02T00:00:00.000+00:00#' AND 'MSG#2026-10-06T00:00:00.000+00:00')");
    show(
        "Messages between 2 and 5 Oct",
        messages
            .iter()
            .map(|message| &message.text)
            .collect::<Vec<_>>(),
        json!(["Oct 2", "Oct 3", "Oct 4"]),
    );

    // The counter-example: three random UUIDs in the order of their creation, and as a sort key sorts them.
    let created = [
        Uuid::from_u128(0x8b98_0121_c4a5_4e0c_9d7e_3f1b_6a02_5c88),
        Uuid::from_u128(0x070a_7415_5e1d_4c93_a6b2_90d4_7f3e_1b65),
        Uuid::from_u128(0x4df6_2a9c_0b8f_47d6_8c1a_e25f_43b9_7d10),
    ];
    let mut sorted = created;
    sorted.sort();
    assert_ne!(sorted, created);
    show(
        "uuid4 values are not time-ordered",
        sorted.map(|id| id.to_string()[..8].to_owned()),
        json!(["070a7415", "4df62a9c", "8b980121"]),
    );
    Ok(())
}
