//! The SDK's HTTP client: takes an attempt, asks the hook, lets the engine answer.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use super::OpenError;
use super::dispatch::Answer;
use super::engine::Engine;
use super::hook::{Action, Hook, Request};

/// What all clients and clones of one database share.
pub(super) struct Shared {
    engine: Result<Engine, OpenError>,
    hook: Mutex<Option<Hook>>,
    attempts: AtomicU64,
}

impl Shared {
    /// Takes a failed opening too: [`Embedded::new`](super::Embedded::new) has no error to return, so the requests report it.
    pub(super) fn new(engine: Result<Engine, OpenError>) -> Self {
        Self {
            engine,
            hook: Mutex::new(None),
            attempts: AtomicU64::new(0),
        }
    }

    pub(super) fn set_hook(&self, hook: Option<Hook>) {
        let mut slot = self.hook.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = std::mem::replace(&mut *slot, hook);
        // What the earlier hook captured may run code when dropped, such as another change of the hook: not under the lock.
        drop(slot);
        drop(earlier);
    }

    fn hook(&self) -> Option<Hook> {
        self.hook
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn sweep_ttl(&self) -> usize {
        let Ok(engine) = &self.engine else { return 0 };
        engine.sweep_ttl().unwrap_or_else(|error| {
            tracing::error!(%error, "the embedded engine could not finish a TTL sweep");
            0
        })
    }

    pub(super) fn answer(&self, operation: &str, body: &str) -> Answer {
        match &self.engine {
            Ok(engine) => engine.answer(operation, body),
            Err(error) => Answer::internal_error(&error.to_string()),
        }
    }

    async fn serve(
        &self,
        number: u64,
        operation: &str,
        body: &str,
    ) -> Result<HttpResponse, ConnectorError> {
        // The request is copied and parsed for a hook only.
        let action = match self.hook() {
            Some(hook) => hook(Request::new(number, operation, body)).await,
            None => Action::Pass,
        };
        let answer = match action {
            Action::Pass => self.answer(operation, body),
            Action::Answer { status, body } => Answer { status, body },
            Action::Fail => return Err(broken("before the request was sent")),
            Action::PassThenFail => {
                // Lost on purpose; what it did to the data stays.
                let _ = self.answer(operation, body);
                return Err(broken("before the answer arrived"));
            }
        };
        respond(number, answer)
    }
}

/// The kind of error that a broken socket gives, so that the SDK's retries treat it as in production.
fn broken(when: &str) -> ConnectorError {
    let message = format!("the embedded connection broke {when}");
    ConnectorError::io(io::Error::new(io::ErrorKind::ConnectionReset, message).into())
}

fn respond(number: u64, answer: Answer) -> Result<HttpResponse, ConnectorError> {
    let status = StatusCode::try_from(answer.status)
        .map_err(|error| ConnectorError::user(Box::new(error)))?;
    let mut response = HttpResponse::new(status, SdkBody::from(answer.body));
    let headers = response.headers_mut();
    headers.insert("content-type", "application/x-amz-json-1.0");
    headers.insert("x-amzn-requestid", format!("embedded-{number}"));
    Ok(response)
}

/// The HTTP client of one database. There is no pool and no timeout to keep, so it is its own connector.
#[derive(Clone)]
pub(super) struct Connector {
    shared: Arc<Shared>,
}

impl Connector {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector").finish_non_exhaustive()
    }
}

impl HttpClient for Connector {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let number = self.shared.attempts.fetch_add(1, Ordering::Relaxed) + 1;
        // `DynamoDB_20120810.PutItem`; streams have a prefix of their own.
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target
            .split_once('.')
            .map_or(target, |(_, operation)| operation)
            .to_owned();
        // Bodies of DynamoDB requests are JSON held in memory; anything else is not from its SDK.
        let body = match request.body().bytes().map(std::str::from_utf8) {
            Some(Ok(body)) => body.to_owned(),
            _ => {
                let error = "the embedded engine takes requests of DynamoDB's JSON protocol only";
                return HttpConnectorFuture::ready(Err(ConnectorError::user(error.into())));
            }
        };
        let shared = Arc::clone(&self.shared);
        HttpConnectorFuture::new(async move { shared.serve(number, &operation, &body).await })
    }
}
