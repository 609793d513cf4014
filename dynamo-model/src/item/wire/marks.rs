//! Where the strings of a text can end: at its quotes, or at what needs a look before one of them.
//!
//! An answer is short strings mostly, and how long the next one is nobody can foresee. So the whole text is looked through once, 64
//! bytes at a time and without a branch, and the end of a string is then the next bit that is set.

use wide::i8x16;

/// The quotes, backslashes and control characters of a text: a bit for each of its bytes.
#[derive(Debug)]
pub(super) struct Marks {
    /// More than the text fills, with all bits set, so that there is always a next mark and a word behind it.
    bits: Vec<[u8; WORD]>,
}

/// How many bytes are looked through at a time.
const BLOCK: usize = 64;

/// The bits of a block, in bytes.
const WORD: usize = BLOCK / 8;

/// How many bytes have their bits in a word of the marks, wherever it begins.
const AHEAD: usize = 57;

impl Marks {
    pub(super) fn of(text: &[u8]) -> Self {
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        let mut bits = Vec::with_capacity(blocks.len() + 3);
        bits.extend(blocks.iter().map(|block| marks(block).to_le_bytes()));
        // Behind the end everything is a mark.
        let mut last = [0; BLOCK];
        if let Some(start) = last.get_mut(..rest.len()) {
            start.copy_from_slice(rest);
        }
        bits.extend([marks(&last).to_le_bytes(), [u8::MAX; WORD], [u8::MAX; WORD]]);
        Marks { bits }
    }

    /// The marks of the bytes from here on, the first one's in the lowest bit: of 57 bytes at least. None behind the end of the text.
    #[inline(always)]
    pub(super) fn ahead(&self, at: usize) -> u64 {
        let bits = self.bits.as_flattened();
        let Some(bits) = bits.get(at / 8..) else {
            return 0;
        };
        let Some(bits) = bits.first_chunk() else {
            return 0;
        };
        u64::from_le_bytes(*bits) >> (at % 8)
    }

    /// The first mark at this place or behind it; behind the end of the text, some place behind the end.
    #[inline(never)]
    pub(super) fn next(&self, at: usize) -> usize {
        match self.ahead(at) {
            0 => self.next_far(at),
            ahead => at + ahead.trailing_zeros() as usize,
        }
    }

    /// The same where [`Marks::ahead`] has none.
    fn next_far(&self, at: usize) -> usize {
        let first = at.saturating_add(AHEAD) / 8;
        let bits = self.bits.as_flattened().get(first..);
        let (words, _) = bits.unwrap_or_default().as_chunks();
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        let found = words.enumerate().find(|(_, word)| *word != 0);
        found.map_or(at, |(position, word)| {
            (first + position * 8) * 8 + word.trailing_zeros() as usize
        })
    }
}

/// The marks of a block, the first byte's in the lowest bit.
#[inline(always)]
fn marks(block: &[u8; BLOCK]) -> u64 {
    let (parts, _) = block.as_chunks();
    parts.iter().rev().fold(0, |marks, part| {
        marks << 16 | u64::from(found(part).to_bitmask() as u16)
    })
}

/// Which of these bytes are marks.
#[inline(always)]
fn found(part: &[u8; 16]) -> i8x16 {
    // One comparison finds quotes and control characters: with this bit turned, a quote comes before all that is no control character.
    // With the sign's turned too, the comparison of signed numbers is that of bytes.
    const TURNED: i8x16 = i8x16::splat((b'"' ^ b' ' ^ 0x80) as i8);
    const END: i8x16 = i8x16::splat(((b' ' + 1) ^ 0x80) as i8);
    const BACKSLASH: i8x16 = i8x16::splat(b'\\' as i8);
    let bytes = i8x16::from(part.map(|byte| byte as i8));
    (bytes ^ TURNED).simd_lt(END) | bytes.simd_eq(BACKSLASH)
}

/// Whether there are none in a text of 16 bytes or more: all of it is looked at, without leaving early.
pub(super) fn has_none(text: &[u8]) -> bool {
    let (parts, _) = text.as_chunks();
    // Some of the last bytes are looked at twice.
    let all = parts.iter().chain(text.last_chunk()).map(found);
    all.fold(i8x16::splat(0), |all, found| all | found).none()
}

#[cfg(test)]
mod tests {
    use super::Marks;

    fn is_mark(byte: u8) -> bool {
        byte < b' ' || matches!(byte, b'"' | b'\\')
    }

    #[test]
    fn marks_are_quotes_backslashes_and_control_characters_at_every_place_of_a_block() {
        for byte in 0..=u8::MAX {
            for (length, place) in [(1, 0), (64, 63), (65, 64), (130, 15), (130, 129), (200, 77)] {
                let mut text = vec![b'x'; length];
                text[place] = byte;
                let marks = Marks::of(&text);
                let expected = if is_mark(byte) { place } else { length };
                for at in [0, place / 2, place] {
                    assert_eq!(marks.next(at), expected, "{byte} at {place} of {length}");
                }
                assert!(marks.next(place + 1) >= length);
            }
        }
    }

    #[test]
    fn every_mark_is_the_next_one_from_each_place_before_it() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in 0..300 {
            let byte = |random: &mut fastrand::Rng| match random.u8(..20) {
                0 => *random.choice(b"\"\\\n").unwrap(),
                _ => random.u8(..),
            };
            let text: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
            let marks = Marks::of(&text);
            for at in 0..length {
                let rest = text[at..].iter().position(|byte| is_mark(*byte));
                match rest {
                    Some(length) => assert_eq!(marks.next(at), at + length),
                    None => assert!(marks.next(at) >= length),
                }
            }
            for behind in [
                length,
                length + 1,
                length + 64,
                length + 640,
                usize::MAX - 1,
            ] {
                assert!(marks.next(behind) >= behind);
            }
        }
    }
}
