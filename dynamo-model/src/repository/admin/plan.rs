//! What a backfill does about one stored item: decided here, sent elsewhere.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::beside::{Beside, Found};
use crate::entity::{
    Entity, KeyTexts, Table, check_whole, decode_apart, encode_entity, is_of, key_of,
};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::op::{Delete, Live, Planned, Put, PutMode, Repair, TableName, Transact, Update};

/// What the caller chose.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub(super) table: TableName,
    pub(super) sets_type: bool,
    pub(super) rekeys: bool,
    /// What tells expired items, and with them the guards that are free.
    pub(super) live: Option<Live>,
}

/// What is to be done.
#[derive(Debug)]
pub(super) enum Step {
    /// It is no item of the entity.
    Other,
    /// It is stored as the model derives it.
    Nothing,
    Rewrite(Box<Update>),
    Move(Box<Transact<'static>>),
    /// The item stays at its key; so many of its copies and guards are written, and the item where it is rewritten.
    Together(Box<Transact<'static>>, usize),
    /// It stays as it is.
    Fail(Error),
}

impl Step {
    /// The entity and key of the item that is to be written.
    pub(super) fn target(&self) -> Option<(&'static str, &KeyTexts)> {
        match self {
            Self::Rewrite(update) => Some((update.entity, &update.key)),
            Self::Move(writes) | Self::Together(writes, _) => {
                let own = writes.writes.first()?;
                Some((own.entity(), own.key()))
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
    /// The copies and guards of the item, where it has some: they have to be read.
    pub(super) beside: Option<Beside>,
}

impl Plan {
    /// The plan once the copies and guards are known.
    pub(super) fn compared(self, beside: Beside, stored: &[Stored]) -> Self {
        let step = match (beside.compared(stored), self.step) {
            (Err(error), _) => Step::Fail(error),
            (Ok(Found::Right), step) => step,
            (Ok(Found::Together(writes, _)), Step::Move(_)) => Step::Move(writes),
            (Ok(Found::Together(writes, companions)), _) => Step::Together(writes, companions),
        };
        Self { step, ..self }
    }
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
            beside: None,
        };
    }
    let type_attribute = E::Table::LAYOUT.type_attribute;
    let (step, beside) =
        step::<E>(stored, choices).unwrap_or_else(|error| (Step::Fail(error), None));
    Plan {
        step,
        beside,
        is_untagged: !choices.sets_type
            && type_attribute.is_some_and(|name| !stored.contains(name)),
    }
}

fn step<E>(stored: &Stored, choices: &Choices) -> Result<(Step, Option<Beside>)>
where
    E: Entity + Serialize + DeserializeOwned,
{
    let (layout, keys) = (E::Table::LAYOUT, E::KEYS);
    let at_item = |error: Error| {
        error
            .for_entity(keys.entity)
            .with_key(key_of(layout, stored))
    };
    let key = KeyTexts::of_item(layout, stored).ok_or_else(|| {
        at_item(Error::new(Kind::Decode).with_detail("its key is none of this table"))
    })?;
    check_whole(layout, keys, stored)?;
    let (entity, as_stored) = decode_apart::<E>(stored.clone(), None)?;
    // An error of a key names the attribute; which item it is has to be said too.
    let underivable = |error: Error| {
        let attribute = error.attribute().unwrap_or_default().to_owned();
        at_item(Error::new(Kind::Decode))
            .with_field(attribute)
            .with_source(error)
            .with_detail("what the model derives from it cannot be stored")
    };
    let (derived_key, derived) = encode_entity(&entity).map_err(underivable)?;
    let repair = Repair {
        layout,
        keys,
        stored,
        derived: &derived,
        sets_type: choices.sets_type,
    };
    if derived_key == key {
        let update = repair.update(choices.table.clone(), key.clone());
        let of = (&*choices.table, choices.live);
        let beside = Beside::of_item(&repair, &entity, &key, of, update.as_ref());
        let beside = beside.map_err(underivable)?;
        let step = match update {
            Some(update) => Step::Rewrite(Box::new(update)),
            None => Step::Nothing,
        };
        return Ok((step, beside));
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
    let beside = Beside::of_move(&repair, &entity, (&delete, &put), choices.live);
    let beside = beside.map_err(underivable)?;
    let writes = [delete.into(), put.into()].into_iter().enumerate();
    let planned = writes.map(|(position, write)| Planned::new(position, write));
    let moving = Transact::new(planned, None)?;
    let step = moving.map_or(Step::Nothing, |moving| Step::Move(Box::new(moving)));
    Ok((step, beside))
}
