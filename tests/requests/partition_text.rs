//! The partition key is the same text in every operation.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_tests::{Sent, Wire, open};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Table)]
#[table(
    name = "inbox",
    gsi("GSI1"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Notice)
)]
struct Inbox;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Inbox,
    pk = "{user}-{room:lower}-{number:04}-notification",
    sk = "N#{at}#{id}",
    index(name = by_user, on = "GSI1", pk = "{user}-{room:lower}-{number:04}-notification", sk = "N#{at}#{id}"),
    index(name = inverted, on = "Inverted")
)]
struct Notice {
    user: String,
    room: String,
    number: u32,
    at: jiff::Timestamp,
    id: String,
}

const PARTITION: &str = "Ann B-kitchen-0007-notification";
const SORT: &str = "N#2026-10-20T12:00:00.000Z#n1";

fn notice() -> Notice {
    Notice {
        user: String::from("Ann B"),
        room: String::from("Kitchen"),
        number: 7,
        at: "2026-10-20T12:00:00Z".parse().unwrap(),
        id: String::from("n1"),
    }
}

/// The partition key's text in a request, wherever it stands.
fn partition(sent: &Sent) -> String {
    let body = &sent.body;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let found = match sent.operation.as_str() {
        "PutItem" => text(&body["Item"]["PK"]["S"]),
        "GetItem" | "DeleteItem" => text(&body["Key"]["PK"]["S"]),
        "BatchWriteItem" => {
            text(&body["RequestItems"]["inbox"][0]["PutRequest"]["Item"]["PK"]["S"])
        }
        "Query" => {
            let resolved = sent.resolved("KeyConditionExpression");
            let rest = resolved
                .split("PK = ")
                .nth(1)
                .map(|rest| rest.trim_end_matches(')').to_owned());
            rest.map(|rest| rest.split(" AND ").next().unwrap_or_default().to_owned())
        }
        _ => None,
    };
    found.unwrap_or_else(|| panic!("no partition key in {sent:?}"))
}

// fault 14
#[tokio::test]
async fn every_operation_has_the_same_partition_key() {
    let (database, inbox) = open::<Inbox>().await;
    let wire = Wire::record(&database);
    let notice = notice();
    let key = || Notice::key("Ann B", "Kitchen", 7, notice.at, "n1");
    let base = || Notice::query("Ann B", "Kitchen", 7);
    let index = || Notice::by_user("Ann B", "Kitchen", 7);
    let at = notice.at;
    assert_eq!(
        key().texts().unwrap(),
        (PARTITION.to_owned(), Some(SORT.to_owned()))
    );
    assert_eq!(notice.key().texts().unwrap().0, PARTITION);

    inbox.create(&notice).await.unwrap();
    inbox.put(&notice).await.unwrap();
    inbox.replace(&notice).await.unwrap();
    assert!(
        inbox
            .batch()
            .put_all([&notice])
            .await
            .unwrap()
            .is_complete()
    );
    assert_eq!(inbox.get(key()).await.unwrap(), Some(notice.clone()));
    let found = [
        inbox.query(base()).all().await.unwrap(),
        inbox.query(base().at(at)).all().await.unwrap(),
        inbox.query(base().at(at).id("n1")).all().await.unwrap(),
        inbox.query(base().at_in(at..=at)).all().await.unwrap(),
        inbox.query(base().at_in(at..)).all().await.unwrap(),
        inbox.query(base().at_in(..=at)).all().await.unwrap(),
        inbox.query(base().at_in(..)).all().await.unwrap(),
        inbox
            .query(base().at_starts_with("2026"))
            .all()
            .await
            .unwrap(),
        inbox
            .query(base().at(at).id_in("n".."o"))
            .all()
            .await
            .unwrap(),
        inbox
            .query(base().at(at).id_starts_with("n"))
            .all()
            .await
            .unwrap(),
        inbox.query(index()).all().await.unwrap(),
        inbox.query(index().at(at)).all().await.unwrap(),
        inbox.query(index().at(at).id("n1")).all().await.unwrap(),
        inbox.query(index().at_in(at..)).all().await.unwrap(),
        inbox
            .query(index().at_starts_with("2026"))
            .all()
            .await
            .unwrap(),
        inbox
            .query(
                Notice::inverted(at, "n1")
                    .user("Ann B")
                    .room("Kitchen")
                    .number(7),
            )
            .all()
            .await
            .unwrap(),
    ];
    for (case, found) in found.iter().enumerate() {
        assert_eq!(
            found.as_slice(),
            std::slice::from_ref(&notice),
            "query {case}"
        );
    }
    assert_eq!(
        inbox
            .items(Notice::partition("Ann B", "Kitchen", 7))
            .count()
            .await
            .unwrap(),
        1
    );
    assert_eq!(inbox.items(index()).count().await.unwrap(), 1);
    inbox.delete(key()).await.unwrap();
    inbox.delete(&notice).await.unwrap();

    let sent = wire.sent();
    assert_eq!(sent.len(), 5 + 16 + 2 + 2);
    for sent in sent {
        assert_eq!(partition(&sent), PARTITION, "{sent:?}");
    }
}

// fault 14
#[tokio::test]
async fn the_next_page_asks_for_the_same_partition() {
    let (database, inbox) = open::<Inbox>().await;
    for id in ["a", "b", "c"] {
        inbox
            .put(&Notice {
                id: id.to_owned(),
                ..notice()
            })
            .await
            .unwrap();
    }
    let wire = Wire::record(&database);
    for query in [Pages::Table, Pages::Index] {
        let cursor = query.page(&inbox, None).await;
        query.page(&inbox, cursor).await;
    }
    let sent = wire.sent();
    assert_eq!(sent.len(), 4);
    for sent in &sent {
        assert_eq!(partition(sent), PARTITION);
    }
    assert_eq!(sent[1].body["ExclusiveStartKey"]["PK"]["S"], PARTITION);
    assert_eq!(sent[3].body["ExclusiveStartKey"]["GSI1PK"]["S"], PARTITION);
}

#[derive(Clone, Copy)]
enum Pages {
    Table,
    Index,
}

impl Pages {
    async fn page(
        self,
        inbox: &Repository<Inbox>,
        from: Option<dynamo_model::Cursor>,
    ) -> Option<dynamo_model::Cursor> {
        let page = match self {
            Self::Table => {
                inbox
                    .query(Notice::query("Ann B", "Kitchen", 7))
                    .page_size(1)
                    .page(from)
                    .await
            }
            Self::Index => {
                inbox
                    .query(Notice::by_user("Ann B", "Kitchen", 7))
                    .page_size(1)
                    .page(from)
                    .await
            }
        };
        page.unwrap().next
    }
}

// fault 11
#[tokio::test]
async fn folding_is_the_same_on_writes_and_look_ups_and_only_in_the_key() {
    let (_, inbox) = open::<Inbox>().await;
    inbox.put(&notice()).await.unwrap();
    for room in ["Kitchen", "kitchen", "KITCHEN"] {
        let found = inbox
            .get(Notice::key("Ann B", room, 7, notice().at, "n1"))
            .await
            .unwrap();
        assert_eq!(found, Some(notice()));
        assert_eq!(
            inbox
                .query(Notice::by_user("Ann B", room, 7))
                .count()
                .await
                .unwrap(),
            1
        );
    }
    let folded = inbox
        .get(Notice::key("ann b", "Kitchen", 7, notice().at, "n1"))
        .await
        .unwrap();
    assert_eq!(folded, None);
}
