//! What key attributes can hold, by whatever they are filled: templates, hand-written parts, own fields.

use dynamo_model::key::{FixedWidth, Format, KeyPart, PartError, PartKind};
use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Wire, open, repository};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(
    name = "parts",
    gsi("GSI1"),
    gsi("ByEmail", pk = "email", sk = "since"),
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Part, Reading, Customer, Supplier, Ghost, Optional)
)]
struct Parts;

/// Promises three bytes and writes what it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Code(String);

impl KeyPart for Code {
    const KIND: PartKind = PartKind::Fixed { width: 3 };
    type Width = FixedWidth;

    fn write_part(&self, _: Format, out: &mut String) -> Result<(), PartError> {
        out.push_str(&self.0);
        Ok(())
    }

    fn read_part(text: &str, _: Format) -> Result<Self, PartError> {
        Ok(Self(text.to_owned()))
    }
}

fn code(text: &str) -> Code {
    Code(text.to_owned())
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Parts,
    pk = "PART#{shelf}",
    sk = "{code}{id}",
    index(name = by_code, on = "GSI1", pk = "CODES", sk = "{code}{id}")
)]
struct Part {
    shelf: String,
    code: Code,
    id: String,
}

#[tokio::test]
async fn a_hand_written_part_that_breaks_its_promised_width_is_refused() {
    let (database, parts) = open::<Parts>().await;
    let part = |text: &str| Part {
        shelf: String::from("s"),
        code: code(text),
        id: String::from("x"),
    };
    parts.put(&part("abc")).await.unwrap();
    assert_eq!(parts.get(&part("abc")).await.unwrap(), Some(part("abc")));
    let wire = Wire::record(&database);
    for text in ["ab", "abcd", "äb€", ""] {
        let level = Part::query("s").code(code(text));
        let range = Part::query("s").code_in(code("aaa")..=code(text));
        for error in [
            parts.put(&part(text)).await.unwrap_err(),
            parts.get(&part(text)).await.unwrap_err(),
            parts.query(level).all().await.unwrap_err(),
            parts.query(range).all().await.unwrap_err(),
        ] {
            assert!(error.is_key(), "{text}: {error}");
            assert_eq!(
                (error.entity(), error.attribute()),
                (Some("Part"), Some("code"))
            );
        }
    }
    assert_eq!(wire.count(), 0);
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "READING#{number:04}", sk = "{at:iso_s}#{group}#{number:04}")]
struct Reading {
    number: u32,
    group: String,
    at: Timestamp,
}

#[tokio::test]
async fn parse_key_names_the_key_attribute_at_fault() {
    for (pk, sk, attribute) in [
        ("READING#000x", "2026-10-20T12:00:00Z#g#0001", "PK"),
        ("READ#0001", "2026-10-20T12:00:00Z#g#0001", "PK"),
        ("READING#0001", "2026-99-20T12:00:00Z#g#0001", "SK"),
        ("READING#0001", "2026-10-20T12:00:00Z#g", "SK"),
        // Each is well-formed, and they contradict one another.
        ("READING#0001", "2026-10-20T12:00:00Z#g#0002", "SK"),
    ] {
        let error = Reading::parse_key(pk, sk).unwrap_err();
        assert!(error.is_key(), "{error}");
        let key = error.key().unwrap_or_default();
        assert!(key.starts_with(attribute), "{pk} {sk}: {error}");
    }
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Parts,
    pk = "C#{id}",
    sk = "C#{id}",
    index(name = by_email, on = "ByEmail", pk = "{email}", sk = "{since}")
)]
struct Customer {
    id: String,
    email: Option<String>,
    since: Option<String>,
}

/// Not in `ByEmail`; its fields are stored under the names of that index's keys.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "S#{id}", sk = "S#{id}")]
struct Supplier {
    id: String,
    email: String,
    since: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "G#{id}", sk = "G#{id}")]
struct Ghost {
    id: String,
    email: u32,
}

fn supplier(email: &str, since: &str) -> Supplier {
    Supplier {
        id: String::from("1"),
        email: email.to_owned(),
        since: since.to_owned(),
    }
}

#[tokio::test]
async fn what_is_stored_under_the_name_of_an_index_key_is_text_that_is_not_empty() {
    let (database, parts) = open::<Parts>().await;
    parts.put(&supplier("a@b", "2026")).await.unwrap();
    let wire = Wire::record(&database);
    let ghost = Ghost {
        id: String::from("1"),
        email: 5,
    };
    for (error, attribute) in [
        (parts.put(&supplier("", "2026")).await, "email"),
        (parts.put(&supplier("a@b", "")).await, "since"),
        (parts.put(&ghost).await, "email"),
    ] {
        let error = error.unwrap_err();
        assert!(error.is_encode(), "{error}");
        assert_eq!(error.attribute(), Some(attribute));
    }
    assert_eq!(wire.count(), 0);
}

