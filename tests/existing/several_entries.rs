//! Several entries of an entity on one index, with `when`s that exclude each other; literal prefixes that
//! an enum's variant chooses.

use dynamo_model::{Entity, KeyPart, Repository, Table, embedded};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(name = "forge", gsi("GSI1"), gsi("GSI2"), entities(Repo))]
struct Forge;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Owner {
    #[key_part(rename = "USER")]
    User,
    #[key_part(rename = "ORG")]
    Organization,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Forge,
    pk = "{owner_kind}#{owner}",
    sk = "REPO#{name}",
    index(name = forks_of, on = "GSI1", pk = "REPO#{original}", sk = "FORK#{owner}#{name}",
          when = |original, archived| original.is_some() && !archived),
    index(name = originals, on = "GSI1", pk = "REPO#{name}", sk = "#REPO#{owner}", when = |original| original.is_none()),
    index(name = all, on = "GSI2", pk = "REPOS", sk = "{name}")
)]
struct Repo {
    owner_kind: Owner,
    owner: String,
    name: String,
    original: Option<String>,
    archived: bool,
}

fn repo(owner_kind: Owner, owner: &str, original: Option<&str>) -> Repo {
    Repo {
        owner_kind,
        owner: owner.to_owned(),
        name: "tool".to_owned(),
        original: original.map(str::to_owned),
        archived: false,
    }
}

#[tokio::test]
async fn a_fork_and_its_original_share_an_index() {
    let forge = table::<Forge>().await;
    let original = repo(Owner::Organization, "acme", None);
    let fork = repo(Owner::User, "ann", Some("tool"));
    for one in [&original, &fork] {
        forge.create(one).await.unwrap();
    }
    assert_eq!(
        forge.query(Repo::originals("tool")).all().await.unwrap(),
        std::slice::from_ref(&original)
    );
    let forks = forge.query(Repo::forks_of("tool"));
    // The other entry can be in the same partition.
    assert!(
        forks.explain().contains("begins_with(GSI1SK, 'FORK#')"),
        "{}",
        forks.explain()
    );
    assert_eq!(forks.all().await.unwrap(), std::slice::from_ref(&fork));
    // One partition holds both.
    assert_eq!(
        forge.items(Repo::forks_of("tool")).count().await.unwrap(),
        2
    );

    let archived = Repo {
        archived: true,
        ..fork
    };
    forge.replace(&archived).await.unwrap();
    assert_eq!(
        forge.query(Repo::forks_of("tool")).count().await.unwrap(),
        0
    );

    let of_org = forge.query(Repo::query(Owner::Organization, "acme"));
    assert!(
        of_org.explain().contains("PK = 'ORG#acme'"),
        "{}",
        of_org.explain()
    );
    assert_eq!(of_org.all().await.unwrap(), [original]);
    let key = Repo::parse_key("USER#ann", "REPO#tool").unwrap();
    assert_eq!(key, Repo::key(Owner::User, "ann", "tool"));
}

#[derive(Table)]
#[table(name = "clash", gsi("GSI1"), entities(Clash))]
struct Clashes;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Clashes,
    pk = "C#{id}",
    sk = "C",
    index(name = even, on = "GSI1", pk = "EVEN", sk = "{id}", when = |n| n % 2 == 0),
    index(name = third, on = "GSI1", pk = "THIRD", sk = "{id}", when = |n| n % 3 == 0)
)]
struct Clash {
    id: String,
    n: u32,
}

#[test]
fn two_entries_that_hold_at_once_are_refused() {
    let clashes = Repository::<Clashes>::new(embedded::client());
    let clash = |n| Clash {
        id: "a".to_owned(),
        n,
    };
    assert!(clashes.put(&clash(2)).explain().contains("GSI1PK: 'EVEN'"));
    assert!(clashes.put(&clash(9)).explain().contains("GSI1PK: 'THIRD'"));
    assert!(!clashes.put(&clash(5)).explain().contains("GSI1PK"));
    let request = clashes.put(&clash(6)).explain();
    assert!(request.contains("hold at once"), "{request}");
}
