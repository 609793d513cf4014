//! The table itself: to create it, to wait for it, to compare it with the model.

use super::Repository;
use crate::entity::Table;
#[cfg(doc)]
use crate::error::Error;
use crate::error::{Kind, Result};
use crate::op::{CreateTable, describe_differences};
use crate::schema::ttl_attribute;

impl<T: Table> Repository<T> {
    fn creation(&self) -> CreateTable {
        CreateTable {
            table: self.inner.table.clone(),
            layout: T::LAYOUT,
            index_names: self.inner.index_names.clone(),
            ttl: ttl_attribute(T::ENTITIES),
        }
    }

    /// Creates the table with its indexes, billed by request, waits until all are active, and has the
    /// service delete expired items where an entity has a `ttl`. INCLUDE projections get the type
    /// attribute and the expiry too.
    ///
    /// # Errors
    /// [`Error::is_already_exists`] where a table of this name is there; use
    /// [`ensure_table`](Self::ensure_table) if that may be.
    pub async fn create_table(&self) -> Result<()> {
        let create = self.creation();
        self.inner
            .client
            .create_table(&create)
            .await
            .map_err(|error| match error.code() {
                Some("ResourceInUseException") => error
                    .into_kind(Kind::TableExists)
                    .with_detail(create.table.to_string()),
                _ => error,
            })?;
        self.inner.client.wait_until_active(&create.table).await?;
        match create.ttl {
            Some(attribute) => self.inner.client.enable_ttl(&create.table, attribute).await,
            None => Ok(()),
        }
    }

    /// Creates the table if it is not there, and waits until table and indexes are active. An existing
    /// table is not compared with the model: [`verify_table`](Self::verify_table) does that.
    ///
    /// # Errors
    /// The service's.
    pub async fn ensure_table(&self) -> Result<()> {
        let table = &self.inner.table;
        match self.inner.client.describe_table(table).await {
            Err(error) if error.is_table_not_found() => match self.create_table().await {
                // Somebody else created it in between.
                Err(error) if error.is_already_exists() => {}
                result => return result,
            },
            result => drop(result?),
        }
        self.inner.client.wait_until_active(table).await?;
        Ok(())
    }

    /// What differs between the table as the service describes it and the model, a sentence each: keys,
    /// indexes and their projections, types of key attributes.
    ///
    /// # Errors
    /// [`Error::is_table_not_found`], or the service's.
    pub async fn verify_table(&self) -> Result<Vec<String>> {
        let state = self.inner.client.describe_table(&self.inner.table).await?;
        Ok(describe_differences(
            T::LAYOUT,
            &self.inner.index_names,
            ttl_attribute(T::ENTITIES),
            &state,
        ))
    }

    /// The text of [`create_table`](Self::create_table)'s request; nothing is sent.
    #[must_use]
    pub fn explain_create_table(&self) -> String {
        self.creation().explain()
    }
}
