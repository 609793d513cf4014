//! What a backfill does about one stored item: decided here, sent elsewhere.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::entity::{
    Entity, KeyTexts, Table, decode_apart, encode_entity, is_of, key_of, stored_key,
};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Delete, Planned, Put, PutMode, Repair, Transact, Update};

/// What the caller chose.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub(super) table: String,
    pub(super) sets_type: bool,
    pub(super) rekeys: bool,
}

/// What is to be done.
#[derive(Debug)]
pub(super) enum Step {
    /// It is no item of the entity.
    Other,
    /// It is stored as the model derives it.
    Nothing,
    Rewrite(Box<Update>),
    Move(Box<Transact>),
    /// It stays as it is.
    Fail(Error),
}

impl Step {
    /// The entity and key of the item that is to be written.
    pub(super) fn target(&self) -> Option<(&'static str, &KeyTexts)> {
        match self {
            Self::Rewrite(update) => Some((update.entity, &update.key)),
            Self::Move(moving) => {
                let delete = moving.writes.first()?;
                Some((delete.entity(), delete.key()))
            }
            Self::Other | Self::Nothing | Self::Fail(_) => None,
        }
    }
}

/// What is to be done about an item, and whether it lacks a type that is not set.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) step: Step,
    pub(super) is_untagged: bool,
}

pub(super) type PlanFn = fn(&Stored, &Choices) -> Plan;

/// The plan for a stored item, as an `E`.
pub(super) fn plan<E>(stored: &Stored, choices: &Choices) -> Plan
where
    E: Entity + Serialize + DeserializeOwned,
{
    if !is_of::<E>(stored) {
        return Plan {
            step: Step::Other,
            is_untagged: false,
        };
    }
    let type_attribute = E::Table::LAYOUT.type_attribute;
    Plan {
        step: step::<E>(stored, choices).unwrap_or_else(Step::Fail),
        is_untagged: !choices.sets_type
            && type_attribute.is_some_and(|name| !stored.contains(name)),
    }
}

fn step<E>(stored: &Stored, choices: &Choices) -> Result<Step>
where
    E: Entity + Serialize + DeserializeOwned,
{
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let at_item = |error: Error| {
        error
            .for_entity(keys.entity)
            .with_key(key_of(layout, stored))
    };
    let key = stored_key(layout, stored).ok_or_else(|| {
        at_item(Error::new(Kind::Decode).with_detail("its key is none of this table"))
    })?;
    let (entity, as_stored) = decode_apart::<E>(stored.clone(), None)?;
    // An error of a key names the attribute; which item it is has to be said too.
    let (derived_key, derived) = encode_entity(&entity).map_err(|error| {
        let attribute = error.attribute().unwrap_or_default().to_owned();
        at_item(Error::new(Kind::Decode))
            .with_field(attribute)
            .with_source(error)
            .with_detail("what the model derives from it cannot be stored")
    })?;
    let repair = Repair {
        layout,
        keys,
        stored,
        derived: &derived,
        sets_type: choices.sets_type,
    };
    if derived_key == key {
        return Ok(match repair.update(choices.table.clone(), key) {
            Some(update) => Step::Rewrite(Box::new(update)),
            None => Step::Nothing,
        });
    }
    if !choices.rekeys {
        as_stored?;
    }
    let delete = Delete {
        table: choices.table.clone(),
        entity: keys.entity,
        key,
        must_exist: true,
        version: None,
        live: None,
        only_if: Some(repair.unchanged()),
        only_expired: false,
    };
    let put = Put {
        table: choices.table.clone(),
        entity: keys.entity,
        key: derived_key,
        item: repair.moved(),
        mode: PutMode::Create,
        version: None,
        live: None,
        only_if: None,
    };
    let writes = [delete.into(), put.into()].into_iter().enumerate();
    let planned = writes.map(|(position, write)| Planned { write, position });
    let moving = Transact::new(planned, None)?;
    Ok(moving.map_or(Step::Nothing, |moving| Step::Move(Box::new(moving))))
}
