//! Query.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::TableName;
use super::cursor::{self, Cursor, StartKey, fingerprint};
use super::explain::Explanation;
use super::live::Live;
use super::spread::Spread;
use super::table::{IndexNames, index_name};
use crate::entity::{Below, CollectionParts, Group, Partition, QueryParts};
use crate::error::Result;
use crate::expr::{Expr, KeyCondition, Placeholders, Plain, check_expression};
use crate::item::{Stored, Value};
use crate::key::bounds::SortCondition;
use crate::key::template::Template;
use crate::key::value::KeyValue;
use crate::schema::{Projection, TableLayout, can_render};

/// One or more pages of a partition.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) table: TableName,
    /// The index's name in the table, and in the model.
    pub(crate) index: Option<Cow<'static, str>>,
    pub(crate) on: Option<&'static str>,
    pub(crate) key: KeyCondition,
    pub(crate) type_filter: Option<Type>,
    /// Other entities, or copies of the same one, can match the condition, and no filter on a type keeps them away:
    /// the decoder does.
    pub(crate) is_mixed: bool,
    /// The place of `also` whose items are meant; `None`: those under the entity's own key.
    pub(crate) place: Option<usize>,
    pub(crate) filter: Option<Expr>,
    /// The attributes that are read, without those that every reader needs; all where it is `None`.
    pub(super) projection: Option<Vec<&'static str>>,
    /// What tells expired items, where there can be some.
    pub(crate) live: Option<Live>,
    /// Whether the service can filter them: what is read has the attribute, and not as a key.
    pub(super) filters_expired: bool,
    pub(crate) is_newest_first: bool,
    pub(crate) is_consistent: bool,
    /// Items to be returned.
    pub(crate) limit: Option<usize>,
    /// Items that one request examines.
    pub(crate) page_size: Option<u32>,
    pub(crate) start: Option<StartKey>,
    pub(crate) counts_only: bool,
    /// A sort key that the range excludes but the condition does not.
    pub(crate) dropped: Option<KeyValue>,
    /// What the sort key has to be, where the range of a collection covers other keys too.
    pub(crate) below: Option<Below>,
    /// What the sort key has to look like, where another entry of the same entity on the index can match
    /// the condition too; with the table's delimiter.
    pub(crate) told_by: Option<(&'static Template, &'static str)>,
    /// The key attributes of an item in what is read: the table's, and the index's.
    pub(crate) key_names: SmallVec<[&'static str; 4]>,
    /// The partitions, where it is a query over several; `key` has the first.
    pub(crate) spread: Option<Spread>,
}

/// The type that items must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) attribute: &'static str,
    pub(crate) name: &'static str,
}

impl Query {
    /// The query of a path: with a filter on the type only where another entity can match the condition
    /// and the index has the type.
    pub(crate) fn of_path(table: TableName, parts: QueryParts) -> Self {
        let QueryParts {
            target,
            partition,
            equal,
            sort,
            dropped,
            is_shared,
            meets_copies,
            told_by,
            spread,
        } = parts;
        let (layout, keys) = (target.layout, target.keys);
        let has_type = target.index.is_none_or(|name| {
            let projection = layout.index(name).map(|index| index.projection);
            projection != Some(Projection::KeysOnly)
        });
        let type_filter =
            layout
                .type_attribute
                .filter(|_| is_shared && has_type)
                .map(|attribute| Type {
                    attribute,
                    name: keys.type_name,
                });
        let mut values = target.pk_names.iter().copied().zip(partition);
        let (pk_name, partition) = values.next().unwrap_or((layout.pk, KeyValue::from("")));
        let sk_name = target.sk_names.get(equal.len()).copied();
        let key = KeyCondition {
            pk_name,
            partition,
            equal: values
                .chain(target.sk_names.iter().copied().zip(equal))
                .collect(),
            sk_name,
            sort,
        };
        let query = Self {
            // A copy has the type of the entity: its key tells it.
            is_mixed: meets_copies || (is_shared && type_filter.is_none()),
            place: target.place,
            type_filter,
            dropped,
            told_by: told_by.map(|template| (template, layout.delimiter)),
            ..Self::new(table, target.index, key, layout)
        };
        match spread {
            Some(groups) => query.spread_over(groups),
            None => query,
        }
    }

