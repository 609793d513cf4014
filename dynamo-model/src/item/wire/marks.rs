//! Where the strings of a text can end: at its quotes, or at what needs a look before one of them.
//!
//! An answer is short strings mostly, and how long the next one is nobody can foresee. So the whole text is looked through once, 64
//! bytes at a time and without a branch, and the end of a string is then the next bit that is set.

use wide::i8x16;

/// The quotes, backslashes and control characters of a text: a bit for each of its bytes.
#[derive(Debug)]
pub(super) struct Marks {
    /// Two more than the text fills, with all bits set, so that there is always a next mark and the word after it.
    words: Vec<u64>,
}

/// How many bytes have their marks in one word.
const BLOCK: usize = u64::BITS as usize;

impl Marks {
    pub(super) fn of(text: &[u8]) -> Self {
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        let mut words = Vec::with_capacity(blocks.len() + 3);
        words.extend(blocks.iter().map(marks));
        // Behind the end everything is a mark.
        let mut last = [0; BLOCK];
        if let Some(start) = last.get_mut(..rest.len()) {
            start.copy_from_slice(rest);
        }
        words.extend([marks(&last), u64::MAX, u64::MAX]);
        Marks { words }
    }

    /// The first mark at this place or behind it; behind the end of the text, one that is there too.
    #[inline(always)]
    pub(super) fn next(&self, at: usize) -> usize {
        // In this order one comparison is enough for both.
        let block = at / BLOCK;
        let (Some(next), Some(this)) = (self.words.get(block + 1), self.words.get(block)) else {
            return at;
        };
        // The 64 bytes from here on, wherever here is in its block.
        let both = u128::from(*next) << BLOCK | u128::from(*this);
        match (both >> (at % BLOCK)) as u64 {
            0 => self.next_far(at),
            ahead => at + ahead.trailing_zeros() as usize,
        }
    }

    /// The same where the next 64 bytes have none.
    #[inline(never)]
    fn next_far(&self, at: usize) -> usize {
        // What is before `at` in its block is not looked at again.
        let first = at / BLOCK + 1;
        let words = self.words.get(first..).unwrap_or_default();
        let found = words.iter().enumerate().find(|(_, word)| **word != 0);
        found.map_or(at, |(position, word)| {
            (first + position) * BLOCK + word.trailing_zeros() as usize
        })
    }
}

/// The marks of a block, the first byte's in the lowest bit.
#[inline(always)]
fn marks(block: &[u8; BLOCK]) -> u64 {
    // One comparison finds quotes and control characters: with this bit turned, a quote comes before all that is no control character.
    // With the sign's turned too, the comparison of signed numbers is that of bytes.
    const TURNED: i8x16 = i8x16::splat((b'"' ^ b' ' ^ 0x80) as i8);
    const END: i8x16 = i8x16::splat(((b' ' + 1) ^ 0x80) as i8);
    const BACKSLASH: i8x16 = i8x16::splat(b'\\' as i8);
    let (parts, _) = block.as_chunks::<16>();
    parts.iter().rev().fold(0, |marks, part| {
        let bytes = i8x16::from(part.map(|byte| byte as i8));
        let found = (bytes ^ TURNED).simd_lt(END) | bytes.simd_eq(BACKSLASH);
        marks << 16 | u64::from(found.to_bitmask() as u16)
    })
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
