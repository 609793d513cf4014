//! A table without a sort key.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::open;
use serde::{Deserialize, Serialize};

use crate::model::contents;

#[derive(Table)]
#[table(name = "users", sk = none, type_attribute = none, entities(User))]
struct Users;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Users, pk = "USER#{id}", also(name = by_number, pk = "NUMBER#{id:lower}"))]
struct User {
    id: String,
    #[entity(unique)]
    email: String,
}

#[tokio::test]
async fn copies_and_guards_have_a_partition_key_only() {
    let (database, users) = open::<Users>().await;
    let user = User {
        id: "Abc".into(),
        email: "a@x.org".into(),
    };
    users.create(&user).await.unwrap();
    let stored = contents(&database, "users").await;
    let keys: Vec<_> = stored.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["NUMBER#abc", "UNIQUE#User#email#a@x.org", "USER#Abc"]
    );
    assert!(!stored["UNIQUE#User#email#a@x.org"].contains_key("owner_sk"));
    let found = users.query(User::by_number("abc")).all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&user));
    // Another user whose copy would have this key.
    let other = User {
        id: "ABC".into(),
        email: "b@x.org".into(),
    };
    assert!(users.create(&other).await.unwrap_err().is_already_exists());
    users
        .update(User::update(&user).email("b@x.org"))
        .await
        .unwrap();
    users.delete(&user).await.unwrap();
    assert!(contents(&database, "users").await.is_empty());
}
