//! Any bytes as the service's answer to any call: no panic, and the same from the wire and through the SDK's types where these can hold it.

use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::sync::LazyLock;

use dynamo_model::{Error, Repository};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::everything::{Everything, Everythings, Plain};
use crate::oracle;
use crate::service::{answer_with, block_on, both_paths};

/// The kinds of calls.
const CALLS: u8 = 12;
const STATUSES: [u16; 4] = [200, 200, 400, 500];

/// Whether something was read. The first byte says which call it is, the second one the answer's status and how many blanks
/// are before it, and the rest is the answer.
pub(crate) fn run(data: &[u8]) -> bool {
    let Some((&[call, status], body)) = data.split_first_chunk() else {
        return false;
    };
    let unreadable = UNREADABLE.as_str();
    answer_with(STATUSES[usize::from(status) % STATUSES.len()], body);
    let [wire, sdk] = both_paths().map(|table| block_on(outcome(&table, call)));
    // Of two members of one name the SDK's types have the later, and a struct refuses both.
    if serde_json::from_slice::<NamedOnce>(body).is_err_and(|error| error.is_data()) {
        return false;
    }
    if matches!(call % CALLS, 2 | 3) {
        is_same_raw();
        oracle::check(body, usize::from(status) / STATUSES.len());
    }
    // What is no answer at all to the SDK, the wire's decoder may find to be no item, or not look at where nobody asks for it.
    if sdk.as_ref().err().is_none_or(|sdk| sdk != unreadable) {
        assert_eq!(wire, sdk);
    }
    wire.is_ok_and(|read| read.contains("Everything {") || read.contains("Plain {"))
}

/// JSON whose objects have each name once.
struct NamedOnce;

impl<'de> Deserialize<'de> for NamedOnce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for NamedOnce {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self, A::Error> {
        while elements.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, Self)) = members.next_entry::<String, Self>()? {
            if !names.insert(name) {
                return Err(A::Error::custom("a name occurs twice"));
            }
        }
        Ok(self)
    }
}

/// The error of an answer that is not even JSON.
static UNREADABLE: LazyLock<String> = LazyLock::new(|| {
    let [_, sdk] = both_paths();
    answer_with(200, "{");
    what(&block_on(async { sdk.get(Everything::key(1)).await }).expect_err("it is no JSON"))
});

/// Items as they are: the same on both paths but for what the SDK's types have a NULL for, a type that nobody knows.
fn is_same_raw() {
    let [wire, sdk] = both_paths().map(|table| {
        let page = block_on(async { table.items(Everything::partition(1)).page(None).await });
        let items = page.map(|page| page.items).unwrap_or_default();
        let items = items
            .iter()
            .map(|item| serde_json::to_string(item).unwrap_or_default());
        items.collect::<Vec<_>>()
    });
    for (wire, sdk) in wire.iter().zip(&sdk) {
        assert!(wire == sdk || sdk.contains("null"), "{wire}\n{sdk}");
    }
}

/// What a call gave. Of an error it is told what it is: which one of several wrong attributes is met first depends on the order
/// of a map.
async fn outcome(table: &Repository<Everythings>, call: u8) -> Result<String, String> {
    let keys = || [Everything::key(1), Everything::key(7)];
    let plain = || Plain::key(1);
    let change = || Everything::update(Everything::key(1)).text("new");
    let entity = || Everything::default();
    match call % CALLS {
        0 => told(table.get(Everything::key(1)).await),
        1 => told(table.get(plain()).await),
        2 => {
            let page = table.query(Everything::query(1)).page(None).await;
            let page = page.map(|page| {
                let errors: Vec<_> = page.errors.iter().map(what).collect();
                let next = page.next.is_some();
                (page.items, errors, next, page.skipped, page.examined)
            });
            told(page)
        }
        3 => {
            let page = table.query(Plain::query(1)).page(None).await;
            told(page.map(|page| (page.items, page.errors.len(), page.skipped)))
        }
        4 => told(table.get_many(keys()).await),
        5 => told(table.get_all((Everything::key(1), plain())).await),
        6 => {
            let both = table.get_all((Everything::key(1), plain()));
            told(both.transactional().await)
        }
        7 => told(table.update(change()).returning_new().await),
        8 => told(table.update(change()).returning_old().await),
        9 => told(table.create(&entity()).await),
        10 => told(table.delete(&entity()).await),
        _ => {
            let both = table.transact().create(&entity()).update(change());
            told(both.await)
        }
    }
}

fn told<T: Debug>(result: Result<T, Error>) -> Result<String, String> {
    match result {
        Ok(read) => Ok(format!("{read:?}")),
        Err(error) => Err(what(&error)),
    }
}

/// What an error is, and the items that came with it.
fn what(error: &Error) -> String {
    let is = [
        error.is_decode(),
        error.is_already_exists(),
        error.is_not_found(),
        error.is_condition_failed(),
        error.is_conflict(),
        error.is_throttled(),
        error.is_unknown_outcome(),
        error.is_table_not_found(),
        error.is_cursor(),
    ];
    let existing = error.existing::<Everything>();
    let existing = existing.map_err(|error| error.is_decode());
    let canceled: Vec<_> = error
        .canceled()
        .iter()
        .map(|action| (action.index(), what(action.error())))
        .collect();
    format!("{is:?} {:?} {existing:?} {canceled:?}", error.code())
}
