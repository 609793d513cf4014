//! Places inside an attribute: a nested struct's fields, an entry of a map, an element of a list.

use super::attr::Attr;
use super::attr_kinds::{ListField, MapField};
use super::document::DocumentField;

impl<I, const FIELD: usize, T> Attr<I, FIELD, T> {
    /// The fields of a nested struct that derives `Document`: `o.address.fields().city.eq("Leeds")`.
    #[must_use]
    pub fn fields(&self) -> T::Fields<I, FIELD>
    where
        T: DocumentField,
    {
        T::fields(self.path.clone())
    }

    /// The value under a key of a map: `o.addresses.entry("home")`.
    #[must_use]
    pub fn entry(&self, key: impl Into<String>) -> Attr<I, FIELD, T::Value>
    where
        T: MapField,
    {
        Attr::at(self.path.field(key.into()), self.shape.element())
    }

    /// An element of a list, counted from 0: `o.lines.element(2)`.
    #[must_use]
    pub fn element(&self, index: usize) -> Attr<I, FIELD, T::Element>
    where
        T: ListField,
    {
        Attr::at(self.path.element(index), self.shape.element())
    }
}
