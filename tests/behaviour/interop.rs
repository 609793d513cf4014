//! Items as the SDK's map: written and read without a repository, and the same as with one.

use std::collections::HashMap;
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Entity, RawItem, Table, from_item, to_item};
use dynamo_model_tests::{
    Address, Customer, Invoice, Order, Shop, Status, address, client, customer, day, invoice, open,
    order,
};
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

type Map = HashMap<String, AttributeValue>;

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn map<const N: usize>(attributes: [(&str, &str); N]) -> Map {
    let attributes = attributes.map(|(name, value)| (name.to_owned(), text(value)));
    HashMap::from(attributes)
}

#[track_caller]
fn is_read_as<E: Entity + DeserializeOwned + PartialEq + Debug>(item: Map, entity: &E) {
    assert_eq!(from_item::<E>(item).unwrap(), *entity);
}

/// The item at an entity's key, as the SDK reads it.
async fn stored(database: &dynamo_model::embedded::Embedded, item: &Map) -> Map {
    let key = ["PK", "SK"].map(|name| (name.to_owned(), item[name].clone()));
    let get = client(database).get_item().table_name("shop");
    let answer = get.set_key(Some(HashMap::from(key))).send().await;
    answer.unwrap().item.unwrap()
}

#[tokio::test]
async fn the_item_of_an_entity_is_what_a_put_stores() {
    let (database, shop) = open::<Shop>().await;
    macro_rules! is_stored {
        ($($entity:expr),+ $(,)?) => {$(
            let entity = $entity;
            shop.put(&entity).await.unwrap();
            let item = to_item(&entity).unwrap();
            assert_eq!(item, stored(&database, &item).await);
            is_read_as(item, &entity);
        )+};
    }
    is_stored!(
        customer("c1"),
        address("c1", "home", "Springfield"),
        order("c1", day(20), "o1"),
        Order {
            status: Status::Shipped,
            note: Some(String::new()),
            ..order("c1", day(21), "o2")
        },
        invoice("c1", "i1", day(22), None),
        invoice("c1", "i2", day(22), Some("o1")),
    );
}

#[tokio::test]
async fn an_item_that_the_sdk_wrote_is_read_by_the_repository() {
    let (database, shop) = open::<Shop>().await;
    let order = order("c1", day(20), "o1");
    let put = client(&database).put_item().table_name("shop");
    let put = put.set_item(Some(to_item(&order).unwrap()));
    put.send().await.unwrap();
    assert_eq!(shop.get(&order).await.unwrap(), Some(order.clone()));
    let pending = shop.query(Order::by_status(Status::Pending)).all().await;
    assert_eq!(pending.unwrap(), [order]);
}

#[test]
fn an_item_of_another_type_is_an_error_that_says_what_it_is() {
    let item = to_item(&customer("c1")).unwrap();
    let error = from_item::<Order>(item).unwrap_err();
    assert!(error.is_decode());
    let said = error.to_string();
    for part in ["Order", "Customer", "CUST#c1", "PROFILE"] {
        assert!(said.contains(part), "{said}");
    }
    // Nothing at all is no order either.
    assert!(from_item::<Order>(Map::new()).unwrap_err().is_decode());
}

#[test]
fn a_key_that_contradicts_the_fields_is_an_error() {
    let mut item = to_item(&address("c1", "home", "Springfield")).unwrap();
    item.insert("SK".to_owned(), text("ADDRESS#work"));
    let error = from_item::<Address>(item).unwrap_err();
    assert!(error.is_decode());
    assert!(error.to_string().contains("ADDRESS#home"), "{error}");
}

#[test]
fn an_attribute_that_is_missing_or_of_another_type_is_named() {
    let item = to_item(&order("c1", day(20), "o1")).unwrap();
    let mut without = item.clone();
    without.remove("total");
    let mut other = item;
    other.insert("total".to_owned(), text("ten"));
    for item in [without, other] {
        let error = from_item::<Order>(item).unwrap_err();
        assert!(error.is_decode());
        let said = error.to_string();
        assert!(said.contains("total") && said.contains("Order"), "{said}");
    }
}

