//! The texts of keys, read along templates of every format.

use crate::key_models::{Numbers, Texts, Times, colons, dash, hash, pipe};

/// Whether the two lines are a key of some entity. One that is read is written the same way.
pub(crate) fn run(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let (pk, sk) = text.split_once('\n').unwrap_or((text, ""));
    macro_rules! any_is_key {
        ($($entity:ty)+) => {
            [$(<$entity>::parse_key(pk, sk).is_ok_and(|key| {
                let texts = key.texts().expect("what was read can be written");
                assert_eq!(texts, (pk.to_owned(), Some(sk.to_owned())), stringify!($entity));
                true
            })),+].contains(&true)
        };
    }
    any_is_key! {
        Texts Numbers Times
        hash::One hash::Two hash::Three hash::Number hash::Day hash::Between hash::Glued
        pipe::One pipe::Two pipe::Three pipe::Number pipe::Day pipe::Between pipe::Glued
        colons::One colons::Two colons::Three colons::Number colons::Day colons::Between colons::Glued
        dash::One dash::Two dash::Three dash::Number dash::Day dash::Between dash::Glued
    }
}
