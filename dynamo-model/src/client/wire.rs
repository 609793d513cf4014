//! Answers past the SDK's types: its client signs, sends and retries as ever, and its items stay text.
//!
//! An interceptor on the one call puts a deserializer of ours in front of the operation's own. It takes the items out of the answer,
//! keeps them as they came, and has the operation's own read the rest: counts, the place to go on, consumed capacity, the request's
//! id. Where the rest is counts alone, the output is made of these: see `outputs`. Whatever else comes (answers without
//! items, what is not of the form expected) goes to the operation's own as it is.
//! So all that this relies on is that the deserializer is asked for where the interceptor puts it; where it is not (a mocked client,
//! another version of the SDK), nothing is kept, and the items are in the SDK's output.
//!
//! A refusal has items too, of conditions that failed. They are kept the same way, and the operation's own reads the error.

mod answers;

mod body;
mod ours;
mod outputs;
mod reads;
mod request;
#[cfg(all(test, feature = "embedded"))]
mod tests;
mod writes;

use std::sync::OnceLock;

use aws_sdk_dynamodb::config::{ConfigBag, FrozenLayer, Layer, RuntimePlugin};
use aws_sdk_dynamodb::operation::{
    batch_get_item::BatchGetItem, delete_item::DeleteItem, get_item::GetItem, put_item::PutItem,
    query::Query, scan::Scan, transact_get_items::TransactGetItems,
    transact_write_items::TransactWriteItems, update_item::UpdateItem,
};
use aws_smithy_runtime_api::client::interceptors::context::{Error, Output};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::byte_stream::{AggregatedBytes, ByteStream};
use bytes::Bytes;
use futures_util::FutureExt;
use tracing::Level;

use self::answers::rest_of;
pub(super) use self::answers::{one, placed};
pub(super) use self::ours::Ours;
pub(super) use self::request::Request;

/// The headers with the request's id, which the SDK's output has.
const REQUEST_IDS: [&str; 2] = ["x-amzn-requestid", "x-amz-request-id"];

/// An operation that answers with items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    GetItem,
    Query,
    Scan,
    BatchGetItem,
    TransactGetItems,
    PutItem,
    DeleteItem,
    UpdateItem,
    TransactWriteItems,
}

/// What a call with an operation's answers is read with, made once: ours, in front of what the operation's own configuration has.
macro_rules! deserializer {
    ($operation:ident) => {{
        static OWN: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        LAYER.get_or_init(|| {
            let own = OWN.get_or_init(|| $operation::new().config());
            let own = own.as_ref()?.load::<SharedResponseDeserializer>()?;
            let reads = Reads::$operation;
            Some(Keeping { reads, own }.into_layer())
        })
    }};
}

impl Reads {
    /// The layer of a call's configuration that has our deserializer.
    fn deserializer(self) -> Option<&'static FrozenLayer> {
        let layer = match self {
            Self::GetItem => deserializer!(GetItem),
            Self::Query => deserializer!(Query),
            Self::Scan => deserializer!(Scan),
            Self::BatchGetItem => deserializer!(BatchGetItem),
            Self::TransactGetItems => deserializer!(TransactGetItems),
            Self::PutItem => deserializer!(PutItem),
            Self::DeleteItem => deserializer!(DeleteItem),
            Self::UpdateItem => deserializer!(UpdateItem),
            Self::TransactWriteItems => deserializer!(TransactWriteItems),
        };
        layer.as_ref()
    }
}

/// Keeps the items, and has the rest read.
#[derive(Debug)]
struct Keeping {
    reads: Reads,
    own: &'static SharedResponseDeserializer,
}

impl Keeping {
    fn into_layer(self) -> FrozenLayer {
        let mut layer = Layer::new("dynamo_model::Keeping");
        layer.store_put(SharedResponseDeserializer::new(self));
        layer.freeze()
    }
}

impl DeserializeResponse for Keeping {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let Some(mut answer) = self.reads.answer(response) else {
            return self
                .own
                .deserialize_nonstreaming_with_config(response, config);
        };
        let rest = answer.take_rest();
        let output = self.reads.output(&rest);
        if let Some(output) = output.filter(|_| response.status().is_success() && is_unseen()) {
            Ours::keep(answer);
            return Ok(output);
        }
        let rest = rest_of(response, rest);
        let output = self.own.deserialize_nonstreaming_with_config(&rest, config);
        // An answer that the SDK cannot read has none, and a refusal is always an error.
        if output.is_ok() || !response.status().is_success() {
            Ours::keep(answer);
        }
        output
    }
}

/// Whether nobody but ourselves is shown the output, nor the request's id in the SDK's log.
fn is_unseen() -> bool {
    Ours::has_request() && !tracing::enabled!(target: "aws_sdk_dynamodb::operation", Level::DEBUG)
}

/// The bytes of a body that is in memory, shared with it where that can be.
fn bytes_of(response: &HttpResponse) -> Option<Bytes> {
    let shared = response.body().try_clone().and_then(|body| {
        let collected = ByteStream::new(body).collect().now_or_never()?;
        collected.ok().map(AggregatedBytes::into_bytes)
    });
    shared.or_else(|| response.body().bytes().map(Bytes::copy_from_slice))
}
