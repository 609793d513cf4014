//! Checks of attributes that the transaction itself may write: the sources of copies.

use super::{Planned, Transact, Write};
use crate::entity::KeyTexts;
use crate::error::Result;
use crate::expr::{Action, NewValue};
use crate::item::{Item, Value};
use crate::key::value::KeyValue;
use crate::op::check::{Check, Equal, Expected};
use crate::op::{Delete, Put, PutMode, Returns, Update};
use crate::update::Purpose;

fn key() -> KeyTexts {
    KeyTexts {
        pk_name: "PK",
        pk: KeyValue::from("CUST#c1"),
        sk_name: None,
        sk: None,
    }
}

/// The customer's name is this one.
fn named(name: Option<&str>) -> Check {
    Check {
        table: "shop".into(),
        entity: "Customer",
        key: key(),
        expects: Expected::Present,
        live: None,
        only_if: None,
        equal: vec![Equal {
            attribute: "name",
            value: name.map(Value::string),
        }],
    }
}

/// The check that a copy brings along: it asks for the value alone.
fn of_copy(name: Option<&str>) -> Write {
    Write::Check(Check {
        expects: Expected::Any,
        ..named(name)
    })
}

fn put(mode: PutMode, name: &str) -> Write {
    let mut item = Item::new();
    item.insert("name", Value::string(name));
    Write::Put(Put {
        table: "shop".into(),
        entity: "Customer",
        key: key(),
        item,
        mode,
        version: None,
        live: None,
        only_if: None,
    })
}

fn update(actions: Vec<Action>) -> Write {
    Write::Update(Update {
        table: "shop".into(),
        entity: "Customer",
        key: key(),
        actions,
        purpose: Purpose::Update,
        only_if: None,
        version: None,
        live: None,
        returns: Returns::Nothing,
    })
}

fn set(name: &str, value: &str) -> Action {
    Action::Set {
        path: name.to_owned().into(),
        to: NewValue::Is(Value::string(value)),
    }
}

/// The conditions of the transaction's actions.
fn conditions(writes: Vec<Write>) -> Result<Vec<String>> {
    let planned = writes.into_iter().enumerate();
    let planned = planned.map(|(position, write)| Planned::new(position, write));
    let transact = Transact::new(planned, None)?;
    let writes = transact.map(|transact| transact.writes).unwrap_or_default();
    let condition = |write: &Write| write.condition();
    Ok(writes
        .iter()
        .map(|write| {
            let text = condition(write).map(|all| super::super::explain::condition_text(&all));
            text.unwrap_or_default()
        })
        .collect())
}

#[test]
fn a_check_of_a_value_that_the_transaction_writes_is_dropped() {
    for write in [
        put(PutMode::Create, "Carol"),
        put(PutMode::Put, "Carol"),
        put(PutMode::Replace, "Carol"),
        update(vec![set("name", "Carol")]),
    ] {
        let alone = conditions(vec![write.clone()]).unwrap();
        let check = || of_copy(Some("Carol"));
        assert_eq!(conditions(vec![check(), write.clone()]).unwrap(), alone);
        assert_eq!(conditions(vec![write, check()]).unwrap(), alone);
    }
    let removed = update(vec![Action::Remove("name".into())]);
    let alone = conditions(vec![removed.clone()]).unwrap();
    assert_eq!(conditions(vec![removed, of_copy(None)]).unwrap(), alone);
}

#[test]
fn a_check_of_a_value_that_the_transaction_leaves_is_a_condition_of_the_write() {
    let expected = ["(attribute_exists(PK) AND name = 'Carol')"];
    let check = || named(Some("Carol")).into();
    let other = update(vec![set("email", "c@example.com")]);
    assert_eq!(conditions(vec![other, check()]).unwrap(), expected);
    let delete = Write::Delete(Delete {
        table: "shop".into(),
        entity: "Customer",
        key: key(),
        must_exist: false,
        version: None,
        live: None,
        only_expired: false,
        only_if: None,
    });
    assert_eq!(conditions(vec![delete, check()]).unwrap(), expected);
    assert_eq!(conditions(vec![check(), check()]).unwrap(), expected);
}

#[test]
fn a_value_that_the_transaction_makes_another_one_is_refused() {
    let appended = Action::Set {
        path: "name".into(),
        to: NewValue::IfAbsent(Value::string("Carol")),
    };
    for write in [
        put(PutMode::Put, "Bob"),
        update(vec![set("name", "Bob")]),
        update(vec![Action::Remove("name".into())]),
        update(vec![appended]),
    ] {
        let error = conditions(vec![write, named(Some("Carol")).into()]).unwrap_err();
        assert!(error.is_invalid_request(), "{error}");
        assert!(
            error.to_string().contains("another value of `name`"),
            "{error}"
        );
    }
}
