//! Where items are written, and where their texts are kept until they are sent.
//!
//! A request has many items, and an allocation for the text of each costs more than to write it. So a thread writes one item after
//! the other into one place, and keeps their texts side by side; what is kept together is freed together, once none of it is needed.

use std::cell::Cell;

use bytes::BytesMut;
use bytes_utils::{Str, StrMut};

use super::output::{Output, Room};

/// The texts that are kept together have so many bytes, as those of most requests.
const SHEET: usize = 32 * 1024;

/// A longer text is kept alone, so that little is kept in vain.
const LONGEST: usize = SHEET / 8;

/// A thread keeps room for a text of so many bytes.
const LONGEST_ROOM: usize = 64 * 1024;

thread_local! {
    static ROOM: Cell<Room> = Cell::default();
    static TEXTS: Cell<StrMut> = Cell::default();
}

/// An item begins, where the one before was written.
pub(super) fn item() -> Output {
    Output::item(ROOM.take())
}

/// Keeps the text of an item, and the room that it was written in for the next one.
pub(super) fn keep(out: &mut Output) -> Str {
    let room = out.take_room();
    if room.json.len() > LONGEST {
        return Str::from(room.json);
    }
    let text = keep_text(&room.json);
    if room.json.capacity() <= LONGEST_ROOM {
        ROOM.set(room);
    }
    text
}

fn keep_text(text: &str) -> Str {
    let mut texts = TEXTS.take();
    if texts.inner().capacity() == 0 {
        // What has no bytes is text.
        texts = StrMut::from_inner(BytesMut::with_capacity(SHEET)).unwrap_or_default();
    }
    // Where there is no room left, it begins anew: at the same place if none of its texts is needed any more.
    texts.push_str(text);
    let kept = texts.split_built().freeze();
    TEXTS.set(texts);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_as_they_were_written_however_many_and_long() {
        let text = |number: usize| format!("{number}{}", "ä".repeat(number * 7 % 9000));
        let kept: Vec<_> = (0..1000).map(|number| keep_text(&text(number))).collect();
        for (number, kept) in kept.iter().enumerate() {
            assert_eq!(**kept, text(number));
        }
    }

    #[test]
    fn the_place_of_texts_that_are_gone_is_used_again() {
        let place = |text: &Str| text.as_ptr().addr();
        let first = place(&keep_text(&"a".repeat(1000)));
        let again = (0..100).any(|_| place(&keep_text(&"b".repeat(1000))) == first);
        assert!(again);
    }

    #[test]
    fn an_item_begins_empty_in_the_room_of_the_one_before() {
        let mut out = item();
        out.string("text");
        assert_eq!(*keep(&mut out), *r#"{{"S":"text"}"#);
        let mut out = item();
        out.quote("a");
        assert_eq!((&*keep(&mut out), item().size), (r#"{"a""#, 0));
    }
}
