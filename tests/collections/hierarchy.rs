//! What is below a path: a country, its states, their cities.

use dynamo_model::{Collection, Entity, Repository, Table};
use dynamo_model_tests::{Wire, open};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "places", entities(Country, State, City, Sea))]
struct Places;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Places, pk = "REGION#{region}", sk = "COUNTRY#{country}")]
struct Country {
    region: String,
    country: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Places, pk = "REGION#{region}", sk = "COUNTRY#{country}#STATE#{state}")]
struct State {
    region: String,
    country: String,
    state: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Places,
    pk = "REGION#{region}",
    sk = "COUNTRY#{country}#STATE#{state}#CITY#{city}"
)]
struct City {
    region: String,
    country: String,
    state: String,
    city: String,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Places, pk = "REGION#{region}", sk = "SEA#{sea}")]
struct Sea {
    region: String,
    sea: String,
}

#[derive(Collection, Debug, PartialEq)]
enum Place {
    Country(Country),
    State(State),
    City(City),
}

#[derive(Collection, Debug)]
struct Inside {
    states: Vec<State>,
    cities: Vec<City>,
}

fn country(country: &str) -> Country {
    Country {
        region: "Asia".to_owned(),
        country: country.to_owned(),
    }
}

fn state(country: &str, state: &str) -> State {
    State {
        region: "Asia".to_owned(),
        country: country.to_owned(),
        state: state.to_owned(),
    }
}

fn city(country: &str, state: &str, city: &str) -> City {
    City {
        region: "Asia".to_owned(),
        country: country.to_owned(),
        state: state.to_owned(),
        city: city.to_owned(),
    }
}

/// The document's items, and countries whose names begin with that of another.
async fn places() -> (Repository<Places>, Wire) {
    let (database, places) = open::<Places>().await;
    let countries = ["India", "Japan", "Indiana", "India Point", "India$"].map(country);
    let states = [
        state("India", "Maharashtra"),
        state("Japan", "Tokyo"),
        state("Indiana", "Marion"),
        state("India Point", "P1"),
    ];
    let cities = [city("India", "Maharashtra", "Mumbai")];
    let sea = Sea {
        region: "Asia".to_owned(),
        sea: "Aral".to_owned(),
    };
    let batch = places.batch().put_all(&countries).put_all(&states);
    let report = batch.put_all(&cities).put_all([&sea]).await.unwrap();
    assert!(report.is_complete());
    let wire = Wire::record(&database);
    (places, wire)
}

#[tokio::test]
async fn an_item_and_all_below_it_are_one_query() {
    let (places, wire) = places().await;
    let request = || places.collect::<Place, _>(Country::query("Asia").country("India"));
    assert_eq!(
        request().explain(),
        "Query places
    key:        (PK = 'REGION#Asia' AND SK BETWEEN 'COUNTRY#India' AND 'COUNTRY#India$')"
    );
    let india = [
        Place::Country(country("India")),
        Place::State(state("India", "Maharashtra")),
        Place::City(city("India", "Maharashtra", "Mumbai")),
    ];
    let page = request().page(None).await.unwrap();
    assert_eq!(page.items, india);
    // India Point, its state, and India$ are examined, and neither read nor taken for other entities.
    assert_eq!((page.examined, page.skipped), (6, 0));
    assert_eq!(wire.count(), 1);

    assert_eq!(request().count().await.unwrap(), 3);
    assert_eq!(request().limit(2).all().await.unwrap(), india[..2]);
    let newest = request().newest_first().first().await.unwrap();
    assert_eq!(newest.as_ref(), india.last());
}

#[tokio::test]
async fn pages_of_what_is_below_go_on() {
    let (places, _wire) = places().await;
    let request = || {
        let below = Country::query("Asia").country("India");
        places.collect::<Place, _>(below).page_size(1)
    };
    let (mut found, mut cursor) = (Vec::new(), None);
    for _ in 0..20 {
        let page = request().page(cursor).await.unwrap();
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert!(cursor.is_none());
    assert_eq!(found.len(), 3);
}

#[tokio::test]
async fn a_level_that_is_not_the_last_is_what_is_below_it() {
    let (places, _wire) = places().await;
    let all = places.collect::<Place, _>(State::query("Asia").country("India"));
    assert_eq!(
        all.explain(),
        "Query places
    key:        (PK = 'REGION#Asia' AND begins_with(SK, 'COUNTRY#India#STATE#'))"
    );
    assert_eq!(all.all().await.unwrap().len(), 2);

    let maharashtra = State::query("Asia").country("India").state("Maharashtra");
    let all = places.collect::<Place, _>(maharashtra).all().await.unwrap();
    assert_eq!(
        all,
        [
            Place::State(state("India", "Maharashtra")),
            Place::City(city("India", "Maharashtra", "Mumbai")),
        ]
    );

    // The last level of all has nothing below it.
    let mumbai = City::query("Asia")
        .country("India")
        .state("M")
        .city("Mumbai");
    assert!(
        places
            .collect::<Place, _>(mumbai)
            .explain()
            .contains("SK = 'COUNTRY#India#STATE#M#CITY#Mumbai'")
    );
}

#[tokio::test]
async fn without_the_item_itself_it_is_a_prefix() {
    let (places, wire) = places().await;
    let request = places.collect::<Inside, _>(Country::query("Asia").country("India"));
    assert_eq!(
        request.explain(),
        "Query places
    key:        (PK = 'REGION#Asia' AND begins_with(SK, 'COUNTRY#India#'))"
    );
    let report = request.report().await.unwrap();
    assert_eq!(report.collection.states, [state("India", "Maharashtra")]);
    assert_eq!(report.collection.cities.len(), 1);
    assert_eq!((report.examined, wire.count()), (2, 1));
}

#[tokio::test]
async fn a_range_or_a_partial_value_is_for_all_members() {
    let (places, _wire) = places().await;
    let some = places.collect::<Place, _>(Country::query("Asia").country_starts_with("J"));
    assert_eq!(
        some.all().await.unwrap(),
        [
            Place::Country(country("Japan")),
            Place::State(state("Japan", "Tokyo"))
        ]
    );
    let some = places.collect::<Place, _>(Country::query("Asia").country_in("Indiana".."Japan"));
    assert_eq!(
        some.all().await.unwrap(),
        [
            Place::Country(country("Indiana")),
            Place::State(state("Indiana", "Marion"))
        ]
    );
}

#[tokio::test]
async fn the_whole_region_is_a_prefix_beside_the_seas() {
    let (places, _wire) = places().await;
    let request = places.collect::<Place, _>(Country::query("Asia"));
    assert_eq!(
        request.explain(),
        "Query places
    key:        (PK = 'REGION#Asia' AND begins_with(SK, 'COUNTRY#'))"
    );
    assert_eq!(request.all().await.unwrap().len(), 10);
}
