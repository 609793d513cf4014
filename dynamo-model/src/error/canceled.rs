//! The parts of a transaction that failed.

use super::Error;

/// An action of a transaction that failed: why, and what is stored there. See [`Error::canceled`].
#[derive(Debug)]
pub struct CanceledAction {
    index: usize,
    code: Option<String>,
    error: Error,
    /// Its position among the writes that were sent, of which one action can be several.
    write: Option<usize>,
}

impl CanceledAction {
    pub(crate) fn new(index: usize, code: Option<String>, error: Error) -> Self {
        Self {
            index,
            code,
            error,
            write: None,
        }
    }

    pub(crate) fn of_write(mut self, write: usize) -> Self {
        self.write = Some(write);
        self
    }

    pub(crate) fn write(&self) -> Option<usize> {
        self.write
    }

    /// The position of the action among those of the transaction, from 0, in the order in which they were added; of
    /// a read, that of the key in the tuple.
    /// A check that joined the write of its item counts as that write; an item that the library writes along with an
    /// action counts as that action.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The entity concerned.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        self.error.entity()
    }

    /// The key concerned, as `{PK: '…', SK: '…'}`.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.error.key()
    }

    /// The service's code of the reason, as `ConditionalCheckFailed`; `None` where it was not asked.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// The error that the action on its own would have had: its predicates, and
    /// [`existing`](Error::existing).
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.error
    }
}

impl Error {
    pub(crate) fn with_canceled(mut self, canceled: Vec<CanceledAction>) -> Self {
        self.0.canceled = Some(canceled);
        self
    }

    /// A transaction was canceled: nothing of it is applied, or read. The other predicates say why, by the first action whose
    /// condition failed or, where none did, by the first that failed;
    /// [`canceled`](Self::canceled) has them all.
    #[must_use]
    pub fn is_transaction_canceled(&self) -> bool {
        self.0.canceled.is_some()
    }

    /// The actions of a canceled transaction that failed, in their order; none where the service did not tell.
    #[must_use]
    pub fn canceled(&self) -> &[CanceledAction] {
        self.0.canceled.as_deref().unwrap_or_default()
    }
}
