//! One action for each item, as the service asks: checks join the write of their item, or each other [fault 87].

use std::collections::HashMap;

use super::{Planned, Sent, Write};
use crate::error::{Error, Kind, Result};
use crate::expr::{Action, Expr, NewValue};
use crate::item::Value;
use crate::key::value::KeyValue;
use crate::op::check::{Check, Equal, Expected};
use crate::op::{Live, PutMode};
use crate::update::Purpose;

/// What tells one item from another.
type Identity<'w> = (Option<&'w KeyValue>, &'w KeyValue, &'w str);

/// What differs most often comes first.
fn identity(write: &Write) -> Identity<'_> {
    let key = write.key();
    (key.sk.as_ref(), &key.pk, write.table())
}

/// The actions in their order, one for each item.
///
/// # Errors
/// [`Error::is_invalid_request`] with both actions where two write one item, or say what cannot both be.
pub(super) fn folded<'w>(
    actions: impl IntoIterator<Item = Planned<'w>>,
) -> Result<Vec<Planned<'w>>> {
    let mut actions: Vec<_> = actions.into_iter().collect();
    for action in &mut actions {
        if let Some(check) = unchanging_as_check(&action.write) {
            action.write = Sent::Own(Box::new(check));
        }
    }
    let Some(places) = shared_places(&actions) else {
        return Ok(actions);
    };
    let mut planned: Vec<Option<Planned<'w>>> = Vec::with_capacity(actions.len());
    for (action, place) in actions.into_iter().zip(places) {
        match planned.get_mut(place) {
            Some(shared) => {
                *shared = match shared.take() {
                    Some(earlier) => Some(joined(earlier, action)?),
                    None => Some(action),
                };
            }
            None => planned.push(Some(action)),
        }
    }
    Ok(planned.into_iter().flatten().collect())
}

/// For each action the number of its item, in the order of their first mention; `None` where each has an item of its own.
fn shared_places(actions: &[Planned<'_>]) -> Option<Vec<usize>> {
    let identities = actions.iter().map(|action| identity(&action.write));
    let mut sorted: Vec<_> = identities.collect();
    sorted.sort_unstable();
    if sorted.windows(2).all(|two| two.first() != two.last()) {
        return None;
    }
    let mut known: HashMap<Identity<'_>, usize> = HashMap::with_capacity(actions.len());
    let mut places = Vec::with_capacity(actions.len());
    for action in actions {
        let next = known.len();
        places.push(*known.entry(identity(&action.write)).or_insert(next));
    }
    Some(places)
}

/// An update without a change is its condition; the service takes none without an expression.
fn unchanging_as_check(write: &Write) -> Option<Write> {
    let Write::Update(update) = write else {
        return None;
    };
    if !update.actions.is_empty() || update.purpose != Purpose::Update {
        return None;
    }
    let version = update.version.map(|version| version.condition());
    let only_if = version.into_iter().chain(update.only_if.clone());
    Some(Write::Check(Check {
        table: update.table.clone(),
        entity: update.entity,
        key: update.key.clone(),
        expects: Expected::Present,
        live: update.live,
        only_if: only_if.reduce(Expr::and),
        equal: Vec::new(),
    }))
}

/// Both actions as one. Where one is a write, a failure is that of the write.
fn joined<'w>(earlier: Planned<'w>, later: Planned<'w>) -> Result<Planned<'w>> {
    let both = Both::of(&earlier, &later);
    let (position, write) = match (earlier.write.into_owned(), later.write.into_owned()) {
        (Write::Check(first), Write::Check(second)) => {
            let merged = merged(first, second, both)?;
            (earlier.position, Write::Check(merged))
        }
        (Write::Check(check), write) => (later.position, with_check(write, check, both)?),
        (write, Write::Check(check)) => (earlier.position, with_check(write, check, both)?),
        _ => {
            return Err(both.refused(
                "a transaction has one action for each item: make one of the two, or two transactions",
            ));
        }
    };
    Ok(Planned::new(position, write))
}

/// Two actions on one item, for an error's text.
struct Both {
    error: Error,
    names: String,
}

impl Both {
    fn of(earlier: &Planned<'_>, later: &Planned<'_>) -> Self {
        let name = |action: &Planned<'_>| {
            let (verb, entity) = (action.write.verb(), action.write.entity());
            format!("action {} (`{verb}` of {entity})", action.position + 1)
        };
        Self {
            error: later.write.error(Kind::Request),
            names: format!("{} and {} are on this item", name(earlier), name(later)),
        }
    }

    fn refused(self, reason: &str) -> Error {
        let detail = format!("{}, and {reason}", self.names);
        self.error.with_detail(detail)
    }

    fn contradiction(self) -> Error {
        self.refused("one needs it to be there, the other one needs it not to be: remove one")
    }
}

