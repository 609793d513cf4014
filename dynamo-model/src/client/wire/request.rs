//! Requests past the SDK's types: the body is our own text, and all else is as the operation's own serializer makes it.
//!
//! An interceptor on the one call puts a serializer of ours in front of the operation's own. The typed input of the call has the names
//! of the tables alone, which endpoints are made from; without a key or an item, the service would refuse it. So nothing else is
//! written where our serializer should not be asked.
//!
//! What the client's own interceptors are shown, and may change (mocks that match inputs, encryption on the client's side), is the
//! typed input. So a client that has interceptors gets whole ones.

use std::fmt;
use std::sync::{LazyLock, OnceLock};

use aws_sdk_dynamodb::config::{ConfigBag, FrozenLayer, Layer, RuntimePlugin};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::{
    batch_get_item, batch_write_item, delete_item, get_item, put_item, query, scan,
    transact_get_items, transact_write_items, update_item,
};
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::body::SdkBody;
use bytes::Bytes;

use super::Ours;
use super::body::Body;
use crate::client::Client;
use crate::error::Result;

const CONTENT_TYPE: &str = "content-type";
const CONTENT_LENGTH: &str = "content-length";
/// The protocol that bodies are written for.
const JSON: &str = "application/x-amz-json-1.0";

/// An operation whose requests are written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client) enum Sends {
    BatchGetItem,
    BatchWriteItem,
    DeleteItem,
    GetItem,
    PutItem,
    Query,
    Scan,
    TransactGetItems,
    TransactWriteItems,
    UpdateItem,
}

/// A request without its body.
#[derive(Debug)]
struct Head {
    method: String,
    uri: String,
    /// They are there for as long as the program runs: a request takes them without a copy.
    headers: Vec<(&'static str, &'static str)>,
}

/// How an operation's requests begin; seen once.
macro_rules! head {
    ($module:ident, $operation:ident, $input:ident) => {{
        static HEAD: OnceLock<Option<Head>> = OnceLock::new();
        HEAD.get_or_init(|| {
            let input = $module::$input::builder().build().ok()?;
            Head::of(&$module::$operation::new(), Input::erase(input))
        })
    }};
}

impl Sends {
    /// `None` where the SDK does not write what is written here.
    fn head(self) -> Option<&'static Head> {
        let head = match self {
            Self::BatchGetItem => head!(batch_get_item, BatchGetItem, BatchGetItemInput),
            Self::BatchWriteItem => head!(batch_write_item, BatchWriteItem, BatchWriteItemInput),
            Self::DeleteItem => head!(delete_item, DeleteItem, DeleteItemInput),
            Self::GetItem => head!(get_item, GetItem, GetItemInput),
            Self::PutItem => head!(put_item, PutItem, PutItemInput),
            Self::Query => head!(query, Query, QueryInput),
            Self::Scan => head!(scan, Scan, ScanInput),
            Self::TransactGetItems => {
                head!(transact_get_items, TransactGetItems, TransactGetItemsInput)
            }
            Self::TransactWriteItems => {
                head!(
                    transact_write_items,
                    TransactWriteItems,
                    TransactWriteItemsInput
                )
            }
            Self::UpdateItem => head!(update_item, UpdateItem, UpdateItemInput),
        };
        head.as_ref()
    }
}

/// Part of the few requests that are seen once each.
fn kept(text: &str) -> &'static str {
    text.to_owned().leak()
}

impl Head {
    /// Of the request that the operation's own serializer makes of an empty input.
    fn of(operation: &impl RuntimePlugin, input: Input) -> Option<Self> {
        let layer = operation.config()?;
        let own = layer.load::<SharedRequestSerializer>()?;
        let request = own.serialize_input(input, &mut ConfigBag::base()).ok()?;
        if request.headers().get(CONTENT_TYPE) != Some(JSON) {
            return None;
        }
        let headers = request.headers().iter();
        let headers = headers
            .filter(|(name, _)| *name != CONTENT_LENGTH)
            .map(|(name, value)| (kept(name), kept(value)))
            .collect();
        Some(Self {
            method: request.method().to_owned(),
            uri: request.uri().to_owned(),
            headers,
        })
    }
}

/// One call's request. It is sent as often as the call is: by the SDK's retries, and by ours.
#[derive(Clone)]
pub(in crate::client) struct Request {
    head: &'static Head,
    body: Bytes,
}

/// How long it is: `Debug` shows no values.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({} bytes)", self.body.len())
    }
}

impl Request {
    fn http(&self) -> Result<HttpRequest, BoxError> {
        let mut request = HttpRequest::new(SdkBody::from(self.body.clone()));
        request.set_method(&self.head.method)?;
        // A new request has the address that they all have: there is nothing to parse.
        if request.uri() != self.head.uri {
            request.set_uri(self.head.uri.as_str())?;
        }
        let headers = request.headers_mut();
        for (name, value) in &self.head.headers {
            // They are those of a request. What may fail copies both.
            headers.insert(*name, *value);
        }
        headers.insert(CONTENT_LENGTH, self.body.len().to_string());
        Ok(request)
    }
}

/// The layer of a call's configuration that has our serializer.
pub(super) static SERIALIZER: LazyLock<FrozenLayer> = LazyLock::new(|| {
    let mut layer = Layer::new("dynamo_model::Written");
    layer.store_put(SharedRequestSerializer::new(Written));
    layer.freeze()
});

/// In the place of the operation's own: the request is that of the call, whatever the input is.
#[derive(Debug)]
struct Written;

impl SerializeRequest for Written {
    fn serialize_input(&self, _: Input, _: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let request = Ours::request().ok_or("the call has no request of its own")?;
        request.http()
    }
}

impl Client {
    /// A request of about so many bytes, as text; `None` where the SDK is to write it.
    ///
    /// # Errors
    /// Those of `write`.
    pub(in crate::client) fn written(
        &self,
        operation: Sends,
        bytes: usize,
        write: impl FnOnce(&mut Body) -> Result<()>,
    ) -> Result<Option<Request>> {
        let Some(head) = operation.head().filter(|_| self.writes_wire) else {
            return Ok(None);
        };
        let mut body = Body::with_capacity(bytes);
        write(&mut body)?;
        Ok(Some(Request {
            head,
            body: Bytes::from(body.finish()),
        }))
    }

    /// What every request asks for besides.
    pub(super) fn asks(&self, body: &mut Body) {
        if self.wants_capacity() {
            body.word("ReturnConsumedCapacity", "TOTAL");
        }
    }

    /// What a write asks for besides.
    pub(super) fn write_asks(&self, body: &mut Body) {
        self.asks(body);
        if self.has_local_index {
            body.word("ReturnItemCollectionMetrics", "SIZE");
        }
    }
}
