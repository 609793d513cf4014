use aws_sdk_dynamodb::config::{ConfigBag, RuntimePlugin};
use aws_sdk_dynamodb::operation::query::Query;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use super::*;

/// What the SDK's own deserializer reads.
fn of_sdk(rest: &str) -> QueryOutput {
    let layer = Query::new().config().unwrap();
    let own = layer.load::<SharedResponseDeserializer>().unwrap();
    let response = HttpResponse::new(StatusCode::try_from(200).unwrap(), SdkBody::from(rest));
    let output = own.deserialize_nonstreaming_with_config(&response, &ConfigBag::base());
    output.unwrap().downcast::<QueryOutput>().unwrap()
}

#[test]
fn counts_are_those_that_the_sdk_reads() {
    for rest in [
        r#"{"Count":3,"Items":[],"ScannedCount":7}"#,
        r#"{"ScannedCount":2147483647,"Count":0,"Items":[]}"#,
        r#"{"Items":[],"Count":12}"#,
        r#"{"Items":[]}"#,
    ] {
        let output = Reads::Query.output(rest).unwrap();
        let output = output.downcast_ref::<QueryOutput>().unwrap();
        let of_sdk = of_sdk(rest);
        assert_eq!(output.count(), of_sdk.count(), "{rest}");
        assert_eq!(output.scanned_count(), of_sdk.scanned_count(), "{rest}");
        assert!(Reads::Scan.output(rest).is_some());
    }
}

#[test]
fn what_says_more_is_for_the_sdk() {
    for rest in [
        r#"{"Count":3,"Items":[],"LastEvaluatedKey":{"PK":{"S":"a"}},"ScannedCount":3}"#,
        r#"{"Count":3,"Items":[],"ConsumedCapacity":{"TableName":"t"}}"#,
        r#"{"Count":3.0,"Items":[]}"#,
        r#"{"Count":+3,"Items":[]}"#,
        r#"{"Count":2147483648,"Items":[]}"#,
        r#"{"Count":null,"Items":[]}"#,
        r#"{"Count":1e1,"Items":[]}"#,
        r#"{ "Count":1,"Items":[]}"#,
        r#"{"Count":,"Items":[]}"#,
        r#"{"Items":[],}"#,
        "{}",
        "",
    ] {
        assert!(Reads::Query.output(rest).is_none(), "{rest}");
        assert!(Reads::GetItem.output(rest).is_none(), "{rest}");
    }
    let writes = [Reads::PutItem, Reads::DeleteItem, Reads::UpdateItem];
    assert!(writes.iter().all(|reads| reads.output("{}").is_none()));
}

#[test]
fn an_item_alone_is_an_empty_output() {
    let output = Reads::GetItem.output(r#"{"Item":{}}"#).unwrap();
    let output = output.downcast_ref::<GetItemOutput>().unwrap();
    assert!(output.item().is_none() && output.consumed_capacity().is_none());
}
