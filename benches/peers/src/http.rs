//! The SDK's client over an HTTP client that has one answer, and says what it was sent where someone asks.

use std::cell::RefCell;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use bytes::Bytes;

/// A client whose operation of this name is answered with this body.
pub fn client(operation: &'static str, answer: String) -> Client {
    let answer = Answer {
        target: format!("DynamoDB_20120810.{operation}").leak(),
        body: Bytes::from(answer),
    };
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .credentials_provider(Credentials::new("id", "secret", None, None, "bench"))
        .http_client(answer)
        .build();
    Client::from_conf(config)
}

thread_local! {
    /// The requests, while someone asks for them.
    static SENT: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// The bodies of the requests of some work.
pub fn sent_by(work: impl FnOnce()) -> Vec<String> {
    SENT.set(Some(Vec::new()));
    work();
    SENT.take().unwrap_or_default()
}

#[derive(Clone, Debug)]
struct Answer {
    target: &'static str,
    body: Bytes,
}

impl HttpClient for Answer {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Answer {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        assert_eq!(request.headers().get("x-amz-target"), Some(self.target));
        let body = request.body().bytes().expect("it is in memory");
        SENT.with_borrow_mut(|sent| {
            let sent = sent.iter_mut();
            sent.for_each(|sent| sent.push(String::from_utf8_lossy(body).into_owned()));
        });
        let status = StatusCode::try_from(200_u16).expect("200 is a status");
        let mut response = HttpResponse::new(status, SdkBody::from(self.body.clone()));
        let headers = response.headers_mut();
        headers.insert("content-type", "application/x-amz-json-1.0");
        headers.insert("x-amzn-requestid", "1");
        HttpConnectorFuture::ready(Ok(response))
    }
}
