//! Keys and items that cannot be stored: errors before anything is sent.

use dynamo_model::{Entity, Error, KeyPart, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "wide", gsi("GSI1"), entities(Wide))]
struct Things;

#[derive(Clone, Debug, Default, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Things,
    pk = "A#{a}#B#{b}",
    sk = "N#{n:04}#{c}",
    index(name = by_d, on = "GSI1", pk = "D#{d}", sk = "E#{e}")
)]
struct Wide {
    a: String,
    b: String,
    n: u32,
    c: String,
    d: Option<String>,
    e: Option<String>,
    text: String,
}

fn wide() -> Wide {
    let text = |text: &str| text.to_owned();
    Wide {
        a: text("a"),
        b: text("b"),
        n: 1,
        c: text("c"),
        ..Wide::default()
    }
}

/// The error of each call that takes the entity or its key, which has to be the same; nothing is sent.
async fn refused(wide: Wide) -> Error {
    let (database, things) = open::<Things>().await;
    let wire = Wire::record(&database);
    let error = things.put(&wide).await.unwrap_err();
    for other in [
        things.create(&wide).await.unwrap_err(),
        things.replace(&wide).await.unwrap_err(),
        things.batch().put_all([&wide]).await.unwrap_err(),
    ] {
        assert_eq!(other.to_string(), error.to_string());
    }
    assert!(things.put(&wide).explain().starts_with("nothing is sent: "));
    assert_eq!(wire.count(), 0);
    error
}

/// As [`refused`], and by the primary key.
async fn refused_key(wide: Wide) -> Error {
    let (database, things) = open::<Things>().await;
    let wire = Wire::record(&database);
    let error = refused(wide.clone()).await;
    assert!(error.is_key(), "{error}");
    assert_eq!(error.entity(), Some("Wide"));
    let Wide { a, b, n, c, .. } = &wide;
    for other in [
        wide.key().texts().unwrap_err(),
        things.get(&wide).await.unwrap_err(),
        things.delete(Wide::key(a, b, *n, c)).await.unwrap_err(),
        things
            .query(Wide::query(a, b).n(*n).c(c))
            .all()
            .await
            .unwrap_err(),
    ] {
        assert_eq!(other.to_string(), error.to_string());
    }
    assert_eq!(wire.count(), 0);
    error
}

// fault 1
#[tokio::test]
async fn a_delimiter_in_a_part_is_refused() {
    for (a, field) in [("x#B#", "a"), ("#B#x", "a"), ("x#B#y", "a"), ("x#", "")] {
        let wide = Wide {
            a: a.to_owned(),
            ..wide()
        };
        if field.is_empty() {
            // `x#` + `#B#` begins with the literal one byte later only: it is found again.
            assert_eq!(
                Wide::parse_key(&wide.key().texts().unwrap().0, "N#0001#c").unwrap(),
                wide.key()
            );
        } else {
            assert_eq!(refused_key(wide).await.attribute(), Some(field));
        }
    }
    // A part whose end and the literal together hold the literal earlier.
    let error = refused_key(Wide {
        a: String::from("x#B"),
        ..wide()
    })
    .await;
    assert_eq!(error.attribute(), Some("a"));
    for last in ["#", "x#", "#x", "x#y"] {
        let error = refused_key(Wide {
            b: last.to_owned(),
            ..wide()
        })
        .await;
        assert_eq!(error.attribute(), Some("b"));
        let error = refused_key(Wide {
            c: last.to_owned(),
            ..wide()
        })
        .await;
        assert_eq!(error.attribute(), Some("c"));
    }
}

// fault 18
#[tokio::test]
async fn an_empty_part_is_refused() {
    let error = refused_key(Wide {
        a: String::new(),
        ..wide()
    })
    .await;
    assert_eq!(error.attribute(), Some("a"));
    let error = refused_key(Wide {
        c: String::new(),
        ..wide()
    })
    .await;
    assert_eq!(error.attribute(), Some("c"));
    let index = Wide {
        d: Some(String::new()),
        e: Some(String::from("e")),
        ..wide()
    };
    let error = refused(index).await;
    assert_eq!((error.is_key(), error.attribute()), (true, Some("d")));
}

// fault 18
#[tokio::test]
async fn keys_over_the_limits_are_refused_and_keys_at_the_limits_stored() {
    let (_, things) = open::<Things>().await;
    // "A#" "a" "#B#" and "N#0001#"
    let (in_pk, in_sk) = (2048 - 6, 1024 - 7);
    let at = |b: usize, c: usize| Wide {
        b: "b".repeat(b),
        c: "c".repeat(c),
        ..wide()
    };
    things.put(&at(in_pk, in_sk)).await.unwrap();
    assert_eq!(
        things.get(&at(in_pk, in_sk)).await.unwrap(),
        Some(at(in_pk, in_sk))
    );
    let error = refused_key(at(in_pk + 1, 1)).await;
    assert_eq!(error.key(), Some("PK"));
    assert!(
        error.to_string().contains("2049") && error.to_string().contains("2048"),
        "{error}"
    );
    let error = refused_key(at(1, in_sk + 1)).await;
    assert_eq!(error.key(), Some("SK"));
    assert!(
        error.to_string().contains("1025") && error.to_string().contains("1024"),
        "{error}"
    );
    // Bytes count, not characters.
    assert!(
        refused_key(Wide {
            c: "é".repeat(in_sk / 2 + 1),
            ..wide()
        })
        .await
        .is_key()
    );
}

