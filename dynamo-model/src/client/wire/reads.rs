//! The bodies of reads.

use super::body::Body;
use super::request::{Request, Sends};
use crate::client::Client;
use crate::error::Result;
use crate::expr::Expr;
use crate::op::{BatchGet, Get, Query, Scan, StartKey, TransactGet};

/// Bytes of a body beside its keys.
const ROOM: usize = 512;
/// Bytes of a key beside its values.
const KEY: usize = 64;

impl Client {
    pub(in crate::client) fn written_get(&self, get: &Get) -> Result<Option<Request>> {
        self.written(Sends::GetItem, ROOM + get.key.size(), |body| {
            body.text("TableName", &get.table);
            body.member("Key");
            body.key(&get.key);
            self.asks(body);
            if get.is_consistent {
                body.flag("ConsistentRead", true);
            }
            if let Some(attributes) = &get.projection {
                body.projection(attributes);
            }
            body.placeholders();
            Ok(())
        })
    }

    pub(in crate::client) fn written_query(&self, query: &Query) -> Result<Option<Request>> {
        self.written(Sends::Query, 2 * ROOM, |body| {
            body.text("TableName", &query.table);
            of_index(query.index.as_deref(), body);
            self.asks(body);
            // Its size is that of the path.
            body.expression(
                "KeyConditionExpression",
                ("key condition", 0),
                |names, out| {
                    query.key.render(names, out);
                },
            )?;
            of_filter(query.whole_filter().as_ref(), body)?;
            if let Some(attributes) = query.projected() {
                body.projection(&attributes);
            }
            body.placeholders();
            if query.is_newest_first {
                body.flag("ScanIndexForward", false);
            }
            if query.is_consistent {
                body.flag("ConsistentRead", true);
            }
            if let Some(limit) = query.request_limit() {
                body.number("Limit", limit);
            }
            if query.counts_only {
                body.word("Select", "COUNT");
            }
            of_start(query.start.as_ref(), body);
            Ok(())
        })
    }

    pub(in crate::client) fn written_scan(&self, scan: &Scan) -> Result<Option<Request>> {
        self.written(Sends::Scan, ROOM, |body| {
            body.text("TableName", &scan.table);
            of_index(scan.index.as_deref(), body);
            body.word("ReturnConsumedCapacity", "TOTAL");
            of_filter(scan.filter().as_ref(), body)?;
            body.placeholders();
            if scan.is_consistent {
                body.flag("ConsistentRead", true);
            }
            if let Some(limit) = scan.page_size {
                body.number("Limit", limit.min(i32::MAX.unsigned_abs()));
            }
            if scan.segments > 1 {
                body.number("Segment", scan.segment);
                body.number("TotalSegments", scan.segments);
            }
            of_start(scan.start.as_ref(), body);
            Ok(())
        })
    }

    pub(in crate::client) fn written_batch_get(&self, batch: &BatchGet) -> Result<Option<Request>> {
        let keys = batch.keys.iter().map(|key| KEY + key.size());
        self.written(Sends::BatchGetItem, ROOM + keys.sum::<usize>(), |body| {
            self.asks(body);
            body.object("RequestItems", |body| {
                body.named(&batch.table, |body| {
                    body.element(|body| {
                        body.list("Keys", |body| {
                            batch.keys.iter().for_each(|key| body.key(key));
                            Ok(())
                        })?;
                        if batch.is_consistent {
                            body.flag("ConsistentRead", true);
                        }
                        if let Some(attributes) = &batch.projection {
                            body.projection(attributes);
                        }
                        body.placeholders();
                        Ok(())
                    })
                })
            })
        })
    }

    pub(in crate::client) fn written_transact_get(
        &self,
        transact: &TransactGet,
    ) -> Result<Option<Request>> {
        let gets = transact.gets.iter();
        let gets = gets.map(|get| KEY + transact.table.len() + get.key.size());
        self.written(
            Sends::TransactGetItems,
            ROOM + gets.sum::<usize>(),
            |body| {
                self.asks(body);
                body.list("TransactItems", |body| {
                    let mut gets = transact.gets.iter();
                    gets.try_for_each(|get| {
                        body.element(|body| {
                            body.object("Get", |body| {
                                body.text("TableName", &transact.table);
                                body.member("Key");
                                body.key(&get.key);
                                Ok(())
                            })
                        })
                    })
                })
            },
        )
    }
}

fn of_index(name: Option<&str>, body: &mut Body) {
    if let Some(name) = name {
        body.text("IndexName", name);
    }
}

fn of_filter(filter: Option<&Expr>, body: &mut Body) -> Result<()> {
    let Some(filter) = filter else { return Ok(()) };
    let limits = ("filter", filter.operators());
    body.expression("FilterExpression", limits, |names, out| {
        filter.render(names, out);
    })
}

fn of_start(start: Option<&StartKey>, body: &mut Body) {
    if let Some(StartKey(attributes)) = start {
        body.member("ExclusiveStartKey");
        let attributes = attributes.iter();
        body.key_values(attributes.map(|(name, value)| (name.as_str(), value)));
    }
}
