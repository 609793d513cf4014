//! `items`: an item collection whatever its types.

use dynamo_model_tests::{
    Address, Customer, Order, Shop, Status, address, customer, day, invoice, open, order,
    repository,
};
use futures_util::TryStreamExt;

async fn filled() -> dynamo_model::Repository<Shop> {
    let shop = repository::<Shop>().await;
    shop.put(&customer("c1")).await.unwrap();
    shop.put(&address("c1", "home", "London")).await.unwrap();
    shop.put(&order("c1", day(1), "o1")).await.unwrap();
    shop.put(&invoice("c1", "i1", day(2), Some("o1")))
        .await
        .unwrap();
    shop.put(&customer("c2")).await.unwrap();
    shop
}

#[tokio::test]
async fn a_collection_is_read_as_items_of_all_types_in_key_order() {
    let shop = filled().await;
    let items = shop.items(Customer::partition("c1")).all().await.unwrap();
    let types: Vec<_> = items.iter().map(|item| item.type_name().unwrap()).collect();
    assert_eq!(types, ["Address", "Invoice", "Order", "Customer"]);
    assert_eq!(
        items[0].decode::<Address>().unwrap(),
        address("c1", "home", "London")
    );
    assert_eq!(
        items[2].decode::<Order>().unwrap(),
        order("c1", day(1), "o1")
    );
    assert!(items[2].is::<Order>() && !items[2].is::<Customer>());
    let error = items[2].decode::<Customer>().unwrap_err();
    assert!(error.is_decode());
    assert_eq!(error.entity(), Some("Customer"));
    assert_eq!(
        error.key(),
        Some("{PK: 'CUST#c1', SK: 'ORDER#2026-10-01#o1'}")
    );
}

#[tokio::test]
async fn a_partition_is_the_same_from_each_entity_of_it() {
    let shop = filled().await;
    let expected = shop.items(Customer::partition("c1")).all().await.unwrap();
    assert_eq!(
        shop.items(Order::partition("c1")).all().await.unwrap(),
        expected
    );
    assert_eq!(
        shop.items(Address::partition("c1")).all().await.unwrap(),
        expected
    );
}

#[tokio::test]
async fn an_index_partition_is_read_as_items_too() {
    let shop = filled().await;
    let items = shop.items(Order::by_id("o1")).all().await.unwrap();
    let types: Vec<_> = items.iter().map(|item| item.type_name().unwrap()).collect();
    assert_eq!(types, ["Invoice", "Order"]);
    assert_eq!(
        shop.items(Order::by_status(Status::Pending))
            .count()
            .await
            .unwrap(),
        2
    );
}

#[tokio::test]
async fn items_are_paged_limited_reversed_streamed_and_counted() {
    let shop = filled().await;
    let items = || shop.items(Customer::partition("c1"));
    let all = items().all().await.unwrap();
    assert_eq!(items().count().await.unwrap(), 4);
    assert_eq!(items().limit(2).all().await.unwrap(), all[..2]);
    let mut reversed = items().newest_first().all().await.unwrap();
    reversed.reverse();
    assert_eq!(reversed, all);
    let streamed: Vec<_> = items().page_size(3).stream().try_collect().await.unwrap();
    assert_eq!(streamed, all);
    let page = items().page_size(3).page(None).await.unwrap();
    assert_eq!((page.items.len(), page.examined, page.skipped), (3, 3, 0));
    let page = items().page_size(3).page(page.next).await.unwrap();
    assert_eq!(page.items, all[3..]);
}

#[tokio::test]
async fn an_item_shows_its_type_and_key_but_not_its_values() {
    let shop = filled().await;
    let items = shop.items(Customer::partition("c2")).all().await.unwrap();
    let text = format!("{:?}", items[0]);
    assert!(
        text.contains("Customer") && text.contains("CUST#c2"),
        "{text}"
    );
    assert!(!text.contains("name of"), "{text}");
    let json = serde_json::to_string(&items[0]).unwrap();
    assert_eq!(
        json,
        r#"{"PK":"CUST#c2","SK":"PROFILE","customerId":"c2","name":"name of c2","type":"Customer"}"#
    );
}

#[tokio::test]
async fn a_partition_that_has_no_text_is_an_error_when_read() {
    let (database, shop) = open::<Shop>().await;
    let wire = dynamo_model_tests::Wire::record(&database);
    assert!(
        shop.items(Customer::partition(""))
            .all()
            .await
            .unwrap_err()
            .is_key()
    );
    assert!(
        shop.items(Customer::partition(""))
            .count()
            .await
            .unwrap_err()
            .is_key()
    );
    assert!(
        shop.items(Customer::partition(""))
            .page(None)
            .await
            .unwrap_err()
            .is_key()
    );
    let streamed: Result<Vec<_>, _> = shop
        .items(Customer::partition(""))
        .stream()
        .try_collect()
        .await;
    assert!(streamed.unwrap_err().is_key());
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn the_tables_own_partition_can_be_read_consistently() {
    let shop = repository::<Shop>().await;
    let request = shop.items(Customer::partition("c1")).consistent();
    assert_eq!(
        request.explain(),
        format!(
            "Query {}\n    key:        PK = 'CUST#c1'\n    ConsistentRead: true",
            shop.table_name()
        )
    );
    assert!(request.all().await.unwrap().is_empty());
}
