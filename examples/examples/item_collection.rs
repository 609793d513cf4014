//! Item collection: items of several types under one partition key, read by one Query.
//!
//! Annotated with one `pk` template for all of them and a sort key that tells them apart. `#[derive(Collection)]` on a struct is the page of an application, on an enum
//! the list in the order of the sort key. One Query sums the sizes of all items before it rounds up to 4 KB, where a GetItem for each rounds every time. A condition on
//! the sort key is added where other entities share the partition; what no member takes is counted.

use dynamo_model::{Collection, Entity, RawItem, Repository, Table};
use dynamo_model_examples::{Log, show};
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | Access pattern | Request |
/// |---|---|
/// | a user with settings and billing | Query `USER#{user}`, `SK BETWEEN 'BILLING' AND 'SETTINGS'` |
/// | … of one moment | TransactGetItems |
/// | an order with its items | Query `ORDER#{order}`, `SK BETWEEN 'ITEM#' AND 'METADATA'` |
/// | everything of an order | Query `ORDER#{order}` |
/// | a country and all in it | Query `REGION#{region}`, `SK BETWEEN 'COUNTRY#{country}' AND 'COUNTRY#{country}$'` |
#[derive(Table)]
#[table(
    name = "p-item-collection",
    entities(
        Profile, Settings, Billing, Session, Order, Line, Payment, Country, State, City
    )
)]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, name = "USER", pk = "USER#{user}", sk = "PROFILE")]
struct Profile {
    user: String,
    name: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, name = "USER_SETTINGS", pk = "USER#{user}", sk = "SETTINGS")]
struct Settings {
    user: String,
    theme: String,
    locale: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, name = "USER_BILLING", pk = "USER#{user}", sk = "BILLING")]
struct Billing {
    user: String,
    stripe_id: String,
}

/// Shares the user's partition, and is no part of the page.
#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, name = "SESSION", pk = "USER#{user}", sk = "SIGNED_IN#{session}")]
struct Session {
    user: String,
    session: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, name = "ORDER", pk = "ORDER#{order}", sk = "METADATA")]
struct Order {
    order: String,
    total: f64,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop, name = "ORDER_ITEM", pk = "ORDER#{order}", sk = "ITEM#{product}")]
struct Line {
    order: String,
    product: String,
    quantity: u32,
    unit_price: f64,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, name = "PAYMENT", pk = "ORDER#{order}", sk = "PAYMENT#{payment}")]
struct Payment {
    order: String,
    payment: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, pk = "REGION#{region}", sk = "COUNTRY#{country}")]
struct Country {
    region: String,
    country: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(table = Shop, pk = "REGION#{region}", sk = "COUNTRY#{country}#STATE#{state}")]
struct State {
    region: String,
    country: String,
    state: String,
}

#[derive(Entity, Serialize, Deserialize, Debug)]
#[entity(
    table = Shop,
    pk = "REGION#{region}",
    sk = "COUNTRY#{country}#STATE#{state}#CITY#{city}"
)]
struct City {
    region: String,
    country: String,
    state: String,
    city: String,
}

/// One-to-one: the parts of a user. A profile there has to be.
#[derive(Collection)]
struct User {
    profile: Profile,
    settings: Option<Settings>,
    billing: Option<Billing>,
}

/// One-to-many: an order with its items.
#[derive(Collection)]
struct OrderPage {
    order: Order,
    lines: Vec<Line>,
}

/// All that is under an order's key, in the order of the sort key.
#[derive(Collection)]
enum Entry {
    Line(Line),
    Order(Order),
    #[collection(unknown)]
    Other(RawItem<Shop>),
}

/// A country, or what is in it.
#[derive(Collection, Debug)]
enum Place {
    Country(Country),
    State(State),
    City(City),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await?;
    write(&shop).await?;
    let shop = shop.with_observer(log.clone());

    user(&shop, &log).await?;
    order(&shop, &log).await?;
    places(&shop, &log).await
}

async fn user(shop: &Repository<Shop>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    let user: User = shop.collect(Profile::partition("u42")).await?;
    log.assert_last(
        "Query p-item-collection
    key:        (PK = 'USER#u42' AND SK BETWEEN 'BILLING' AND 'SETTINGS')",
    );
    show(
        "A user in three parts",
        (
            &user.profile.name,
            user.settings.map(|settings| settings.theme),
            user.billing.map(|billing| billing.stripe_id),
        ),
        json!(["Alice", "dark", "cus_abc"]),
    );

    // The same parts by their keys, of one moment: two read units for each, where the Query above took half a unit for all.
    let keys = (
        Profile::key("u42"),
        Settings::key("u42"),
        Billing::key("u42"),
    );
    let (profile, settings, billing) = shop.get_all(keys).transactional().await?;
    log.assert_last(
        "TransactGetItems
    - Get p-item-collection
        key:        {PK: 'USER#u42', SK: 'PROFILE'}
    - Get p-item-collection
        key:        {PK: 'USER#u42', SK: 'SETTINGS'}
    - Get p-item-collection
        key:        {PK: 'USER#u42', SK: 'BILLING'}",
    );
    show(
        "The parts, of one moment",
        (
            profile.map(|profile| profile.name),
            settings.map(|settings| settings.locale),
            billing.map(|billing| billing.stripe_id),
        ),
        json!(["Alice", "en-US", "cus_abc"]),
    );

    let missing = shop.collect::<User, _>(Profile::partition("u43")).await;
    let is_missing = missing.is_err_and(|error| error.is_not_found());
    show("A user without a profile", is_missing, json!(true));
    Ok(())
}

