//! Transactions over two tables.

use dynamo_model::Repository;
use dynamo_model::embedded::Embedded;
use dynamo_model_tests::{Wire, on_path_under_test};

use crate::model::{Customer, Entry, Ledger, Store, client, customer};

fn entry(number: u32) -> Entry {
    Entry {
        account: "a".into(),
        number,
    }
}

async fn both() -> (Embedded, Repository<Store>, Repository<Ledger>) {
    let database = Embedded::new();
    let sdk = client(&database);
    let store = on_path_under_test(Repository::<Store>::new(sdk.clone()));
    let ledger = on_path_under_test(Repository::<Ledger>::new(sdk)).with_table_name("books");
    store.create_table().await.unwrap();
    ledger.create_table().await.unwrap();
    (database, store, ledger)
}

#[tokio::test]
async fn a_transaction_goes_on_in_another_table() {
    let (database, store, ledger) = both().await;
    let wire = Wire::record(&database);
    let transaction = || {
        store
            .transact()
            .create(&customer("c1"))
            .on(&ledger)
            .create(&entry(1))
            .on(&store)
            .check_absent(Customer::key("c2"))
    };
    assert_eq!(
        transaction().explain(),
        "\
TransactWriteItems
    - Put store
        item:       {PK: 'CUST#c1', SK: 'PROFILE', type: 'Customer', id: 'c1', name: 'Carol', orders: 0}
        condition:  attribute_not_exists(PK)
    - Put books
        item:       {PK: 'ACCOUNT#a', SK: '000001', type: 'Entry', account: 'a', number: 1}
        condition:  attribute_not_exists(PK)
    - ConditionCheck store
        key:        {PK: 'CUST#c2', SK: 'PROFILE'}
        condition:  attribute_not_exists(PK)"
    );
    transaction().await.unwrap();
    assert_eq!(wire.count(), 1);
    assert_eq!(ledger.get(&entry(1)).await.unwrap(), Some(entry(1)));
    let error = store
        .transact()
        .create(&customer("c2"))
        .on(&ledger)
        .create(&entry(1))
        .await
        .unwrap_err();
    assert!(
        error.is_already_exists() && error.entity() == Some("Entry"),
        "{error}"
    );
    assert_eq!(store.get(Customer::key("c2")).await.unwrap(), None);
}

#[tokio::test]
async fn either_table_asks_for_the_sdks_types_of_the_whole_transaction() {
    let (_, store, ledger) = both().await;
    ledger.create(&entry(1)).await.unwrap();
    let ledger = ledger.without_wire_codec();
    let transaction = store.transact().create(&customer("c1")).on(&ledger);
    let error = transaction.create(&entry(1)).await.unwrap_err();
    assert!(error.is_already_exists(), "{error}");
    let aws_sdk_dynamodb::Error::TransactionCanceledException(error) =
        error.into_sdk_error().unwrap()
    else {
        panic!("the transaction was canceled");
    };
    assert!(error.cancellation_reasons()[1].item().is_some());
}

#[tokio::test]
async fn a_repository_over_another_client_is_refused() {
    let (database, store, _) = both().await;
    let stranger = Repository::<Ledger>::new(client(&Embedded::new()));
    let wire = Wire::record(&database);
    let error = store
        .transact()
        .create(&customer("c1"))
        .on(&stranger)
        .create(&entry(1))
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert!(error.to_string().contains("clones of one"), "{error}");
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn equal_keys_in_two_tables_are_two_items() {
    let (_, store, _) = both().await;
    let copy = store.clone().with_table_name("copy");
    copy.create_table().await.unwrap();
    store
        .transact()
        .create(&customer("c1"))
        .on(&copy)
        .create(&customer("c1"))
        .await
        .unwrap();
    assert_eq!(
        copy.get(Customer::key("c1")).await.unwrap(),
        Some(customer("c1"))
    );
}