    /// The query of a whole partition, whatever the items' types.
    pub(crate) fn of_partition<T: crate::entity::Table>(
        table: TableName,
        partition: Partition<T>,
    ) -> Result<Self> {
        let Partition {
            key,
            further,
            shards,
            index,
            pk_name,
            sk_name,
            ..
        } = partition;
        let key = KeyCondition {
            pk_name,
            partition: key?,
            equal: further,
            sk_name,
            sort: SortCondition::All,
        };
        let query = Self::new(table, index, key, T::LAYOUT);
        Ok(match shards {
            Some(partitions) => query.spread_over(vec![Group {
                partitions,
                sort: SortCondition::All,
                dropped: None,
            }]),
            None => query,
        })
    }

    /// The query of a collection: no filter on types, since nearly all of it is wanted.
    pub(crate) fn of_collection(
        table: TableName,
        parts: CollectionParts,
        layout: &'static TableLayout,
    ) -> Self {
        let CollectionParts {
            index,
            pk_name,
            partition,
            equal,
            sk_name,
            sort,
            dropped,
            below,
            spread,
            is_mixed,
            ..
        } = parts;
        let key = KeyCondition {
            pk_name,
            partition,
            equal,
            sk_name,
            sort,
        };
        let query = Self {
            dropped,
            below,
            is_mixed,
            ..Self::new(table, index, key, layout)
        };
        match spread {
            Some(groups) => query.spread_over(groups),
            None => query,
        }
    }

    pub(crate) fn new(
        table: TableName,
        index: Option<&'static str>,
        key: KeyCondition,
        layout: &'static TableLayout,
    ) -> Self {
        let of_index = index.and_then(|index| layout.index(index));
        let of_index = of_index
            .into_iter()
            .flat_map(|index| index.partition().chain(index.sort()));
        let mut key_names = SmallVec::new();
        for name in std::iter::once(layout.pk).chain(layout.sk).chain(of_index) {
            if !key_names.contains(&name) {
                key_names.push(name);
            }
        }
        Self {
            table,
            index: index.map(Cow::Borrowed),
            on: index,
            key,
            type_filter: None,
            is_mixed: false,
            place: None,
            filter: None,
            projection: None,
            live: None,
            filters_expired: false,
            is_newest_first: false,
            is_consistent: false,
            limit: None,
            page_size: None,
            start: None,
            counts_only: false,
            dropped: None,
            below: None,
            told_by: None,
            key_names,
            spread: None,
        }
    }

    /// The same query on the index under its name in the table.
    pub(crate) fn renamed(mut self, names: &IndexNames) -> Self {
        self.index = self.index.map(|index| match index {
            Cow::Borrowed(index) => index_name(names, index),
            owned => owned,
        });
        self
    }

    /// Hides expired items: the service does where it can, and the reader of the answer in any case.
    pub(crate) fn live(mut self, live: Option<Live>, layout: &'static TableLayout) -> Self {
        let projection = self
            .on
            .and_then(|name| layout.index(name))
            .map(|index| index.projection);
        self.filters_expired = live.is_some_and(|live| {
            projection != Some(Projection::KeysOnly) && !self.key_names.contains(&live.attribute())
        });
        self.live = live;
        self
    }

    /// The filter as sent: on the type, on the expiry, then the caller's.
    pub(crate) fn whole_filter(&self) -> Option<Expr> {
        let of_type = self
            .type_filter
            .map(|Type { attribute, name }| Expr::equals(attribute, Value::string(name)));
        let live = self.live.filter(|_| self.filters_expired);
        [of_type, live.map(Live::condition), self.filter.clone()]
            .into_iter()
            .flatten()
            .reduce(Expr::and)
            .filter(|filter| *filter != Expr::Constant(true))
    }