// fault 18: the engine does not check these
#[tokio::test]
async fn index_keys_over_the_limits_are_refused() {
    let (_, things) = open::<Things>().await;
    let at = |d: usize, e: usize| Wide {
        d: Some("d".repeat(d)),
        e: Some("e".repeat(e)),
        ..wide()
    };
    things.put(&at(2046, 1022)).await.unwrap();
    let error = refused(at(2047, 1)).await;
    assert_eq!((error.is_key(), error.key()), (true, Some("GSI1PK")));
    let error = refused(at(1, 1023)).await;
    assert_eq!((error.is_key(), error.key()), (true, Some("GSI1SK")));
    let error = things
        .query(Wide::by_d("d".repeat(2047)))
        .all()
        .await
        .unwrap_err();
    assert_eq!((error.is_key(), error.key()), (true, Some("GSI1PK")));
    let error = things
        .query(Wide::by_d("d").e("e".repeat(1023)))
        .all()
        .await
        .unwrap_err();
    assert_eq!((error.is_key(), error.key()), (true, Some("GSI1SK")));
}

// fault 5
#[tokio::test]
async fn a_number_wider_than_its_width_is_refused() {
    let (_, things) = open::<Things>().await;
    things.put(&Wide { n: 9999, ..wide() }).await.unwrap();
    let error = refused_key(Wide {
        n: 10_000,
        ..wide()
    })
    .await;
    assert_eq!(error.attribute(), Some("n"));
    let error = things
        .query(Wide::query("a", "b").n_in(1..=10_000))
        .all()
        .await
        .unwrap_err();
    assert_eq!((error.is_key(), error.attribute()), (true, Some("n")));
}

// fault 57
#[tokio::test]
async fn an_item_over_400_kb_is_refused() {
    let (database, things) = open::<Things>().await;
    things
        .put(&Wide {
            text: "x".repeat(400 * 1024 - 200),
            ..wide()
        })
        .await
        .unwrap();
    let wire = Wire::record(&database);
    for text in ["x".repeat(400 * 1024), "é".repeat(200 * 1024)] {
        let error = refused(Wide { text, ..wide() }).await;
        assert!(error.is_encode());
        assert_eq!(error.entity(), Some("Wide"));
        assert_eq!(error.key(), Some("{PK: 'A#a#B#b', SK: 'N#0001#c'}"));
    }
    assert_eq!(wire.count(), 0);
}

#[tokio::test]
async fn parse_key_takes_only_what_rendering_gives() {
    let key = wide().key();
    assert_eq!(Wide::parse_key("A#a#B#b", "N#0001#c").unwrap(), key);
    for (pk, sk) in [
        ("A#a#B#b", "N#1#c"),
        ("A#a#B#b", "N#00001#c"),
        ("A#a#B#b", "N#0001#"),
        ("A#a#B#b", "N#0001#c#d"),
        ("A#a#B#b", "n#0001#c"),
        ("A##B#b", "N#0001#c"),
        ("A#a", "N#0001#c"),
        ("", ""),
        ("A#a#B#b", ""),
        ("Aäöü", "N#00é1#c"),
    ] {
        let error = Wide::parse_key(pk, sk).unwrap_err();
        assert!(error.is_key(), "{pk} {sk}");
        assert_eq!(error.entity(), Some("Wide"));
    }
}

#[derive(Debug, Table)]
#[table(name = "bare", pk = "status", sk = "n", entities(Bare))]
struct BareTable;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = BareTable, pk = "{status}", sk = "{n}")]
struct Bare {
    status: State,
    n: String,
}

#[derive(Clone, Copy, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
#[key_part(rename_all = "lowercase")]
enum State {
    #[serde(rename = "open")]
    Open,
    Closed,
}

#[tokio::test]
async fn a_bare_key_that_serde_spells_in_another_way_is_refused() {
    let (database, bare) = open::<BareTable>().await;
    let wire = Wire::record(&database);
    let of = |status| Bare {
        status,
        n: String::from("1"),
    };
    bare.put(&of(State::Open)).await.unwrap();
    assert_eq!(
        bare.get(&of(State::Open)).await.unwrap(),
        Some(of(State::Open))
    );
    assert_eq!(wire.count(), 2);
    // `Closed` in the attribute, `closed` in the key: one of them would have to be wrong.
    let error = bare.put(&of(State::Closed)).await.unwrap_err();
    assert_eq!((error.is_key(), error.attribute()), (true, Some("status")));
    assert_eq!(wire.count(), 2);
}
