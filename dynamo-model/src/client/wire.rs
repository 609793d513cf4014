//! Answers past the SDK's types: its client signs, sends and retries as ever, and its items stay text.
//!
//! An interceptor on the one call puts a deserializer of ours in front of the operation's own. It takes the items out of the answer,
//! keeps them as they came, and has the operation's own read the rest: counts, the place to go on, consumed capacity, the request's
//! id. Whatever else comes (refusals, answers without items, what is not of the form expected) goes to the operation's own as it is.
//! So all that this relies on is that the deserializer is asked for where the interceptor puts it; where it is not (a mocked client,
//! another version of the SDK), nothing is kept, and the items are in the SDK's output.

mod body;
mod reads;
pub(super) mod request;
#[cfg(all(test, feature = "embedded"))]
mod tests;
mod writes;

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::interceptors::BeforeSerializationInterceptorContextMut;
use aws_sdk_dynamodb::config::{
    ConfigBag, FrozenLayer, Intercept, RuntimeComponents, RuntimePlugin,
};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::{get_item::GetItem, query::Query, scan::Scan};
use aws_smithy_runtime_api::client::interceptors::context::{Error, Output};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::{AggregatedBytes, ByteStream};
use bytes::Bytes;
use futures_util::FutureExt;

use crate::item::{Body, Stored};

/// The headers with the request's id, which the SDK's output has.
const REQUEST_IDS: [&str; 2] = ["x-amzn-requestid", "x-amz-request-id"];

/// An operation that answers with items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    GetItem,
    Query,
    Scan,
}

impl Reads {
    /// The member of the answer that the items are in.
    fn member(self) -> &'static str {
        match self {
            Self::GetItem => "Item",
            Self::Query | Self::Scan => "Items",
        }
    }

    /// What the SDK would read the answer with.
    fn own(self) -> Option<&'static SharedResponseDeserializer> {
        static GET_ITEM: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        static QUERY: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        static SCAN: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        let layer = match self {
            Self::GetItem => GET_ITEM.get_or_init(|| GetItem::new().config()),
            Self::Query => QUERY.get_or_init(|| Query::new().config()),
            Self::Scan => SCAN.get_or_init(|| Scan::new().config()),
        };
        layer.as_ref()?.load::<SharedResponseDeserializer>()
    }
}

/// The items of one call's answer. An interceptor on that call alone.
#[derive(Clone)]
pub(super) struct Items {
    reads: Reads,
    slot: Arc<Mutex<Option<Body>>>,
}

impl Items {
    pub(super) fn of(reads: Reads) -> Self {
        Self {
            reads,
            slot: Arc::default(),
        }
    }

    /// What was kept; `None` where the items are in the SDK's output.
    pub(super) fn take(&self) -> Option<Vec<Stored>> {
        self.swap(None).map(Stored::of_answer)
    }

    fn swap(&self, body: Option<Body>) -> Option<Body> {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut slot, body)
    }
}

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Items({:?})", self.reads)
    }
}

impl Intercept for Items {
    fn name(&self) -> &'static str {
        "dynamo_model::Items"
    }

    fn modify_before_serialization(
        &self,
        _context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(own) = self.reads.own() {
            let keeping = Keeping {
                items: self.clone(),
                own,
            };
            config
                .interceptor_state()
                .store_put(SharedResponseDeserializer::new(keeping));
        }
        Ok(())
    }
}

/// Keeps the items, and has the rest read.
#[derive(Debug)]
struct Keeping {
    items: Items,
    own: &'static SharedResponseDeserializer,
}

impl DeserializeResponse for Keeping {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        // What an earlier attempt left.
        self.items.swap(None);
        let Some(body) = body_of(response, self.items.reads.member()) else {
            return self
                .own
                .deserialize_nonstreaming_with_config(response, config);
        };
        let rest = rest_of(response, &body);
        let output = self
            .own
            .deserialize_nonstreaming_with_config(&rest, config)?;
        self.items.swap(Some(body));
        Ok(output)
    }
}

/// The items of an answer. `None` where there are none, and where it is for the SDK to say what is wrong.
fn body_of(response: &HttpResponse, member: &str) -> Option<Body> {
    if !response.status().is_success() {
        return None;
    }
    Body::of_answer(bytes_of(response)?, member).ok().flatten()
}

/// The bytes of a body that is in memory, shared with it where that can be.
fn bytes_of(response: &HttpResponse) -> Option<Bytes> {
    let shared = response.body().try_clone().and_then(|body| {
        let collected = ByteStream::new(body).collect().now_or_never()?;
        collected.ok().map(AggregatedBytes::into_bytes)
    });
    shared.or_else(|| response.body().bytes().map(Bytes::copy_from_slice))
}

fn rest_of(response: &HttpResponse, body: &Body) -> HttpResponse {
    let mut rest = HttpResponse::new(response.status(), SdkBody::from(body.rest()));
    for name in REQUEST_IDS {
        if let Some(id) = response.headers().get(name) {
            rest.headers_mut().insert(name, id.to_owned());
        }
    }
    rest
}
