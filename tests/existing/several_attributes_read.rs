//! Keys of several attributes on an engine that knows them: where `DYNAMO_MODEL_ENDPOINT` names one.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(
    name = "shop",
    gsi("ByTenant", pk = ["tenant", "status"], sk = ["placed_on", "priority"]),
    number = ["priority"],
    entities(Order)
)]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Shop,
    pk = "ORDER#{id}",
    sk = "ORDER",
    index(name = by_tenant, on = "ByTenant", pk = [tenant, status], sk = [placed_on, priority])
)]
struct Order {
    id: String,
    tenant: String,
    status: Option<String>,
    placed_on: String,
    priority: u8,
}

fn order(id: &str, status: Option<&str>, placed_on: &str, priority: u8) -> Order {
    Order {
        id: id.to_owned(),
        tenant: "t1".to_owned(),
        status: status.map(str::to_owned),
        placed_on: placed_on.to_owned(),
        priority,
    }
}

#[tokio::test]
async fn orders_are_found_by_all_attributes_of_their_keys() {
    if std::env::var_os("DYNAMO_MODEL_ENDPOINT").is_none() {
        println!("skipped: the embedded engine has keys of one attribute");
        return;
    }
    let shop = table::<Shop>().await;
    for one in [
        order("1", Some("open"), "2026-10-20", 9),
        order("2", Some("open"), "2026-10-20", 10),
        order("3", Some("open"), "2026-10-21", 1),
        order("4", Some("closed"), "2026-10-20", 1),
        order("5", None, "2026-10-20", 1),
    ] {
        shop.create(&one).await.unwrap();
    }
    let ids = |orders: Vec<Order>| orders.into_iter().map(|order| order.id).collect::<Vec<_>>();
    let open = || Order::by_tenant("t1", "open");
    assert_eq!(
        ids(shop.query(open()).all().await.unwrap()),
        ["1", "2", "3"]
    );
    let of_day = open().placed_on("2026-10-20");
    assert_eq!(ids(shop.query(of_day).all().await.unwrap()), ["1", "2"]);
    let urgent = open().placed_on("2026-10-20").priority_in(10..);
    assert_eq!(ids(shop.query(urgent).all().await.unwrap()), ["2"]);
    let first = shop.query(open()).limit(1).page(None).await.unwrap();
    let rest = shop.query(open()).page(first.next).await.unwrap();
    assert_eq!(ids(rest.items), ["2", "3"]);
}