#[test]
fn what_cannot_be_stored_is_an_error_as_in_a_write() {
    // No key has an empty part.
    let error = to_item(&customer("")).unwrap_err();
    assert!(error.is_key());
    let large = Customer {
        email: Some("x".repeat(400 * 1024)),
        ..customer("c1")
    };
    assert!(to_item(&large).unwrap_err().is_encode());
}

#[test]
fn an_item_whose_type_nobody_knows_yet_tells_it() {
    let images = [
        to_item(&customer("c1")).unwrap(),
        to_item(&invoice("c1", "i1", day(22), None)).unwrap(),
        map([("PK", "CUST#c1"), ("SK", "VISIT#1"), ("type", "Visit")]),
    ];
    let mut read = Vec::new();
    for image in images {
        let item = RawItem::<Shop>::from(image);
        if item.is::<Customer>() {
            read.push(item.into_entity::<Customer>().unwrap().customer_id);
        } else if item.is::<Invoice>() {
            read.push(item.into_entity::<Invoice>().unwrap().invoice_id);
        } else {
            assert!(item.decode::<Order>().unwrap_err().is_decode());
            read.push(item.type_name().unwrap().to_owned());
        }
    }
    assert_eq!(read, ["c1", "i1", "Visit"]);
}

#[derive(Table)]
#[table(name = "visits", gsi("GSI1"), entities(Visit, Follow))]
struct Visits;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Visits,
    pk = "PAGE#{page}",
    sk = "{on}#{number:06}",
    index(name = by_visitor, on = "GSI1", pk = "VISITOR#{visitor}", sk = "{on}")
)]
struct Visit {
    #[entity(key_only)]
    page: String,
    #[entity(key_only)]
    on: Date,
    number: u32,
    visitor: Option<String>,
    #[entity(version)]
    version: u64,
    #[entity(ttl)]
    until: Option<i64>,
}

/// Under both of its users.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Visits,
    pk = "USER#{follower}",
    sk = "FOLLOWS#{followed}",
    also(name = by_followed, pk = "USER#{followed}", sk = "FOLLOWER#{follower}")
)]
struct Follow {
    follower: String,
    followed: String,
}

fn visit() -> Visit {
    Visit {
        page: "home".to_owned(),
        on: day(20),
        number: 3,
        visitor: None,
        version: 4,
        until: Some(1_700_000_000),
    }
}

#[test]
fn fields_of_the_key_alone_are_restored_and_versions_stay_as_they_are() {
    let item = to_item(&visit()).unwrap();
    assert_eq!(item["PK"], text("PAGE#home"));
    assert!(!item.contains_key("page") && !item.contains_key("on"));
    // No visitor: not in the index, by either of its attributes.
    assert!(!item.contains_key("GSI1PK") && !item.contains_key("GSI1SK"));
    assert_eq!(item["version"], AttributeValue::N("4".to_owned()));
    // Its time is past: there is no clock here.
    is_read_as(item, &visit());
}

#[tokio::test]
async fn a_copy_under_another_key_is_said_to_be_one() {
    let (database, visits) = open::<Visits>().await;
    let follow = Follow {
        follower: "a".to_owned(),
        followed: "b".to_owned(),
    };
    visits.put(&follow).await.unwrap();
    let scan = client(&database).scan().table_name("visits").send().await;
    let mut items = scan.unwrap().items.unwrap();
    items.sort_by_key(|item| item["PK"] != text("USER#a"));
    let [own, copy] = items.try_into().unwrap();
    assert_eq!(to_item(&follow).unwrap(), own);
    let error = from_item::<Follow>(copy.clone()).unwrap_err();
    assert!(error.is_decode());
    assert!(error.to_string().contains("by_followed"), "{error}");
    let copy = RawItem::<Visits>::from(copy).decode_copy::<Follow>();
    assert_eq!(copy.unwrap(), follow);
    is_read_as(own, &follow);
}