/// One check of both; of equal conditions one is enough.
fn merged(first: Check, second: Check, both: Both) -> Result<Check> {
    let expects = match (first.expects, second.expects) {
        (Expected::Any, other) | (other, Expected::Any) => other,
        (one, other) if one == other => one,
        _ => return Err(both.contradiction()),
    };
    let mut equal = first.equal;
    for one in second.equal {
        if !equal.contains(&one) {
            equal.push(one);
        }
    }
    Ok(Check {
        only_if: once(first.only_if, second.only_if),
        live: first.live.or(second.live),
        equal,
        expects,
        ..second
    })
}

/// Both conditions, or one where they are equal.
fn once(first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
    match (first, second) {
        (Some(first), Some(second)) if first == second => Some(first),
        (first, second) => first.into_iter().chain(second).reduce(Expr::and),
    }
}

/// The write on the further condition of the check.
fn with_check(write: Write, check: Check, both: Both) -> Result<Write> {
    let mut open = Vec::new();
    for equal in &check.equal {
        match after(&write, equal) {
            After::Untouched if check.expects == Expected::Any => {
                open.push(equal.condition_or_null());
            }
            After::Untouched => open.push(equal.condition()),
            After::Equal => {}
            After::Other => {
                let name = equal.attribute;
                return Err(both.refused(&format!(
                    "the one leaves another value of `{name}` than the other one needs"
                )));
            }
        }
    }
    let only_if = check.only_if.into_iter().chain(open).reduce(Expr::and);
    let write = match check.expects {
        // Nothing but the copied values is asked of the source of a copy.
        Expected::Any => write,
        Expected::Present => present(write, check.live).ok_or_else(|| both.contradiction())?,
        Expected::Absent => absent(write).ok_or_else(|| both.contradiction())?,
    };
    Ok(write.only_if(only_if))
}

/// What an attribute is after a write.
enum After {
    /// As before.
    Untouched,
    /// What it has to be.
    Equal,
    /// Something else, or nothing that is known.
    Other,
}

fn after(write: &Write, equal: &Equal) -> After {
    let is = |value: Option<&Value>| match value == equal.value.as_ref() {
        true => After::Equal,
        false => After::Other,
    };
    match write {
        Write::Put(put) => is(put.item.get(equal.attribute)),
        Write::Update(update) => {
            let of_attribute = |action: &&Action| action.path().head() == equal.attribute;
            match update.actions.iter().find(of_attribute) {
                None => After::Untouched,
                Some(action) if !action.path().is_attribute() => After::Other,
                Some(Action::Remove(_)) => is(None),
                Some(Action::Set {
                    to: NewValue::Is(value),
                    ..
                }) => is(Some(value)),
                Some(_) => After::Other,
            }
        }
        Write::Delete(_) | Write::Check(_) => After::Untouched,
    }
}

/// The write where the item has to be there; `None` where it needs it not to be.
fn present(write: Write, live: Option<Live>) -> Option<Write> {
    let write = match write {
        Write::Put(mut put) => {
            if put.mode == PutMode::Create {
                return None;
            }
            put.mode = PutMode::Replace;
            put.live = put.live.or(live);
            Write::Put(put)
        }
        Write::Delete(mut delete) => {
            delete.must_exist = true;
            delete.live = delete.live.or(live);
            Write::Delete(delete)
        }
        Write::Update(mut update) => {
            update.purpose = Purpose::Update;
            update.live = update.live.or(live);
            Write::Update(update)
        }
        check @ Write::Check(_) => check,
    };
    Some(write)
}

/// The write where the item must not be there; `None` where it needs it.
fn absent(write: Write) -> Option<Write> {
    match write {
        Write::Put(mut put) if put.mode != PutMode::Replace => {
            put.mode = PutMode::Create;
            Some(Write::Put(put))
        }
        Write::Update(update) if update.purpose == Purpose::Upsert => {
            let absent = Expr::not_exists(update.key.pk_name);
            Some(Write::Update(update).only_if(Some(absent)))
        }
        _ => None,
    }
}
