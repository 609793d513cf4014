//! What decoders have in common, and how deep they are.

use crate::item::error::CodecError;
use crate::item::wire::entry::Entry;
use crate::item::{MAX_LEVEL, MAX_STEPS};

/// What all decoders of an answer read from.
#[derive(Clone, Copy)]
pub(in crate::item::wire) struct Source<'a, 'de> {
    pub(in crate::item::wire) text: &'de str,
    /// The inner entries of all items.
    pub(in crate::item::wire) inner: &'a [Entry],
}

/// Where a value is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The level of the value: the item is 0, its attributes are 1.
    level: u16,
    /// How many decoders this one is inside of.
    steps: u16,
}

impl Place {
    /// Of an item itself.
    pub(super) const ITEM: Self = Place { level: 0, steps: 0 };
    /// Of one of its attributes.
    pub(super) const ATTRIBUTE: Self = Place { level: 1, steps: 0 };

    /// The same value, one serde call further in.
    #[inline]
    pub(super) fn step(self) -> Result<Self, CodecError> {
        if usize::from(self.steps) >= MAX_STEPS {
            return Err(CodecError::too_many_steps());
        }
        Ok(Place {
            steps: self.steps + 1,
            ..self
        })
    }

    /// The place of the values that this one contains.
    #[inline]
    pub(super) fn inside(self) -> Result<Self, CodecError> {
        if usize::from(self.level) > MAX_LEVEL {
            return Err(CodecError::too_deep());
        }
        Ok(Place {
            level: self.level + 1,
            ..self.step()?
        })
    }
}
