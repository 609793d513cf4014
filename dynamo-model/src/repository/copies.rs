//! What a write means for copies: the sources that it checks, the copies that it can make stale, and what the caller says of these.

use std::sync::Arc;

use super::fan_out::Plan;
use super::{Inner, Repository};
use crate::entity::{
    Described, Entity, KeyTexts, SourceState, Table, UpdateEntity, WriteField, copies_of,
    sources_of,
};
use crate::error::{Error, Kind, Result};
use crate::item::Item;
use crate::op::{Check, source_check};
use crate::update::{Purpose, Updating};

/// What a write means for copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepCopies {
    /// The copies of what it writes, where it can change a copied value.
    plan: Option<Arc<Plan>>,
    decision: Option<Decision>,
}

/// What becomes of the copies of what a write changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    FanOut,
    Leave,
}

impl StepCopies {
    pub(super) fn new(plan: Option<Arc<Plan>>) -> Self {
        Self {
            plan,
            decision: None,
        }
    }

    pub(super) fn decide(&mut self, decision: Decision) {
        self.decision = Some(decision);
    }

    /// The copies that are to be updated.
    pub(super) fn to_fan_out(&self) -> Option<&Arc<Plan>> {
        let is_wanted = self.decision == Some(Decision::FanOut);
        self.plan.as_ref().filter(|_| is_wanted)
    }

    /// A write that can make copies stale says what becomes of them.
    pub(super) fn check_decided(&self) -> Result<()> {
        match (&self.plan, self.decision) {
            (Some(plan), None) => Err(plan.error(Kind::Request).with_detail(format!(
                "the write can change what {} has copies of: say `.fan_out()`, which updates them, or `.leave_copies()`",
                plan.holders()
            ))),
            _ => Ok(()),
        }
    }
}

impl Inner {
    /// Of an entity's item, with its key and what writes its fields.
    pub(super) fn copies_of_put(
        &self,
        entity: Described,
        key: &KeyTexts,
        item: &Item,
        write: WriteField<'_>,
    ) -> Result<(Vec<Check>, StepCopies)> {
        let sources = sources_of(entity.holds, write, item, &|_| true)?;
        let plan = self.plan(entity, &|| Ok(key.clone()), write)?;
        Ok((self.checks(sources), StepCopies::new(plan)))
    }

    fn checks(&self, sources: Vec<SourceState>) -> Vec<Check> {
        let sources = sources.into_iter();
        sources
            .map(|source| source_check(&self.table, source))
            .collect()
    }

    /// Where the copies of a source are; `None` where there can be none.
    fn plan(
        &self,
        source: Described,
        key: &dyn Fn() -> Result<KeyTexts>,
        write: WriteField<'_>,
    ) -> Result<Option<Arc<Plan>>> {
        let mut copies = source.copies().peekable();
        if copies.peek().is_none() {
            return Ok(None);
        }
        let plan = Plan::new(
            self.table.clone(),
            key()?,
            copies,
            &self.index_names,
            self.clock.clone(),
            write,
        );
        plan.map(|plan| Some(Arc::new(plan)))
    }
}

impl<T: Table> Repository<T> {
    /// The sources have what is copied.
    pub(super) fn checks(&self, sources: Vec<SourceState>) -> Vec<Check> {
        self.inner.checks(sources)
    }

    /// A change is about the copies and the copied values that it changes.
    pub(super) fn copies_of_change<E: Entity<Table = T>>(
        &self,
        entity: &E,
        before: &Item,
        after: &Item,
    ) -> Result<(Vec<Check>, StepCopies)> {
        let is_changed = |name: &str| before.get(name) != after.get(name);
        let write: WriteField<'_> = &|field, format, out| entity.write_part(field, format, out);
        let sources = sources_of(E::COPIES, write, after, &|copy| {
            let names_other = copy.of.keys.iter().any(|key| is_changed(key.stored));
            names_other || copy.attributes().any(|(_, own)| is_changed(own))
        })?;
        let mut copied = copies_of::<E>().flat_map(|copy| copy.attributes());
        let plan = match copied.any(|(name, _)| is_changed(name)) {
            true => self.plan_of_key(&entity.key())?,
            false => None,
        };
        Ok((self.checks(sources), StepCopies::new(plan)))
    }

    /// The copies that an update can make stale. An upsert can make a new source, of which older copies may be left.
    pub(super) fn plan_of_update<E: UpdateEntity<Table = T>>(
        &self,
        update: &Updating<E>,
        purpose: Purpose,
    ) -> Result<Option<Arc<Plan>>> {
        let mut attributes = copies_of::<E>().flat_map(|copy| copy.attributes());
        let changes = attributes.any(|(name, _)| update.changes(name));
        if !changes && purpose == Purpose::Update {
            return Ok(None);
        }
        self.plan_of_key(update.key())
    }

    pub(super) fn plan_of_key<E: Entity<Table = T>>(
        &self,
        key: &crate::entity::Key<E>,
    ) -> Result<Option<Arc<Plan>>> {
        let write: WriteField<'_> =
            &|field, format, out| E::write_key_part(key.fields(), field, format, out);
        self.inner
            .plan(Described::of::<E>(), &|| key.render(), write)
    }
}

impl Plan {
    /// An error about the source.
    pub(super) fn error(&self, kind: Kind) -> Error {
        Error::new(kind)
            .for_entity(self.source.entity)
            .with_key(self.key.to_string())
    }
}
