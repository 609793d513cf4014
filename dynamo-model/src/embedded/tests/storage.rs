//! Where the data is: apart in memory, shared by clones, kept in files.

use std::error::Error as _;
use std::path::PathBuf;

use super::super::client;
use super::{Embedded, TABLE, create_table, get, key, put, shop};

/// A folder that is removed at the end of the test.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(test: &str) -> Self {
        let name = format!("dynamo-model-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(super) fn file(&self) -> PathBuf {
        self.0.join("shop.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn each_client_has_a_database_of_its_own() {
    let (first, second) = (client(), client());
    create_table(&first).await;
    assert!(
        second
            .list_tables()
            .send()
            .await
            .unwrap()
            .table_names()
            .is_empty()
    );
}

#[tokio::test]
async fn clients_of_one_embedded_and_of_its_clones_share_the_data() {
    let (embedded, first) = shop().await;
    put(&first, key("p", "s")).await;
    let second = embedded.clone().client();
    assert!(get(&second, "p", "s").await.is_some());
}

#[tokio::test]
async fn a_client_outlives_its_embedded() {
    let (embedded, client) = shop().await;
    drop(embedded);
    put(&client, key("p", "s")).await;
    assert!(get(&client, "p", "s").await.is_some());
}

#[tokio::test]
async fn a_file_keeps_tables_and_items() {
    let folder = Folder::new("keeps");
    let embedded = Embedded::open(folder.file()).unwrap();
    let client = embedded.client();
    create_table(&client).await;
    put(&client, key("p", "s")).await;
    drop((embedded, client));

    let client = Embedded::builder()
        .path(folder.file())
        .build()
        .unwrap()
        .client();
    assert_eq!(
        client.list_tables().send().await.unwrap().table_names(),
        [TABLE]
    );
    assert_eq!(get(&client, "p", "s").await, Some(key("p", "s")));
}

#[test]
fn a_path_that_cannot_be_opened_is_an_error_that_names_it() {
    let folder = Folder::new("cannot");
    let missing = folder.0.join("missing").join("shop.db");
    let error = Embedded::open(&missing).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(missing.to_str().unwrap()), "{text}");
    assert!(error.source().is_some());

    assert!(Embedded::open("").is_err());

    std::fs::write(
        folder.file(),
        "this is a text and not a database, and long enough to be read",
    )
    .unwrap();
    assert!(Embedded::open(folder.file()).is_err());
}
