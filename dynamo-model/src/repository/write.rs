//! The writes of single items.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use super::step::{Step, explain_one, send_one};
use super::{RequestFuture, explained};
use crate::client::Client;
use crate::entity::{Entity, Held};
use crate::error::Result;
use crate::op::{Delete, Put};

/// One item to be stored. `.await` sends it.
///
/// It owns what it needs, but for an entity that was passed as `&mut`: that is borrowed until the answer,
/// which sets its version and times on success and leaves it as it was on failure.
#[must_use = "a request does nothing until it is awaited"]
pub struct WriteRequest<H = ()> {
    pub(super) client: Client,
    pub(super) put: Result<Step<Put>>,
    pub(super) held: Held<H>,
}

impl<H> fmt::Debug for WriteRequest<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WriteRequest").field(&self.put).finish()
    }
}

impl<H> WriteRequest<H> {
    pub(super) fn new(client: Client, put: Result<Step<Put>>, held: Held<H>) -> Self {
        Self { client, put, held }
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.put, explain_one)
    }
}

impl IntoFuture for WriteRequest {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            send_one(&self.client, self.put?.any()).await?;
            Ok(())
        })
    }
}

impl<'e, E: Entity + Send> IntoFuture for WriteRequest<&'e mut E> {
    type Output = Result<()>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<()>> + Send + 'e>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            send_one(&self.client, self.put?.any()).await?;
            self.held.entity.set_stamps(&self.held.stamps);
            Ok(())
        })
    }
}

/// One item to be deleted. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct DeleteRequest {
    client: Client,
    delete: Result<Step<Delete>>,
}

impl DeleteRequest {
    pub(super) fn new(client: Client, delete: Result<Step<Delete>>) -> Self {
        Self { client, delete }
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.delete, explain_one)
    }
}

impl IntoFuture for DeleteRequest {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            send_one(&self.client, self.delete?.any()).await?;
            Ok(())
        })
    }
}
