//! The calls that are measured, and what is asked of dynamo-model in each.

use aws_sdk_dynamodb::Client;

use crate::columns::{by_hand, facade, modyne, ours, serde_dynamo};
use crate::http::client;
use crate::model::{
    Order, collection, get_answer, order, orders, page_of_collection, page_of_orders,
};
use crate::{Call, Outcome};

/// The ways, in the order of a row's calls. What the wire codec brings becomes ways of its own: values that
/// borrow from the page, and the codec switched off.
pub const WAYS: [&str; 5] = [
    "dynamo-model",
    "SDK + serde_dynamo",
    "dynamodb-facade",
    "modyne",
    "by hand",
];
/// The way that the others are compared to.
pub const BASE: usize = 1;

/// Orders of a page of 1.3 MB.
pub const PAGE: usize = 900;

/// One call, made in every way that there is for it.
pub struct Row {
    pub name: &'static str,
    /// How many orders a call is given.
    pub orders: usize,
    /// How many calls are timed together.
    pub calls: usize,
    /// How many times as fast as SDK + serde_dynamo it is meant to be.
    pub goal: Option<f64>,
    /// In the order of [`WAYS`]; `None` where a library has no such call.
    pub ways: [Option<Call>; WAYS.len()],
}

macro_rules! ways {
    ($method:ident($client:expr)) => {{
        let client: Client = $client;
        [
            Some(ours::$method(client.clone())),
            Some(serde_dynamo::$method(client.clone())),
            Some(facade::$method(client.clone())),
            Some(modyne::$method(client.clone())),
            Some(by_hand::$method(client)),
        ]
    }};
}

/// All calls. Each way of a reading call has given what was stored.
pub fn all() -> Vec<Row> {
    let page = orders(PAGE);
    let items = collection();
    let row = |name, goal, calls, orders, ways| Row {
        name,
        orders,
        calls,
        goal,
        ways,
    };
    let rows = vec![
        row(
            "Get",
            Some(1.2),
            40,
            0,
            ways!(get(client("GetItem", get_answer(&order(0))))),
        ),
        row(
            "Put",
            Some(1.2),
            40,
            1,
            ways!(put(client("PutItem", "{}".to_owned()))),
        ),
        row(
            "Update",
            None,
            40,
            0,
            ways!(update(client("UpdateItem", "{}".to_owned()))),
        ),
        row(
            "Query, 1.3 MB",
            Some(8.0),
            1,
            0,
            ways!(query(client("Query", page_of_orders(&page, false)))),
        ),
        row(
            "Query, attributes shuffled",
            Some(7.0),
            1,
            0,
            ways!(query(client("Query", page_of_orders(&page, true)))),
        ),
        row(
            "Batch of 25",
            Some(2.8),
            4,
            25,
            ways!(batch(client(
                "BatchWriteItem",
                r#"{"UnprocessedItems":{}}"#.to_owned()
            ))),
        ),
        row(
            "Transaction of 100",
            Some(3.0),
            2,
            100,
            ways!(transact(client("TransactWriteItems", "{}".to_owned()))),
        ),
        row(
            "Collection of four types",
            None,
            2,
            0,
            ways!(collection(client("Query", page_of_collection(&items)))),
        ),
    ];
    for row in &rows {
        row.check(&page);
    }
    rows
}

impl Row {
    /// The ways that there are, with their numbers.
    pub fn calls(&self) -> impl Iterator<Item = (usize, &Call)> {
        let ways = self.ways.iter().enumerate();
        ways.filter_map(|(way, call)| Some((way, call.as_ref()?)))
    }

    fn check(&self, page: &[Order]) {
        for (way, call) in self.calls() {
            let is_right = match call(orders(self.orders)) {
                Outcome::Written => self.orders > 0 || self.name == "Update",
                Outcome::Orders(found) if self.name == "Get" => found == [order(0)],
                Outcome::Orders(found) => found == page,
                Outcome::Collection(found) => *found == collection(),
            };
            assert!(is_right, "{} with {}", self.name, WAYS[way]);
        }
    }
}
