//! `Repository::rekey`: an item moves to another key.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use serde::Serialize;

use super::step::{Step, explain, send};
use super::{Repository, RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Entity, Held, IntoWrite, Stamps, Table};
use crate::error::{Error, Kind, Result};
use crate::op::PutMode;

/// An item that moves to another key. `.await` sends it.
#[must_use = "a request does nothing until it is awaited"]
pub struct RekeyRequest<H = ()> {
    pub(super) client: Client,
    /// The deletion of the old item and the put of the new one.
    pub(super) steps: Result<[Step; 2]>,
    pub(super) held: Held<H>,
}

impl<H> fmt::Debug for RekeyRequest<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RekeyRequest").field(&self.steps).finish()
    }
}

impl<T: Table> Repository<T> {
    /// Moves an item to another key, since the service cannot change one: one TransactWriteItems that
    /// deletes the old item, which has to be there (with its `version`), and puts the new one, whose key
    /// has to be free.
    ///
    /// The new item is what the entity is: attributes that it does not know do not move. A version goes on
    /// from the old one, and refuses a move of what has changed since `old` was read; without a version such a
    /// change is lost with the old item. Costs two write units per KB of each of the two.
    ///
    /// # Errors
    /// [`Error::is_not_found`] and [`Error::is_condition_failed`] of the old item,
    /// [`Error::is_already_exists`] of the new one, as [`Error::key`] says; nothing is written then.
    /// [`Error::is_invalid_request`] where both have one key, [`Error::is_key`], [`Error::is_encode`]:
    /// nothing is sent.
    pub fn rekey<W>(&self, old: &W::Entity, new: W) -> RekeyRequest<W::Held>
    where
        W: IntoWrite<Entity: Entity<Table = T> + Serialize>,
    {
        let version = old.version();
        let next = version.map(|version| version.saturating_add(1));
        let stamps = Stamps::new(next, false, self.inner.clock.now());
        let (encoded, held) = new.into_write(stamps, |entity| self.encode_whole(entity));
        let entity = W::Entity::KEYS.entity;
        let steps = encoded.and_then(|whole| {
            let key = &whole.key;
            let mut delete = self.delete_step::<W::Entity>(old)?;
            delete.write.must_exist = true;
            if delete.write.key == *key {
                return Err(Error::new(Kind::Request)
                    .for_entity(entity)
                    .with_key(key.to_string())
                    .with_detail("the new key is the old one: use `replace` or `modify`"));
            }
            let put = self.step_of_whole::<W::Entity>(whole, PutMode::Create, None);
            Ok([delete.any(), put.any()])
        });
        RekeyRequest {
            client: self.inner.client.clone(),
            steps,
            held,
        }
    }
}

impl<H> RekeyRequest<H> {
    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.steps, |steps| explain(steps))
    }
}

impl IntoFuture for RekeyRequest {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { send(&self.client, self.steps?.into(), None).await })
    }
}

impl<'e, E: Entity + Send> IntoFuture for RekeyRequest<&'e mut E> {
    type Output = Result<()>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<()>> + Send + 'e>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            send(&self.client, self.steps?.into(), None).await?;
            self.held.entity.set_stamps(&self.held.stamps);
            Ok(())
        })
    }
}
