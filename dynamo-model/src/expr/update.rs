//! What an update does to an item, as data with the two renderings of a condition.

use super::document_path::DocumentPath;
use super::names::Render;
use crate::item::Value;

/// One change at one path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    Set {
        path: DocumentPath,
        to: NewValue,
    },
    Remove(DocumentPath),
    /// A number is added to, a set is joined with: the attribute need not be there.
    Add {
        path: DocumentPath,
        value: Value,
    },
    /// Elements are taken out of a set.
    Delete {
        path: DocumentPath,
        value: Value,
    },
}

/// The right side of a SET.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NewValue {
    Is(Value),
    /// What is there stays.
    IfAbsent(Value),
    /// A list with elements behind it; `empty` stands in for a list that is not there [fault 63].
    Appended {
        empty: Value,
        elements: Value,
    },
    Prepended {
        empty: Value,
        elements: Value,
    },
    /// A number and another one; `zero` stands in for one that is not there.
    Plus {
        zero: Value,
        number: Value,
    },
}

impl Action {
    /// Whether doing it twice is doing it once: not for what is added to what is there.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            Self::Set { to, .. } => matches!(to, NewValue::Is(_) | NewValue::IfAbsent(_)),
            Self::Remove(_) | Self::Delete { .. } => true,
            // Joining with a set, not adding to a number.
            Self::Add { value, .. } => !value.is_number(),
        }
    }

    pub(crate) fn path(&self) -> &DocumentPath {
        match self {
            Self::Set { path, .. }
            | Self::Remove(path)
            | Self::Add { path, .. }
            | Self::Delete { path, .. } => path,
        }
    }

    /// Name and value of an attribute that is stored as given, now or where it is absent.
    pub(crate) fn stored(&self) -> Option<(&str, &Value)> {
        match self {
            Self::Set {
                path,
                to: NewValue::Is(value) | NewValue::IfAbsent(value),
            } if path.is_attribute() => Some((path.head(), value)),
            _ => None,
        }
    }

    /// The clause it belongs to, in the order of the expression.
    fn clause(&self) -> usize {
        match self {
            Self::Set { .. } => 0,
            Self::Remove(_) => 1,
            Self::Add { .. } => 2,
            Self::Delete { .. } => 3,
        }
    }

    /// Operators and functions, as the service counts them.
    pub(crate) fn operators(&self) -> usize {
        match self {
            Self::Set { to, .. } => match to {
                NewValue::Is(_) => 1,
                NewValue::IfAbsent(_) => 2,
                NewValue::Appended { .. } | NewValue::Prepended { .. } | NewValue::Plus { .. } => 3,
            },
            Self::Remove(_) | Self::Add { .. } | Self::Delete { .. } => 1,
        }
    }

    fn render(&self, names: &mut dyn Render, out: &mut String) {
        self.path().render(names, out);
        match self {
            Self::Set { path, to } => {
                out.push_str(" = ");
                to.render(path, names, out);
            }
            Self::Remove(_) => {}
            Self::Add { value, .. } | Self::Delete { value, .. } => {
                out.push(' ');
                names.value(value, out);
            }
        }
    }
}

impl NewValue {
    fn render(&self, path: &DocumentPath, names: &mut dyn Render, out: &mut String) {
        match self {
            Self::Is(value) => names.value(value, out),
            Self::IfAbsent(value) => if_absent(path, value, names, out),
            Self::Appended { empty, elements } => {
                out.push_str("list_append(");
                if_absent(path, empty, names, out);
                out.push_str(", ");
                names.value(elements, out);
                out.push(')');
            }
            Self::Prepended { empty, elements } => {
                out.push_str("list_append(");
                names.value(elements, out);
                out.push_str(", ");
                if_absent(path, empty, names, out);
                out.push(')');
            }
            Self::Plus { zero, number } => {
                if_absent(path, zero, names, out);
                out.push_str(" + ");
                names.value(number, out);
            }
        }
    }
}

fn if_absent(path: &DocumentPath, value: &Value, names: &mut dyn Render, out: &mut String) {
    out.push_str("if_not_exists(");
    path.render(names, out);
    out.push_str(", ");
    names.value(value, out);
    out.push(')');
}

/// `SET … REMOVE … ADD … DELETE …`: each clause once, its actions in their order.
pub(crate) fn render_actions(actions: &[Action], names: &mut dyn Render, out: &mut String) {
    let start = out.len();
    for (clause, keyword) in ["SET", "REMOVE", "ADD", "DELETE"].into_iter().enumerate() {
        let mut separator = keyword;
        for action in actions.iter().filter(|action| action.clause() == clause) {
            if separator == keyword && out.len() > start {
                out.push(' ');
            }
            out.push_str(separator);
            if separator == keyword {
                out.push(' ');
            }
            action.render(names, out);
            separator = ", ";
        }
    }
}
