//! Key building: delimiters, prefixes, case, bytes, lengths.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Order, Shop, Wire, day, open, order, repository};
use serde::{Deserialize, Serialize};

#[derive(Debug, Table)]
#[table(name = "parts", entities(Pair, Escaped, Place))]
struct Parts;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "PAIR", sk = "{a}#{b}")]
struct Pair {
    a: String,
    b: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "ESCAPED", sk = "{a:esc}#{b:esc}")]
struct Escaped {
    a: String,
    b: String,
}

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Parts, pk = "PLACE", sk = "{country}#{state}#{city}#{street}")]
struct Place {
    country: String,
    state: String,
    city: String,
    street: String,
}

// fault 1
#[tokio::test]
async fn a_delimiter_in_a_part_never_makes_two_keys_equal() {
    let (database, parts) = open::<Parts>().await;
    let wire = Wire::record(&database);
    for (a, b) in [
        ("A#", "B"),
        ("A", "#B"),
        ("#A", "B"),
        ("A", "B#"),
        ("#", "B"),
        ("A", "#"),
    ] {
        let pair = Pair {
            a: a.to_owned(),
            b: b.to_owned(),
        };
        let error = parts.put(&pair).await.unwrap_err();
        assert!(error.is_key(), "{a} {b}");
        let field = if a.contains('#') { "a" } else { "b" };
        assert_eq!(
            (error.entity(), error.attribute()),
            (Some("Pair"), Some(field))
        );
    }
    assert_eq!(wire.count(), 0);
    // With escapes both are stored, each under its own key, and read back as they were.
    let escaped = [
        ("A#", "B"),
        ("A", "#B"),
        ("A\\", "\\#"),
        ("A%23", "B"),
        ("%", "#"),
        ("a", "%23"),
    ]
    .map(|(a, b)| Escaped {
        a: a.to_owned(),
        b: b.to_owned(),
    });
    for pair in &escaped {
        parts.create(pair).await.unwrap();
        let (pk, sk) = pair.key().texts().unwrap();
        assert_eq!(Escaped::parse_key(&pk, &sk.unwrap()).unwrap(), pair.key());
    }
    for pair in &escaped {
        assert_eq!(parts.get(pair).await.unwrap().as_ref(), Some(pair));
    }
}

fn place(country: &str, state: &str, city: &str) -> Place {
    let text = |text: &str| text.to_owned();
    Place {
        country: text(country),
        state: text(state),
        city: text(city),
        street: text("s"),
    }
}

// fault 2
#[tokio::test]
async fn a_complete_level_does_not_match_a_longer_neighbour() {
    let parts = repository::<Parts>().await;
    for country in ["US", "USA", "U"] {
        parts.put(&place(country, "1", "c")).await.unwrap();
        parts.put(&place(country, "10", "c")).await.unwrap();
    }
    let found = parts
        .query(Place::query().country("US"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [place("US", "1", "c"), place("US", "10", "c")]);
    let found = parts
        .query(Place::query().country("US").state("1"))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [place("US", "1", "c")]);
    // The partial text is another method.
    assert_eq!(
        parts
            .query(Place::query().country_starts_with("US"))
            .count()
            .await
            .unwrap(),
        4
    );
}

// fault 4
#[tokio::test]
async fn a_partial_key_ends_after_the_last_part_that_was_given() {
    let (database, parts) = open::<Parts>().await;
    let wire = Wire::record(&database);
    let query = || Place::query().country("A1");
    for (query, prefix) in [
        (parts.query(query()).all().await, "A1#"),
        (parts.query(query().state("B2")).all().await, "A1#B2#"),
        (
            parts.query(query().state("B2").city("C3")).all().await,
            "A1#B2#C3#",
        ),
    ] {
        assert_eq!(query.unwrap(), []);
        let sent = wire
            .sent()
            .into_iter()
            .map(|sent| sent.resolved("KeyConditionExpression"));
        let expected = format!("(PK = PLACE AND begins_with(SK, {prefix}))");
        assert!(sent.collect::<Vec<_>>().contains(&expected), "{expected}");
    }
}

// fault 10
#[tokio::test]
async fn two_creates_with_one_natural_key_clash() {
    let shop = repository::<Shop>().await;
    let first = order("u1", day(1), "same");
    shop.create(&first).await.unwrap();
    let second = Order {
        total: 99,
        ..first.clone()
    };
    assert!(shop.create(&second).await.unwrap_err().is_already_exists());
    assert_eq!(shop.get(&first).await.unwrap(), Some(first));
    // The plain put is another call.
    shop.put(&second).await.unwrap();
    assert_eq!(shop.get(&second).await.unwrap(), Some(second));
}

