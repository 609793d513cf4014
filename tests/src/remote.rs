//! An SDK client for an engine on loopback, over plain HTTP/1.1: one connection per request, so that the
//! tests need no TLS and no HTTP library.

use std::fmt::Write as _;
use std::io;

use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, Region, SharedCredentialsProvider, SharedHttpClient,
};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) fn client(endpoint: &str) -> aws_sdk_dynamodb::Client {
    let host = endpoint
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(SharedCredentialsProvider::new(Credentials::new(
            "test", "test", None, None, "tests",
        )))
        .endpoint_url(endpoint)
        .http_client(SharedHttpClient::new(Plain { host }))
        .build();
    aws_sdk_dynamodb::Client::from_conf(config)
}

#[derive(Clone, Debug)]
struct Plain {
    host: String,
}

impl HttpClient for Plain {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Plain {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let host = self.host.clone();
        let mut head = format!("POST / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        for (name, value) in request.headers() {
            if !["host", "content-length", "connection"].contains(&name) {
                let _ = write!(head, "{name}: {value}\r\n");
            }
        }
        let body = request.body().bytes().unwrap_or_default().to_vec();
        let _ = write!(head, "content-length: {}\r\n\r\n", body.len());
        HttpConnectorFuture::new(async move {
            let answer = exchange(&host, head.as_bytes(), &body).await;
            answer.map_err(|error| ConnectorError::io(error.into()))
        })
    }
}

async fn exchange(host: &str, head: &[u8], body: &[u8]) -> io::Result<HttpResponse> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(head).await?;
    stream.write_all(body).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    parse(&answer).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no HTTP answer"))
}

fn parse(answer: &[u8]) -> Option<HttpResponse> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(answer.get(..end)?).ok()?;
    let body = answer.get(end + 4..)?;
    let mut lines = head.split("\r\n");
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<_> = lines.filter_map(|line| line.split_once(": ")).collect();
    let is_chunked = headers
        .iter()
        .any(|(name, value)| name.eq_ignore_ascii_case("transfer-encoding") && *value == "chunked");
    let body = if is_chunked {
        dechunked(body)?
    } else {
        body.to_vec()
    };
    let status = StatusCode::try_from(status).ok()?;
    let mut response = HttpResponse::new(status, SdkBody::from(body));
    for (name, value) in headers {
        let name = name.to_ascii_lowercase();
        if name != "transfer-encoding" && name != "content-length" {
            response.headers_mut().insert(name, value.to_owned());
        }
    }
    Some(response)
}

fn dechunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n")?;
        let size = std::str::from_utf8(rest.get(..end)?).ok()?;
        let size = usize::from_str_radix(size, 16).ok()?;
        rest = rest.get(end + 2..)?;
        if size == 0 {
            return Some(body);
        }
        body.extend(rest.get(..size)?);
        rest = rest.get(size + 2..)?;
    }
}
