//! Collections of a partition that holds copies of a member under the keys of an `also`.

use dynamo_model::{Collection, Entity, Table};
use dynamo_model_tests::repository;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "social", entities(User, Follow))]
struct Social;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Social, pk = "USER#{user}", sk = "USER#{user}")]
struct User {
    user: String,
}

/// Under who follows, and once more under who is followed.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Social,
    pk = "USER#{user}",
    sk = "FOLLOWS#{whom}",
    also(name = followers, pk = "USER#{whom}", sk = "FOLLOWED#{user}")
)]
struct Follow {
    user: String,
    whom: String,
}

#[derive(Collection, Debug, PartialEq)]
enum Entry {
    User(User),
    Follow(Follow),
}

#[tokio::test]
async fn a_copy_of_a_member_is_neither_counted_nor_one_of_the_limit() {
    let social = repository::<Social>().await;
    let user = User { user: "u1".into() };
    social.put(&user).await.unwrap();
    let follow = |user: &str, whom: &str| Follow {
        user: user.to_owned(),
        whom: whom.to_owned(),
    };
    for follow in [follow("u1", "u2"), follow("u2", "u1"), follow("u3", "u1")] {
        social.put(&follow).await.unwrap();
    }
    let request = || social.collect::<Entry, _>(User::partition("u1"));
    let own = [Entry::Follow(follow("u1", "u2")), Entry::User(user)];
    assert_eq!(request().all().await.unwrap(), own);
    assert_eq!(request().count().await.unwrap(), 2);
    // The service would count the copies.
    assert!(!request().limit(1).explain().contains("Limit"));
    assert_eq!(request().limit(1).all().await.unwrap(), own[..1]);
}
