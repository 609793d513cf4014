//! Copies that disagree with their source: found, and put right.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::sync::Arc;

use super::plan::Plan;
use super::run::until_true;
use super::{FanOutReport, Options};
use crate::client::Client;
use crate::entity::{Decoded, Entity, IntoKey, Key, RawItem, Read, Table};
use crate::error::{Error, Result};
use crate::op::{StartKey, is_stored_as};
use crate::repository::{Repository, RequestFuture};

/// A copy that disagrees with its source.
pub struct StaleCopy<T> {
    source: String,
    attributes: Vec<&'static str>,
    item: RawItem<T>,
}

impl<T> StaleCopy<T> {
    /// The source's key, as `{PK: '…', SK: '…'}`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The attributes that have another value than the source, or none.
    #[must_use]
    pub fn attributes(&self) -> &[&'static str] {
        &self.attributes
    }

    /// The item that holds the copy.
    #[must_use]
    pub fn item(&self) -> &RawItem<T> {
        &self.item
    }
}

impl<T: Table> fmt::Debug for StaleCopy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaleCopy({:?} in {:?})", self.attributes, self.item)
    }
}

/// The sources that are looked at.
struct Sources<T> {
    repository: Repository<T>,
    of: Of,
}

enum Of {
    /// All that are stored.
    All,
    /// That of a key.
    One(Result<Option<Arc<Plan>>>),
}

impl<T: Table> Sources<T> {
    fn all(repository: &Repository<T>) -> Self {
        Self {
            repository: repository.clone(),
            of: Of::All,
        }
    }

    fn of<E: Entity<Table = T>>(self, key: impl IntoKey<E>) -> Self {
        let plan = self.repository.plan_of_key::<E>(&key.into_key());
        Self {
            of: Of::One(plan),
            ..self
        }
    }

    fn client(&self) -> &Client {
        &self.repository.inner.client
    }

    /// The plans of the sources, page by page: the first of a page, and where the next one begins.
    async fn page<E: Entity<Table = T>>(
        &mut self,
        start: Option<StartKey>,
    ) -> Result<(Vec<Arc<Plan>>, Option<StartKey>)> {
        if let Of::One(plan) = &mut self.of {
            let plan = std::mem::replace(plan, Ok(None))?;
            return Ok((plan.into_iter().collect(), None));
        }
        let mut scan = self.repository.scan_of::<E>();
        // An expired source has copies too, until it is deleted.
        scan.live = None;
        scan.is_consistent = true;
        scan.start = start;
        let page = self.client().scan(&scan).await?;
        let mut plans = Vec::new();
        for item in page.items {
            if let Decoded::This(key) = Key::<E>::read(item)? {
                plans.extend(self.repository.plan_of_key(&key)?);
            }
        }
        Ok((plans, page.next))
    }
}

/// The copies of an entity that disagree with their source. `.await` finds them.
#[must_use = "a request does nothing until it is awaited"]
pub struct AuditRequest<E: Entity> {
    sources: Sources<E::Table>,
    of: PhantomData<fn() -> E>,
}

impl<E: Entity> fmt::Debug for AuditRequest<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AuditRequest({})", E::KEYS.entity)
    }
}

impl<E: Entity> AuditRequest<E> {
    /// The copies of one source only, without a scan.
    pub fn of(self, key: impl IntoKey<E>) -> Self {
        Self {
            sources: self.sources.of::<E>(key),
            of: PhantomData,
        }
    }

    async fn find(mut self) -> Result<Vec<StaleCopy<E::Table>>> {
        let mut stale = Vec::new();
        let mut start = None;
        loop {
            let (plans, next) = self.sources.page::<E>(start).await?;
            for plan in plans {
                stale_of(self.sources.client(), &plan, &mut stale).await?;
            }
            start = next;
            if start.is_none() {
                return Ok(stale);
            }
        }
    }
}

async fn stale_of<T: Table>(
    client: &Client,
    plan: &Plan,
    stale: &mut Vec<StaleCopy<T>>,
) -> Result<()> {
    let Some(values) = plan.read(client).await? else {
        return Ok(());
    };
    let mut pages = plan.pages(client);
    while let Some(page) = pages.next().await? {
        if let Some(error) = page.errors.into_iter().next() {
            return Err(error);
        }
        for found in page.copies {
            let value = |name: &str| {
                let (_, value) = values.iter().find(|(known, _)| *known == name)?;
                value.as_ref()
            };
            let attributes = found.copy.attributes();
            let attributes: Vec<_> = attributes
                .filter(|(name, own)| !is_stored_as(&found.stored, own, value(name)))
                .map(|(_, own)| own)
                .collect();
            if !attributes.is_empty() {
                stale.push(StaleCopy {
                    source: plan.key.to_string(),
                    attributes,
                    item: RawItem::new(found.stored),
                });
            }
        }
    }
    Ok(())
}

