//! The copies and guards of an item that a backfill looks at: read, compared with what the item makes them, and written
//! with it in one transaction.
//!
//! The transaction is conditioned on the item as it was read, so that a copy is never one of values that were not
//! stored together; and each copy and guard on being free or this item's own, as in every other write.

use crate::client::Client;
use crate::entity::{Entity, KeyTexts, OwnCompanions, Table, copy_keys_of_stored};
use crate::error::{Error, Result};
use crate::item::{Item, Stored};
use crate::op::{
    Along, BatchGet, Check, Companion, Delete, Expected, Guards, Live, Planned, Put, PutMode,
    Repair, TableName, Transact, Update, Write,
};

/// Bytes of an item for one read unit.
const UNIT: usize = 4 * 1024;

/// What is written beside an item, and the writes of the item itself.
#[derive(Debug)]
pub(super) struct Beside {
    table: TableName,
    main: Vec<Write>,
    companions: Vec<Companion>,
}

/// What is to be done once the companions are read.
#[derive(Debug)]
pub(super) enum Found {
    /// All are as they have to be.
    Right,
    /// They are written together with the item: so many of them.
    Together(Box<Transact<'static>>, usize),
}

impl Beside {
    /// Of an item that stays at its key, and is rewritten or not; `None` for an entity without companions.
    pub(super) fn of_item<E: Entity>(
        repair: &Repair<'_>,
        entity: &E,
        key: &KeyTexts,
        (table, live): (&str, Option<Live>),
        rewrite: Option<&Update>,
    ) -> Result<Option<Self>> {
        if !E::KEYS.has_companions() {
            return Ok(None);
        }
        let main = match rewrite {
            Some(update) => Write::Update(update.clone()),
            None => Write::Check(Check {
                table: table.into(),
                entity: E::KEYS.entity,
                key: key.clone(),
                expects: Expected::Present,
                live: None,
                only_if: Some(repair.unchanged()),
                equal: Vec::new(),
            }),
        };
        let item = repair.as_stored();
        Ok(Some(Self {
            table: table.into(),
            main: vec![main.only_if(repair.others_unchanged())],
            companions: wanted(entity, item, key, (table, live))?,
        }))
    }

    /// Of an item that moves: what it has at its old key goes, as far as that key tells it.
    pub(super) fn of_move<E: Entity>(
        repair: &Repair<'_>,
        entity: &E,
        (delete, put): (&Delete, &Put),
        live: Option<Live>,
    ) -> Result<Option<Self>> {
        if !E::KEYS.has_companions() {
            return Ok(None);
        }
        let wanted = wanted(entity, put.item.clone(), &put.key, (&put.table, live))?;
        let wanted = wanted.into_iter().map(|wanted| wanted.or_of(&delete.key));
        let old = |guards| Along {
            layout: E::Table::LAYOUT,
            keys: E::KEYS,
            copies: copy_keys_of_stored(E::Table::LAYOUT, E::KEYS, &delete.key).unwrap_or_default(),
            guards,
            live,
            read: Some(repair.stored.clone()),
        };
        let deletion = Write::Delete(delete.clone());
        // A key of another form than the model's tells no guards whose scope is a part of it.
        let gone = old(Guards::Gone).planned(deletion.clone(), None);
        let gone = gone.map_or_else(|_| old(Guards::Gone).copies(&deletion), |(_, gone)| gone);
        let all = wanted.chain(gone).map(|companion| (0, companion));
        let all = Companion::handed_over(all.collect()).into_iter();
        let main = [
            deletion.only_if(repair.others_unchanged()),
            Write::Put(put.clone()),
        ];
        Ok(Some(Self {
            table: put.table.clone(),
            main: main.into(),
            companions: all.map(|(_, companion)| companion).collect(),
        }))
    }

    /// The companions as they are stored, and the read units of that.
    pub(super) async fn read(&self, client: &Client) -> Result<(Vec<Stored>, f64)> {
        let keys = self
            .companions
            .iter()
            .map(|companion| companion.key.clone());
        let mut stored = Vec::with_capacity(self.companions.len());
        for mut batch in BatchGet::chunks(&self.table, keys) {
            batch.is_consistent = true;
            let (found, left) = client.batch_get(batch).await?;
            if let Some(key) = left.first() {
                return Err(Error::new(crate::error::Kind::Throttled)
                    .with_key(key.to_string())
                    .with_detail("the service left copies and guards unread"));
            }
            stored.extend(found);
        }
        let missing = self.companions.len().saturating_sub(stored.len());
        let units = stored.iter().map(|item| item.size().div_ceil(UNIT).max(1));
        let units = units.sum::<usize>() + missing;
        Ok((stored, units as f64))
    }

    /// What is to be written beside the item, given what is stored.
    ///
    /// # Errors
    /// A value, or a key, that is another item's.
    pub(super) fn compared(self, stored: &[Stored]) -> Result<Found> {
        let at = |companion: &Companion| stored.iter().find(|item| companion.key.is_of(item));
        if let Some(error) = self.companions.iter().find_map(|one| one.taken(at(one))) {
            return Err(error);
        }
        let (mut companions, own) = (self.companions, self.main);
        companions.retain(|companion| !companion.is_right(at(companion)));
        if companions.is_empty() {
            return Ok(Found::Right);
        }
        let count = companions.len();
        let companions = companions.into_iter().map(Companion::into_write);
        let writes = own.into_iter().chain(companions).enumerate();
        let planned = writes.map(|(position, write)| Planned::new(position, write));
        Ok(match Transact::new(planned, None)? {
            Some(transact) => Found::Together(Box::new(transact), count),
            None => Found::Right,
        })
    }
}

/// All companions of an item that is stored so.
fn wanted<E: Entity>(
    entity: &E,
    item: Item,
    key: &KeyTexts,
    (table, live): (&str, Option<Live>),
) -> Result<Vec<Companion>> {
    let OwnCompanions { copies, guards } = OwnCompanions::of(entity)?;
    let along = Along {
        layout: E::Table::LAYOUT,
        keys: E::KEYS,
        copies,
        guards: Guards::Are(guards),
        live,
        read: None,
    };
    let put = Put {
        table: table.into(),
        entity: E::KEYS.entity,
        key: key.clone(),
        item,
        mode: PutMode::Create,
        version: None,
        live,
        only_if: None,
    };
    along.planned(put.into(), None).map(|(_, wanted)| wanted)
}
