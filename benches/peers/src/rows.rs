//! The calls that are measured, and what is asked of dynamo-model in each.

use aws_sdk_dynamodb::Client;
use dynamo_model::Repository;

use crate::columns::{borrowed, by_hand, facade, modyne, ours, serde_dynamo};
use crate::http::{client, sent_by};
use crate::model::{
    Order, collection, get_answer, order, orders, page_of_collection, page_of_orders,
};
use crate::request::{asked_for, asks_for};
use crate::{Call, Outcome};

/// The ways, in the order of a row's calls.
pub const WAYS: [&str; 7] = [
    "dynamo-model",
    "borrowed",
    "SDK's types",
    "SDK + serde_dynamo",
    "dynamodb-facade",
    "modyne",
    "by hand",
];
/// Values of their own, read from and written to the wire.
pub const OWNED: usize = 0;
/// Values that borrow from the page.
pub const BORROWED: usize = 1;
/// The library with its wire codec off.
pub const SDK_TYPES: usize = 2;
/// The way that the others are compared to.
pub const BASE: usize = 3;

/// Orders of a page of 1.3 MB, which DynamoDB counts as 1 MB, the most that a page has.
pub const PAGE: usize = 1150;

/// One call, made in every way that there is for it.
pub struct Row {
    pub name: &'static str,
    /// How many orders a call is given.
    pub orders: usize,
    /// How many calls are timed together: about a millisecond of them, so that each starts equally warm.
    pub calls: usize,
    /// Ways of this library, and how many times as fast as SDK + serde_dynamo they are meant to be.
    pub goals: &'static [(usize, f64)],
    /// In the order of [`WAYS`]; `None` where a library has no such call.
    pub ways: [Option<Call>; WAYS.len()],
}

macro_rules! ways {
    ($method:ident($client:expr)) => {{
        let client: Client = $client;
        let shop = Repository::new(client.clone());
        [
            Some(ours::$method(shop.clone())),
            None,
            Some(ours::$method(shop.without_wire_codec())),
            Some(serde_dynamo::$method(client.clone())),
            Some(facade::$method(client.clone())),
            Some(modyne::$method(client.clone())),
            Some(by_hand::$method(client)),
        ]
    }};
}

/// All calls. Each way has asked for what SDK + serde_dynamo asks for, at least, and each way of a reading call has given what was
/// stored.
pub fn all() -> Vec<Row> {
    let page = orders(PAGE);
    let rows = vec![
        Row {
            name: "Get",
            orders: 0,
            calls: 40,
            goals: &[(OWNED, 1.2)],
            ways: ways!(get(client("GetItem", get_answer(&order(0))))),
        },
        Row {
            name: "Put",
            orders: 1,
            calls: 40,
            goals: &[(OWNED, 1.2)],
            ways: ways!(put(client("PutItem", "{}".to_owned()))),
        },
        Row {
            name: "Update",
            orders: 0,
            calls: 40,
            goals: &[],
            ways: ways!(update(client("UpdateItem", "{}".to_owned()))),
        },
        query_row(
            "Query, 1.3 MB",
            &[(OWNED, 8.0), (BORROWED, 19.0)],
            &page,
            false,
        ),
        query_row("Query, attributes shuffled", &[(OWNED, 7.0)], &page, true),
        Row {
            name: "Batch of 25",
            orders: 25,
            calls: 8,
            goals: &[(OWNED, 2.8)],
            ways: ways!(batch(client(
                "BatchWriteItem",
                r#"{"UnprocessedItems":{}}"#.to_owned()
            ))),
        },
        Row {
            name: "Transaction of 100",
            orders: 100,
            calls: 2,
            goals: &[(OWNED, 3.0)],
            ways: ways!(transact(client("TransactWriteItems", "{}".to_owned()))),
        },
        Row {
            name: "Collection of four types",
            orders: 0,
            calls: 2,
            goals: &[],
            ways: ways!(collection(client(
                "Query",
                page_of_collection(&collection())
            ))),
        },
    ];
    for row in &rows {
        row.check(&page);
    }
    rows
}

fn query_row(
    name: &'static str,
    goals: &'static [(usize, f64)],
    page: &[Order],
    is_shuffled: bool,
) -> Row {
    let client = client("Query", page_of_orders(page, is_shuffled));
    let mut ways = ways!(query(client.clone()));
    assert_eq!(borrowed::orders(client.clone()), page);
    ways[BORROWED] = Some(borrowed::query(client));
    Row {
        name,
        orders: 0,
        calls: 1,
        goals,
        ways,
    }
}

impl Row {
    /// The ways that there are, with their numbers.
    pub fn calls(&self) -> impl Iterator<Item = (usize, &Call)> {
        let ways = self.ways.iter().enumerate();
        ways.filter_map(|(way, call)| Some((way, call.as_ref()?)))
    }

    /// No way is let off with less than the others.
    fn check(&self, page: &[Order]) {
        let mut asked = Vec::new();
        for (way, call) in self.calls() {
            let mut outcome = Outcome::Written;
            let sent = sent_by(|| outcome = call(orders(self.orders)));
            let is_right = match outcome {
                Outcome::Written => self.orders > 0 || self.name == "Update",
                Outcome::Orders(found) if self.name == "Get" => found == [order(0)],
                Outcome::Orders(found) => found == page,
                Outcome::Lent(found) => found == page.len(),
                Outcome::Collection(found) => *found == collection(),
            };
            assert!(is_right, "{} with {}", self.name, WAYS[way]);
            let [sent] = &sent[..] else {
                panic!("{} with {}: {} requests", self.name, WAYS[way], sent.len());
            };
            asked.push((way, asked_for(sent)));
        }
        let base = asked.iter().find(|(way, _)| *way == BASE);
        let base = base.map(|(_, base)| base).expect("each row has the base");
        for (way, asked) in &asked {
            assert!(
                asks_for(asked, base),
                "{} with {} asks for less: {asked}\n{base}",
                self.name,
                WAYS[*way]
            );
        }
    }
}
