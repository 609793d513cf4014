//! Key prefixes and key overloading: many kinds of items share the attributes PK and SK, and a prefix says which kind a value is of.
//!
//! Annotated with literals in the templates: `USER#{user_id}` and `ORG#{org_id}` cannot be equal, so user 42 and organisation 42 live side by side; two entities
//! whose keys can be equal do not compile. The kind of an item is read from its type attribute and its ids from its fields; parsing a key is for keys that come from
//! elsewhere. Costs a few bytes in each key.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, show, sk};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | entity | PK | SK |
/// |---|---|---|
/// | user | `USER#42` | `USER#42` |
/// | organisation | `ORG#42` | `ORG#42` |
/// | its members | `ORG#42` | `MEMBER#USER#42` |
/// | its projects | `ORG#42` | `PROJECT#p1` |
#[derive(Table)]
#[table(name = "p03-key-prefixes", entities(User, Org, Membership, Project))]
struct Directory;

/// A person.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Directory, pk = "USER#{user_id}", sk = "USER#{user_id}")]
struct User {
    user_id: String,
    name: String,
}

/// An organisation, first of its item collection.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Directory, pk = "ORG#{org_id}", sk = "ORG#{org_id}")]
struct Org {
    org_id: String,
}

/// Somebody who belongs to an organisation.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Directory, pk = "ORG#{org_id}", sk = "MEMBER#{kind}#{member_id}")]
struct Membership {
    org_id: String,
    kind: MemberKind,
    member_id: String,
}

/// The prefix of the member's own key.
#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[key_part(rename_all = "UPPERCASE")]
enum MemberKind {
    User,
}

/// A project of an organisation.
#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Directory, pk = "ORG#{org_id}", sk = "PROJECT#{project_id}")]
struct Project {
    org_id: String,
    project_id: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let directory = Repository::<Directory>::new(dynamo_model::embedded::client());
    directory.create_table().await?;

    let org_id = || "42".to_owned();
    let member = Membership {
        org_id: org_id(),
        kind: MemberKind::User,
        member_id: "42".into(),
    };
    directory
        .create(&User {
            user_id: "42".into(),
            name: "Dana".into(),
        })
        .await?;
    directory.create(&Org { org_id: org_id() }).await?;
    directory.create(&member).await?;
    directory
        .create(&Project {
            org_id: org_id(),
            project_id: "p1".into(),
        })
        .await?;
    let directory = directory.with_observer(log.clone());

    let user = directory.get(User::key("42")).raw().await?;
    log.assert_last(
        "GetItem p03-key-prefixes
    key:        {PK: 'USER#42', SK: 'USER#42'}",
    );
    show(
        "User 42",
        user,
        json!({"SK": "USER#42", "name": "Dana", "PK": "USER#42", "type": "User", "userId": "42"}),
    );

    let items = directory.items(Org::partition("42")).all().await?;
    log.assert_last(
        "Query p03-key-prefixes
    key:        PK = 'ORG#42'",
    );
    show(
        "Org 42 item collection",
        items
            .iter()
            .map(|item| (item.sort_key(), item.type_name()))
            .collect::<Vec<_>>(),
        json!([
            ["MEMBER#USER#42", "Membership"],
            ["ORG#42", "Org"],
            ["PROJECT#p1", "Project"]
        ]),
    );

    let members = directory.query(Membership::query("42")).all().await?;
    log.assert_last(
        "Query p03-key-prefixes
    key:        (PK = 'ORG#42' AND begins_with(SK, 'MEMBER#'))",
    );
    show(
        "Org 42 members only",
        members.iter().map(sk).collect::<Result<Vec<_>, _>>()?,
        json!(["MEMBER#USER#42"]),
    );

    // A key from elsewhere: it is an organisation's and not a user's.
    assert!(User::parse_key("ORG#42", "ORG#42").is_err_and(|error| error.is_key()));
    let (id,) = Org::parse_key("ORG#42", "ORG#42")?.into_fields();
    show(
        "Parsed key",
        json!({"entity": "ORG", "id": id}),
        json!({"entity": "ORG", "id": "42"}),
    );
    Ok(())
}