impl<E: Entity<Table: Send> + 'static> IntoFuture for AuditRequest<E> {
    type Output = Result<Vec<StaleCopy<E::Table>>>;
    type IntoFuture = RequestFuture<Vec<StaleCopy<E::Table>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.find())
    }
}

/// A fan-out for each source of an entity. `.await` runs them.
#[must_use = "a request does nothing until it is awaited"]
pub struct RepairRequest<E: Entity> {
    sources: Sources<E::Table>,
    of: PhantomData<fn() -> E>,
}

impl<E: Entity> fmt::Debug for RepairRequest<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RepairRequest({})", E::KEYS.entity)
    }
}

impl<E: Entity> RepairRequest<E> {
    /// The copies of one source only, without a scan: as [`Repository::fan_out`].
    pub fn of(self, key: impl IntoKey<E>) -> Self {
        Self {
            sources: self.sources.of::<E>(key),
            of: PhantomData,
        }
    }

    async fn repair(mut self) -> Result<FanOutReport> {
        let mut report = FanOutReport::default();
        let mut start = None;
        loop {
            let (plans, next) = self.sources.page::<E>(start).await?;
            for plan in plans {
                let options = Options::default();
                until_true(self.sources.client(), &plan, &options, &mut report, None)
                    .await
                    .map_err(Error::of_unfinished_fan_out)?;
            }
            start = next;
            if start.is_none() {
                return Ok(report);
            }
        }
    }
}

impl<E: Entity<Table: Send> + 'static> IntoFuture for RepairRequest<E> {
    type Output = Result<FanOutReport>;
    type IntoFuture = RequestFuture<FanOutReport>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.repair())
    }
}

impl<T: Table> Repository<T> {
    /// Looks for copies of an entity's fields that disagree with their source: of all sources, by a scan of the table, or of one
    /// ([`of`](AuditRequest::of)). Nothing is written.
    ///
    /// While a fan-out runs it finds what that has not come to yet. Copies whose source is not there are none of them.
    ///
    /// Costs the scan (half a read unit per 4 KB of the whole table, twice that since it is consistent), and for each source a GetItem and the
    /// Queries that find its copies. A page of sources and a page of copies are in memory, and the copies that are found.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer, Order))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{customer_id}", sk = "PROFILE")]
    /// # struct Customer { customer_id: String, name: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop, pk = "CUST#{customer_id}", sk = "ORDER#{order_id}")]
    /// # struct Order {
    /// #     customer_id: String,
    /// #     order_id: String,
    /// #     #[entity(copy_of = Customer::name)]
    /// #     customer_name: String,
    /// # }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// # let carol = Customer { customer_id: "c1".into(), name: "Carol".into() };
    /// # let order = Order { customer_id: "c1".into(), order_id: "o1".into(), customer_name: "Caroline".into() };
    /// shop.create(&carol).leave_copies().await?;
    /// shop.create(&order).unchecked_copies().await?; // "Caroline"
    /// let stale = shop.audit_copies::<Customer>().await?;
    /// assert_eq!(stale[0].attributes(), ["customer_name"]);
    ///
    /// assert_eq!(shop.repair_copies::<Customer>().await?.updated, 1);
    /// assert!(shop.audit_copies::<Customer>().await?.is_empty());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// [`Error::is_decode`] where an item among the copies cannot be read.
    pub fn audit_copies<E: Entity<Table = T>>(&self) -> AuditRequest<E> {
        AuditRequest {
            sources: Sources::all(self),
            of: PhantomData,
        }
    }

    /// Runs the fan-out of each source of an entity: of all sources, by a scan of the table, or of one ([`of`](RepairRequest::of)).
    ///
    /// Costs as [`audit_copies`](Self::audit_copies), and for each source with stale copies what its
    /// [`fan_out`](Self::fan_out) does.
    ///
    /// # Errors
    /// As [`fan_out`](Self::fan_out). The sources before are done.
    pub fn repair_copies<E: Entity<Table = T>>(&self) -> RepairRequest<E> {
        RepairRequest {
            sources: Sources::all(self),
            of: PhantomData,
        }
    }
}
