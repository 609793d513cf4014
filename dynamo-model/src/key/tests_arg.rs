//! Arguments as a person writes them, for each type of field.

#![expect(
    clippy::needless_borrows_for_generic_args,
    reason = "that a borrowed argument is taken too is what is tested"
)]

use std::borrow::Cow;
use std::sync::Arc;

use super::{Arg, IndexKeyPart, PartKind};

fn give<T>(argument: impl Arg<T>) -> T {
    argument.into_arg()
}

#[derive(Clone, Debug, PartialEq)]
enum Status {
    Pending,
}

// A generated function has a concrete field type; so have these, since the literal's type is inferred
// from it.
fn byte(argument: impl Arg<u8>) -> u8 {
    argument.into_arg()
}
fn word(argument: impl Arg<u64>) -> u64 {
    argument.into_arg()
}
fn signed(argument: impl Arg<i32>) -> i32 {
    argument.into_arg()
}
fn wide(argument: impl Arg<i128>) -> i128 {
    argument.into_arg()
}
fn maybe(argument: impl Arg<Option<u64>>) -> Option<u64> {
    argument.into_arg()
}
fn maybe_text(argument: impl Arg<Option<String>>) -> Option<String> {
    argument.into_arg()
}
fn borrowed<'a>(argument: impl Arg<&'a str>) -> &'a str {
    argument.into_arg()
}

#[test]
fn an_integer_literal_fits_every_integer_type() {
    assert_eq!(byte(5), 5);
    assert_eq!(word(5), 5);
    assert_eq!(signed(-5), -5);
    assert_eq!(wide(-5), -5);
    assert_eq!(maybe(5), Some(5));
    assert_eq!(maybe(Some(5)), Some(5));
    assert_eq!(maybe(None), None);
    let five = 5;
    assert_eq!(word(&five), 5);
    assert_eq!(maybe(&five), Some(5));
}

#[test]
fn text_is_taken_in_every_form() {
    let owned = String::from("c1");
    assert_eq!(give::<String>("c1"), "c1");
    assert_eq!(give::<String>(&owned), "c1");
    assert_eq!(give::<String>(&"c1"), "c1");
    assert_eq!(give::<String>(Cow::Borrowed("c1")), "c1");
    assert_eq!(give::<String>(Box::<str>::from("c1")), "c1");
    assert_eq!(&*give::<Box<str>>("c1"), "c1");
    assert_eq!(&*give::<Box<str>>(owned.clone()), "c1");
    assert_eq!(&*give::<Arc<str>>("c1"), "c1");
    assert_eq!(give::<Cow<'_, str>>("c1"), "c1");
    assert_eq!(give::<Cow<'_, str>>(&owned), "c1");
    assert_eq!(borrowed("c1"), "c1");
    assert_eq!(borrowed(&owned), "c1");
    assert_eq!(borrowed(&"c1"), "c1");
}

#[test]
fn optional_text_is_taken_with_and_without_some() {
    let owned = String::from("c1");
    assert_eq!(maybe_text("c1").as_deref(), Some("c1"));
    assert_eq!(maybe_text(&owned).as_deref(), Some("c1"));
    assert_eq!(maybe_text(&"c1").as_deref(), Some("c1"));
    assert_eq!(maybe_text(Some(owned.clone())).as_deref(), Some("c1"));
    assert_eq!(maybe_text(&Some(owned.clone())).as_deref(), Some("c1"));
    assert_eq!(maybe_text(owned).as_deref(), Some("c1"));
    assert_eq!(maybe_text(None), None);
}

#[test]
fn a_type_of_the_user_is_taken_owned_and_borrowed() {
    assert_eq!(give::<Status>(Status::Pending), Status::Pending);
    assert_eq!(give::<Status>(&Status::Pending), Status::Pending);
    assert_eq!(
        give::<Option<Status>>(Status::Pending),
        Some(Status::Pending)
    );
}

#[test]
fn an_option_is_a_part_of_an_index_key_with_the_kind_of_its_content() {
    fn part<T: IndexKeyPart>(value: &T) -> (PartKind, Option<&T::Inner>) {
        (T::KIND, value.part())
    }
    let kind = PartKind::Unsigned { digits: 3 };
    assert_eq!(part(&5_u8), (kind, Some(&5)));
    assert_eq!(part(&Some(5_u8)), (kind, Some(&5)));
    assert_eq!(part(&None::<u8>), (kind, None));
    assert_eq!(part(&Some("a")), (PartKind::Text, Some(&"a")));
}
