//! The filter on the type: there where another entity can match the condition, and nowhere else, since it is paid for.

use dynamo_model::{Entity, Table};
use dynamo_model_tests::{Address, Customer, Invoice, Order, Shop, Status, day};
use serde::{Deserialize, Serialize};

use crate::{line, unsent};

// fault 118
#[test]
fn it_is_there_exactly_where_another_entity_can_match() {
    let shop = unsent::<Shop>();
    let cases = [
        // The table: the literals of the sort keys tell the entities apart.
        (shop.query(Customer::query("c1")).explain(), None),
        (shop.query(Order::query("c1")).explain(), None),
        (
            shop.query(Order::query("c1").placed_on(day(1))).explain(),
            None,
        ),
        (
            shop.query(Order::query("c1").placed_on_starts_with("2"))
                .explain(),
            None,
        ),
        (
            shop.query(Order::query("c1").placed_on_in(day(1)..))
                .explain(),
            None,
        ),
        (
            shop.query(Address::query("c1").label("home")).explain(),
            None,
        ),
        // GSI1: `Order` and `Invoice` share partitions, their sort keys differ.
        (shop.query(Order::by_id("o1")).explain(), None),
        (shop.query(Invoice::of_order("o1")).explain(), None),
        (shop.query(Address::by_city("London")).explain(), None),
        // GSI2: nothing but the type differs.
        (
            shop.query(Order::by_status(Status::Paid)).explain(),
            Some("type = 'Order'"),
        ),
        (
            shop.query(Order::by_status(Status::Paid).placed_on(day(1)))
                .explain(),
            Some("type = 'Order'"),
        ),
        (
            shop.query(
                Invoice::by_status(Status::Paid)
                    .due(day(1))
                    .invoice_id("i1"),
            )
            .explain(),
            Some("type = 'Invoice'"),
        ),
        (shop.query(Order::open()).explain(), None),
        (shop.query(Order::inverted(day(1), "o1")).explain(), None),
        (shop.items(Order::by_status(Status::Paid)).explain(), None),
    ];
    for (explained, filter) in cases {
        assert_eq!(line(&explained, "filter"), filter, "{explained}");
    }
}

// fault 2, fault 119
#[test]
fn without_a_level_the_literal_is_asked_for_only_in_a_shared_partition() {
    let shop = unsent::<Shop>();
    let key = |explained: &str| line(explained, "key").map(str::to_owned);
    let explained = shop.query(Order::query("c1")).explain();
    assert_eq!(
        key(&explained).as_deref(),
        Some("(PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))")
    );
    let explained = shop.query(Customer::query("c1")).explain();
    assert_eq!(
        key(&explained).as_deref(),
        Some("(PK = 'CUST#c1' AND SK = 'PROFILE')")
    );
    let explained = shop.query(Order::by_id("o1")).explain();
    assert_eq!(
        key(&explained).as_deref(),
        Some("(GSI1PK = 'ORDER#o1' AND GSI1SK = 'ORDER#o1')")
    );
    // Nobody else is in these partitions.
    let explained = shop.query(Address::by_city("London")).explain();
    assert_eq!(key(&explained).as_deref(), Some("GSI1PK = 'CITY#London'"));
    let explained = shop.query(Order::open()).explain();
    assert_eq!(key(&explained).as_deref(), Some("openOrdersPK = 'OPEN'"));
}

#[derive(Debug, Table)]
#[table(
    name = "zoo",
    type_attribute = "kind",
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Cage, Animal, Keeper, Log)
)]
struct Zoo;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Zoo, pk = "CAGE#{cage}", sk = "CAGE#{cage}", index(name = inverted, on = "Inverted"))]
struct Cage {
    cage: String,
}

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Zoo, pk = "CAGE#{cage}", sk = "{animal}")]
struct Animal {
    cage: String,
    animal: String,
}

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Zoo, name = "keeper-v2", pk = "CAGE#{cage}", sk = "KEEPER#{number:03}")]
struct Keeper {
    cage: String,
    number: u16,
}

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Zoo, pk = "LOG#{day}", sk = "{number:06}")]
struct Log {
    day: jiff::civil::Date,
    number: u32,
}

#[test]
fn a_sort_key_without_a_literal_is_told_apart_by_the_type() {
    let zoo = unsent::<Zoo>();
    let filter = |explained: String| line(&explained, "filter").map(str::to_owned);
    // An animal could be called `KEEPER`… but not `KEEPER#001`, so the keepers are alone behind their literal.
    assert_eq!(filter(zoo.query(Keeper::query("c1")).explain()), None);
    assert_eq!(
        filter(zoo.query(Animal::query("c1")).explain()).as_deref(),
        Some("kind = 'Animal'")
    );
    assert_eq!(filter(zoo.query(Log::query(day(1))).explain()), None);
    let explained = zoo.query(Animal::query("c1")).explain();
    assert_eq!(line(&explained, "key"), Some("PK = 'CAGE#c1'"));
    // Every item of the table is in the inverted index, but no animal can be called `CAGE#c1`: a last part holds no `#`.
    let explained = zoo.query(Cage::inverted("c1")).explain();
    assert_eq!(
        (line(&explained, "key"), line(&explained, "filter")),
        (Some("SK = 'CAGE#c1'"), None)
    );
}

#[derive(Debug, Table)]
#[table(
    name = "links",
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Member, Badge, Guest)
)]
struct Links;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Links, pk = "GROUP#{group}", sk = "USER#{user}", index(name = of_user, on = "Inverted"))]
struct Member {
    group: String,
    user: String,
}

/// Without an entry in the inverted index, and in it all the same.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Links, pk = "BADGE#{badge}", sk = "USER#{user}")]
struct Badge {
    badge: String,
    user: String,
}

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Links, pk = "{room}", sk = "USER#{user}", index(name = of_user, on = "Inverted"))]
struct Guest {
    room: String,
    user: String,
}

#[test]
fn every_entity_counts_in_an_inverted_index() {
    let links = unsent::<Links>();
    let explained = links.query(Member::of_user("u1")).explain();
    assert_eq!(
        line(&explained, "key"),
        Some("(SK = 'USER#u1' AND begins_with(PK, 'GROUP#'))")
    );
    assert_eq!(line(&explained, "filter"), None);
    let explained = links.query(Guest::of_user("u1")).explain();
    assert_eq!(line(&explained, "key"), Some("SK = 'USER#u1'"));
    assert_eq!(line(&explained, "filter"), Some("type = 'Guest'"));
    // No room holds a `#`, so one is neither group nor badge.
    let explained = links.query(Guest::of_user("u1").room("r1")).explain();
    assert_eq!(
        line(&explained, "key"),
        Some("(SK = 'USER#u1' AND PK = 'r1')")
    );
}
