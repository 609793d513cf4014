//! Reading items by their keys, in the order of the keys: chunks of BatchGetItem, several at a time.
//!
//! The service answers in no order and leaves out what is missing, so that answers are matched by their keys
//! [fault 85]; a key that is given twice is asked once and answered twice [fault 81].

use std::collections::{HashMap, HashSet};

use futures_util::TryStreamExt;
use futures_util::stream::{self, StreamExt};

use super::get::present;
use crate::client::Client;
use crate::entity::{Entity, KeyTexts, Table};
use crate::error::{Error, Kind, Result};
use crate::item::Stored;
use crate::key::value::KeyValue;
use crate::op::{BatchGet, Live, TableName};

/// Requests that are in flight at a time.
const CONCURRENCY: usize = 8;

/// How items are read.
#[derive(Clone, Debug)]
pub(super) struct Fetch {
    table: TableName,
    pub(super) is_consistent: bool,
    pub(super) concurrency: usize,
    projection: Option<Vec<String>>,
    live: Option<Live>,
    pk_name: &'static str,
    sk_name: Option<&'static str>,
}

/// What was read.
#[derive(Debug)]
pub(super) struct Fetched {
    /// One for each key; `None` where the item is missing or expired, or the key left.
    pub(super) items: Vec<Option<Stored>>,
    /// Keys that the service left.
    pub(super) left: HashSet<KeyTexts>,
}

/// A primary key's values, by which answers are matched.
type Values = (KeyValue, Option<KeyValue>);

impl Fetch {
    pub(super) fn new<T: Table>(table: TableName, live: Option<Live>) -> Self {
        Self {
            table,
            is_consistent: false,
            concurrency: CONCURRENCY,
            projection: None,
            live,
            pk_name: T::LAYOUT.pk,
            sk_name: T::LAYOUT.sk,
        }
    }

    /// Reads these attributes alone, and the expiry.
    pub(super) fn project(mut self, mut attributes: Vec<&'static str>) -> Self {
        let expiry = self.live.map(Live::attribute);
        attributes.extend(expiry.filter(|expiry| !attributes.contains(expiry)));
        self.projection = Some(attributes.into_iter().map(str::to_owned).collect());
        self
    }

    fn chunks(&self, keys: &[KeyTexts]) -> Vec<BatchGet> {
        let chunks = BatchGet::chunks(&self.table, keys.iter().cloned()).into_iter();
        let chunks = chunks.map(|chunk| BatchGet {
            is_consistent: self.is_consistent,
            projection: self.projection.clone(),
            ..chunk
        });
        chunks.collect()
    }

    pub(super) fn explain(&self, keys: &[KeyTexts]) -> String {
        let chunks = self.chunks(keys);
        let texts: Vec<_> = chunks.iter().map(BatchGet::explain).collect();
        texts.join("\n")
    }

    /// Sends the requests: none for no keys. A request that is refused for capacity leaves its keys.
    pub(super) async fn send(&self, client: &Client, keys: &[KeyTexts]) -> Result<Fetched> {
        let requests = self.chunks(keys).into_iter().map(|chunk| {
            let client = client.clone();
            async move { client.batch_get(chunk).await }
        });
        let requests: Vec<_> = requests.collect();
        let mut answers = stream::iter(requests).buffer_unordered(self.concurrency);
        let mut found = Vec::new();
        let mut left = HashSet::new();
        while let Some((items, unprocessed)) = answers.try_next().await? {
            found.extend(items);
            left.extend(unprocessed);
        }
        Ok(Fetched {
            items: self.in_order(keys, found),
            left,
        })
    }

    /// The items where their keys are; of one that was asked for twice a copy.
    fn in_order(&self, keys: &[KeyTexts], found: Vec<Stored>) -> Vec<Option<Stored>> {
        let mut places: HashMap<Values, Vec<usize>> = HashMap::with_capacity(keys.len());
        for (place, key) in keys.iter().enumerate() {
            let values = (key.pk.clone(), key.sk.clone());
            places.entry(values).or_default().push(place);
        }
        let mut items = vec![None; keys.len()];
        for item in found {
            let Some(item) = present(Some(item), self.live) else {
                continue;
            };
            let places = self.key_of(&item).and_then(|key| places.get(&key));
            let Some((first, others)) = places.and_then(|places| places.split_first()) else {
                continue;
            };
            let mut put = |place: usize, item| {
                if let Some(slot) = items.get_mut(place) {
                    *slot = Some(item);
                }
            };
            others.iter().for_each(|place| put(*place, item.clone()));
            put(*first, item);
        }
        items
    }

    fn key_of(&self, item: &Stored) -> Option<Values> {
        let value = |name| item.value(name)?.into_key();
        let sk = match self.sk_name {
            Some(name) => Some(value(name)?),
            None => None,
        };
        Some((value(self.pk_name)?, sk))
    }
}

impl Fetched {
    /// The items, where every key was answered.
    pub(super) fn complete<E: Entity>(self, keys: &[KeyTexts]) -> Result<Vec<Option<Stored>>> {
        let Some(first) = keys.iter().find(|key| self.left.contains(key)) else {
            return Ok(self.items);
        };
        Err(Error::new(Kind::Throttled)
            .for_entity(E::KEYS.entity)
            .with_key(first.to_string())
            .with_detail(format!(
                "the service left {} of {} keys unread, this one first",
                self.left.len(),
                keys.len()
            )))
    }
}