async fn order(shop: &Repository<Shop>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    let report = shop
        .collect::<OrderPage, _>(Order::partition("o99"))
        .report()
        .await?;
    log.assert_last(
        "Query p-item-collection
    key:        (PK = 'ORDER#o99' AND SK BETWEEN 'ITEM#' AND 'METADATA')",
    );
    let OrderPage { order, lines } = report.collection;
    let sum = |lines: &[Line]| -> f64 {
        let prices = lines
            .iter()
            .map(|line| f64::from(line.quantity) * line.unit_price);
        prices.sum()
    };
    show(
        "Metadata and all line items, no joins",
        (order.total, lines.len(), sum(&lines), report.examined),
        json!([149.99, 2, 149.97, 3]),
    );

    let entries = shop.collect::<Entry, _>(Order::partition("o99")).stream();
    let entries: Vec<String> = entries
        .map_ok(|entry| match entry {
            Entry::Line(line) => format!("{} x {}", line.quantity, line.product),
            Entry::Order(order) => format!("order {}", order.order),
            Entry::Other(item) => format!("{:?}", item.sort_key().unwrap_or_default()),
        })
        .try_collect()
        .await?;
    log.assert_last(
        "Query p-item-collection
    key:        PK = 'ORDER#o99'",
    );
    show(
        "The partition as a stream",
        entries,
        json!(["2 x prod-1", "1 x prod-2", "order o99", "\"PAYMENT#p1\""]),
    );
    Ok(())
}

async fn places(shop: &Repository<Shop>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    let india = Country::query("Asia").country("India");
    let places: Vec<Place> = shop.collect(india).all().await?;
    log.assert_last(
        "Query p-item-collection
    key:        (PK = 'REGION#Asia' AND SK BETWEEN 'COUNTRY#India' AND 'COUNTRY#India$')",
    );
    let names = |places: &[Place]| -> Vec<String> {
        let name = |place: &Place| match place {
            Place::Country(country) => country.country.clone(),
            Place::State(state) => state.state.clone(),
            Place::City(city) => city.city.clone(),
        };
        places.iter().map(name).collect()
    };
    show(
        "India and all in it, without Indiana",
        names(&places),
        json!(["India", "Maharashtra", "Mumbai"]),
    );

    let maharashtra = State::query("Asia").country("India").state("Maharashtra");
    let places: Vec<Place> = shop.collect(maharashtra).all().await?;
    show(
        "Maharashtra and all in it",
        names(&places),
        json!(["Maharashtra", "Mumbai"]),
    );
    log.assert_count(7);
    Ok(())
}

async fn write(shop: &Repository<Shop>) -> dynamo_model::Result<()> {
    let user = || "u42".to_owned();
    shop.put(&Profile {
        user: user(),
        name: "Alice".into(),
    })
    .await?;
    shop.put(&Settings {
        user: user(),
        theme: "dark".into(),
        locale: "en-US".into(),
    })
    .await?;
    shop.put(&Billing {
        user: user(),
        stripe_id: "cus_abc".into(),
    })
    .await?;
    shop.put(&Session {
        user: user(),
        session: "s1".into(),
    })
    .await?;

    let order = || "o99".to_owned();
    shop.put(&Order {
        order: order(),
        total: 149.99,
    })
    .await?;
    for (product, quantity) in [("prod-1", 2), ("prod-2", 1)] {
        shop.put(&Line {
            order: order(),
            product: product.into(),
            quantity,
            unit_price: 49.99,
        })
        .await?;
    }
    shop.put(&Payment {
        order: order(),
        payment: "p1".into(),
    })
    .await?;

    let region = || "Asia".to_owned();
    for country in ["India", "Indiana", "Japan"] {
        shop.put(&Country {
            region: region(),
            country: country.into(),
        })
        .await?;
    }
    for (country, state) in [("India", "Maharashtra"), ("Japan", "Tokyo")] {
        shop.put(&State {
            region: region(),
            country: country.into(),
            state: state.into(),
        })
        .await?;
    }
    shop.put(&City {
        region: region(),
        country: "India".into(),
        state: "Maharashtra".into(),
        city: "Mumbai".into(),
    })
    .await
}
