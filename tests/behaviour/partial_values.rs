//! `*_starts_with`: the beginning of a text is written as the template writes the whole.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "names", gsi("GSI1"), entities(Named))]
struct Names;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Names,
    pk = "G#{group}",
    sk = "N#{name:lower}#{path:esc}",
    index(name = by_code, on = "GSI1", pk = "G#{group}", sk = "{code:upper}#{path:raw}")
)]
struct Named {
    group: String,
    name: String,
    path: String,
    code: Option<String>,
}

#[tokio::test]
async fn a_partial_value_is_folded_and_escaped_like_the_whole() {
    let (database, names) = open::<Names>().await;
    let named = Named {
        group: String::from("g"),
        name: String::from("Élan Smith"),
        path: String::from("a/ö#b"),
        code: Some(String::from("ab-Cd")),
    };
    names.put(&named).await.unwrap();
    let wire = Wire::record(&database);
    let query = || Named::query("g");
    let found = |condition: &str| {
        let sent = wire.last().resolved("KeyConditionExpression");
        assert_eq!(sent, format!("(PK = G#g AND begins_with(SK, {condition}))"));
    };
    for text in ["É", "éL", "ÉLAN SM", "élan smith"] {
        let all = names.query(query().name_starts_with(text)).all().await;
        assert_eq!(all.unwrap(), std::slice::from_ref(&named), "{text}");
    }
    found("N#élan smith");
    for text in ["a", "a/", "a/ö", "a/ö#", "a/ö#b"] {
        let query = query().name("ÉLAN smith").path_starts_with(text);
        assert_eq!(names.query(query).count().await.unwrap(), 1, "{text}");
    }
    found("N#élan smith#a%2F%C3%B6%23b");
    let none = names.query(query().name_starts_with("Élan#"));
    assert_eq!(none.count().await.unwrap(), 0);
    for text in ["a", "AB-c", "ab-cd"] {
        let query = Named::by_code("g").code_starts_with(text);
        assert_eq!(names.query(query).count().await.unwrap(), 1, "{text}");
    }
    let raw = Named::by_code("g").code("ab-cd").path_starts_with("a/ö#");
    assert_eq!(names.query(raw).count().await.unwrap(), 1);
}
