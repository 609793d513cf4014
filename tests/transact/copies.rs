//! Checks of the source of a copy, beside checks of the caller.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Customer, Order))]
struct Shop;
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "PROFILE")]
struct Customer {
    customer: String,
    name: String,
}
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
    #[entity(copy_of = Customer::name)]
    name: String,
}

/// The source's check asks for the copied value alone, which the put has; the caller's asks for the item.
#[tokio::test]
async fn a_check_that_joined_that_of_a_source_is_not_dropped_with_it() {
    let (_, shop) = open::<Shop>().await;
    let customer = Customer {
        customer: "c".into(),
        name: "n".into(),
    };
    let order = Order {
        customer: "c".into(),
        id: "o".into(),
        name: "n".into(),
    };
    let transact = || {
        let checked = shop.transact().check_exists(Customer::key("c"));
        checked.create(&order).put(&customer).leave_copies()
    };
    let error = transact().await.unwrap_err();
    assert!(
        error.is_not_found() && error.entity() == Some("Customer"),
        "{error}"
    );
    shop.transact()
        .create(&customer)
        .leave_copies()
        .await
        .unwrap();
    transact().await.unwrap();
    let absent = shop.transact().check_absent(Customer::key("c"));
    let error = absent.put(&customer).leave_copies().await.unwrap_err();
    assert!(error.is_already_exists(), "{error}");
}
