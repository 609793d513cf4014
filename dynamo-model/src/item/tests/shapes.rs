//! `Probe`: the shape follows the type, however it is spelled.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crate::item::{PlainShape as _, Probe, Shape};

type Tags = HashSet<String>;
type Maybe<T> = std::option::Option<T>;
type Raw = Vec<u8>;

/// Looks like a set by its name only.
#[allow(non_camel_case_types, dead_code)]
struct HashSetOfMine(Vec<String>);

macro_rules! assert_shape {
    ($($type:ty => $shape:ident),* $(,)?) => {$(
        const _: Shape = Probe::<$type>::SHAPE;
        assert_eq!(Probe::<$type>::SHAPE, Shape::$shape, stringify!($type));
    )*};
}

// fault 134, fault 43
#[test]
fn sets_are_recognised_through_aliases_paths_and_options() {
    assert_shape! {
        Tags => Set,
        std::collections::HashSet<u64> => Set,
        std::collections::HashSet<u64, std::hash::BuildHasherDefault<std::hash::DefaultHasher>> => Set,
        BTreeSet<Raw> => Set,
        &'static Tags => Set,
        Box<Tags> => Set,
        Option<Tags> => OptionalSet,
        Maybe<BTreeSet<i32>> => OptionalSet,
        core::option::Option<&'static Tags> => OptionalSet,
        Option<Option<Tags>> => OptionalSet,
    }
}

// fault 134, fault 44
#[test]
fn byte_types_are_recognised_through_aliases_and_options() {
    assert_shape! {
        Vec<u8> => Bytes,
        Raw => Bytes,
        [u8; 32] => Bytes,
        [u8] => Bytes,
        &'static [u8] => Bytes,
        Box<[u8]> => Bytes,
        Cow<'static, [u8]> => Bytes,
        Maybe<Raw> => Bytes,
        Option<[u8; 4]> => Bytes,
        Option<&'static [u8]> => Bytes,
    }
}

// fault 134
#[test]
fn everything_else_is_plain() {
    assert_shape! {
        String => Plain,
        str => Plain,
        Vec<String> => Plain,
        Vec<i8> => Plain,
        Option<Vec<u16>> => Plain,
        std::collections::HashMap<String, Raw> => Plain,
        HashSetOfMine => Plain,
    }
}
