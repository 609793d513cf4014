//! A social network: counters, followers, posts, likes and timelines, told apart by suffixes of the
//! partition key; no type attribute, no index.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Error, Repository, Table};
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

/// Both directions and both counters, together.
async fn follow(sns: &Repository<Sns>, follower: &str, followed: &str) -> Result<(), Error> {
    let (user, other) = (follower.to_owned(), followed.to_owned());
    sns.transact()
        .create(&Following {
            user: user.clone(),
            followed: other.clone(),
        })
        .create(&Follower {
            user: other,
            follower: user,
        })
        .update(Counts::update(Counts::key(follower)).add_following(1))
        .update(Counts::update(Counts::key(followed)).add_followers(1))
        .await
}

async fn counts(sns: &Repository<Sns>, user: &str) -> (u64, u64) {
    let counts = sns.get(Counts::key(user)).consistent().await.unwrap();
    let counts = counts.unwrap();
    (counts.followers, counts.following)
}

#[tokio::test]
async fn to_follow_is_counted_on_both_sides_once() {
    let sns = Repository::<Sns>::new(Embedded::new().client());
    sns.create_table().await.unwrap();
    for user in ["a", "b"] {
        let counts = Counts {
            user: user.to_owned(),
            followers: 0,
            following: 0,
            posts: 0,
        };
        sns.create(&counts).await.unwrap();
    }
    follow(&sns, "a", "b").await.unwrap();
    let error = follow(&sns, "a", "b").await.unwrap_err();
    assert!(
        error.is_already_exists() && error.canceled().len() == 2,
        "{error}"
    );
    assert_eq!(counts(&sns, "a").await, (0, 1));
    assert_eq!(counts(&sns, "b").await, (1, 0));
    // Nobody is followed who is not there.
    let error = follow(&sns, "a", "nobody").await.unwrap_err();
    assert!(
        error.is_not_found() && error.entity() == Some("Counts"),
        "{error}"
    );
    assert_eq!(counts(&sns, "a").await, (0, 1));
    assert_eq!(sns.query(Following::query("a")).count().await.unwrap(), 1);
}

/// The document keeps the number of likes as text, which nothing can be added to; here it is a number.
#[derive(Table)]
#[table(name = "likes", type_attribute = none, entities(OwnLike, Likes))]
struct Posts;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Posts, pk = "p#{post}#likelist", sk = "u#{user}")]
struct OwnLike {
    #[entity(key_only)]
    post: String,
    #[entity(key_only)]
    user: String,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Posts, pk = "p#{post}#likecount", sk = "\"count\"")]
struct Likes {
    #[entity(key_only)]
    post: String,
    count: u64,
}

#[tokio::test]
async fn likes_and_their_count_agree_whatever_is_done_at_once() {
    let posts = Repository::<Posts>::new(Embedded::new().client());
    posts.create_table().await.unwrap();
    let tasks = (0..24).map(|number| {
        let posts = posts.clone();
        // Each user likes twice and takes it back, some of it at once.
        tokio::spawn(async move {
            let like = OwnLike {
                post: "p1".to_owned(),
                user: format!("u{}", number / 2),
            };
            let add = Likes::update(Likes::key("p1")).add_count(1);
            let _ = posts.transact().create(&like).upsert(add).await;
            if number % 3 == 0 {
                let take = Likes::update(Likes::key("p1")).add_count(-1);
                let _ = posts
                    .transact()
                    .check_exists(&like)
                    .delete(&like)
                    .update(take)
                    .await;
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let likes = posts.query(OwnLike::query("p1")).count().await.unwrap();
    assert!(likes > 0);
    let counted = posts.get(Likes::key("p1")).consistent().await.unwrap();
    assert_eq!(
        counted.map(|counted| counted.count),
        u64::try_from(likes).ok()
    );
}
