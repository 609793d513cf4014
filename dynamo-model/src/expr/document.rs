//! Nested structs: their typed paths.

use super::attr_kinds::HasSize;
use super::document_path::DocumentPath;
use super::recorder::Recorder;

/// A struct inside an entity, stored as a map, with typed paths to its fields. Derived.
///
/// ```
/// use dynamo_model::{Document, Entity, Table};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Table)]
/// #[table(name = "shop", entities(Customer))]
/// struct Shop;
///
/// #[derive(Document, Serialize, Deserialize)]
/// struct Address {
///     street: String,
///     city: String,
/// }
///
/// #[derive(Entity, Serialize, Deserialize)]
/// #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
/// struct Customer {
///     id: String,
///     address: Address,
/// }
///
/// // Sets the city alone: the street stays.
/// let update = Customer::update(Customer::key("c1")).in_address(|address| address.city("Leeds"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no typed paths inside",
    label = "not a document",
    note = "derive `Document` for the struct, next to serde's traits"
)]
pub trait Document {
    /// Its fields, for conditions.
    type Fields<I, const FIELD: usize>;
    /// The builder of changes inside.
    type Changes;

    #[doc(hidden)]
    fn fields<I, const FIELD: usize>(path: DocumentPath) -> Self::Fields<I, FIELD>;

    #[doc(hidden)]
    fn open(inside: Recorder) -> Self::Changes;

    #[doc(hidden)]
    fn close(changes: Self::Changes) -> Recorder;
}

impl<T: Document> HasSize for T {}

/// A field that holds a document: one that is there, or an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no typed paths inside",
    label = "not a document",
    note = "derive `Document` for the struct, next to serde's traits"
)]
pub trait DocumentField {
    /// The document's fields, for conditions.
    type Fields<I, const FIELD: usize>;

    #[doc(hidden)]
    fn fields<I, const FIELD: usize>(path: DocumentPath) -> Self::Fields<I, FIELD>;
}

impl<T: Document> DocumentField for T {
    type Fields<I, const FIELD: usize> = T::Fields<I, FIELD>;

    fn fields<I, const FIELD: usize>(path: DocumentPath) -> Self::Fields<I, FIELD> {
        T::fields(path)
    }
}

impl<T: Document> DocumentField for Option<T> {
    type Fields<I, const FIELD: usize> = T::Fields<I, FIELD>;

    fn fields<I, const FIELD: usize>(path: DocumentPath) -> Self::Fields<I, FIELD> {
        T::fields(path)
    }
}
