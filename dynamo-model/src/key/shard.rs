//! Shards: the part of a partition key that spreads one logical partition over several.
//!
//! The number is a hash of other parts' texts, so whoever knows the item's key knows its shard, and a
//! retried write meets the item that the first one stored. The hash may never change: stored items would
//! not be found again. It is SHA-256 because every language's standard library, and every query service
//! over an export, has it, and because each of its bits depends on each byte of the text; of FNV-1a the
//! lowest bits depend on the lowest bits of the bytes only, which a power of two as count would show.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::format::Format;
use super::template::FieldPart;

/// Which of `count` shards holds an item: the first eight bytes of the SHA-256 of the texts, read as one
/// big-endian number, modulo `count`. Several texts are joined by a zero byte.
///
/// This is the number that `{shard}` renders, fixed for ever. The texts are those of the fields that
/// `shard(by = …)` names, as their last parts in the primary key's templates write them; a field
/// outside of the primary key in its type's default format. A count of 0 counts as 1.
///
/// ```
/// use dynamo_model::key::shard_of;
///
/// assert_eq!(shard_of(["order-1"], 10), 6);
/// assert_eq!(shard_of(["c1", "order-1"], 10), 7);
/// ```
#[must_use]
pub fn shard_of<'t>(texts: impl IntoIterator<Item = &'t str>, count: u16) -> u16 {
    let mut hash = Sha256::new();
    for (position, text) in texts.into_iter().enumerate() {
        if position > 0 {
            hash.update([0]);
        }
        hash.update(text);
    }
    let mut first = [0; 8];
    for (to, from) in first.iter_mut().zip(hash.finalize()) {
        *to = from;
    }
    let shard = u64::from_be_bytes(first) % u64::from(count.max(1));
    // Less than a `u16`.
    u16::try_from(shard).unwrap_or_default()
}

/// The shard in a template.
#[derive(Debug)]
pub struct ShardPart {
    pub(crate) count: u16,
    format: Format,
    /// What is hashed.
    pub(crate) by: &'static [FieldPart],
}

impl ShardPart {
    /// One of `count` shards, by these fields' texts.
    #[must_use]
    pub const fn new(count: u16, format: Format, by: &'static [FieldPart]) -> Self {
        Self { count, format, by }
    }

    /// The bytes of every shard's text; `None` where they differ.
    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.format {
            Format::Padded { width } => Some(width as usize),
            _ if self.count <= 10 => Some(1),
            _ => None,
        }
    }

    pub(crate) fn write(&self, shard: u16, out: &mut String) {
        let width = self.fixed_width().unwrap_or_default();
        // A `String` takes everything.
        let _ = write!(out, "{shard:0width$}");
    }

    /// Whether this is the text of one of the shards.
    pub(crate) fn is_shard(&self, text: &str) -> bool {
        let mut again = String::with_capacity(text.len());
        match text.parse() {
            Ok(shard) if shard < self.count => self.write(shard, &mut again),
            _ => return false,
        }
        again == text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Made with Python: `int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % count`. A change of any
    // of these loses stored items.
    #[test]
    fn the_hash_is_fixed_for_ever() {
        let first = |text: &str| {
            let found = [2, 10, 16, 100, 997, 1000].map(|count| shard_of([text], count));
            (text.to_owned(), found)
        };
        let expected: [(&str, [u16; 6]); 5] = [
            ("abc", [0, 4, 10, 74, 535, 74]),
            ("", [0, 2, 4, 52, 165, 652]),
            ("order-1", [0, 6, 12, 96, 236, 396]),
            ("ORDER#é", [0, 6, 2, 86, 716, 186]),
            ("2026-10-20T12:00:00.000Z", [1, 3, 7, 63, 800, 663]),
        ];
        for (text, shards) in expected {
            assert_eq!(first(text), (text.to_owned(), shards));
        }
    }

    #[test]
    fn several_texts_are_not_their_concatenation() {
        assert_eq!(shard_of(["a", "b"], 1000), shard_of(["a\0b"], 1000));
        assert_ne!(shard_of(["ab", "c"], 1000), shard_of(["a", "bc"], 1000));
    }

    #[test]
    fn ids_spread_evenly() {
        for count in [2, 8, 10] {
            let mut held = vec![0_u32; usize::from(count)];
            for id in 0..10_000 {
                held[usize::from(shard_of([format!("order-{id}").as_str()], count))] += 1;
            }
            let share = 10_000 / u32::from(count);
            assert!(
                held.iter().all(|held| held.abs_diff(share) < share / 8),
                "{held:?}"
            );
        }
    }

    #[test]
    fn a_shard_has_one_text() {
        let plain = ShardPart::new(12, Format::Default, &[]);
        assert!(plain.is_shard("0") && plain.is_shard("11"));
        assert!(
            !["12", "01", "+1", "", "x"]
                .iter()
                .any(|text| plain.is_shard(text))
        );
        let padded = ShardPart::new(12, Format::Padded { width: 3 }, &[]);
        assert!(padded.is_shard("011") && !padded.is_shard("11"));
        assert_eq!(
            (
                plain.fixed_width(),
                padded.fixed_width(),
                ShardPart::new(10, Format::Default, &[]).fixed_width()
            ),
            (None, Some(3), Some(1))
        );
    }
}
