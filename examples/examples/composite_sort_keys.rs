//! Composite sort keys: levels from the general to the specific in one sort key, so that each level is a longer prefix.
//!
//! Annotated with several fields in `sk`, in the order of the hierarchy. The derive makes one method for each level; a level cannot be skipped, and each prefix ends
//! with the delimiter, so `US` never matches `USA`. `*_in(range)` is there for the last part and for parts of fixed width, such as dates. One key answers all levels,
//! without an index, at the cost of what is returned.

use dynamo_model::{Entity, Repository, Table};
use dynamo_model_examples::{Log, show, sk};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(name = "p05-composite-sk", entities(Brand, Store, Reading))]
struct Places;

/// A brand's profile, beside its stores.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Places, pk = "BRAND#{brand}", sk = "PROFILE")]
struct Brand {
    brand: String,
}

/// A store: country, state, city, then the store itself.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Places, pk = "BRAND#{brand}", sk = "STORE#{country}#{state}#{city}#{store_id}")]
struct Store {
    brand: String,
    country: String,
    state: String,
    city: String,
    store_id: String,
}

/// What a device measured on a day.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Places, pk = "DEVICE#{device_id}", sk = "READING#{taken_on}")]
struct Reading {
    device_id: String,
    taken_on: Date,
    value: u32,
}

fn store([country, state, city, store_id]: [&str; 4]) -> Store {
    Store {
        brand: "acme".into(),
        country: country.into(),
        state: state.into(),
        city: city.into(),
        store_id: store_id.into(),
    }
}

fn names(stores: &[Store]) -> Vec<String> {
    stores
        .iter()
        .map(|Store { city, store_id, .. }| format!("{city} ({store_id})"))
        .collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let places = Repository::<Places>::new(dynamo_model::embedded::client());
    places.create_table().await?;

    let stores = [
        ["US", "CA", "San Francisco", "s1"],
        ["US", "CA", "Los Angeles", "s2"],
        ["US", "NY", "New York", "s3"],
        ["UK", "ENG", "London", "s4"],
        ["UK", "ENG", "Manchester", "s5"],
    ];
    let written = places
        .batch()
        .put_all(&[Brand {
            brand: "acme".into(),
        }])
        .put_all(&stores.map(store))
        .await?;
    assert!(written.is_complete());
    let places = places.with_observer(log.clone());

    let found = places.query(Store::query("acme")).all().await?;
    log.assert_last(
        "Query p05-composite-sk
    key:        (PK = 'BRAND#acme' AND begins_with(SK, 'STORE#'))",
    );
    show(
        "All stores",
        names(&found),
        json!([
            "London (s4)",
            "Manchester (s5)",
            "Los Angeles (s2)",
            "San Francisco (s1)",
            "New York (s3)"
        ]),
    );

    let found = places
        .query(Store::query("acme").country("US"))
        .all()
        .await?;
    log.assert_last(
        "Query p05-composite-sk
    key:        (PK = 'BRAND#acme' AND begins_with(SK, 'STORE#US#'))",
    );
    show(
        "Country = US",
        names(&found),
        json!(["Los Angeles (s2)", "San Francisco (s1)", "New York (s3)"]),
    );

    let found = places
        .query(Store::query("acme").country("US").state("CA"))
        .all()
        .await?;
    log.assert_last(
        "Query p05-composite-sk
    key:        (PK = 'BRAND#acme' AND begins_with(SK, 'STORE#US#CA#'))",
    );
    show(
        "State = US/CA",
        names(&found),
        json!(["Los Angeles (s2)", "San Francisco (s1)"]),
    );

    let london = Store::query("acme")
        .country("UK")
        .state("ENG")
        .city("London");
    let found = places.query(london).all().await?;
    log.assert_last(
        "Query p05-composite-sk
    key:        (PK = 'BRAND#acme' AND begins_with(SK, 'STORE#UK#ENG#London#'))",
    );
    show("City = London", names(&found), json!(["London (s4)"]));

    let days = [
        date(2026, 10, 1),
        date(2026, 10, 10),
        date(2026, 10, 20),
        date(2026, 11, 2),
    ];
    let readings = days.map(|taken_on| Reading {
        device_id: "d1".into(),
        taken_on,
        value: 21,
    });
    let written = places.batch().put_all(&readings).await?;
    log.assert_last(
        "BatchWriteItem
    p05-composite-sk: 4 puts, 0 deletes",
    );
    assert!(written.is_complete());

    let october = date(2026, 10, 5)..=date(2026, 10, 31);
    let found = places
        .query(Reading::query("d1").taken_on_in(october))
        .all()
        .await?;
    log.assert_last(
        "Query p05-composite-sk
    key:        (PK = 'DEVICE#d1' AND SK BETWEEN 'READING#2026-10-05' AND 'READING#2026-10-31')",
    );
    show(
        "Readings 5-31 Oct",
        found.iter().map(sk).collect::<Result<Vec<_>, _>>()?,
        json!(["READING#2026-10-10", "READING#2026-10-20"]),
    );
    Ok(())
}
