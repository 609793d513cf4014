//! Expired items: the service deletes them days later, so everything looks past them until then.

use crate::expr::Expr;
use crate::item::{Stored, Value};
use crate::stamp::Now;

/// The attribute that says when an item expires, and the time of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    attribute: &'static str,
    now: u64,
}

impl Live {
    /// `None` where nothing expires.
    pub(crate) fn at(attribute: Option<&'static str>, now: Now) -> Option<Self> {
        attribute.map(|attribute| Self {
            attribute,
            now: now.seconds(),
        })
    }

    pub(crate) fn attribute(self) -> &'static str {
        self.attribute
    }

    /// The item is not expired. An item that is not there is not either.
    pub(crate) fn condition(self) -> Expr {
        // True also where there is no number to compare with: none, or NULL written by others.
        Expr::Not(Box::new(self.expired()))
    }

    /// The item is expired.
    pub(crate) fn expired(self) -> Expr {
        Expr::compare(self.attribute, "<=", Value::number(self.now))
    }

    pub(crate) fn is_expired(self, item: &Stored) -> bool {
        let expiry = item
            .value(self.attribute)
            .and_then(|value| value.as_integer());
        expiry.is_some_and(|expiry| expiry <= i128::from(self.now))
    }
}

/// The version that a write expects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpectedVersion {
    pub(crate) attribute: &'static str,
    pub(crate) version: u64,
}

impl ExpectedVersion {
    /// The item has this version. An item that was stored before there were versions has none: it counts
    /// as 0 [fault 94].
    pub(crate) fn condition(self) -> Expr {
        let equal = Expr::equals(self.attribute, Value::number(self.version));
        match self.version {
            0 => Expr::not_exists(self.attribute).or(equal),
            _ => equal,
        }
    }
}
