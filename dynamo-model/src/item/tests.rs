//! The rules of the codec, one file for each kind. `// fault n` names the record of the fault collection that a test guards against.

mod absence;
mod binary;
mod enums;
mod errors;
mod maps;
mod numbers;
pub(super) mod properties;
mod sets;
mod shapes;
mod text;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::number::Decimal;
use super::wire::tests::{decode, encode, encode_value};
use super::{Attribute, CodecError, Item, Shape, Value};

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(text: &str) -> AttributeValue {
    AttributeValue::N(text.to_owned())
}

fn null() -> AttributeValue {
    AttributeValue::Null(true)
}

fn b(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new(bytes))
}

fn l(elements: impl IntoIterator<Item = AttributeValue>) -> AttributeValue {
    AttributeValue::L(elements.into_iter().collect())
}

fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(map(entries))
}

fn ss(elements: &[&str]) -> AttributeValue {
    AttributeValue::Ss(elements.iter().map(ToString::to_string).collect())
}

fn ns(elements: &[&str]) -> AttributeValue {
    AttributeValue::Ns(elements.iter().map(ToString::to_string).collect())
}

fn bs(elements: &[&[u8]]) -> AttributeValue {
    AttributeValue::Bs(
        elements
            .iter()
            .copied()
            .map(aws_sdk_dynamodb::primitives::Blob::new)
            .collect(),
    )
}

fn map<const N: usize>(entries: [(&str, AttributeValue); N]) -> HashMap<String, AttributeValue> {
    entries
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// One value as an attribute of plain shape.
fn plain<T: Serialize + ?Sized>(value: &T) -> Result<AttributeValue, CodecError> {
    shaped(value, Shape::Plain)
}

fn shaped<T: Serialize + ?Sized>(value: &T, shape: Shape) -> Result<AttributeValue, CodecError> {
    Ok(encode_value(value, shape)?
        .expect("a value that is not absent")
        .into_sdk())
}

/// Reads one value, which stands in an attribute of its own.
fn read<T: DeserializeOwned>(value: AttributeValue) -> Result<T, CodecError> {
    #[derive(serde::Deserialize)]
    struct Holder<T> {
        v: T,
    }
    decode::<Holder<T>>(map([("v", value)]), &[]).map(|holder| holder.v)
}

/// A value written as a field with the given shape, kept by the service, and read back.
fn round_trip<T: Serialize + DeserializeOwned>(value: &T, shape: Shape) -> Result<T, CodecError> {
    #[derive(serde::Serialize)]
    struct Writer<'a, T> {
        v: &'a T,
    }
    #[derive(serde::Deserialize)]
    struct Reader<T> {
        v: T,
    }
    let attributes = [Attribute::new("v", shape)];
    let item = stored(encode(&Writer { v: value }, &attributes)?);
    decode::<Reader<T>>(item, &attributes).map(|reader| reader.v)
}

/// What a read gives for an item that was written: the service has its own spelling of numbers and its own order in sets.
fn stored(item: Item) -> HashMap<String, AttributeValue> {
    item.into_map()
        .into_iter()
        .map(|(name, value)| (name, stored_value(value)))
        .collect()
}

fn stored_value(value: AttributeValue) -> AttributeValue {
    use AttributeValue::{Bs, L, M, N, Ns, Ss};
    match value {
        N(text) => N(stored_number(&text)),
        L(list) => L(list.into_iter().map(stored_value).collect()),
        M(map) => M(map
            .into_iter()
            .map(|(key, value)| (key, stored_value(value)))
            .collect()),
        Ss(texts) => Ss(texts.into_iter().rev().collect()),
        Ns(texts) => Ns(texts.iter().rev().map(|text| stored_number(text)).collect()),
        Bs(blobs) => Bs(blobs.into_iter().rev().collect()),
        other => other,
    }
}

/// Digits without an exponent, no zeros at the ends.
fn stored_number(text: &str) -> String {
    Decimal::parse(text).expect("a number").plain_text()
}

fn value(value: AttributeValue) -> Value {
    Value::from_sdk(value)
}
