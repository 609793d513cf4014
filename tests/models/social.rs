//! A social network: counters, followers, posts, likes and timelines, told apart by suffixes of the
//! partition key; no type attribute, no index.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "SNS",
    type_attribute = none,
    entities(Info, Counts, Follower, Following, Post, Like, LikeCount, TimelineEntry)
)]
struct Sns;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Sns, pk = "u#{user}", sk = "\"info\"")]
struct Info {
    #[entity(key_only)]
    user: String,
    name: String,
    content: String,
    image_url: String,
    etc: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "u#{user}", sk = "\"count\"")]
struct Counts {
    #[entity(key_only)]
    user: String,
    #[serde(rename = "follower#")]
    followers: u64,
    #[serde(rename = "following#")]
    following: u64,
    #[serde(rename = "post#")]
    posts: u64,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "u#{user}#follower", sk = "u#{follower}")]
struct Follower {
    #[entity(key_only)]
    user: String,
    #[entity(key_only)]
    follower: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "u#{user}#following", sk = "u#{followed}")]
struct Following {
    #[entity(key_only)]
    user: String,
    #[entity(key_only)]
    followed: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(table = Sns, pk = "u#{user}#post", sk = "p#{post:05}")]
struct Post {
    #[entity(key_only)]
    user: String,
    #[entity(key_only)]
    post: u64,
    content: String,
    image_url: String,
    timestamp: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "p#{post}#likelist", sk = "u#{user}")]
struct Like {
    #[entity(key_only)]
    post: String,
    #[entity(key_only)]
    user: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "p#{post}#likecount", sk = "\"count\"")]
struct LikeCount {
    #[entity(key_only)]
    post: String,
    etc: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Sns, pk = "u#{user}#timeline", sk = "p#{post}#u#{author}")]
struct TimelineEntry {
    #[entity(key_only)]
    user: String,
    #[entity(key_only)]
    post: String,
    #[entity(key_only)]
    author: String,
    ttl: u64,
}

#[tokio::test]
async fn the_social_network_is_reproduced_and_answers() {
    let Some(items) = items("aws-social-network.json", 0) else {
        return;
    };
    let design = Design::<Sns>::load(items, &["PK", "SK"]).await;
    rewrite!(
        design,
        Info,
        Counts,
        Follower,
        Following,
        Post,
        Like,
        LikeCount,
        TimelineEntry
    );
    design.assert_reproduced(&[]).await;

    for sns in [&design.loaded, &design.written] {
        let counts = sns.get(Counts::key("12345")).await.unwrap().unwrap();
        assert_eq!((counts.followers, counts.posts), (3_000_000_000, 4945));
        let followers = sns.query(Follower::query("12345")).all().await.unwrap();
        let names: Vec<_> = followers.iter().map(|one| one.follower.as_str()).collect();
        assert_eq!(names, ["23456", "34567", "45678"]);
        let newest = sns.query(Post::query("12345")).newest_first().limit(1);
        assert_eq!(newest.first().await.unwrap().unwrap().post, 23456);
        let likes = sns.query(Like::query("12345")).count().await.unwrap();
        assert_eq!(likes, 3);
        let timeline = sns
            .query(TimelineEntry::query("12345"))
            .all()
            .await
            .unwrap();
        assert_eq!(timeline[0].author, "56789");
    }
}