    /// Whether only the filter on the type leaves items out: then those left out are of other types.
    pub(crate) fn filters_types_only(&self) -> bool {
        self.filter.is_none() && !self.filters_expired
    }

    /// The filters within the service's limits.
    pub(crate) fn filter_text(&self, names: &mut Placeholders) -> Result<Option<String>> {
        let Some(filter) = self.whole_filter() else {
            return Ok(None);
        };
        let mut text = String::new();
        filter.render(names, &mut text);
        check_expression("filter", &text, filter.operators())?;
        Ok(Some(text))
    }

    /// Adds a condition to the filter.
    ///
    /// # Errors
    /// Where the filter becomes longer than the service takes it; its placeholders count as they are sent.
    pub(crate) fn with_filter(mut self, filter: Expr) -> Result<Self> {
        self.filter = Some(match self.filter.take() {
            Some(earlier) => earlier.and(filter),
            None => filter,
        });
        let mut names = Placeholders::default();
        // The key condition has the first placeholders.
        self.key.render(&mut names, &mut String::new());
        self.filter_text(&mut names)?;
        Ok(self)
    }

    /// Reads these attributes alone.
    pub(crate) fn project(mut self, attributes: Vec<&'static str>) -> Self {
        self.projection = Some(attributes);
        self
    }

