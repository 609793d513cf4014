//! One attribute's value, opaque: the layers above move it about, and the client hands it to the SDK.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::number;

/// A value of an attribute, as DynamoDB stores it.
///
/// Two values are equal if DynamoDB holds them to be: numbers by value and not by spelling, sets without
/// regard to order. `Debug` shows the type only.
#[derive(Clone)]
pub(crate) struct Value(AttributeValue);

impl Value {
    /// A string (S).
    #[must_use]
    pub(crate) fn string(text: impl Into<String>) -> Self {
        Value(AttributeValue::S(text.into()))
    }

    /// DynamoDB's name of the value's type, as `S`, `N` or `SS`.
    #[must_use]
    pub(crate) fn type_name(&self) -> &'static str {
        match &self.0 {
            AttributeValue::S(_) => "S",
            AttributeValue::N(_) => "N",
            AttributeValue::B(_) => "B",
            AttributeValue::Bool(_) => "BOOL",
            AttributeValue::Null(_) => "NULL",
            AttributeValue::L(_) => "L",
            AttributeValue::M(_) => "M",
            AttributeValue::Ss(_) => "SS",
            AttributeValue::Ns(_) => "NS",
            AttributeValue::Bs(_) => "BS",
            _ => "?",
        }
    }

    pub(crate) fn from_sdk(value: AttributeValue) -> Self {
        Value(value)
    }

    pub(crate) fn into_sdk(self) -> AttributeValue {
        self.0
    }

    pub(crate) fn as_sdk(&self) -> &AttributeValue {
        &self.0
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        equal(&self.0, &other.0)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({})", self.type_name())
    }
}

fn equal(left: &AttributeValue, right: &AttributeValue) -> bool {
    use AttributeValue::{Bs, L, M, N, Ns, Ss};
    match (left, right) {
        (N(left), N(right)) => number::compare(left, right).is_eq(),
        (L(left), L(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (M(left), M(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        (Ss(left), Ss(right)) => equal_sets(left, right, Ord::cmp),
        (Ns(left), Ns(right)) => {
            equal_sets(left, right, |left, right| number::compare(left, right))
        }
        (Bs(left), Bs(right)) => {
            equal_sets(left, right, |left, right| left.as_ref().cmp(right.as_ref()))
        }
        (left, right) => left == right,
    }
}

fn equal_sets<T>(left: &[T], right: &[T], compare: impl Fn(&T, &T) -> std::cmp::Ordering) -> bool {
    let sorted = |elements: &[T]| {
        let mut order: Vec<usize> = (0..elements.len()).collect();
        order.sort_unstable_by(|a, b| compare(&elements[*a], &elements[*b]));
        order
    };
    left.len() == right.len()
        && sorted(left)
            .into_iter()
            .zip(sorted(right))
            .all(|(a, b)| compare(&left[a], &right[b]).is_eq())
}
