//! Indexes follow the fields, in the same request.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::shop::{Order, Status, order, shop, stored};

// faults 25, 26
#[tokio::test]
async fn an_item_leaves_and_enters_a_sparse_index_by_updates() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    shop.update(Order::update(&order(1)).status(Status::Closed))
        .only_if(|o| o.status.eq(Status::Open))
        .await
        .unwrap();
    assert_eq!(shop.query(Order::open()).count().await.unwrap(), 0);
    let item = stored(&shop, 1).await;
    assert!(item.get("openPK").is_none() && item.get("openSince").is_none());
    shop.update(Order::update(&order(1)).status(Status::Open))
        .await
        .unwrap();
    assert_eq!(shop.query(Order::open()).count().await.unwrap(), 1);
}

// faults 19, 20
#[tokio::test]
async fn clearing_the_part_of_a_key_takes_the_item_out_of_the_index() {
    let (_, shop) = shop().await;
    shop.create(&order(1)).await.unwrap();
    shop.update(Order::update(&order(1)).remark("fragile"))
        .await
        .unwrap();
    assert_eq!(shop.query(Order::noted()).count().await.unwrap(), 1);
    shop.update(Order::update(&order(1)).clear_remark())
        .await
        .unwrap();
    let item = stored(&shop, 1).await;
    assert!(item.get("KeysPK").is_none() && item.get("KeysSK").is_none());
    let error = shop
        .update(Order::update(&order(1)).remark(""))
        .await
        .unwrap_err();
    assert!(error.is_key(), "an empty key part: {error}");
}

#[derive(Table)]
#[table(
    name = "log",
    gsi("GSI1"),
    gsi("ByOwner", pk = "owner", sk = "rank"),
    entities(Entry)
)]
struct Log;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(table = Log, pk = "LOG#{at:month}", sk = "{at:date}#{id}",
    index(name = by_level, on = "GSI1", pk = "LEVEL#{level}", sk = "{at:iso_s}"),
    index(name = by_owner, on = "ByOwner", pk = "{owner}", sk = "{rank}"))]
struct Entry {
    id: String,
    at: jiff::Timestamp,
    level: String,
    owner: Option<String>,
    rank: Option<String>,
}

#[tokio::test]
async fn a_key_that_does_not_hold_what_an_index_reads_is_refused_before_sending() {
    let log = Repository::<Log>::new(dynamo_model::embedded::client());
    log.create_table().await.unwrap();
    let at: jiff::Timestamp = "2026-10-20T11:12:13Z".parse().unwrap();
    let entry = Entry {
        id: "e1".into(),
        at,
        level: "warn".into(),
        owner: None,
        rank: None,
    };
    log.create(&entry).await.unwrap();
    let error = log
        .update(Entry::update(&entry).level("error"))
        .await
        .unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(error.attribute(), Some("at"));
    assert!(error.to_string().contains("`modify`"), "{error}");
    let changed = log
        .modify(&entry, |entry| entry.level = "error".to_owned())
        .await
        .unwrap();
    let found = log.query(Entry::by_level("error")).all().await.unwrap();
    assert_eq!(found, [changed]);
}

#[tokio::test]
async fn an_index_on_fields_themselves_asks_for_nothing_and_is_nothing_apart() {
    let log = Repository::<Log>::new(dynamo_model::embedded::client());
    log.create_table().await.unwrap();
    let at: jiff::Timestamp = "2026-10-20T11:12:13Z".parse().unwrap();
    let update = || Entry::update(Entry::key(at, "e1"));
    // One field of the two alone: the other is what it is.
    assert_eq!(
        log.update(update().owner("ann")).explain().lines().nth(2),
        Some("    update:     SET owner = 'ann'")
    );
    assert_eq!(
        log.update(update().clear_rank()).explain().lines().nth(2),
        Some("    update:     REMOVE rank")
    );
    assert_eq!(
        log.update(update().set_if_absent_rank("1"))
            .explain()
            .lines()
            .nth(2),
        Some("    update:     SET rank = if_not_exists(rank, '1')")
    );
}

// fault 30
#[tokio::test]
async fn a_move_to_another_key_is_one_transaction() {
    let (_, shop) = shop().await;
    let old = order(1);
    let new = order(2);
    assert!(shop.rekey(&old, &new).await.unwrap_err().is_not_found());
    shop.create(&old).await.unwrap();
    shop.rekey(&old, &new).await.unwrap();
    assert_eq!(
        shop.query(Order::query("c1")).all().await.unwrap(),
        std::slice::from_ref(&new)
    );
    shop.create(&old).await.unwrap();
    let error = shop.rekey(&old, &new).await.unwrap_err();
    assert!(error.is_already_exists(), "{error}");
    assert_eq!(error.existing::<Order>().unwrap(), Some(new));
    assert_eq!(shop.query(Order::query("c1")).count().await.unwrap(), 2);
    assert!(
        shop.rekey(&old, &old)
            .await
            .unwrap_err()
            .is_invalid_request()
    );
}

