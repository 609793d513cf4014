//! What tables have that others designed: keys of type N and B, keys of several attributes, local
//! indexes, fields in keys only, no type attribute, several entries on one index.

mod binary_keys;
mod key_only;
mod local_index;
mod names;
mod number_keys;
mod several_attributes;
mod several_attributes_read;
mod several_entries;
mod two_tables;
mod without_type;

use std::sync::{Arc, Mutex};

use dynamo_model::{Answer, Observe, Observed, Repository, Table};
use dynamo_model_tests::{client_under_test, table_name};

/// A fresh table.
async fn table<T: Table>() -> Repository<T> {
    let repository =
        Repository::<T>::new(client_under_test()).with_table_name(table_name("existing"));
    repository.create_table().await.unwrap();
    assert_eq!(repository.verify_table().await.unwrap(), [""; 0]);
    repository
}

/// Counts the requests of one repository.
#[derive(Clone, Default)]
struct Requests(Arc<Mutex<usize>>);

impl Requests {
    fn count(&self) -> usize {
        *self.0.lock().unwrap()
    }
}

impl Observe for Requests {
    fn answered(&self, _: &Observed<'_>, _: &Answer) {
        *self.0.lock().unwrap() += 1;
    }
}
