#![allow(missing_docs)]
use dynamo_model::{Entity, KeyPart, Repository, Table};
use serde::{Deserialize, Serialize};
use std::collections::*;
#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), gsi("Open"), entities(Order))]
pub struct Shop;
#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Status { Open, Closed }
#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}",
  index(name = by_id, on = "GSI1", pk = "ORDER#{order_id}", sk = "ORDER#{order_id}"),
  index(name = by_status, on = "GSI2", pk = "STATUS#{status}", sk = "{priority:03}"),
  index(name = open, on = "Open", pk = "OPEN", sk = "{order_id}", when = |status| *status == Status::Open))]
pub struct Order { customer_id: String, order_id: String, status: Status, priority: u8, total: u64, note: Option<String>, tags: HashSet<String>, lines: Vec<String> }
#[tokio::test]
async fn works() {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await.unwrap();
    let order = Order { customer_id: "c".into(), order_id: "o".into(), status: Status::Open, priority: 1, total: 5, note: None, tags: HashSet::new(), lines: vec![] };
    shop.create(&order).await.unwrap();
    let r = shop.update(Order::update(&order).status(Status::Closed).priority(3).add_total(-2).append_lines(["a"]).insert_tags(["x", "y"]).note("n"));
    println!("{}", r.explain());
    let new = r.returning_new().await.unwrap();
    println!("{new:?}");
    println!("{:?}", shop.get(Order::key("c", "o")).raw().await.unwrap().map(|r| serde_json::to_string(&r).unwrap()));
    let e = shop.update(Order::update(&order).clear_note()).only_if(|o| o.status.eq(Status::Open)).await.unwrap_err();
    println!("{e} {:?}", e.existing::<Order>());
    let e = shop.update(Order::update(Order::key("c", "p")).clear_note()).only_if(|o| o.status.eq(Status::Open)).await.unwrap_err();
    println!("{e} {}", e.is_not_found());
    let m = shop.modify(&order, |o| { o.status = Status::Open; o.note = None; }).await.unwrap();
    println!("{m:?}");
    println!("{:?}", shop.get(Order::key("c", "o")).raw().await.unwrap().map(|r| serde_json::to_string(&r).unwrap()));
    println!("{}", shop.upsert(Order::update(Order::key("c", "p")).status(Status::Open).priority(1).set_if_absent_total(3).lines(["a".to_owned()].to_vec())).explain());
    let moved = Order { order_id: "z".into(), ..m };
    shop.rekey(&order, &moved).await.unwrap();
    println!("{:?}", shop.query(Order::query("c")).all().await.unwrap());
}
