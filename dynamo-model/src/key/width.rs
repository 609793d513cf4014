//! Whether a type's text in its default format has a fixed width, as a type: ranges over a level before
//! a literal ask for it.

/// The default text always has the same number of bytes.
#[derive(Debug)]
pub struct FixedWidth;

/// The texts do not sort as the values do: an enum whose spellings are not in the order of its variants.
#[derive(Debug)]
pub struct UnorderedText;

/// The default text's length depends on the value.
#[derive(Debug)]
pub struct VaryingWidth;
