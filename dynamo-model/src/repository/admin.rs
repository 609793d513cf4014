//! Maintenance of a table: `Repository::admin`. The only calls that read a table from end to end.

mod backfill;
mod beside;
mod companions;
mod delete_partition;
mod pace;
mod plan;
mod report;
mod run;
mod scan;
mod segments;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Repository;
use crate::entity::{Entity, RawItem, Read, Table, TablePartition};
#[cfg(doc)]
use crate::error::Error;
use crate::op::{Scan, Type};
use crate::schema::ttl_attribute;

pub use backfill::BackfillRequest;
pub use delete_partition::{DeletePartition, DeletePartitionReport};
pub use report::{BackfillReport, ScanReport};
pub use scan::{ScanRequest, ScanStream};

/// Calls for maintenance and migrations, apart from those that an application makes for its users.
///
/// A [`scan`](Self::scan) reads, and pays for, everything that is stored: half a read unit per 4 KB of the
/// whole table, whatever it returns. It is the way to read everything once (an export, a migration, a
/// check), never the way to find an item: that is a key or an index.
pub struct Admin<T>(Repository<T>);

impl<T> fmt::Debug for Admin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Admin({})", self.0.inner.table)
    }
}

impl<T: Table> Repository<T> {
    /// Calls for maintenance: scans, the deletion of an item collection, backfills.
    #[must_use]
    pub fn admin(&self) -> Admin<T> {
        Admin(self.clone())
    }

    /// The scan of an entity's items.
    pub(super) fn scan_of<E: Entity<Table = T>>(&self) -> Scan {
        let mut scan = Scan::new(self.inner.table.clone(), self.live::<E>());
        let is_shared = T::ENTITIES.len() > 1;
        scan.of_type = T::LAYOUT
            .type_attribute
            .filter(|_| is_shared)
            .map(|attribute| Type {
                attribute,
                name: E::KEYS.type_name,
            });
        scan
    }
}

impl<T: Table> Admin<T> {
    /// Reads all items of an entity, by a scan of the table.
    ///
    /// The service filters by the type attribute, after it has read everything: a scan pays for all that it
    /// examines, half a read unit per 4 KB of the table, twice that where
    /// [`consistent`](ScanRequest::consistent). An item without a type counts where the shape of its key
    /// tells; an expired item does not.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
    /// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
    /// # struct Customer { id: String, name: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// shop.create(&Customer { id: "c1".into(), name: "Carol".into() }).await?;
    /// let report = shop
    ///     .admin()
    ///     .scan::<Customer>()
    ///     .segments(4)
    ///     .capacity_units_per_second(25.0)
    ///     .for_each(|customer| async move {
    ///         println!("{}", customer?.name);
    ///         Ok(())
    ///     })
    ///     .await?;
    /// assert_eq!(report.complete()?, 1);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn scan<E>(&self) -> ScanRequest<E>
    where
        E: Entity<Table = T> + DeserializeOwned,
    {
        ScanRequest::new(&self.0, self.0.scan_of::<E>(), E::KEYS.entity, E::read)
    }

    /// Reads all items of the table or an index, whatever their types. Costs as [`scan`](Self::scan).
    /// Expired items are hidden, as everywhere, unless [`with_expired`](ScanRequest::with_expired).
    pub fn scan_items(&self) -> ScanRequest<RawItem<T>> {
        let live = self.0.live_of(ttl_attribute(T::ENTITIES));
        let scan = Scan::new(self.0.inner.table.clone(), live);
        ScanRequest::new(&self.0, scan, "", RawItem::<T>::read)
    }

