//! The writes of single items.

use std::future::IntoFuture;

use super::{RequestFuture, explained};
use crate::client::Client;
use crate::error::Result;
use crate::op::{Delete, Put};

/// One item to be stored. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct WriteRequest {
    client: Client,
    put: Result<Put>,
}

impl WriteRequest {
    pub(super) fn new(client: Client, put: Result<Put>) -> Self {
        Self { client, put }
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.put, Put::explain)
    }
}

impl IntoFuture for WriteRequest {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.client.put(&self.put?).await })
    }
}

/// One item to be deleted. `.await` sends it.
#[derive(Debug)]
#[must_use = "a request does nothing until it is awaited"]
pub struct DeleteRequest {
    client: Client,
    delete: Result<Delete>,
}

impl DeleteRequest {
    pub(super) fn new(client: Client, delete: Result<Delete>) -> Self {
        Self { client, delete }
    }

    /// The request's text; nothing is sent.
    #[must_use]
    pub fn explain(&self) -> String {
        explained(&self.delete, Delete::explain)
    }
}

impl IntoFuture for DeleteRequest {
    type Output = Result<()>;
    type IntoFuture = RequestFuture<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.client.delete(&self.delete?).await })
    }
}