// fault 11
#[tokio::test]
async fn the_case_of_a_key_is_kept() {
    let shop = repository::<Shop>().await;
    for id in ["aB-_c9", "AB-_C9", "ab-_c9"] {
        shop.create(&order(id, day(1), id)).await.unwrap();
    }
    for id in ["aB-_c9", "AB-_C9", "ab-_c9"] {
        let found = shop.query(Order::query(id)).all().await.unwrap();
        assert_eq!(found, [order(id, day(1), id)]);
    }
}

#[derive(Debug, Table)]
#[table(name = "folded", sk = none, entities(Account))]
struct Folded;

#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Folded, pk = "{email:lower}")]
struct Account {
    email: String,
}

// fault 11
#[tokio::test]
async fn folding_by_a_template_changes_the_key_and_never_the_attribute() {
    let folded = repository::<Folded>().await;
    let account = Account {
        email: String::from("Ann@Example.ORG"),
    };
    folded.create(&account).await.unwrap();
    let item = folded
        .get(Account::key("ann@example.org"))
        .raw()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(item.partition_key(), Some("ann@example.org"));
    assert_eq!(item.decode::<Account>().unwrap(), account);
    let other = Account {
        email: String::from("ANN@example.org"),
    };
    assert!(folded.create(&other).await.unwrap_err().is_already_exists());
}

// fault 14
#[tokio::test]
async fn the_literal_text_of_a_partition_is_in_every_query_form() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    let base = || Order::query("ann");
    shop.query(base()).all().await.unwrap();
    shop.query(base().placed_on(day(1))).all().await.unwrap();
    shop.query(base().placed_on_in(day(1)..day(2)))
        .all()
        .await
        .unwrap();
    shop.query(base().placed_on_starts_with("2"))
        .all()
        .await
        .unwrap();
    shop.get(Order::key("ann", day(1), "o")).await.unwrap();
    let sent = wire.sent();
    assert_eq!(sent.last().unwrap().body["Key"]["PK"]["S"], "CUST#ann");
    for query in &sent[..4] {
        let condition = query.resolved("KeyConditionExpression");
        assert!(condition.starts_with("(PK = CUST#ann AND "), "{condition}");
    }
}

// fault 17
#[tokio::test]
async fn text_is_kept_byte_for_byte() {
    let shop = repository::<Shop>().await;
    let (composed, decomposed, emoji) = ("caf\u{e9}", "cafe\u{301}", "\u{1f469}\u{200d}\u{1f52c} ");
    for name in [composed, decomposed, emoji] {
        shop.create(&order(name, day(1), name)).await.unwrap();
    }
    for name in [composed, decomposed, emoji] {
        let found = shop.query(Order::query(name)).all().await.unwrap();
        assert_eq!(found, [order(name, day(1), name)]);
    }
    let prefix = shop.query(
        Order::query(decomposed)
            .placed_on(day(1))
            .order_id_starts_with("cafe"),
    );
    assert_eq!(prefix.count().await.unwrap(), 1);
    let prefix = shop.query(
        Order::query(composed)
            .placed_on(day(1))
            .order_id_starts_with("cafe"),
    );
    assert_eq!(prefix.count().await.unwrap(), 0);
}

// fault 18
#[tokio::test]
async fn a_key_over_the_limit_names_entity_key_and_length() {
    let (database, shop) = open::<Shop>().await;
    let wire = Wire::record(&database);
    // "CUST#" takes 5 bytes; a key of multi-byte text is measured in bytes.
    let text = "ü".repeat(1022);
    for (customer, limit) in [
        ("x".repeat(2043), None),
        ("x".repeat(2044), Some("2049")),
        (text, Some("2049")),
    ] {
        let result = Order::key(customer.as_str(), day(1), "o").texts();
        match limit {
            None => assert_eq!(result.unwrap().0.len(), 2048),
            Some(length) => {
                let error = result.unwrap_err();
                assert!(
                    error.is_key() && error.to_string().contains(length),
                    "{error}"
                );
                assert_eq!((error.entity(), error.key()), (Some("Order"), Some("PK")));
                assert!(
                    shop.put(&order(&customer, day(1), "o"))
                        .await
                        .unwrap_err()
                        .is_key()
                );
                assert!(
                    shop.query(Order::query(&customer))
                        .all()
                        .await
                        .unwrap_err()
                        .is_key()
                );
            }
        }
    }
    assert_eq!(wire.count(), 0);
}
