//! Derives: names that are raw, taken or borrowed.

use dynamo_model::{Entity, KeyPart, Table};
use dynamo_model_tests::{Wire, open, repository};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "raws",
    type_attribute = "kind",
    gsi("ByType"),
    entities(r#Match, Renamed)
)]
struct Raws;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Raws,
    pk = "M#{type}#{fn}",
    sk = "{match}",
    index(name = r#as, on = "ByType", pk = "{type}", sk = "{loop:04}")
)]
struct r#Match {
    r#type: String,
    r#fn: u8,
    r#match: r#Kind,
    r#loop: u16,
    r#where: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
#[key_part(rename_all = "lowercase")]
enum r#Kind {
    r#Static,
    r#Dyn,
}

fn matched() -> r#Match {
    r#Match {
        r#type: String::from("t"),
        r#fn: 1,
        r#match: Kind::Static,
        r#loop: 5,
        r#where: Some(1),
    }
}

// fault 124
#[tokio::test]
async fn raw_identifiers_are_stored_without_their_prefix() {
    let (database, raws) = open::<Raws>().await;
    let wire = Wire::record(&database);
    raws.put(&matched()).await.unwrap();
    let item = wire.last().body["Item"].clone();
    assert_eq!(item["PK"]["S"], "M#t#1");
    assert_eq!(item["SK"]["S"], "static");
    assert_eq!(item["kind"]["S"], "Match");
    for (name, value) in [("type", "t"), ("match", "Static")] {
        assert_eq!(item[name]["S"], value);
    }
    assert!(!item.to_string().contains("r#"));
    let found = raws
        .query(r#Match::query("t", 1).r#match(Kind::Static))
        .filter(|m| m.r#where.eq(1))
        .all();
    assert_eq!(found.await.unwrap(), [matched()]);
    let found = raws
        .query(r#Match::r#as("t").loop_in(5..=5))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [matched()]);
    assert_eq!(
        raws.get(r#Match::key("t", 1, Kind::Dyn)).await.unwrap(),
        None
    );
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
#[entity(table = Raws, name = "renamed.v2", pk = "RENAMED#{user_id}", sk = "{state}", index(name = by_type, on = "ByType", pk = "{state}", sk = "{user_id}"))]
struct Renamed {
    #[serde(rename = "uid")]
    user_id: String,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    first_name: Option<String>,
    #[serde(skip)]
    cache: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[key_part(rename_all = "kebab-case")]
enum State {
    #[serde(rename = "S1", alias = "first")]
    VeryFirst,
    #[key_part(rename = "2")]
    Second,
}

// fault 125
#[tokio::test]
async fn serde_s_attributes_are_serde_s_and_keys_have_their_own_spelling() {
    let (database, raws) = open::<Raws>().await;
    let wire = Wire::record(&database);
    let user_id = || String::from("u");
    let renamed = Renamed {
        user_id: user_id(),
        state: State::VeryFirst,
        first_name: None,
        cache: 7,
    };
    raws.put(&renamed).await.unwrap();
    let item = wire.last().body["Item"].clone();
    assert_eq!(
        item,
        serde_json::json!({
            "PK": {"S": "RENAMED#u"}, "SK": {"S": "very-first"}, "kind": {"S": "renamed.v2"},
            "ByTypePK": {"S": "very-first"}, "ByTypeSK": {"S": "u"}, "uid": {"S": "u"}, "STATE": {"S": "S1"}
        })
    );
    assert_eq!(
        raws.get(Renamed::key("u", State::VeryFirst)).await.unwrap(),
        Some(Renamed {
            cache: 0,
            ..renamed
        })
    );
    let (_, sk) = Renamed::key("u", State::Second).texts().unwrap();
    assert_eq!(sk.as_deref(), Some("2"));
    assert_eq!(
        Renamed::parse_key("RENAMED#u", "2").unwrap(),
        Renamed::key("u", State::Second)
    );
    assert!(
        Renamed::parse_key("RENAMED#u", "Second")
            .unwrap_err()
            .is_key()
    );
}

mod taken {
    //! Entities, fields and types called like what generated code might use inside.

    use super::{Deserialize, Entity, KeyPart, Serialize, Table};

    #[derive(Debug, Table)]
    #[table(name = "taken", gsi("GSI1"), entities(T, E, Key))]
    pub(super) struct R;

    #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(
        table = R,
        pk = "T#{out}#{field}",
        sk = "{reader}#{text}#{range}",
        index(name = by_value, on = "GSI1", pk = "V#{value}", sk = "{format}", when = |entry, fields| entry == fields)
    )]
    pub(super) struct T {
        pub(super) out: String,
        pub(super) field: String,
        pub(super) reader: Option,
        pub(super) text: String,
        pub(super) range: String,
        pub(super) value: String,
        pub(super) format: String,
        pub(super) entry: u8,
        pub(super) fields: u8,
        pub(super) self_: u8,
    }

    #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = R, pk = "E#{ops}", sk = "{part}")]
    pub(super) struct E {
        pub(super) ops: String,
        pub(super) part: String,
    }

    #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = R, pk = "KEY#{level}", sk = "{key}")]
    pub(super) struct Key {
        pub(super) level: String,
        pub(super) key: String,
    }

    #[derive(Clone, Copy, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
    pub(super) enum Option {
        Some,
        None,
    }
}

// fault 128
#[tokio::test]
async fn names_of_generated_code_are_free_for_entities_and_fields() {
    use taken::{E, Key, R, T};
    let table = repository::<R>().await;
    let text = |text: &str| text.to_owned();
    let entity = T {
        out: text("a"),
        field: text("b"),
        reader: taken::Option::None,
        text: text("c"),
        range: text("d"),
        value: text("e"),
        format: text("f"),
        entry: 1,
        fields: 1,
        self_: 2,
    };
    table.put(&entity).await.unwrap();
    let query = T::query("a", "b")
        .reader(taken::Option::None)
        .text("c")
        .range("d");
    assert_eq!(
        table
            .query(query)
            .filter(|t| t.self_.eq(2))
            .all()
            .await
            .unwrap(),
        std::slice::from_ref(&entity)
    );
    assert_eq!(
        table
            .query(T::by_value("e").format("f"))
            .all()
            .await
            .unwrap(),
        std::slice::from_ref(&entity)
    );
    assert_eq!(
        table
            .query(T::query("a", "b").reader(taken::Option::Some))
            .count()
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        T::parse_key("T#a#b", "None#c#d").unwrap(),
        dynamo_model::Entity::key(&entity)
    );
    let (e, key) = (
        E {
            ops: text("o"),
            part: text("p"),
        },
        Key {
            level: text("l"),
            key: text("k"),
        },
    );
    table.put(&e).await.unwrap();
    table.put(&key).await.unwrap();
    assert_eq!(table.get(E::key("o", "p")).await.unwrap(), Some(e));
    assert_eq!(
        table.query(Key::query("l").key("k")).all().await.unwrap(),
        [key]
    );
}