#[derive(Table)]
#[table(name = "queue", gsi("Open"), entities(Job))]
struct Queue;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Queue, pk = "JOB#{id}", sk = "JOB",
    index(name = open, on = "Open", pk = "OPEN#{team}", sk = "{rank:03}", when = |done| !done))]
struct Job {
    id: String,
    team: String,
    rank: u8,
    done: bool,
}

#[tokio::test]
async fn to_leave_a_sparse_index_its_condition_is_enough() {
    let queue = Repository::<Queue>::new(dynamo_model::embedded::client());
    queue.create_table().await.unwrap();
    let job = Job {
        id: "j".into(),
        team: "blue".into(),
        rank: 1,
        done: false,
    };
    queue.create(&job).await.unwrap();
    let stays = queue
        .update(Job::update(&job).done(false).leave_open())
        .await
        .unwrap_err();
    assert!(stays.is_invalid_request(), "{stays}");
    queue
        .update(Job::update(&job).done(true).rank(2_u8).leave_open())
        .await
        .unwrap();
    assert_eq!(queue.query(Job::open("blue")).count().await.unwrap(), 0);
    queue
        .update(Job::update(&job).done(false).team("red").rank(3_u8))
        .await
        .unwrap();
    assert_eq!(queue.query(Job::open("red")).count().await.unwrap(), 1);
}

/// Keys of several attributes, of numbers, local ones, and fields that only keys hold.
#[derive(Table)]
#[table(
    name = "plant",
    number = ["rank"],
    gsi("ByTenant", pk = ["tenant", "state"], sk = ["rank", "id"]),
    gsi("ByShelf", pk = "shelfPK", sk = "shelfSK"),
    lsi("ByAge", sk = "ageSK", collection_limit_10gb = "a few items each"),
    entities(Part)
)]
struct Plant;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Plant, pk = "PART#{maker}", sk = "{id}",
    index(name = by_tenant, on = "ByTenant", pk = [tenant, state], sk = [rank, id]),
    index(name = by_shelf, on = "ByShelf", pk = "SHELF#{shelf}", sk = "{id}"),
    index(name = by_age, on = "ByAge", sk = "AGE#{age:03}"))]
struct Part {
    maker: String,
    id: String,
    tenant: Option<String>,
    state: String,
    rank: u32,
    age: u8,
    #[entity(key_only)]
    shelf: String,
}

#[tokio::test]
async fn indexes_of_existing_tables_follow_too() {
    let plant = Repository::<Plant>::new(dynamo_model::embedded::client());
    plant.create_table().await.unwrap();
    let part = Part {
        maker: "m".into(),
        id: "p".into(),
        tenant: Some("t".into()),
        state: "new".into(),
        rank: 9,
        age: 3,
        shelf: "s1".into(),
    };
    plant.put(&part).await.unwrap();
    let update = || Part::update(Part::key("m", "p"));
    // Attributes that are fields: each alone, sums too.
    let request = plant.update(update().state("used").add_rank(1).clear_tenant());
    assert_eq!(
        request.explain().lines().nth(2),
        Some("    update:     SET state = 'used' REMOVE tenant ADD rank 1")
    );
    request.await.unwrap();
    plant.update(update().tenant("u").age(40_u8)).await.unwrap();
    let found = plant
        .query(Part::by_tenant("u", "used"))
        .all()
        .await
        .unwrap();
    assert_eq!((found.len(), found[0].rank, found[0].age), (1, 10, 40));
    let old = plant.query(Part::by_age("m").age(40_u8)).consistent();
    assert_eq!(old.count().await.unwrap(), 1);
    let empty = plant.update(update().state("")).await.unwrap_err();
    assert!(empty.is_key(), "an index's key: {empty}");
    // A field that only keys hold is modified in them.
    let moved = plant
        .modify(Part::key("m", "p"), |part| part.shelf = "s2".to_owned())
        .await
        .unwrap();
    assert_eq!(
        plant.query(Part::by_shelf("s2")).all().await.unwrap(),
        [moved]
    );
    assert_eq!(plant.query(Part::by_shelf("s1")).count().await.unwrap(), 0);
}
