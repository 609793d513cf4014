//! Write sharding: keys, requests, the order of what is read.

use dynamo_model::key::shard_of;

use crate::model::{DAY, Event, Note, Task, event, events, hundred};

#[test]
fn the_shard_is_computed_from_the_key() {
    let shard = shard_of(["e1"], 4);
    let key = Event::key(DAY, 7, "e1");
    assert_eq!(
        key.texts().unwrap(),
        (
            format!("EVENT#{DAY}#{shard}"),
            Some("AT#00007#e1".to_owned())
        )
    );
    assert_eq!(
        Event::parse_key(&format!("EVENT#{DAY}#{shard}"), "AT#00007#e1").unwrap(),
        key
    );
}

#[test]
fn a_key_with_the_shard_of_another_item_does_not_parse() {
    let wrong = (shard_of(["e1"], 4) + 1) % 4;
    for shard in [&wrong.to_string(), "4", "x", "", "00"] {
        let error = Event::parse_key(&format!("EVENT#{DAY}#{shard}"), "AT#00007#e1").unwrap_err();
        assert!(error.is_key(), "{shard}");
    }
}

#[tokio::test]
async fn an_index_has_its_own_shard_text_and_stays_sparse() {
    let (repository, _) = events().await;
    let mut first = event(1, "e1");
    repository.create(&first).await.unwrap();
    let shard = shard_of(["e1"], 4);
    let raw = repository.items(Event::partition(DAY)).all().await.unwrap();
    assert_eq!(
        raw[0].attribute::<String>("GSI1PK").unwrap().unwrap(),
        format!("KIND#click#{shard:02}#ALL")
    );
    let found = repository
        .query(Event::by_kind("CLICK"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [first.clone()]);
    first.kind = None;
    repository.replace(&first).await.unwrap();
    assert_eq!(
        repository
            .query(Event::by_kind("CLICK"))
            .count()
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        repository.get(Event::key(DAY, 1, "e1")).await.unwrap(),
        Some(first)
    );
}

#[tokio::test]
async fn without_a_field_that_decides_its_shard_an_item_is_not_in_the_index() {
    let (repository, _) = events().await;
    let task = |id: &str, owner: Option<&str>| Task {
        id: id.to_owned(),
        owner: owner.map(str::to_owned),
    };
    let (owned, free) = (task("t1", Some("ann")), task("t2", None));
    repository.create(&owned).await.unwrap();
    repository.create(&free).await.unwrap();
    let found = repository.query(Task::owned()).all().await.unwrap();
    assert_eq!(found, [owned]);
    let raw = repository.items(Task::owned()).all().await.unwrap();
    assert_eq!(
        raw[0].attribute::<String>("GSI2PK").unwrap().unwrap(),
        format!("OWNED#{}", shard_of(["ann", "t1"], 12))
    );
    assert_eq!(repository.get(Task::key("t2")).await.unwrap(), Some(free));
}

#[tokio::test]
async fn explain_shows_the_first_shard_and_how_many_more() {
    let (repository, log) = events().await;
    let query = repository.query(Event::query(DAY)).newest_first().limit(20);
    assert_eq!(
        query.explain(),
        "Query events
    key:        (PK = 'EVENT#2026-10-20#0' AND begins_with(SK, 'AT#'))
    Limit:      12
    ScanIndexForward: false
    ... (+3 more shards to 'EVENT#2026-10-20#3', merged by SK)"
    );
    let items = repository.items(Event::by_kind("click"));
    assert_eq!(
        items.explain(),
        "Query events
    key:        GSI1PK = 'KIND#click#00#ALL'
    IndexName:  GSI1
    ... (+3 more shards to 'KIND#click#03#ALL', merged by GSI1SK)"
    );
    assert_eq!(log.sums(), (0, 0));
}

#[tokio::test]
async fn shards_are_merged_by_the_sort_key_and_ties_by_the_shard() {
    let (repository, log, mut all) = hundred().await;
    all.sort_by_key(|event| (event.second, event.id.clone()));
    let found = repository.query(Event::query(DAY)).all().await.unwrap();
    assert_eq!(found, all);
    assert_eq!(log.sums(), (4, 100));
    let seconds = |events: Vec<Event>| -> Vec<_> {
        let place = |event: &Event| (event.second, shard_of([event.id.as_str()], 4));
        events.iter().map(place).collect()
    };
    let found = seconds(
        repository
            .query(Event::by_kind("click"))
            .all()
            .await
            .unwrap(),
    );
    assert!(found.is_sorted() && found.len() == 100);
    let found = repository.query(Event::by_kind("click")).newest_first();
    let found = seconds(found.all().await.unwrap());
    let mut expected = found.clone();
    expected.sort_by_key(|(second, shard)| (std::cmp::Reverse(*second), *shard));
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_level_and_a_range_narrow_every_shard() {
    let (repository, log, all) = hundred().await;
    let found = repository
        .query(Event::query(DAY).second(7))
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 3);
    assert_eq!(log.sums(), (4, 3));
    let found = repository
        .query(Event::query(DAY).second(7).id("22"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [all[22].clone()]);
    let found = repository
        .query(Event::query(DAY).second_in(7..9))
        .count()
        .await
        .unwrap();
    assert_eq!(found, 6);
    let found = repository
        .query(Event::by_kind("click").second_in(7..=8))
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 6);
    log.take();
    let found = repository
        .query(Event::query(DAY).second_in(9..9))
        .all()
        .await
        .unwrap();
    assert_eq!((found.len(), log.sums()), (0, (0, 0)));
}

#[tokio::test]
async fn a_filter_and_a_stream_see_all_shards() {
    use futures_util::TryStreamExt;

    let (repository, log, all) = hundred().await;
    let filtered = repository
        .query(Event::query(DAY))
        .filter(|event| event.id.ge("95".to_owned()));
    assert_eq!(filtered.all().await.unwrap().len(), 5);
    let few = repository
        .query(Event::query(DAY))
        .filter(|event| event.id.ge("95".to_owned()))
        .limit(2);
    assert_eq!(few.all().await.unwrap().len(), 2);
    log.take();
    let streamed: Vec<_> = repository
        .query(Event::query(DAY))
        .page_size(7)
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(streamed.len(), all.len());
    let requests = log.take();
    assert!(
        requests.iter().all(|(_, examined)| *examined <= 7),
        "{requests:?}"
    );
}

#[tokio::test]
async fn an_item_collection_of_a_sharded_key_is_that_of_all_shards() {
    let (repository, _, _) = hundred().await;
    let note = Note {
        day: DAY.to_owned(),
        number: 1,
    };
    repository.put(&note).await.unwrap();
    let items = repository.items(Event::partition(DAY)).all().await.unwrap();
    assert_eq!(items.len(), 101);
    assert!(items[100].is::<Note>());
    assert_eq!(
        repository.query(Event::query(DAY)).count().await.unwrap(),
        100
    );
}

#[tokio::test]
async fn an_inverted_index_ends_before_the_shard() {
    let (repository, _, all) = hundred().await;
    let found = repository
        .query(Event::inverted(7, "22").day(DAY))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [all[22].clone()]);
    assert_eq!(
        repository
            .query(Event::inverted(7, "22"))
            .count()
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn a_fault_in_an_argument_sends_nothing() {
    let (repository, log) = events().await;
    assert!(
        repository
            .query(Event::query(""))
            .all()
            .await
            .unwrap_err()
            .is_key()
    );
    assert!(
        repository
            .items(Event::partition("a#b"))
            .all()
            .await
            .unwrap_err()
            .is_key()
    );
    assert_eq!(log.sums(), (0, 0));
}
