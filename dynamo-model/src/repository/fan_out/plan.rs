//! Where the copies of one source are, and the source itself.

use crate::client::{Client, QueryPage};
use crate::entity::{
    CopySource, KeyTexts, ReadCopy, SourceState, SourceValues, WriteField, check_whole,
};
use crate::error::{Error, Kind, Result};
use crate::item::{Stored, Value};
use crate::op::{
    Along, BatchGet, Check, Get, Guards, IndexNames, Query, StartKey, TableName, Write,
    is_stored_as, source_check, update_of_copy, values_after,
};
use crate::repository::step::Step;
use crate::schema::{EntityKeys, Found};
use crate::stamp::SharedClock;

/// The copies of a source.
#[derive(Debug)]
pub(crate) struct Plan {
    table: TableName,
    pub(in crate::repository) source: &'static EntityKeys,
    pub(in crate::repository) key: KeyTexts,
    clock: SharedClock,
    copies: Vec<Place>,
}

/// Where an entity's copies of the source are.
#[derive(Debug)]
struct Place {
    copy: &'static CopySource,
    query: Query,
    /// They are found by a global index, which is behind the table.
    by_index: bool,
}

/// A copy as it is stored.
#[derive(Debug)]
pub(super) struct FoundCopy {
    pub(super) copy: &'static CopySource,
    pub(super) key: KeyTexts,
    also: Vec<KeyTexts>,
    pub(super) stored: Stored,
}

/// One page of items that may be copies.
#[derive(Debug, Default)]
pub(super) struct CopyPage {
    pub(super) copies: Vec<FoundCopy>,
    /// Items that could not be read.
    pub(super) errors: Vec<Error>,
}

impl Plan {
    pub(in crate::repository) fn new(
        table: TableName,
        key: KeyTexts,
        copies: impl Iterator<Item = &'static CopySource>,
        index_names: &IndexNames,
        clock: SharedClock,
        write: WriteField<'_>,
    ) -> Result<Self> {
        let mut places = Vec::new();
        let mut source = None;
        for copy in copies {
            source = Some(copy.of.source);
            // That there is a way is a compile-time check.
            let Some(found) = copy.found() else {
                continue;
            };
            let mut query = Query::of_path(table.clone(), copy.query(found, write)?);
            let by_index = matches!(found, Found::Index(_));
            query.is_consistent = !by_index;
            places.push(Place {
                copy,
                query: query.renamed(index_names),
                by_index,
            });
        }
        let source = source.ok_or_else(|| Error::new(Kind::Request))?;
        Ok(Self {
            table,
            source,
            key,
            clock,
            copies: places,
        })
    }

