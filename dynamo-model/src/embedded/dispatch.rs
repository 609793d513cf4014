//! From an operation's name and JSON to the engine's method and back to an HTTP answer.
//!
//! The engine does this in its HTTP server, which would bring a socket and a web framework; as a library it offers one typed method per operation. What its server does
//! around them is repeated here as far as a request that the SDK has serialized can need it. Left out is the wording for JSON of the wrong type, which the SDK cannot send.

use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An HTTP answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn internal_error(message: &str) -> Self {
        Self::error(&DynoxideError::InternalServerError(message.to_owned()))
    }

    fn error(error: &DynoxideError) -> Self {
        Self {
            status: error.status_code(),
            body: error.to_json(),
        }
    }

    fn unknown_operation(operation: &str) -> Self {
        let body = serde_json::json!({
            "__type": "com.amazon.coral.service#UnknownOperationException",
            "message": format!("the embedded engine has no operation `{operation}`"),
        });
        Self {
            status: 400,
            body: body.to_string(),
        }
    }
}

/// Answers one request.
pub(super) fn answer(database: &Database, operation: &str, body: &str) -> Answer {
    match run(database, operation, body) {
        Some(Ok(body)) => Answer {
            status: 200,
            body: match operation {
                "GetRecords" => user_identity_as_on_the_wire(body),
                _ => body,
            },
        },
        Some(Err(error)) => Answer::error(&enveloped(operation, error)),
        None => Answer::unknown_operation(operation),
    }
}

macro_rules! operations {
    ($($name:literal => $method:ident,)*) => {
        /// `None` for an operation that the engine does not have.
        fn run(database: &Database, operation: &str, body: &str) -> Option<dynoxide::Result<String>> {
            let body = match operation {
                $($name => call(body, |request| database.$method(request)),)*
                _ => return None,
            };
            Some(body)
        }
    };
}

operations! {
    "BatchExecuteStatement" => batch_execute_statement,
    "BatchGetItem" => batch_get_item,
    "BatchWriteItem" => batch_write_item,
    "CreateTable" => create_table,
    "DeleteItem" => delete_item,
    "DeleteTable" => delete_table,
    "DescribeStream" => describe_stream,
    "DescribeTable" => describe_table,
    "DescribeTimeToLive" => describe_time_to_live,
    "ExecuteStatement" => execute_statement,
    "ExecuteTransaction" => execute_transaction,
    "GetItem" => get_item,
    "GetRecords" => get_records,
    "GetShardIterator" => get_shard_iterator,
    "ListStreams" => list_streams,
    "ListTables" => list_tables,
    "ListTagsOfResource" => list_tags_of_resource,
    "PutItem" => put_item,
    "Query" => query,
    "Scan" => scan,
    "SearchVectors" => search_vectors,
    "TagResource" => tag_resource,
    "TransactGetItems" => transact_get_items,
    "TransactWriteItems" => transact_write_items,
    "UntagResource" => untag_resource,
    "UpdateItem" => update_item,
    "UpdateTable" => update_table,
    "UpdateTimeToLive" => update_time_to_live,
}

fn call<Q: DeserializeOwned, A: Serialize>(
    body: &str,
    method: impl FnOnce(Q) -> dynoxide::Result<A>,
) -> dynoxide::Result<String> {
    let request = serde_json::from_str(body).map_err(|error| refused(&error.to_string()))?;
    let answer = method(request)?;
    serde_json::to_string(&answer)
        .map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}

/// A request that the engine's types refuse to read. They check much of what DynamoDB checks, and mark a message with the kind of error it stands for.
fn refused(message: &str) -> DynoxideError {
    use DynoxideError::{EnvelopedValidation, SerializationException, ValidationException};

    type Kind = fn(String) -> DynoxideError;
    const MARKED: [(&str, Kind); 3] = [
        ("VALIDATION_REQUEST:", EnvelopedValidation),
        ("VALIDATION:", ValidationException),
        ("SERIALIZATION:", SerializationException),
    ];
    // These carry serde's message whole, position included, as DynamoDB does for them.
    const MARKED_AS_READ: [(&str, Kind); 2] = [
        ("VALIDATION_AS_READ:", ValidationException),
        ("SERIALIZATION_AS_READ:", SerializationException),
    ];

    for (marker, kind) in MARKED {
        if let Some(message) = message.strip_prefix(marker) {
            return kind(without_position(message).to_owned());
        }
    }
    for (marker, kind) in MARKED_AS_READ {
        if let Some(message) = message.strip_prefix(marker) {
            return kind(message.to_owned());
        }
    }
    let message = without_position(message);
    if message.contains("empty AttributeValue") {
        return ValidationException(
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
                .to_owned(),
        );
    }
    // DynamoDB calls a missing member, a null and an unknown enum value invalid; only JSON of the wrong type is malformed.
    let invalid = [
        "missing field",
        "unknown variant",
        "invalid type: null",
        "Supplied AttributeValue",
    ];
    if invalid.iter().any(|part| message.contains(part)) {
        ValidationException(message.to_owned())
    } else {
        SerializationException(message.to_owned())
    }
}

/// Without the ` at line 1 column 42` that serde_json adds.
fn without_position(message: &str) -> &str {
    match message.rsplit_once(" at line ") {
        Some((message, position)) if position.contains(" column ") => message,
        _ => message,
    }
}

/// DynamoDB puts the checks of a request's own members in an envelope on these three operations, and reports them bare elsewhere. The engine does so for what its methods
/// refuse; what its types refuse while reading comes through here.
fn enveloped(operation: &str, error: DynoxideError) -> DynoxideError {
    match (operation, error) {
        ("PutItem" | "UpdateItem" | "DeleteItem", DynoxideError::EnvelopedValidation(message)) => {
            DynoxideError::ValidationException(format!("1 validation error detected: {message}"))
        }
        (_, error) => error,
    }
}

/// The engine spells `userIdentity` in stream records as Lambda's events do; the Streams API, which the SDK reads, says `Type` and `PrincipalId`.
fn user_identity_as_on_the_wire(body: String) -> String {
    let Ok(mut answer) = serde_json::from_str::<Value>(&body) else {
        return body;
    };
    let records = answer.get_mut("Records").and_then(Value::as_array_mut);
    for record in records.into_iter().flatten() {
        let identity = record
            .get_mut("userIdentity")
            .and_then(Value::as_object_mut);
        let Some(identity) = identity else { continue };
        for (engine, wire) in [("type", "Type"), ("principalId", "PrincipalId")] {
            if let Some(value) = identity.remove(engine) {
                identity.insert(wire.to_owned(), value);
            }
        }
    }
    answer.to_string()
}
