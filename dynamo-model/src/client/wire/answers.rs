//! Where the answers of each operation have their items, and what a call makes of those that were kept.

#[cfg(test)]
mod tests;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_types::body::SdkBody;

use super::{Ours, REQUEST_IDS, Reads, bytes_of};
use crate::item::{Answer, Body, Stored, Way};

/// An item as the SDK has it.
type Attributes = std::collections::HashMap<String, AttributeValue>;

const BATCH: Way = Way::Member("Responses", &Way::Members(&Way::Items));
const GETS: Way = Way::Member("Responses", &Way::Elements(&ITEM));
const ATTRIBUTES: Way = Way::Member("Attributes", &Way::Item);
const REASONS: Way = Way::Member("CancellationReasons", &Way::Elements(&ITEM));
/// What a failed condition met.
const ITEM: Way = Way::Member("Item", &Way::Item);

impl Reads {
    /// Where a refusal has items: they come with the conditions that failed.
    fn refused(self) -> Option<&'static Way> {
        match self {
            Self::GetItem | Self::Query | Self::Scan | Self::BatchGetItem => None,
            Self::PutItem | Self::DeleteItem | Self::UpdateItem => Some(&ITEM),
            Self::TransactGetItems | Self::TransactWriteItems => Some(&REASONS),
        }
    }

    /// The items of an answer. `None` where there are none, and where it is for the SDK to say what is wrong.
    pub(super) fn answer(self, response: &HttpResponse) -> Option<Answer> {
        if !response.status().is_success() {
            return found(response, self.refused()?);
        }
        match self {
            Self::GetItem => listed(response, "Item"),
            Self::Query | Self::Scan => listed(response, "Items"),
            Self::BatchGetItem => found(response, &BATCH),
            Self::TransactGetItems => found(response, &GETS),
            Self::UpdateItem => found(response, &ATTRIBUTES),
            // Nobody asks for what these replace or delete.
            Self::PutItem | Self::DeleteItem | Self::TransactWriteItems => None,
        }
    }
}

fn found(response: &HttpResponse, way: &Way) -> Option<Answer> {
    // `{}`, as most writes are answered.
    if response
        .body()
        .content_length()
        .is_some_and(|length| length <= 2)
    {
        return None;
    }
    Answer::read(bytes_of(response)?, way).ok().flatten()
}

fn listed(response: &HttpResponse, member: &str) -> Option<Answer> {
    let body = Body::of_answer(bytes_of(response)?, member).ok().flatten();
    body.map(Answer::from)
}

/// The response without its items.
pub(super) fn rest_of(response: &HttpResponse, rest: String) -> HttpResponse {
    let mut rest = HttpResponse::new(response.status(), SdkBody::from(rest));
    if !response.status().is_success() {
        // What is refused, and why, may be in any of them.
        *rest.headers_mut() = response.headers().clone();
        rest.headers_mut().remove("content-length");
        return rest;
    }
    for name in REQUEST_IDS {
        if let Some(id) = response.headers().get(name) {
            rest.headers_mut().insert(name, id.to_owned());
        }
    }
    rest
}

/// An answer's one item: that of the SDK's output or, where it has none, what was kept past it.
pub(in crate::client) fn one(output: Option<Attributes>, ours: &Ours) -> Option<Stored> {
    let kept = || ours.take()?.into_iter().next();
    match output {
        Some(item) if !item.is_empty() => Some(Stored::from_sdk(item)),
        output => kept().or_else(|| output.map(Stored::from_sdk)),
    }
}

/// The same for a list with gaps: the SDK's items, or what was kept in their places.
pub(in crate::client) fn placed(
    output: impl IntoIterator<Item = Option<Attributes>>,
    ours: &Ours,
) -> Vec<Option<Stored>> {
    let mut has_items = false;
    let mut all: Vec<_> = output
        .into_iter()
        .inspect(|item| has_items |= item.as_ref().is_some_and(|item| !item.is_empty()))
        .map(|item| item.map(Stored::from_sdk))
        .collect();
    let kept = if has_items { None } else { ours.take_answer() };
    for (position, item) in kept.into_iter().flat_map(Answer::into_placed) {
        if let Some(place) = all.get_mut(position) {
            *place = Some(item);
        }
    }
    all
}
