//! A service in memory that gives one answer, and keeps what it was asked.

use std::cell::RefCell;
use std::sync::LazyLock;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, Region, StalledStreamProtectionConfig,
};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynamo_model::Repository;
use tokio::runtime::{Builder, Runtime};

use crate::everything::Everythings;

thread_local! {
    static ANSWER: RefCell<(u16, Vec<u8>)> = const { RefCell::new((200, Vec::new())) };
    static ASKED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Its time stands still but where everything waits for it: no retry takes long.
    static RUNTIME: Runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime starts");
}

static CLIENT: LazyLock<Client> = LazyLock::new(|| {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .credentials_provider(Credentials::new("id", "secret", None, None, "fuzz"))
        .retry_config(RetryConfig::disabled())
        .timeout_config(TimeoutConfig::disabled())
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .http_client(Service);
    Client::from_conf(config.build())
});

/// The table on the wire's path and on that of the SDK's types.
pub(crate) fn both_paths() -> [Repository<Everythings>; 2] {
    let wire = Repository::new(CLIENT.clone());
    [wire.clone(), wire.without_wire_codec()]
}

/// From now on every request of this thread is answered like this.
pub(crate) fn answer_with(status: u16, body: impl Into<Vec<u8>>) {
    ANSWER.set((status, body.into()));
}

/// The last request of this thread.
pub(crate) fn asked() -> Vec<u8> {
    ASKED.take()
}

pub(crate) fn block_on<F: Future>(call: F) -> F::Output {
    RUNTIME.with(|runtime| runtime.block_on(call))
}

#[derive(Clone, Debug)]
struct Service;

impl HttpClient for Service {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Service {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        ASKED.set(request.body().bytes().unwrap_or_default().to_vec());
        let (status, body) = ANSWER.with_borrow(Clone::clone);
        let status = StatusCode::try_from(status).expect("it is one");
        let mut response = HttpResponse::new(status, SdkBody::from(body));
        let headers = response.headers_mut();
        headers.insert("content-type", "application/x-amz-json-1.0");
        headers.insert("x-amzn-requestid", "1");
        HttpConnectorFuture::ready(Ok(response))
    }
}