    /// The attributes that are asked for: those of the projection, the keys from which a query can go on, and the
    /// expiry where what is read has it. A count has none.
    pub(crate) fn projected(&self) -> Option<Vec<&'static str>> {
        let projection = self.projection.as_ref().filter(|_| !self.counts_only)?;
        let expiry = self.live.filter(|_| self.filters_expired);
        let mut names = projection.clone();
        for name in self
            .key_names
            .iter()
            .copied()
            .chain(expiry.map(Live::attribute))
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(names)
    }

    /// The service's `Limit`, which counts what is examined, before any filter: the caller's limit only
    /// where nothing is filtered out.
    pub(crate) fn request_limit(&self) -> Option<i32> {
        let wanted = self
            .limit
            .filter(|_| self.returns_all())
            .map(|limit| u32::try_from(limit).unwrap_or(u32::MAX));
        let limit = match (wanted, self.page_size) {
            (Some(wanted), Some(page_size)) => Some(wanted.min(page_size)),
            (wanted, page_size) => wanted.or(page_size),
        }?;
        Some(i32::try_from(limit).unwrap_or(i32::MAX))
    }

    /// Whether everything that is examined is returned.
    pub(super) fn returns_all(&self) -> bool {
        self.type_filter.is_none()
            && !self.is_mixed
            && self.filter.is_none()
            && self.live.is_none()
            && !self.drops_some()
    }

    /// Nothing can match, or nothing is wanted: no request is sent.
    pub(crate) fn is_empty(&self) -> bool {
        self.limit == Some(0) || !self.can_match()
    }

    /// Whether there can be items of it at all.
    pub(crate) fn can_match(&self) -> bool {
        self.key.sort != SortCondition::Nothing && self.filter != Some(Expr::Constant(false))
    }

    pub(crate) fn fingerprint(&self) -> [u8; 8] {
        let mut condition = String::new();
        self.key.render(&mut Plain, &mut condition);
        let direction = if self.is_newest_first {
            "backward"
        } else {
            "forward"
        };
        fingerprint(&[
            &self.table,
            self.index.as_deref().unwrap_or_default(),
            &condition,
            direction,
        ])
    }

    /// Goes on at a cursor.
    pub(crate) fn starting_at(mut self, cursor: Option<&Cursor>) -> Result<Self> {
        if let (Some(spread), Some(cursor)) = (&self.spread, cursor) {
            let place = self.place_of(spread, cursor)?;
            self.spread = self.spread.map(|spread| Spread {
                start: place,
                ..spread
            });
            return Ok(self);
        }
        let start = cursor.map(|cursor| StartKey::from_cursor(cursor, self.fingerprint()));
        self.start = start.transpose()?.filter(|start| !start.0.is_empty());
        Ok(self)
    }

    /// A cursor of this query with any content.
    pub(crate) fn sealed(&self, content: &[u8]) -> Cursor {
        let bound_to = match &self.spread {
            Some(spread) => self.spread_fingerprint(spread),
            None => self.fingerprint(),
        };
        cursor::seal(bound_to, content)
    }

    /// The cursor of the place where the query begins; at its beginning one without a key.
    pub(crate) fn start_cursor(&self) -> Cursor {
        match (&self.spread, &self.start) {
            (Some(spread), _) => self.cursor_of(spread, &spread.start),
            (None, Some(start)) => start.to_cursor(self.fingerprint()),
            (None, None) => self.sealed(&[]),
        }
    }

    /// The key attributes of an item, from which a query can go on.
    pub(crate) fn start_key_of(&self, item: &Stored) -> StartKey {
        let value = |name: &&str| Some(((*name).to_owned(), item.value(name)?.into_key()?));
        StartKey(self.key_names.iter().filter_map(value).collect())
    }

    /// Whether the condition can match what the query does not mean.
    pub(crate) fn drops_some(&self) -> bool {
        let mut groups = self.spread.iter().flat_map(|spread| spread.groups.iter());
        self.told_by.is_some()
            || self.below.is_some()
            || self.dropped.is_some()
            || (self.live.is_some() && !self.filters_expired)
            || groups.any(|group| group.dropped.is_some())
    }

    /// Whether the query does not mean this item although the condition matches it: the range excludes it,
    /// another entry put it there, or it is expired.
    pub(crate) fn drops(&self, item: &Stored) -> bool {
        let sort_key = || item.value(self.key.sk_name?)?.into_key();
        if self.live.is_some_and(|live| live.is_expired(item)) {
            return true;
        }
        if let Some(below) = &self.below
            && !sort_key().is_some_and(|key| below.has(&key))
        {
            return true;
        }
        if self.dropped.is_none() && self.told_by.is_none() {
            return false;
        }
        let sort_key = sort_key();
        let is_excluded = self.dropped.is_some() && sort_key == self.dropped;
        is_excluded
            || self.told_by.is_some_and(|(template, delimiter)| {
                let renders = |key: &KeyValue| {
                    can_render(template, &key.text_for(template.bare()), delimiter)
                };
                !sort_key.as_ref().is_some_and(renders)
            })
    }

    pub(crate) fn explain(&self) -> String {
        if let Some(spread) = self.spread.as_ref().filter(|_| !self.is_empty()) {
            return self.explain_spread(spread);
        }
        if self.is_empty() {
            let reason = if self.limit == Some(0) {
                "the limit is 0"
            } else if self.filter == Some(Expr::Constant(false)) {
                "the filter holds for nothing"
            } else {
                "the range is empty"
            };
            return format!("nothing is sent: {reason}");
        }
        let mut key = String::new();
        self.key.render(&mut Plain, &mut key);
        let mut explanation = Explanation::new("Query", &self.table).line("key", &key);
        if let Some(index) = &self.index {
            explanation = explanation.line("IndexName", index);
        }
        if let Some(filter) = self.whole_filter() {
            let mut text = String::new();
            filter.render(&mut Plain, &mut text);
            explanation = explanation.line("filter", &text);
        }
        if let Some(names) = self.projected() {
            explanation = explanation.line("projection", &names.join(", "));
        }
        if let Some(limit) = self.request_limit() {
            explanation = explanation.line("Limit", &limit.to_string());
        }
        if self.is_newest_first {
            explanation = explanation.line("ScanIndexForward", "false");
        }
        if self.is_consistent {
            explanation = explanation.line("ConsistentRead", "true");
        }
        if self.counts_only {
            explanation = explanation.line("Select", "COUNT");
        }
        explanation.finish()
    }
}
