//! A shop in one table, and every kind of call: the whole tour.
//!
//! | | Access pattern | Call | Request |
//! |---|---|---|---|
//! | 1 | customer by id | `get(Customer::key(..))` | GetItem |
//! | 2 | everything about a customer | `items(Customer::partition(..))`, `collect` | Query of the partition |
//! | 3 | orders of a customer | `query(Order::query(..))` | Query, `ORDER#…` |
//! | 4 | … of a day, of a month, of a range | `.placed_on(..)`, `_starts_with`, `_in` | Query, a longer prefix or BETWEEN |
//! | 5 | order by id | `query(Order::by_id(..))` | Query of GSI1 |
//! | 6 | orders by status, and by day | `query(Order::by_status(..))` | Query of GSI2 |
//! | 7 | open orders | `query(Order::open())` | Query of OpenOrders, a sparse index |
//! | 8 | customers with an address of a kind | `query(Address::labelled(..))` | Query of the inverted index |
//! | 9 | several orders by key | `get_many(keys)` | BatchGetItem |
//! | 10 | place an order | `transact().create(..).update(..).check(..)` | TransactWriteItems |
//! | 11 | an order's way through its states | `update(Order::update(key).status(..))` | UpdateItem, index keys included |
//! | 12 | rename a customer | `update(..).fan_out()` | Query, TransactWriteItems: the profile and each order |
//!
//! Annotated with a key template for each entity and an `index(...)` for each question that the table's keys do not answer. Every index that an order is in is one
//! more write: a pending order costs five, one under each of the table, GSI1, GSI2, OpenOrders and Inverted. Since an order carries the customer's name, it is created
//! in a transaction that checks the name: the write to the table costs two then, and the check two more.

mod copies;
mod indexes;
mod many;
mod model;
mod reads;
mod updates;
mod writes;

use dynamo_model::Repository;
use dynamo_model_examples::Log;

use crate::model::Shop;

/// What each part of the tour returns: an error of the library, or of the example.
type Done = Result<(), Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Done {
    let log = Log::default();
    // Real DynamoDB: `Client::new(&aws_config::load_from_env().await)`, as in the example `real_dynamodb`.
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client()).with_observer(log.clone());
    shop.create_table().await?;
    writes::customers(&shop, &log).await?;
    writes::orders(&shop, &log).await?;
    reads::table(&shop, &log).await?;
    reads::partition(&shop, &log).await?;
    indexes::queries(&shop, &log).await?;
    indexes::pages(&shop, &log).await?;
    updates::update(&shop, &log).await?;
    updates::modify_and_rekey(&shop, &log).await?;
    many::transactions(&shop, &log).await?;
    many::batches(&shop, &log).await?;
    copies::rename(&shop, &log).await?;
    writes::delete(&shop, &log).await
}