    /// Deletes an item collection: all items under one partition key, and with [`and`](DeletePartition::and)
    /// those that point at it from other partitions.
    ///
    /// The collection's keys are read by consistent queries and deleted 25 a BatchWriteItem, until a pass
    /// finds none. Costs a read unit per 4 KB of the items (the service reads them whole, though only keys
    /// come back) and one for the last look, and a write unit per KB of each, and of its projection in each
    /// index.
    ///
    /// The deletes are unconditional and no transaction: an item that is changed after its key was read is
    /// deleted as it is then, one that is written meanwhile by a later pass. What is written after the last
    /// pass stays. To delete again is safe, and how an interrupted call is resumed.
    ///
    /// An item with copies (`also`) or guards (`unique`) goes with all of them, as `delete(key)` deletes it: a
    /// GetItem where it has guards, and one transaction with twice the write units. A copy in the collection stands
    /// for its item: the item goes, which is in another partition, with its other copies and its guards. A copy that
    /// others wrote without its owner's key goes alone. Copies and guards are not counted by themselves.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "school", gsi("Inverted", pk = "SK", sk = "PK"), entities(Enrolment))]
    /// # struct School;
    /// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
    /// # #[entity(table = School, pk = "NODE#{student}", sk = "NODE#{course}", index(name = in_course, on = "Inverted"))]
    /// # struct Enrolment { student: String, course: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let school = Repository::<School>::new(dynamo_model::embedded::client());
    /// # school.create_table().await?;
    /// # for course in ["db101", "os101"] {
    /// #     school.create(&Enrolment { student: "ann".into(), course: course.into() }).await?;
    /// # }
    /// # school.create(&Enrolment { student: "db101".into(), course: "room7".into() }).await?;
    /// // The course's own items, and the edges of all students that point at it.
    /// let report = school
    ///     .admin()
    ///     .delete_partition(Enrolment::partition("db101"))
    ///     .and(Enrolment::in_course("db101"))
    ///     .await?;
    /// assert_eq!(report.complete()?, 2);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn delete_partition<P>(&self, partition: P) -> DeletePartition<T>
    where
        P: TablePartition<Table = T>,
    {
        DeletePartition::new(&self.0, partition.into_partition())
    }

    /// Puts right the stored index keys of all items of an entity: after an index was added to the model, a
    /// template or a `when` was changed, or somebody wrote past the library.
    ///
    /// Scans the table (or reads what [`within`](BackfillRequest::within) names), derives each item's index
    /// attributes anew from its own attributes, and sends an UpdateItem for each item where what is stored
    /// differs in value or type: SET of what is missing or wrong, REMOVE of what should not be there, of
    /// indexes that the entity is not in too. Nothing else of the item is touched: attributes that the struct
    /// does not know, versions and times stay.
    ///
    /// Each update is conditioned on the attributes that it was derived from, as they were read: another
    /// writer's change wins, and the item is derived again from that. So it can run beside the application,
    /// once all its writers know the new model: what an old one creates behind the scan has no new keys. A
    /// second run writes nothing.
    ///
    /// An item whose *primary* key is not the one that its attributes give is a failure in the report, and
    /// moved with [`rekey`](BackfillRequest::rekey); one that cannot be read is a failure too. Neither stops
    /// the run.
    ///
    /// Copies (`also`) and guards (`unique`) that are missing or differ from their item are written in one transaction,
    /// on the condition that the item is as it was read: to add either to an existing table is a backfill. A value
    /// that is another item's guard, or a copy's key that is another item's, is a failure in the report, and nothing of
    /// that item is written. Guards of values that no item has any more are not looked for. An update by the new model
    /// of an item that has no copies yet fails, so run this before such writers; their puts make the copies.
    ///
    /// Costs the [`scan`](Self::scan), and for each item that is rewritten a write unit per KB, and of its
    /// projection in each index that changes. An entity with copies or guards costs a BatchGetItem more for each item,
    /// a read unit per 4 KB of each copy and guard, and twice the write units where they are written. Start with a
    /// [`dry_run`](BackfillRequest::dry_run).
    ///
    /// ```
    /// # use dynamo_model::{Entity, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Customer))]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
    /// # #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
    /// # struct Customer { id: String, name: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// let dry = shop.admin().backfill::<Customer>().dry_run().await?;
    /// println!("{} of {} would be rewritten", dry.rewritten, dry.examined);
    /// let report = shop
    ///     .admin()
    ///     .backfill::<Customer>()
    ///     .segments(4)
    ///     .capacity_units_per_second(100.0)
    ///     .write_units_per_second(50.0)
    ///     .await?;
    /// // Stopped by an error? `.resume(report.state)` goes on from there.
    /// assert!(report.is_complete());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn backfill<E>(&self) -> BackfillRequest<E>
    where
        E: Entity<Table = T> + Serialize + DeserializeOwned,
    {
        BackfillRequest::new(self.0.clone(), self.0.scan_of::<E>())
    }
}
