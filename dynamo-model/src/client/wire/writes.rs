//! The bodies of writes.

use super::body::Body;
use super::request::{Request, Sends};
use crate::client::Client;
use crate::entity::KeyTexts;
use crate::error::{Error, Result};
use crate::expr::{Action, render_actions};
use crate::item::Item;
use crate::op::{BatchEntry, BatchWrite, Check, Delete, Put, Returns, Transact, Update, Write};

/// Bytes of a body beside its items, keys and expressions.
const ROOM: usize = 256;
/// Bytes that most expressions need with their names and values.
const EXPRESSION: usize = 256;
/// Bytes of an action or an entry of a batch beside item or key and expression.
const PART: usize = 128;

impl Client {
    pub(in crate::client) fn written_put(&self, put: &Put) -> Result<Option<Request>> {
        let bytes = ROOM + EXPRESSION + put.item.json_room();
        self.written(Sends::PutItem, bytes, |body| {
            body.text("TableName", &put.table);
            self.write_asks(body);
            on_failure(of_put(put, body)?, body);
            Ok(())
        })
    }

    pub(in crate::client) fn written_delete(&self, delete: &Delete) -> Result<Option<Request>> {
        let bytes = ROOM + EXPRESSION + key_room(&delete.key);
        self.written(Sends::DeleteItem, bytes, |body| {
            body.text("TableName", &delete.table);
            self.write_asks(body);
            on_failure(of_delete(delete, body)?, body);
            Ok(())
        })
    }

    pub(in crate::client) fn written_update(&self, update: &Update) -> Result<Option<Request>> {
        let bytes = ROOM + update_room(update);
        self.written(Sends::UpdateItem, bytes, |body| {
            body.text("TableName", &update.table);
            self.write_asks(body);
            match update.returns {
                Returns::Nothing => {}
                Returns::New => body.word("ReturnValues", "ALL_NEW"),
                Returns::Old => body.word("ReturnValues", "ALL_OLD"),
            }
            on_failure(of_update(update, body)?, body);
            Ok(())
        })
    }

    pub(in crate::client) fn written_batch(&self, batch: &BatchWrite) -> Result<Option<Request>> {
        let of_entry = |entry: &BatchEntry| match &entry.item {
            Some(item) => item.json_room(),
            None => key_room(&entry.key),
        };
        let entries = batch.entries.iter();
        let bytes = ROOM + entries.map(|entry| PART + of_entry(entry)).sum::<usize>();
        self.written(Sends::BatchWriteItem, bytes, |body| {
            self.write_asks(body);
            body.object("RequestItems", |body| {
                body.named(&batch.table, |body| {
                    body.elements(|body| {
                        let mut entries = batch.entries.iter();
                        entries.try_for_each(|entry| body.element(|body| of_entry_of(entry, body)))
                    })
                })
            })
        })
    }

    pub(in crate::client) fn written_transact(
        &self,
        transact: &Transact<'_>,
    ) -> Result<Option<Request>> {
        let room = |write: &Write| match write {
            Write::Put(put) => EXPRESSION + put.item.json_room(),
            Write::Update(update) => update_room(update),
            Write::Delete(_) | Write::Check(_) => EXPRESSION + key_room(write.key()),
        };
        let rooms = transact.writes.iter().map(|write| PART + room(write));
        self.written(
            Sends::TransactWriteItems,
            ROOM + rooms.sum::<usize>(),
            |body| {
                self.write_asks(body);
                body.text("ClientRequestToken", &transact.token);
                body.list("TransactItems", |body| {
                    let mut writes = transact.writes.iter();
                    writes.try_for_each(|write| body.element(|body| action(write, body)))
                })
            },
        )
    }
}

fn of_entry_of(entry: &BatchEntry, body: &mut Body) -> Result<()> {
    match &entry.item {
        Some(item) => body.object("PutRequest", |body| {
            of_item(item, body);
            Ok(())
        }),
        None => body.object("DeleteRequest", |body| {
            of_key(&entry.key, body);
            Ok(())
        }),
    }
}

fn action(write: &Write, body: &mut Body) -> Result<()> {
    let named = |error: Error| {
        error
            .for_entity(write.entity())
            .with_key(write.key().to_string())
    };
    body.object(write.operation(), |body| {
        body.text("TableName", write.table());
        let has_condition = match write {
            Write::Put(put) => of_put(put, body),
            Write::Delete(delete) => of_delete(delete, body),
            Write::Update(update) => of_update(update, body),
            Write::Check(check) => of_check(check, body),
        }?;
        on_failure(has_condition, body);
        Ok(())
    })
    .map_err(named)
}

/// Item, condition and placeholders; whether there is a condition.
fn of_put(put: &Put, body: &mut Body) -> Result<bool> {
    of_item(&put.item, body);
    let has_condition = body.condition(put.condition().as_ref())?;
    body.placeholders();
    Ok(has_condition)
}

fn of_delete(delete: &Delete, body: &mut Body) -> Result<bool> {
    of_key(&delete.key, body);
    let has_condition = body.condition(delete.condition().as_ref())?;
    body.placeholders();
    Ok(has_condition)
}

fn of_update(update: &Update, body: &mut Body) -> Result<bool> {
    of_key(&update.key, body);
    if !update.actions.is_empty() {
        let operators = update.actions.iter().map(Action::operators).sum();
        body.expression("UpdateExpression", ("update", operators), |names, out| {
            render_actions(&update.actions, names, out);
        })?;
    }
    let has_condition = body.condition(update.condition().as_ref())?;
    body.placeholders();
    Ok(has_condition)
}

fn of_check(check: &Check, body: &mut Body) -> Result<bool> {
    of_key(&check.key, body);
    let has_condition = body.condition(Some(&check.condition()))?;
    body.placeholders();
    Ok(has_condition)
}

/// The stored item comes back with a condition that fails.
fn on_failure(has_condition: bool, body: &mut Body) {
    if has_condition {
        body.word("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    }
}

fn of_item(item: &Item, body: &mut Body) {
    body.own("Item", |json| item.write_json(json));
}

fn of_key(key: &KeyTexts, body: &mut Body) {
    body.member("Key");
    body.key(key);
}

fn key_room(key: &KeyTexts) -> usize {
    PART + key.size()
}

fn update_room(update: &Update) -> usize {
    let stored = update.actions.iter().filter_map(Action::stored);
    let stored = stored.map(|(_, value)| value.size());
    key_room(&update.key) + EXPRESSION * (1 + update.actions.len()) + stored.sum::<usize>()
}