// fault 18: the service refuses each key attribute that is too long, the engine does not
#[tokio::test]
async fn an_own_field_over_the_limit_of_its_index_is_refused_whatever_the_other_key_is() {
    let (database, parts) = open::<Parts>().await;
    let customer = |email: Option<usize>, since: Option<usize>| Customer {
        id: String::from("1"),
        email: email.map(|length| "e".repeat(length)),
        since: since.map(|length| "s".repeat(length)),
    };
    for (email, since) in [
        (Some(2048), None),
        (None, Some(1024)),
        (Some(2048), Some(1024)),
    ] {
        parts.put(&customer(email, since)).await.unwrap();
    }
    parts
        .put(&supplier(&"e".repeat(2048), &"s".repeat(1024)))
        .await
        .unwrap();
    let wire = Wire::record(&database);
    let errors = [
        (parts.put(&customer(Some(2049), None)).await, "email"),
        (parts.put(&customer(None, Some(1025))).await, "since"),
        (parts.put(&supplier(&"e".repeat(2049), "s")).await, "email"),
        (parts.put(&supplier("e", &"s".repeat(1025))).await, "since"),
    ];
    for (error, attribute) in errors {
        let error = error.unwrap_err();
        assert_eq!(
            (error.is_encode(), error.attribute()),
            (true, Some(attribute))
        );
        assert!(error.to_string().contains("at most"), "{error}");
    }
    // With both keys the item is in the index, and its template says so.
    let error = parts.put(&customer(Some(2049), Some(1))).await.unwrap_err();
    assert_eq!((error.is_key(), error.key()), (true, Some("email")));
    assert_eq!(wire.count(), 0);
}

// fault 18
#[tokio::test]
async fn a_partition_key_that_an_inverted_index_sorts_by_has_room_for_1024_bytes() {
    let (database, parts) = open::<Parts>().await;
    let part = |length: usize| Part {
        shelf: "s".repeat(length),
        code: code("abc"),
        id: String::from("x"),
    };
    parts.put(&part(1024 - 5)).await.unwrap();
    let wire = Wire::record(&database);
    let error = parts.put(&part(1025 - 5)).await.unwrap_err();
    assert_eq!((error.is_key(), error.key()), (true, Some("PK")));
    assert!(error.to_string().contains("1024"), "{error}");
    assert_eq!(wire.count(), 0);
    // What was stored before the index was there is still found.
    assert_eq!(parts.get(&part(1025)).await.unwrap(), None);
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Parts,
    pk = "O#{id}",
    sk = "O#{id}",
    index(name = placed, on = "GSI1", pk = "O#{a}#{b}", sk = "{c}#{d}")
)]
struct Optional {
    id: String,
    a: String,
    b: Option<String>,
    c: String,
    d: Option<String>,
}

// fault 20
#[tokio::test]
async fn an_absent_part_keeps_the_item_out_whatever_is_wrong_with_the_others() {
    let parts = repository::<Parts>().await;
    let long = "x".repeat(3000);
    let optional = |a: &str, b: Option<&str>, c: &str, d: Option<&str>| Optional {
        id: String::from("1"),
        a: a.to_owned(),
        b: b.map(str::to_owned),
        c: c.to_owned(),
        d: d.map(str::to_owned),
    };
    for wrong in ["x#y", "", &long] {
        for left_out in [
            optional(wrong, None, "c", Some("d")),
            optional(wrong, Some("b"), "c", None),
            optional("a", None, wrong, Some("d")),
            optional("a", Some("b"), wrong, None),
            optional("a", Some(wrong), "c", None),
            optional("a", None, "c", Some(wrong)),
            optional(wrong, None, wrong, None),
        ] {
            parts.put(&left_out).await.unwrap();
            assert_eq!(parts.get(&left_out).await.unwrap(), Some(left_out.clone()));
            let item = parts.get(&left_out).raw().await.unwrap().unwrap();
            assert_eq!(item.attribute::<String>("GSI1PK").unwrap(), None);
            assert_eq!(item.attribute::<String>("GSI1SK").unwrap(), None);
        }
        let whole = optional(wrong, Some("b"), "c", Some("d"));
        assert!(parts.put(&whole).await.unwrap_err().is_key());
        let whole = optional("a", Some("b"), wrong, Some("d"));
        assert!(parts.put(&whole).await.unwrap_err().is_key());
    }
}
