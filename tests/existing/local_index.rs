//! Local secondary indexes: strongly consistent reads, the size of collections, the error at its limit.

use dynamo_model::embedded::{Action, Embedded};
use dynamo_model::{Entity, Repository, Table, embedded};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(
    name = "shop",
    lsi(
        "ByTotal",
        sk = "LSI1SK",
        collection_limit_10gb = "a customer has few orders"
    ),
    lsi(
        "ByNote",
        sk = "note",
        collection_limit_10gb = "notes are short",
        keys_only
    ),
    entities(Order)
)]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUST#{customer}",
    sk = "ORDER#{id}",
    index(name = by_total, on = "ByTotal", sk = "TOTAL#{total:010}"),
    index(name = by_note, on = "ByNote", pk = pk, sk = "{note}")
)]
struct Order {
    customer: String,
    id: String,
    total: u64,
    note: Option<String>,
}

fn order(id: &str, total: u64, note: Option<&str>) -> Order {
    Order {
        customer: "c1".to_owned(),
        id: id.to_owned(),
        total,
        note: note.map(str::to_owned),
    }
}

#[tokio::test]
async fn a_local_index_is_another_order_of_the_same_partition() {
    let shop = table::<Shop>().await;
    for one in [
        order("a", 30, None),
        order("b", 10, Some("gift")),
        order("c", 20, None),
    ] {
        shop.create(&one).await.unwrap();
    }
    let query = shop.query(Order::by_total("c1")).consistent();
    assert!(
        query.explain().contains("ConsistentRead: true"),
        "{}",
        query.explain()
    );
    let ids: Vec<_> = query
        .all()
        .await
        .unwrap()
        .into_iter()
        .map(|order| order.id)
        .collect();
    assert_eq!(ids, ["b", "c", "a"]);
    let range = Order::by_total("c1").total_in(15..);
    assert_eq!(shop.query(range).consistent().all().await.unwrap().len(), 2);
    // Sparse, and a partial index yields keys.
    let notes = shop
        .query(Order::by_note("c1"))
        .consistent()
        .all()
        .await
        .unwrap();
    assert_eq!(notes, [Order::key("c1", "b")]);
    let first = shop
        .query(Order::by_total("c1"))
        .limit(1)
        .page(None)
        .await
        .unwrap();
    let rest = shop
        .query(Order::by_total("c1"))
        .page(first.next)
        .await
        .unwrap();
    assert_eq!(rest.items.len(), 2);
}

#[test]
fn the_request_says_which_index_is_local() {
    let shop = Repository::<Shop>::new(embedded::client());
    let request = shop.explain_create_table();
    assert!(
        request.contains("local index: ByTotal (PK, LSI1SK)"),
        "{request}"
    );
    assert!(
        request.contains("local index: ByNote (PK, note) KEYS_ONLY"),
        "{request}"
    );
}

#[tokio::test]
async fn writes_of_a_table_with_a_local_index_ask_for_the_size_of_the_collection() {
    let embedded = Embedded::new();
    let asked = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = std::sync::Arc::clone(&asked);
    embedded.on_request(move |request| {
        if request
            .body()
            .contains("\"ReturnItemCollectionMetrics\":\"SIZE\"")
        {
            heard.lock().unwrap().push(request.operation().to_owned());
        }
        std::future::ready(Action::Pass)
    });
    let shop = Repository::<Shop>::new(embedded.client());
    shop.create_table().await.unwrap();
    shop.put(&order("a", 1, None)).await.unwrap();
    shop.delete(Order::key("c1", "a")).await.unwrap();
    let _ = shop.batch().put_all(&[order("b", 1, None)]).await.unwrap();
    shop.get(Order::key("c1", "b")).await.unwrap();
    assert_eq!(
        *asked.lock().unwrap(),
        ["PutItem", "DeleteItem", "BatchWriteItem"]
    );
}

#[tokio::test]
async fn a_full_collection_is_an_error_of_its_own() {
    let embedded = Embedded::new();
    let shop = Repository::<Shop>::new(embedded.client());
    shop.create_table().await.unwrap();
    embedded.on_request(|_| {
        std::future::ready(Action::Answer {
            status: 400,
            body: r#"{"__type":"com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException","message":"Collection size exceeded."}"#.to_owned(),
        })
    });
    let error = shop.put(&order("a", 1, None)).await.unwrap_err();
    assert!(error.is_item_collection_full(), "{error}");
    assert!(!error.is_condition_failed());
}
