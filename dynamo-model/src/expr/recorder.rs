//! Changes as they are written down: of an item, or inside one of its attributes.

use std::borrow::Cow;

use super::arg::{AddArg, ElementsArg, ListArg};
use super::attr_kinds::FieldValue;
use super::document_path::DocumentPath;
use super::update::{Action, NewValue};
use crate::error::{Error, Kind};
use crate::item::{Shape, Value};

/// The changes so far. What was wrong with a value is kept for the time of sending.
#[derive(Debug, Default)]
#[must_use = "changes do nothing until they are sent"]
pub struct Recorder {
    /// Where the names begin; `None` at the item.
    at: Option<DocumentPath>,
    /// The shape of what is there.
    shape: Shape,
    pub(crate) actions: Vec<Action>,
    pub(crate) fault: Option<Error>,
}

impl Recorder {
    fn path(&self, name: impl Into<Cow<'static, str>>) -> DocumentPath {
        match (&self.at, name.into()) {
            (Some(at), name) => at.field(name),
            (None, Cow::Borrowed(name)) => DocumentPath::attribute(name),
            (None, Cow::Owned(name)) => DocumentPath::from(name),
        }
    }

    /// SET to a value; REMOVE where it is one that is not stored: `None`, an empty set [fault 42].
    pub fn set(self, name: &'static str, value: FieldValue) -> Self {
        let path = self.path(name);
        self.put(path, value)
    }

    /// SET or REMOVE at a path that is made already.
    pub(super) fn put(mut self, path: DocumentPath, value: FieldValue) -> Self {
        match value.0 {
            Ok(Some(value)) => self.actions.push(Action::Set {
                path,
                to: NewValue::Is(value),
            }),
            Ok(None) => self.actions.push(Action::Remove(path)),
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// REMOVE.
    pub fn clear(mut self, name: &'static str) -> Self {
        let path = self.path(name);
        self.actions.push(Action::Remove(path));
        self
    }

    /// SET where nothing is.
    pub fn set_if_absent(mut self, name: &'static str, value: FieldValue) -> Self {
        let path = self.path(name);
        match value.0 {
            Ok(Some(value)) => self.actions.push(Action::Set {
                path,
                to: NewValue::IfAbsent(value),
            }),
            // Nothing to be stored where nothing is.
            Ok(None) => {}
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// A number added: `ADD` to an attribute, arithmetic inside one, where the service has no `ADD`.
    pub fn add<T, F, A: AddArg<T, F>>(mut self, name: &'static str, number: A) -> Self {
        let path = self.path(name);
        match number
            .encode()
            .0
            .map(|value| value.unwrap_or_else(|| Value::number(0)))
        {
            Ok(value) if path.is_attribute() => self.actions.push(Action::Add { path, value }),
            Ok(number) => {
                let zero = Value::number(0);
                let to = NewValue::Plus { zero, number };
                self.actions.push(Action::Set { path, to });
            }
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// Elements behind those of a list.
    pub fn append<T, F, A: ListArg<T, F>>(
        self,
        name: &'static str,
        shape: Shape,
        elements: A,
    ) -> Self {
        self.extend(name, shape, elements, |empty, elements| {
            NewValue::Appended { empty, elements }
        })
    }

    /// Elements before those of a list.
    pub fn prepend<T, F, A: ListArg<T, F>>(
        self,
        name: &'static str,
        shape: Shape,
        elements: A,
    ) -> Self {
        self.extend(name, shape, elements, |empty, elements| {
            NewValue::Prepended { empty, elements }
        })
    }

    fn extend<T, F, A: ListArg<T, F>>(
        mut self,
        name: &'static str,
        shape: Shape,
        elements: A,
        to: fn(Value, Value) -> NewValue,
    ) -> Self {
        let path = self.path(name);
        let encoded = match shape {
            Shape::Plain | Shape::List | Shape::Documents(_) => elements.encode(shape).0,
            _ => Err(Error::new(Kind::Request).with_detail("the field is not stored as a list")),
        };
        match encoded {
            Ok(Some(elements)) => {
                let to = to(Value::empty_list(), elements);
                self.actions.push(Action::Set { path, to });
            }
            Ok(None) => {}
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// Elements put into a set.
    pub fn insert<T, F, K, A: ElementsArg<T, F, K>>(
        mut self,
        name: &'static str,
        elements: A,
    ) -> Self {
        let path = self.path(name);
        match elements.encode().0 {
            Ok(Some(value)) => self.actions.push(Action::Add { path, value }),
            Ok(None) => {}
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// Elements taken out of a set.
    pub fn remove<T, F, K, A: ElementsArg<T, F, K>>(
        mut self,
        name: &'static str,
        elements: A,
    ) -> Self {
        let path = self.path(name);
        match elements.encode().0 {
            Ok(Some(value)) => self.actions.push(Action::Delete { path, value }),
            Ok(None) => {}
            Err(error) => self.fail(&path, error),
        }
        self
    }

    /// Changes inside an attribute.
    pub fn inside<C>(
        self,
        name: &'static str,
        shape: Shape,
        open: impl FnOnce(Self) -> C,
        change: impl FnOnce(C) -> C,
        close: impl FnOnce(C) -> Self,
    ) -> Self {
        let path = self.path(name);
        self.within(path, shape, |inside| close(change(open(inside))))
    }

    pub(super) fn within(
        mut self,
        at: DocumentPath,
        shape: Shape,
        change: impl FnOnce(Self) -> Self,
    ) -> Self {
        let inside = change(Self {
            at: Some(at),
            shape,
            actions: Vec::new(),
            fault: None,
        });
        self.actions.extend(inside.actions);
        self.fault = self.fault.or(inside.fault);
        self
    }

    /// The path of this recorder; the item's own where it is at none.
    pub(super) fn here(&self) -> Option<&DocumentPath> {
        self.at.as_ref()
    }

    /// The shape of the elements or entries here.
    pub(super) fn element_shape(&self) -> Shape {
        self.shape.element()
    }

    pub(super) fn removed(mut self, path: DocumentPath) -> Self {
        self.actions.push(Action::Remove(path));
        self
    }

    fn fail(&mut self, path: &DocumentPath, error: Error) {
        let error = error.with_field(path.to_string());
        self.fault.get_or_insert(error);
    }
}
