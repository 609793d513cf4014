//! Collections on an index's partitions.

use dynamo_model::{Collection, IntoPartition};
use dynamo_model_tests::{Wire, open};

use crate::model::{Draft, Entry, Order, Payment, Shop, order, payment, shop};

#[derive(Collection, Debug, PartialEq)]
#[collection(on = "GSI1")]
enum OfDay {
    Order(Order),
    Payment(Payment),
}

#[derive(Collection, Debug)]
#[collection(on = "GSI1")]
struct Day {
    orders: Vec<Order>,
    payments: Vec<Payment>,
}

const DAY: &str = "2026-10-20";

// fault 118
#[tokio::test]
async fn an_indexs_partition_is_sorted_by_type() {
    let (database, shop) = open::<Shop>().await;
    shop.put(&order("o1")).await.unwrap();
    shop.put(&payment("o1", "p1")).await.unwrap();
    let day = DAY.to_owned();
    shop.put(&Draft {
        id: "d1".into(),
        day,
    })
    .await
    .unwrap();
    let wire = Wire::record(&database);

    let request = shop.collect::<OfDay, _>(Order::of_day(DAY));
    assert_eq!(
        request.explain(),
        "Query collections
    key:        (GSI1PK = 'DAY#2026-10-20' AND GSI1SK BETWEEN 'ORDER#' AND 'PAYMENT$')
    IndexName:  GSI1"
    );
    let all = request.all().await.unwrap();
    assert_eq!(
        all,
        [
            OfDay::Order(order("o1")),
            OfDay::Payment(payment("o1", "p1"))
        ]
    );
    assert!(wire.last().body["FilterExpression"].is_null());

    let day: Day = shop.collect(Payment::of_day(DAY)).await.unwrap();
    assert_eq!((day.orders.len(), day.payments.len()), (1, 1));
}

#[tokio::test]
async fn a_path_of_an_index_narrows_its_collection() {
    let shop = shop().await;
    let orders = shop.collect::<Day, _>(Order::of_day(DAY).order("o99"));
    let orders = orders.await.unwrap();
    assert_eq!((orders.orders.len(), orders.payments.len()), (1, 0));
}

#[tokio::test]
async fn a_partition_of_another_index_is_refused_before_sending() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    // As a plain partition it does not say by its type of which index it is.
    let partition = Order::of_day(DAY).into_partition();
    let error = shop.collect::<Entry, _>(partition).all().await.unwrap_err();
    assert!(error.is_invalid_request());
    assert!(error.to_string().contains("GSI1"), "{error}");
    assert_eq!(wire.count(), 0);
}
