//! A finished update, checked: all that a request needs, without types.

use super::copies;
use super::updating::Updating;
use super::upkeep;
use crate::entity::{
    KeyTexts, SourceState, Table, UpdateEntity, check_own_attribute, copy_keys_of_key,
};
use crate::error::{Error, Kind, Result};
use crate::expr::{Action, NewValue};
use crate::item::{Shape, Value};
use crate::schema::EntityKeys;

/// Whether the item has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is.
    Update,
    /// It may be new: everything that a new item needs is supplied.
    Upsert,
}

/// Key and actions of an update.
#[derive(Clone, Debug)]
pub(crate) struct UpdateParts {
    pub(crate) keys: &'static EntityKeys,
    pub(crate) key: KeyTexts,
    pub(crate) actions: Vec<Action>,
    /// The sources of the copies that it sets.
    pub(crate) sources: Vec<SourceState>,
    /// The keys of the item's copies.
    pub(crate) copies: Vec<KeyTexts>,
}

impl UpdateParts {
    pub(super) fn of<E: UpdateEntity>(update: Updating<E>, purpose: Purpose) -> Result<Self> {
        let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
        let key = update.key.render()?;
        let fault = |error: Error| error.for_entity(keys.entity).with_key(key.to_string());
        if let Some(error) = update.changes.fault {
            return Err(fault(error));
        }
        let mut actions = update.changes.actions;
        check_overlaps(&actions).map_err(fault)?;
        if purpose == Purpose::Upsert {
            check_complete(keys, E::REQUIRED, &actions, &update.creation).map_err(fault)?;
        }
        let sources = copies::sources::<E>(update.key.fields(), &update.inputs, &actions, purpose)
            .map_err(fault)?;
        let upkeep = upkeep::actions::<E>(
            update.key.fields(),
            &update.inputs,
            &update.leaves,
            &actions,
            purpose,
        )?;
        for action in &actions {
            if let Some((name, value)) = action.stored() {
                check_own_attribute(layout, keys, &key, name, value)?;
            }
        }
        if purpose == Purpose::Upsert {
            let type_name = || Value::string(keys.type_name);
            actions.extend(layout.type_attribute.map(|name| set(name, type_name())));
            actions.extend(
                update
                    .creation
                    .into_iter()
                    .filter(|action| !layout.is_key(action.path().head())),
            );
        }
        actions.extend(upkeep);
        if let Some(version) = keys.roles.version {
            actions.push(Action::Add {
                path: version.into(),
                value: Value::number(1),
            });
        }
        let copies = copy_keys_of_key::<E>(update.key.fields())?;
        Ok(Self {
            keys,
            key,
            actions,
            sources,
            copies,
        })
    }
}

pub(super) fn set(name: &'static str, value: Value) -> Action {
    Action::Set {
        path: name.into(),
        to: NewValue::Is(value),
    }
}

/// The service refuses two changes of one path, or of a part of one.
fn check_overlaps(actions: &[Action]) -> Result<()> {
    for (position, action) in actions.iter().enumerate() {
        let path = action.path();
        let earlier = actions
            .iter()
            .take(position)
            .find(|earlier| earlier.path().overlaps(path));
        if let Some(earlier) = earlier {
            return Err(Error::new(Kind::Request)
                .with_field(path.to_string())
                .with_detail(format!(
                    "the update changes it after `{}`, and an update changes a path once",
                    earlier.path()
                )));
        }
    }
    Ok(())
}

/// Without its required attributes a new item could not be read [fault 99]. A set that is not there reads
/// as empty.
fn check_complete(
    keys: &EntityKeys,
    required: &[(&'static str, bool)],
    actions: &[Action],
    creation: &[Action],
) -> Result<()> {
    let is_supplied = |name: &str| {
        actions.iter().chain(creation).any(|action| {
            let is_there = !matches!(action, Action::Remove(_) | Action::Delete { .. });
            is_there && action.path().is_attribute() && action.path().head() == name
        })
    };
    let is_set = |name: &str| {
        keys.attributes
            .iter()
            .any(|attribute| attribute.name == name && attribute.shape == Shape::Set)
    };
    let missing = required.iter().find(|(name, is_required)| {
        *is_required && !is_supplied(name) && !is_set(name) && keys.roles.version != Some(*name)
    });
    match missing {
        None => Ok(()),
        Some((name, _)) => Err(Error::new(Kind::Request).with_field(*name).with_detail(
            "an upsert may make a new item, which needs it: set it, or set it if absent",
        )),
    }
}