    /// The entities that hold the copies, for a text.
    pub(in crate::repository) fn holders(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for place in &self.copies {
            let name = format!("`{}`", place.copy.of.copy.entity);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Whether some copies are found by an index.
    pub(super) fn is_by_index(&self) -> bool {
        self.copies.iter().any(|place| place.by_index)
    }

    /// The source's attributes that have copies.
    fn attributes(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for (name, _) in self.copies.iter().flat_map(|place| place.copy.attributes()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The values of the copied attributes, as far as a write of the source says; `None` where it leaves one that only the
    /// service knows.
    pub(super) fn values_after(&self, write: &Write) -> Option<SourceValues> {
        values_after(write, &self.attributes())
    }

    /// Whether these are all values that copies have.
    pub(super) fn is_complete(&self, values: &SourceValues) -> bool {
        values.len() == self.attributes().len()
    }

    /// The source's values as they are stored; `None` where there is no source.
    pub(super) async fn read(&self, client: &Client) -> Result<Option<SourceValues>> {
        let get = Get {
            table: self.table.clone(),
            key: self.key.clone(),
            is_consistent: true,
            projection: None,
        };
        let Some(stored) = client.get(&get).await? else {
            return Ok(None);
        };
        let place = self.copies.first();
        let Some(place) = place.filter(|place| place.copy.is_source(&stored)) else {
            return Ok(None);
        };
        check_whole(place.copy.layout(), self.source, &stored)?;
        Ok(Some(self.values_of(&stored)))
    }

    fn values_of(&self, stored: &Stored) -> SourceValues {
        let value = |name: &str| stored.value(name).filter(|value| *value != Value::null());
        let attributes = self.attributes().into_iter();
        attributes.map(|name| (name, value(name))).collect()
    }

    /// The source has these values.
    pub(super) fn check(&self, values: &SourceValues) -> Check {
        source_check(
            &self.table,
            SourceState {
                keys: self.source,
                key: self.key.clone(),
                values: values.clone(),
            },
        )
    }

    /// The update of a copy that does not have these values, with what is written along with it, and the bytes of its item.
    pub(super) fn update(
        &self,
        found: &FoundCopy,
        values: &SourceValues,
    ) -> Result<Option<(Step, usize)>> {
        let update = update_of_copy(
            &self.table,
            found.copy,
            found.key.clone(),
            &found.stored,
            values,
            self.clock.now(),
        )?;
        let (layout, keys) = (found.copy.layout(), found.copy.of.copy);
        let along = keys.has_companions().then(|| Along {
            layout,
            keys,
            copies: found.also.clone(),
            guards: Guards::Follow,
            live: None,
            read: None,
        });
        Ok(update.map(|(update, size)| {
            let items = 1 + found.also.len();
            (Step::new(update).along(along).any(), size * items)
        }))
    }

    /// Whether a copy has these values after another write of its item.
    pub(super) fn is_settled_by(
        &self,
        write: &Write,
        found: &FoundCopy,
        values: &SourceValues,
    ) -> bool {
        let is_set = |(name, own)| {
            let Some((_, wanted)) = values.iter().find(|(known, _)| *known == name) else {
                return true;
            };
            match values_after(write, &[own]).as_deref() {
                Some([(_, after)]) => after == wanted,
                Some(_) => is_stored_as(&found.stored, own, wanted.as_ref()),
                None => false,
            }
        };
        matches!(write, Write::Delete(_)) || found.copy.attributes().all(is_set)
    }

    /// The requests that find the copies.
    pub(super) fn explain(&self) -> Vec<String> {
        self.copies
            .iter()
            .map(|place| place.query.explain())
            .collect()
    }

    /// The copies, page by page.
    pub(super) fn pages<'p>(&'p self, client: &'p Client) -> Pages<'p> {
        Pages {
            client,
            plan: self,
            place: 0,
            start: None,
        }
    }
}

/// The pages of all places, one after the other; one page is in memory.
pub(super) struct Pages<'p> {
    client: &'p Client,
    plan: &'p Plan,
    place: usize,
    start: Option<StartKey>,
}

impl Pages<'_> {
    pub(super) async fn next(&mut self) -> Result<Option<CopyPage>> {
        let Some(place) = self.plan.copies.get(self.place) else {
            return Ok(None);
        };
        let mut query = place.query.clone();
        query.start = self.start.take();
        let QueryPage { items, next, .. } = self.client.query(&query).await?;
        self.start = next;
        if self.start.is_none() {
            self.place += 1;
        }
        let items = match place.by_index {
            true => self.whole(place, items).await?,
            false => items,
        };
        let mut page = CopyPage::default();
        for stored in items {
            match place.copy.read(&stored) {
                Ok(Some(ReadCopy { key, source, also }))
                    if source.as_ref() == Some(&self.plan.key) =>
                {
                    page.copies.push(FoundCopy {
                        copy: place.copy,
                        key,
                        also,
                        stored,
                    });
                }
                Ok(_) => {}
                Err(error) => page.errors.push(error),
            }
        }
        Ok(Some(page))
    }

    /// The items as they are in the table: an index is behind it.
    async fn whole(&self, place: &Place, items: Vec<Stored>) -> Result<Vec<Stored>> {
        let layout = place.copy.layout();
        let keys = items
            .iter()
            .filter_map(|item| KeyTexts::of_item(layout, item));
        let mut whole = Vec::with_capacity(items.len());
        for mut batch in BatchGet::chunks(&self.plan.table, keys) {
            batch.is_consistent = true;
            let (found, left) = self.client.batch_get(batch).await?;
            if !left.is_empty() {
                return Err(self
                    .plan
                    .error(Kind::Throttled)
                    .with_detail("the service left keys of copies unread"));
            }
            whole.extend(found);
        }
        Ok(whole)
    }
}
