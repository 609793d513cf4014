//! Changes inside structs, maps and lists: siblings stay.

use std::collections::BTreeSet;

use crate::shop::{Order, address, order, shop, stored};

// fault 101
#[tokio::test]
async fn a_change_inside_leaves_siblings_as_they_are() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let new = shop
        .update(Order::update(&order(1)).in_address(|a| a.city_name("Leeds").add_visits(2)))
        .returning_new()
        .await
        .unwrap();
    let mut expected = order(1);
    expected.address.city_name = "Leeds".to_owned();
    expected.address.visits = 2;
    assert_eq!(new, expected);
    let new = shop
        .update(Order::update(&order(1)).in_address(|a| a.clear_zip().append_log(["seen"])))
        .returning_new()
        .await
        .unwrap();
    assert_eq!(
        (new.address.zip, new.address.log),
        (None, vec!["seen".to_owned()])
    );
    assert_eq!(new.address.city_name, "Leeds");
}

// faults 43, 101
#[tokio::test]
async fn sets_in_documents_are_sets_however_they_are_written() {
    let (_, shop) = shop().await;
    let mut first = order(1);
    first.address.marks.insert("a".to_owned());
    shop.create(&first).await.unwrap();
    let raw = async || {
        let get = shop.update(Order::update(&order(1)).rate(1.0));
        get.only_if(|o| {
            o.address
                .fields()
                .marks
                .attribute_type(dynamo_model::AttributeType::Ss)
                & o.address.fields().marks.contains("a")
        })
        .await
    };
    raw().await.unwrap();
    shop.update(Order::update(&order(1)).in_address(|a| a.marks(BTreeSet::from(["a".to_owned()]))))
        .await
        .unwrap();
    raw().await.unwrap();
    let mut other = address("Bath");
    other.marks.insert("b".to_owned());
    shop.update(
        Order::update(&order(1))
            .in_others(|others| others.set("work", other.clone()))
            .append_stops([other.clone()]),
    )
    .only_if(|o| o.others.entry("work").not_exists())
    .await
    .unwrap();
    let is_set = shop
        .update(Order::update(&order(1)).rate(1.0))
        .only_if(|o| {
            let kind = dynamo_model::AttributeType::Ss;
            o.others.entry("work").fields().marks.attribute_type(kind)
                & o.stops.element(1).fields().marks.attribute_type(kind)
        })
        .returning_new()
        .await
        .unwrap();
    assert_eq!(is_set.others["work"], other);
    assert_eq!(is_set.stops[1], other);
    assert_eq!(is_set.stops[0], address("York"));
}

#[tokio::test]
async fn entries_and_elements_change_alone() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    shop.update(
        Order::update(&order(1))
            .in_others(|o| {
                o.set("a.b", address("Bath"))
                    .inside("home", |a| a.city_name("Hull"))
            })
            .in_stops(|s| s.inside(0, |a| a.add_visits(1)).set(5, address("Ely"))),
    )
    .await
    .unwrap();
    let item = stored(&shop, 1).await;
    assert_eq!(item["others"]["home"]["cityName"], "Hull");
    assert_eq!(item["others"]["home"]["zip"], "LS1");
    assert_eq!(item["others"]["a.b"]["cityName"], "Bath");
    assert_eq!(item["stops"][0]["visits"], 1);
    assert_eq!(item["stops"][1]["cityName"], "Ely");
    shop.update(
        Order::update(&order(1))
            .in_others(|o| o.remove("a.b"))
            .in_stops(|s| s.remove(0)),
    )
    .await
    .unwrap();
    let item = stored(&shop, 1).await;
    assert_eq!(item["others"].as_object().unwrap().len(), 1);
    assert_eq!(item["stops"][0]["cityName"], "Ely");
}

// fault 65
#[tokio::test]
async fn a_change_inside_what_is_not_stored_says_so() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    let error = shop
        .update(Order::update(&order(1)).in_billing(|a| a.city_name("Leeds")))
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("set it as a whole first"),
        "{error}"
    );
    shop.update(Order::update(&order(1)).billing(address("Bath")))
        .await
        .unwrap();
    shop.update(Order::update(&order(1)).in_billing(|a| a.city_name("Leeds")))
        .await
        .unwrap();
}

// fault 63
#[tokio::test]
async fn a_list_is_appended_to_whether_it_is_there_or_not() {
    let (database, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    database
        .client()
        .update_item()
        .table_name("shop")
        .key(
            "PK",
            aws_sdk_dynamodb::types::AttributeValue::S("CUST#c1".into()),
        )
        .key(
            "SK",
            aws_sdk_dynamodb::types::AttributeValue::S("ORDER#0001".into()),
        )
        .update_expression("REMOVE #l")
        .expression_attribute_names("#l", "lines")
        .send()
        .await
        .unwrap();
    for _ in 0..2 {
        shop.update(
            Order::update(&order(1))
                .append_lines(["z"])
                .append_stops([address("Ely")]),
        )
        .await
        .unwrap();
    }
    shop.update(Order::update(&order(1)).prepend_lines(["a"]))
        .await
        .unwrap();
    assert_eq!(
        stored(&shop, 1).await["lines"],
        serde_json::json!(["a", "z", "z"])
    );
}
