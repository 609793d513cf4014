//! Entities whose keys are built from one to three texts, also next to numbers and dates, with each delimiter; and one with
//! a field in every format that loses nothing.

use dynamo_model::{Entity, KeyPart, Table};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

macro_rules! delimited {
    (
        $module:ident $delimiter:tt
        two: $two:tt three: $three:tt number: $number:tt date: $date:tt between: $between:tt glued: $glued:tt
    ) => {
        pub(crate) mod $module {
            use super::{Date, Deserialize, Entity, Serialize, Table};

            #[derive(Debug, Table)]
            #[table(name = "keys", delimiter = $delimiter, entities(One, Two, Three, Number, Day, Between, Glued))]
            pub(crate) struct Keys;

            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "{a}", sk = "{b}", overlap_ok = "nothing is stored")]
            pub(crate) struct One {
                pub(crate) a: String,
                pub(crate) b: String,
            }

            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "2", sk = $two, overlap_ok = "nothing is stored")]
            pub(crate) struct Two {
                pub(crate) a: String,
                pub(crate) b: String,
            }

            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = $three, sk = "{a:esc}", overlap_ok = "nothing is stored")]
            pub(crate) struct Three {
                pub(crate) a: String,
                pub(crate) b: String,
                pub(crate) c: String,
            }

            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "n", sk = $number, overlap_ok = "nothing is stored")]
            pub(crate) struct Number {
                pub(crate) a: String,
                pub(crate) n: i16,
                pub(crate) b: String,
            }

            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "d", sk = $date, overlap_ok = "nothing is stored")]
            pub(crate) struct Day {
                pub(crate) a: String,
                pub(crate) d: Date,
                pub(crate) b: String,
            }

            /// Text up to a literal that is longer than the delimiter.
            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "b", sk = $between, overlap_ok = "nothing is stored")]
            pub(crate) struct Between {
                pub(crate) a: String,
                pub(crate) b: String,
            }

            /// A number and a date with nothing between them and the text.
            #[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Keys, pk = "g", sk = $glued, overlap_ok = "nothing is stored")]
            pub(crate) struct Glued {
                pub(crate) n: u8,
                pub(crate) d: Date,
                pub(crate) a: String,
                pub(crate) b: String,
            }
        }
    };
}

delimited! {
    hash "#" two: "{a}#{b}" three: "{a}#{b}#{c}" number: "{a}#{n:06}#{b}" date: "{a}#{d}#{b}"
    between: "{a}#B#{b}" glued: "{n:03}{d}{a}#{b:raw}"
}
delimited! {
    pipe "|" two: "{a}|{b}" three: "{a}|{b}|{c}" number: "{a}|{n:06}{b}" date: "{a}|{d}{b}"
    between: "{a}|1|{b}" glued: "{n:03}{d}{a}|{b:raw}"
}
delimited! {
    colons "::" two: "{a}::{b}" three: "{a}::{b}::{c}" number: "{a}::{n:desc 06}::{b}" date: "{a}::{d}::{b}"
    between: "{a}::a::{b}" glued: "{n:03}{d}{a}::{b:raw}"
}
delimited! {
    dash "-" two: "{a}-{b}" three: "{a}-{b}-{c}" number: "{a}-{n:06}-{b}" date: "{a}-{d}-{b}"
    between: "{a}-0-{b}" glued: "{n:03}{d}{a}-{b:raw}"
}

#[derive(Debug, Table)]
#[table(name = "formats", entities(Texts, Numbers, Times))]
pub(crate) struct Formats;

/// Text in every format that loses nothing, and types that are written as text.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Formats,
    pk = "TEXTS#{plain}#{escaped:esc}#{letter}#{color}#{wrapped}",
    sk = "{uuid}{ulid}#{boxed}#{shared}#{raw:raw}"
)]
pub(crate) struct Texts {
    pub(crate) plain: String,
    pub(crate) escaped: String,
    pub(crate) letter: char,
    pub(crate) color: Color,
    pub(crate) wrapped: Wrapped,
    pub(crate) uuid: uuid::Uuid,
    pub(crate) ulid: ulid::Ulid,
    pub(crate) boxed: Box<str>,
    pub(crate) shared: std::borrow::Cow<'static, str>,
    pub(crate) raw: String,
}

/// Integers in every format.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Formats,
    pk = "NUMBERS#{plain}#{unpadded:unpadded}#{negative:unpadded}",
    sk = "{unsigned:020}{hex:032x}{desc:desc 020}{hex_desc:desc 016x}{signed:020}{wide:040}{signed_desc:desc 04}{non_zero:03}{size:020}"
)]
pub(crate) struct Numbers {
    pub(crate) plain: i32,
    pub(crate) unpadded: u64,
    pub(crate) negative: i128,
    pub(crate) unsigned: u64,
    pub(crate) hex: u128,
    pub(crate) desc: u64,
    pub(crate) hex_desc: u64,
    pub(crate) signed: i64,
    pub(crate) wide: i128,
    pub(crate) signed_desc: i8,
    pub(crate) non_zero: std::num::NonZeroU8,
    pub(crate) size: usize,
}

/// Dates and instants of each crate.
#[derive(Clone, Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(
    table = Formats,
    pk = "TIMES#{date}{short:strftime %Y%m%d}",
    sk = "{ordinal:strftime %Y-%j}{named:date}{at}{chrono}{time}{naive:strftime %d.%m.%Y}"
)]
pub(crate) struct Times {
    pub(crate) date: Date,
    pub(crate) short: Date,
    pub(crate) ordinal: chrono::NaiveDate,
    pub(crate) named: time::Date,
    pub(crate) at: Timestamp,
    pub(crate) chrono: chrono::DateTime<chrono::Utc>,
    pub(crate) time: time::OffsetDateTime,
    pub(crate) naive: chrono::NaiveDate,
}

#[derive(Clone, Copy, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
#[key_part(rename_all = "snake_case")]
pub(crate) enum Color {
    DarkRed,
    #[key_part(rename = "r")]
    Red,
}

#[derive(Clone, Debug, PartialEq, KeyPart, Serialize, Deserialize)]
pub(crate) struct Wrapped(pub(crate) String);
