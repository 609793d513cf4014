//! Responses as the operations' own deserializers are shown them: what no scripted answer can say, as headers.

use std::pin::pin;

use aws_sdk_dynamodb::config::ConfigBag;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemOutput;
use aws_smithy_runtime_api::client::interceptors::context::{Error, Output};
use aws_smithy_runtime_api::client::orchestrator::OrchestratorError;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_runtime_api::http::StatusCode;
use futures_util::FutureExt;

use super::*;

type Deserialized = Result<Output, OrchestratorError<Error>>;

fn response(
    status: u16,
    headers: &[(&'static str, &str)],
    body: impl Into<SdkBody>,
) -> HttpResponse {
    let status = StatusCode::try_from(status).unwrap();
    let mut response = HttpResponse::new(status, body.into());
    for (name, value) in headers {
        response.headers_mut().insert(*name, (*value).to_owned());
    }
    response
}

/// What the SDK has of the response, and the items that were kept.
fn read(reads: Reads, response: &HttpResponse) -> (Deserialized, Option<Vec<Stored>>) {
    let mut config = ConfigBag::base();
    config.push_shared_layer(reads.deserializer().unwrap().clone());
    let keeping = config.load::<SharedResponseDeserializer>().unwrap();
    let read = async { keeping.deserialize_nonstreaming_with_config(response, &config) };
    let (read, ours) = Ours::new(None, Some(reads))
        .with(pin!(read))
        .now_or_never()
        .unwrap();
    (read, ours.take())
}

fn put_error(read: &Deserialized) -> &PutItemError {
    let error = read
        .as_ref()
        .err()
        .and_then(OrchestratorError::as_operation_error);
    error.and_then(|error| error.downcast_ref()).unwrap()
}

const REFUSAL: &str = r#"{"Item":{"PK":{"S":"a"}},"Message":"no"}"#;

#[test]
fn a_refusal_is_named_by_its_header_too() {
    for (name, value) in [
        ("x-amzn-errortype", "ConditionalCheckFailedException"),
        (
            "x-amzn-errortype",
            "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException:http://x",
        ),
    ] {
        let headers = [
            (name, value),
            ("x-amzn-requestid", "r1"),
            ("content-length", "40"),
        ];
        let (read, items) = read(Reads::PutItem, &response(400, &headers, REFUSAL));
        let error = put_error(&read);
        assert_eq!(error.code(), Some("ConditionalCheckFailedException"));
        assert_eq!(error.message(), Some("no"));
        assert_eq!(error.meta().extra("aws_request_id"), Some("r1"));
        let PutItemError::ConditionalCheckFailedException(failed) = error else {
            panic!("{error:?}")
        };
        assert_eq!(failed.item(), None);
        assert_eq!(items.unwrap()[0].text("PK"), Some("a"));
    }
}

#[test]
fn the_rest_has_all_headers_of_a_refusal_but_its_length() {
    let headers = [
        ("x-amzn-errortype", "E"),
        ("x-amz-crc32", "1"),
        ("content-length", "40"),
    ];
    let response = response(400, &headers, REFUSAL);
    let mut answer = Reads::PutItem.answer(&response).unwrap();
    let rest = rest_of(&response, answer.take_rest());
    assert_eq!(rest.status().as_u16(), 400);
    assert_eq!(rest.headers().get("x-amzn-errortype"), Some("E"));
    assert_eq!(rest.headers().get("x-amz-crc32"), Some("1"));
    assert_eq!(rest.headers().get("content-length"), None);
    let body = rest.body().bytes().unwrap();
    assert_eq!(body, br#"{"Item":null,"Message":"no"}"#);
}

#[test]
fn an_answer_keeps_its_request_id() {
    let headers = [("x-amzn-requestid", "r1")];
    let body = r#"{"Attributes":{"PK":{"S":"a"}}}"#;
    let (read, items) = read(Reads::UpdateItem, &response(200, &headers, body));
    let output = read.unwrap();
    let output = output.downcast_ref::<UpdateItemOutput>().unwrap();
    assert_eq!(output.attributes(), None);
    assert_eq!(
        aws_sdk_dynamodb::operation::RequestId::request_id(output),
        Some("r1")
    );
    assert_eq!(items.unwrap().len(), 1);
}

#[test]
fn compressed_and_other_bodies_are_the_sdks_affair() {
    for body in [&b"\x1f\x8b\x08\x00"[..], b"", b"{}", b"\xff\xfe", b"<html>"] {
        for status in [200, 400, 500] {
            let (_, items) = read(Reads::UpdateItem, &response(status, &[], body));
            assert!(items.is_none());
        }
    }
}

#[test]
fn an_answer_that_the_sdk_cannot_read_has_no_items() {
    let body = r#"{"Attributes":{"PK":{"S":"a"}},"ConsumedCapacity":5}"#;
    let (read, items) = read(Reads::UpdateItem, &response(200, &[], body));
    assert!(read.is_err() && items.is_none());
}
