//! The layout of the documents' request log: operation and table, then a line for each part.

use std::fmt::Write;

use crate::expr::{Expr, Plain};

/// A request's text in the making.
#[derive(Debug)]
pub(crate) struct Explanation(String);

impl Explanation {
    pub(crate) fn new(operation: &str, table: &str) -> Self {
        Self(format!("{operation} {table}"))
    }

    /// An operation on several tables, named on the lines below.
    pub(crate) fn untitled(operation: &str) -> Self {
        Self(operation.to_owned())
    }

    /// One part: `    key:        …`.
    pub(crate) fn line(mut self, label: &str, value: &str) -> Self {
        // Labels are padded to twelve columns; a longer one is followed by one space.
        let _ = write!(self.0, "\n    {:<11} {value}", format!("{label}:"));
        self
    }

    pub(crate) fn plain(mut self, text: &str) -> Self {
        let _ = write!(self.0, "\n    {text}");
        self
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// A condition with names and values put in.
pub(crate) fn condition_text(condition: &Expr) -> String {
    let mut text = String::new();
    condition.render(&mut Plain, &mut text);
    text
}
