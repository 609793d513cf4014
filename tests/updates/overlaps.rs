//! Updates of keys that another entity can have, and of items that are nothing but keys.

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "pets", gsi("GSI1"), entities(Cat, Dog))]
struct Pets;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Pets, pk = "PET#{id}", sk = "PET", overlap_ok = "ids are unique over both",
    index(name = by_kind, on = "GSI1", pk = "CAT#{kind}", sk = "{id}"))]
struct Cat {
    id: String,
    kind: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Pets, pk = "PET#{id}", sk = "PET",
    index(name = by_kind, on = "GSI1", pk = "DOG#{kind}", sk = "{id}"))]
struct Dog {
    id: String,
    kind: String,
}

#[tokio::test]
async fn an_item_of_another_entity_is_not_updated() {
    let pets = Repository::<Pets>::new(Embedded::new().client());
    pets.create_table().await.unwrap();
    let (id, kind) = ("1".to_owned(), "pug".to_owned());
    let dog = Dog { id, kind };
    pets.create(&dog).await.unwrap();
    let siam = || Cat::update(Cat::key("1")).kind("siam");
    let error = pets.update(siam()).await.unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(error.existing::<Dog>().unwrap(), Some(dog.clone()));
    let error = pets.upsert(siam()).await.unwrap_err();
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(pets.query(Dog::by_kind("pug")).all().await.unwrap(), [dog]);
    for _ in 0..2 {
        let other = Cat::update(Cat::key("2")).kind("siam");
        pets.upsert(other).await.unwrap();
    }
    assert_eq!(pets.query(Cat::by_kind("siam")).count().await.unwrap(), 1);
}

#[derive(Table)]
#[table(name = "edges", type_attribute = none, entities(Edge))]
struct Edges;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Edges, pk = "FROM#{from}", sk = "TO#{to}")]
struct Edge {
    #[entity(key_only)]
    from: String,
    #[entity(key_only)]
    to: String,
}

#[tokio::test]
async fn an_item_of_keys_alone_is_found_to_be_there() {
    let edges = Repository::<Edges>::new(Embedded::new().client());
    edges.create_table().await.unwrap();
    let upsert = || {
        edges
            .upsert(Edge::update(Edge::key("a", "b")))
            .returning_existing()
    };
    assert_eq!(upsert().await.unwrap(), None);
    let (from, to) = ("a".to_owned(), "b".to_owned());
    assert_eq!(upsert().await.unwrap(), Some(Edge { from, to }));
}
