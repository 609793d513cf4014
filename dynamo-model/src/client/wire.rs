//! Answers past the SDK's types: its client signs, sends and retries as ever, and its items stay text.
//!
//! An interceptor on the one call puts a deserializer of ours in front of the operation's own. It takes the items out of the answer,
//! keeps them as they came, and has the operation's own read the rest: counts, the place to go on, consumed capacity, the request's
//! id. Whatever else comes (answers without items, what is not of the form expected) goes to the operation's own as it is.
//! So all that this relies on is that the deserializer is asked for where the interceptor puts it; where it is not (a mocked client,
//! another version of the SDK), nothing is kept, and the items are in the SDK's output.
//!
//! A refusal has items too, of conditions that failed. They are kept the same way, and the operation's own reads the error.

mod answers;

mod body;
mod ours;
mod reads;
mod request;
#[cfg(all(test, feature = "embedded"))]
mod tests;
mod writes;

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::{ConfigBag, FrozenLayer, RuntimePlugin};
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

use self::answers::rest_of;
pub(super) use self::answers::{one, placed};
pub(super) use self::ours::Ours;
pub(super) use self::request::Request;
use crate::item::{Answer, Stored};

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

/// What an operation's own configuration has.
macro_rules! own {
    ($operation:ident) => {{
        static OWN: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        OWN.get_or_init(|| $operation::new().config()).as_ref()
    }};
}

impl Reads {
    /// What the SDK would read the answer with.
    fn own(self) -> Option<&'static SharedResponseDeserializer> {
        let layer = match self {
            Self::GetItem => own!(GetItem),
            Self::Query => own!(Query),
            Self::Scan => own!(Scan),
            Self::BatchGetItem => own!(BatchGetItem),
            Self::TransactGetItems => own!(TransactGetItems),
            Self::PutItem => own!(PutItem),
            Self::DeleteItem => own!(DeleteItem),
            Self::UpdateItem => own!(UpdateItem),
            Self::TransactWriteItems => own!(TransactWriteItems),
        };
        layer?.load::<SharedResponseDeserializer>()
    }
}

/// The items of one call's answer.
#[derive(Clone)]
pub(super) struct Items {
    reads: Reads,
    slot: Arc<Mutex<Option<Answer>>>,
}

impl Items {
    pub(super) fn of(reads: Reads) -> Self {
        Self {
            reads,
            slot: Arc::default(),
        }
    }

    /// To be asked in front of the operation's own.
    fn deserializer(&self) -> Option<SharedResponseDeserializer> {
        let keeping = Keeping {
            items: self.clone(),
            own: self.reads.own()?,
        };
        Some(SharedResponseDeserializer::new(keeping))
    }

    /// What an earlier attempt left is no answer of this one, which may have none.
    fn begin(&self) {
        self.swap(None);
    }

    /// What was kept; `None` where the items are in the SDK's output.
    pub(super) fn take(&self) -> Option<Vec<Stored>> {
        self.take_answer().map(Answer::into_items)
    }

    fn take_answer(&self) -> Option<Answer> {
        self.swap(None)
    }

    fn swap(&self, answer: Option<Answer>) -> Option<Answer> {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut slot, answer)
    }
}

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Items({:?})", self.reads)
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
        let Some(answer) = self.items.reads.answer(response) else {
            return self
                .own
                .deserialize_nonstreaming_with_config(response, config);
        };
        let rest = rest_of(response, &answer);
        let output = self.own.deserialize_nonstreaming_with_config(&rest, config);
        // An answer that the SDK cannot read has none, and a refusal is always an error.
        if output.is_ok() || !response.status().is_success() {
            self.items.swap(Some(answer));
        }
        output
    }
}

/// The bytes of a body that is in memory, shared with it where that can be.
fn bytes_of(response: &HttpResponse) -> Option<Bytes> {
    let shared = response.body().try_clone().and_then(|body| {
        let collected = ByteStream::new(body).collect().now_or_never()?;
        collected.ok().map(AggregatedBytes::into_bytes)
    });
    shared.or_else(|| response.body().bytes().map(Bytes::copy_from_slice))
}
