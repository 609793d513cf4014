//! Batches.

use dynamo_model::embedded::Action;
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Order, Shop, Wire, day, open, order};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Table)]
#[table(name = "pets", sk = none, entities(Cat, Dog))]
struct Pets;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pets, pk = "PET#{id}", overlap_ok = "ids are unique")]
struct Cat {
    id: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pets, pk = "PET#{id}")]
struct Dog {
    id: String,
}

// fault 81
#[tokio::test]
async fn one_key_twice_is_refused_by_name_also_over_two_entities_and_two_chunks() {
    let (database, pets) = open::<Pets>().await;
    let wire = Wire::record(&database);
    let cats: Vec<Cat> = (0..30)
        .map(|number| Cat {
            id: format!("{number:02}"),
        })
        .collect();
    let error = pets
        .batch()
        .put_all(&cats)
        .put_all([&Dog {
            id: String::from("03"),
        }])
        .await
        .unwrap_err();
    assert!(error.is_invalid_request());
    assert_eq!(
        (error.entity(), error.key()),
        (Some("Dog"), Some("{PK: 'PET#03'}"))
    );
    assert_eq!(wire.count(), 0);
    assert!(pets.batch().put_all(&cats).await.unwrap().is_complete());
}

// fault 83
#[tokio::test]
async fn leftovers_are_counted_as_written_only_when_they_are() {
    let (database, shop) = open::<Shop>().await;
    let orders: Vec<Order> = (0..10)
        .map(|number| order("c1", day(1), &format!("o{number}")))
        .collect();
    // All ten left twice, then three left once.
    let wire = Wire::script(&database, |sent, number| {
        let puts = sent.body["RequestItems"]["shop"].as_array().unwrap();
        let left = match number {
            1 | 2 => puts.as_slice(),
            3 => {
                return Action::Answer {
                    status: 200,
                    body: json!({"UnprocessedItems": {"shop": puts[7..]}}).to_string(),
                };
            }
            _ => return Action::Pass,
        };
        Action::Answer {
            status: 200,
            body: json!({"UnprocessedItems": {"shop": left}}).to_string(),
        }
    });
    let report = shop.batch().put_all(&orders).await.unwrap();
    assert_eq!((report.written, report.unprocessed.len()), (10, 0));
    let sizes = |sent: &dynamo_model_tests::Sent| {
        sent.body["RequestItems"]["shop"].as_array().unwrap().len()
    };
    assert_eq!(
        wire.sent().iter().map(sizes).collect::<Vec<_>>(),
        [10, 10, 10, 3]
    );
}

// fault 86
#[tokio::test]
async fn chunks_keep_to_25_writes_whatever_the_items_size_and_none_is_no_call() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let none: [Order; 0] = [];
    assert_eq!(shop.batch().put_all(&none).await.unwrap().written, 0);
    assert_eq!(wire.count(), 0);
    // 25 items of 390 KB: under 16 MB, one request.
    let large: Vec<Order> = (0..25)
        .map(|number| Order {
            note: Some("x".repeat(390 * 1024)),
            ..order("c1", day(1), &format!("o{number:02}"))
        })
        .collect();
    assert_eq!(shop.batch().put_all(&large).await.unwrap().written, 25);
    assert_eq!(wire.count(), 1);
}
