//! The files, the table that holds them as they are, and the table that the library writes.

use std::collections::HashMap;
use std::path::PathBuf;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Repository, Table};
use dynamo_model_tests::{client_under_test, table_name};
use serde_json::Value;

/// An item as the SDK has it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// The text of a file; `None`, and a line that says so, where the data is not there.
pub(crate) fn file(name: &str) -> Option<String> {
    let folder = std::env::var_os("DYNAMO_MODEL_MODELS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/models"),
        PathBuf::from,
    );
    let path = folder.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            println!(
                "skipped: the designs are not here ({}: {error}); DYNAMO_MODEL_MODELS names their folder",
                path.display()
            );
            None
        }
    }
}

/// The items of one table of a NoSQL Workbench file, of its facets too, each once.
pub(crate) fn items(name: &str, table: usize) -> Option<Vec<Item>> {
    let file: Value = serde_json::from_str(&file(name)?).unwrap();
    let table = &file["DataModel"][table];
    let facets = table["TableFacets"].as_array().into_iter().flatten();
    let lists = std::iter::once(&table["TableData"]).chain(facets.map(|facet| &facet["TableData"]));
    let rows = lists.filter_map(Value::as_array).flatten();
    let mut items: Vec<Item> = Vec::new();
    for item in rows.map(item) {
        if !items.contains(&item) {
            items.push(item);
        }
    }
    assert!(!items.is_empty(), "{name} has no items");
    Some(items)
}

fn item(row: &Value) -> Item {
    let attributes = row.as_object().unwrap();
    attributes
        .iter()
        .map(|(name, value)| (name.clone(), value_of(value)))
        .collect()
}

fn value_of(value: &Value) -> AttributeValue {
    let (of, value) = value.as_object().unwrap().iter().next().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let texts = || value.as_array().unwrap().iter().map(text).collect();
    match of.as_str() {
        "S" => AttributeValue::S(text(value)),
        "N" => AttributeValue::N(text(value)),
        "B" => AttributeValue::B(Blob::new(text(value))),
        "BOOL" => AttributeValue::Bool(value.as_bool().unwrap()),
        "SS" => AttributeValue::Ss(texts()),
        "NS" => AttributeValue::Ns(texts()),
        "L" => AttributeValue::L(value.as_array().unwrap().iter().map(value_of).collect()),
        "M" => AttributeValue::M(item(value)),
        other => panic!("no value of type {other}"),
    }
}

/// A design's table twice: with the items as they are in the file, and as the library writes them.
pub(crate) struct Design<T> {
    pub(crate) loaded: Repository<T>,
    pub(crate) written: Repository<T>,
    client: Client,
    pub(crate) items: Vec<Item>,
    key: Vec<&'static str>,
}

impl<T: Table> Design<T> {
    pub(crate) async fn load(items: Vec<Item>, key: &[&'static str]) -> Self {
        let client = client_under_test();
        let loaded = Repository::<T>::new(client.clone()).with_table_name(table_name("loaded"));
        let written = Repository::<T>::new(client.clone()).with_table_name(table_name("written"));
        loaded.create_table().await.unwrap();
        written.create_table().await.unwrap();
        assert_eq!(loaded.verify_table().await.unwrap(), [""; 0]);
        for item in &items {
            let put = client.put_item().table_name(loaded.table_name());
            put.set_item(Some(item.clone())).send().await.unwrap();
        }
        Self {
            loaded,
            written,
            client,
            items,
            key: key.to_vec(),
        }
    }

    /// What the library wrote under the key of an item of the file.
    pub(crate) async fn written_item(&self, item: &Item) -> Option<Item> {
        let key = self
            .key
            .iter()
            .map(|name| ((*name).to_owned(), item[*name].clone()));
        let get = self.client.get_item().table_name(self.written.table_name());
        get.set_key(Some(key.collect())).send().await.unwrap().item
    }

    /// The key's texts.
    pub(crate) fn texts<'i>(&self, item: &'i Item) -> (&'i str, &'i str) {
        let mut texts = self
            .key
            .iter()
            .map(|name| item[*name].as_s().unwrap().as_str());
        (texts.next().unwrap(), texts.next().unwrap_or_default())
    }

    /// Every item of the file but those listed, which contradict their model, is what was written.
    pub(crate) async fn assert_reproduced(&self, contradictions: &[(&str, &str, &str)]) {
        for item in &self.items {
            let (pk, sk) = self.texts(item);
            let listed = contradictions
                .iter()
                .find(|(listed, sort, _)| (*listed, *sort) == (pk, sk));
            let written = self.written_item(item).await;
            match listed {
                None => assert_eq!(written.as_ref(), Some(item), "{pk} / {sk}"),
                Some((.., reason)) => assert_ne!(
                    written.as_ref(),
                    Some(item),
                    "{pk} / {sk} is said to contradict its model: {reason}"
                ),
            }
        }
        for (pk, sk, _) in contradictions {
            assert!(
                self.items.iter().any(|item| self.texts(item) == (*pk, *sk)),
                "{pk} / {sk} is not in the file"
            );
        }
    }
}

/// Reads each item as the entity whose key it has and writes it to the other table.
///
/// An item that is none of the listed entities is a failure; one that cannot be read is left unwritten.
macro_rules! rewrite {
    ($design:expr, $($entity:ty),+ $(,)?) => {
        for item in &$design.items {
            let (pk, sk) = $design.texts(item);
            let mut is_known = false;
            $(
                if let Ok(key) = <$entity>::parse_key(pk, sk) {
                    assert!(!is_known, "{pk} / {sk} has the key of two entities");
                    is_known = true;
                    if let Ok(Some(entity)) = $design.loaded.get(key).await {
                        $design.written.put(&entity).await.unwrap();
                    }
                }
            )+
            assert!(is_known, "{pk} / {sk} has the key of no entity");
        }
    };
}
pub(crate) use rewrite;
