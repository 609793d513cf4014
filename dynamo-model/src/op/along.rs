//! What is written along with an item: its copies under other keys, and the guards of its unique values.
//!
//! Copies and guards carry the key of the item that owns them, and each write of one is on the condition that it is
//! free or owned by this item. Which guards an item has follows from its values; where a write does not know the old
//! ones, the item is read first, and the write is on the condition that they are still as read.

use super::TableName;
use super::check::Equal;
use super::{Delete, Live, Put, PutMode, Returns, Update, Write};
use crate::entity::{
    Guard, KeyTexts, check_whole, copy_of, guard_item, is_of_index, owner_attributes, stored_guards,
};
use crate::error::{Error, Kind, Result};
use crate::expr::{Action, Expr, NewValue};
use crate::item::{Item, Stored, Value};
use crate::schema::companions::OWNER_PK;
use crate::schema::{EntityKeys, TableLayout, Unique};
use crate::update::Purpose;

/// The copies and guards of one item that is written.
#[derive(Clone, Debug)]
pub(crate) struct Along {
    pub(crate) layout: &'static TableLayout,
    pub(crate) keys: &'static EntityKeys,
    /// In the order of the entity's `also`.
    pub(crate) copies: Vec<KeyTexts>,
    pub(crate) guards: Guards,
    /// What tells expired items now.
    pub(crate) live: Option<Live>,
    /// The item, where who writes has read it and conditions on it.
    pub(crate) read: Option<Stored>,
}

/// The guards of an item after a write.
#[derive(Clone, Debug)]
pub(crate) enum Guards {
    /// As the changes of the write leave the values.
    Follow,
    /// These: the item is written as a whole.
    Are(Vec<Guard>),
    /// None: the item is deleted.
    Gone,
}

/// A write of a copy or a guard.
#[derive(Clone, Debug)]
pub(crate) struct Companion {
    table: TableName,
    entity: &'static str,
    pub(crate) key: KeyTexts,
    what: What,
    /// Whose it is, and who gives it up in the same transaction.
    owners: Vec<KeyTexts>,
    /// Whether the key alone tells the owner, so that nothing is asked.
    is_owned_by_key: bool,
    live: Option<Live>,
}

#[derive(Clone, Debug)]
enum What {
    PutGuard { field: &'static str, item: Item },
    DeleteGuard,
    PutCopy(Item),
    UpdateCopy(Box<Update>),
    DeleteCopy,
}

impl Along {
    /// Whether the item has to be read before the write: its old values tell which guards go.
    pub(crate) fn reads(&self, write: &Write) -> bool {
        if self.keys.companions.unique.is_empty() || self.read.is_some() {
            return false;
        }
        match (&self.guards, write) {
            (_, Write::Check(_)) => false,
            (Guards::Are(_), Write::Put(put)) => put.mode != PutMode::Create,
            (Guards::Follow, Write::Update(update)) => {
                update.purpose == Purpose::Upsert || self.is_touched(&update.actions)
            }
            _ => true,
        }
    }

    /// Whether the changes concern what guards are made of, or when they expire.
    fn is_touched(&self, actions: &[Action]) -> bool {
        let names = self.guarded();
        actions
            .iter()
            .any(|action| names.contains(&action.path().head()))
    }

    /// The attributes that decide on the guards.
    fn guarded(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        let unique = !self.keys.companions.unique.is_empty();
        let parts = self.keys.guarded().map(|part| part.stored);
        // Guards of nothing but key fields are there as long as the item is.
        let presence = self.keys.is_guarded_by_key().then_some(self.layout.pk);
        let expiry = self.keys.roles.ttl.filter(|_| unique);
        for name in parts.chain(presence).chain(expiry) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// These attributes as they were read.
    pub(crate) fn values(&self, old: Option<&Stored>) -> Vec<Equal> {
        let value = |attribute| Equal {
            attribute,
            value: old.and_then(|old| old.value(attribute)),
        };
        self.guarded().into_iter().map(value).collect()
    }

    /// The write of the item, on the condition that what was read is still so, and those of its companions.
    ///
    /// `old` is the item as it was read, where it [has to be](Self::reads).
    pub(crate) fn planned(
        &self,
        write: Write,
        old: Option<&Stored>,
    ) -> Result<(Write, Vec<Companion>)> {
        let is_read = self.reads(&write);
        if let Some(old) = old.or(self.read.as_ref()) {
            check_whole(self.layout, self.keys, old)?;
        }
        let mut companions = self.copies(&write);
        companions.extend(self.guards(&write, old.or(self.read.as_ref()))?);
        let write = match is_read {
            true => {
                let values = self.values(old);
                let as_read = values.iter().map(Equal::condition).reduce(Expr::and);
                write.only_if(as_read)
            }
            false => write,
        };
        Ok((write, companions))
    }

    /// The writes of the copies.
    pub(crate) fn copies(&self, write: &Write) -> Vec<Companion> {
        let owner = write.key();
        let also = self.keys.companions.also.iter();
        let copies = self.copies.iter().zip(also).filter_map(|(key, also)| {
            let what = match write {
                Write::Put(put) => {
                    let mut item = copy_of(self.layout, self.keys, &put.item, key);
                    for (name, value) in owner_attributes(owner) {
                        item.push(name, value);
                    }
                    What::PutCopy(item)
                }
                Write::Update(update) => self.update_of_copy(update, key)?,
                Write::Delete(_) => What::DeleteCopy,
                Write::Check(_) => return None,
            };
            Some(Companion {
                is_owned_by_key: also.names_owner(self.keys),
                ..self.companion(write, key.clone(), what)
            })
        });
        copies.collect()
    }

    /// The same changes but for those of index attributes; none where nothing is left.
    fn update_of_copy(&self, update: &Update, key: &KeyTexts) -> Option<What> {
        let is_own = |action: &&Action| !is_of_index(self.layout, self.keys, action.path().head());
        let mut actions: Vec<_> = update.actions.iter().filter(is_own).cloned().collect();
        if actions.is_empty() && update.purpose == Purpose::Update {
            return None;
        }
        let live = match update.purpose {
            Purpose::Update => None,
            Purpose::Upsert => {
                let owner = owner_attributes(&update.key);
                actions.extend(owner.map(|(name, value)| Action::Set {
                    path: name.into(),
                    to: NewValue::Is(value),
                }));
                update.live
            }
        };
        Some(What::UpdateCopy(Box::new(Update {
            table: update.table.clone(),
            entity: update.entity,
            key: key.clone(),
            actions,
            purpose: update.purpose,
            only_if: None,
            version: None,
            live,
            returns: Returns::Nothing,
        })))
    }

    fn guards(&self, write: &Write, old: Option<&Stored>) -> Result<Vec<Companion>> {
        if self.keys.companions.unique.is_empty() {
            return Ok(Vec::new());
        }
        let of_stored = |item: &Stored| stored_guards(self.layout, self.keys, item, &|_| false);
        let own = old.filter(|old| self.is_own(old));
        let before = own.map(of_stored).transpose()?.unwrap_or_default();
        let expiry_before = own.and_then(|old| self.expiry(|name| old.value(name)));
        let (after, expiry) = match (&self.guards, write) {
            (Guards::Are(guards), Write::Put(put)) => {
                let expiry = self.expiry(|name| put.item.get(name).cloned());
                (guards.clone(), expiry)
            }
            (Guards::Follow, Write::Update(update)) => {
                if !self.is_followed(update, own) {
                    return Ok(Vec::new());
                }
                let expired = |old: &&Stored| self.live.is_some_and(|live| live.is_expired(old));
                let item = applied(own.filter(|old| !expired(old)), update);
                let is_given = |unique: &Unique| {
                    let is_set = |name: &str| {
                        let mut actions = update.actions.iter();
                        actions.any(|action| action.path().head() == name)
                    };
                    unique.key.fields().any(|part| is_set(part.stored))
                };
                let after = stored_guards(self.layout, self.keys, &item, &is_given)?;
                (after, self.expiry(|name| item.value(name)))
            }
            _ => (Vec::new(), None),
        };
        let is_new = |guard: &&Guard| !before.contains(guard) || expiry != expiry_before;
        let puts = after.iter().filter(is_new).map(|guard| {
            let (key, owner) = (&guard.key, write.key());
            let item = guard_item(self.layout, self.keys, key, owner, expiry.clone());
            let field = guard.field;
            self.companion(write, key.clone(), What::PutGuard { field, item })
        });
        let gone = before.iter().filter(|guard| !after.contains(guard));
        let deletes = gone.map(|guard| self.companion(write, guard.key.clone(), What::DeleteGuard));
        Ok(puts.chain(deletes).collect())
    }

    /// Whether an update leaves other guards than before; it makes none for an item that is not there.
    fn is_followed(&self, update: &Update, old: Option<&Stored>) -> bool {
        match update.purpose {
            Purpose::Update => old.is_some() && self.is_touched(&update.actions),
            Purpose::Upsert => true,
        }
    }

    /// Whether a stored item is of this entity, where another one can have its key.
    fn is_own(&self, item: &Stored) -> bool {
        let type_attribute = self.layout.type_attribute;
        let type_name = type_attribute.and_then(|name| item.text(name));
        type_name.is_none_or(|name| name == self.keys.type_name)
    }

    fn expiry(&self, value: impl FnOnce(&str) -> Option<Value>) -> Option<Value> {
        self.keys.roles.ttl.and_then(value)
    }

    fn companion(&self, write: &Write, key: KeyTexts, what: What) -> Companion {
        Companion {
            table: write.table().into(),
            entity: self.keys.entity,
            key,
            what,
            owners: vec![write.key().clone()],
            is_owned_by_key: false,
            live: self.live,
        }
    }

    /// What the text of a request says of guards that only the stored item tells.
    pub(crate) fn unknown_guards(&self) -> String {
        let unique = self.keys.companions.unique.iter();
        let names: Vec<_> = unique.map(|unique| format!("`{}`", unique.name)).collect();
        format!(
            "- and, as the item that is read tells, the guards of {}",
            names.join(" and ")
        )
    }
}

/// The item as an update leaves it, as far as whole attributes are set and removed.
fn applied(old: Option<&Stored>, update: &Update) -> Stored {
    let mut item = old.cloned().unwrap_or_default();
    for (name, value) in update.key.attributes() {
        item.insert(name, Value::from(value));
    }
    for action in &update.actions {
        let path = action.path();
        match action {
            _ if !path.is_attribute() => {}
            Action::Set {
                to: NewValue::Is(value),
                ..
            } => item.insert(path.head(), value.clone()),
            Action::Set {
                to: NewValue::IfAbsent(value),
                ..
            } if !item.contains(path.head()) => item.insert(path.head(), value.clone()),
            Action::Remove(_) => item.remove(path.head()),
            _ => {}
        }
    }
    item
}

impl Companion {
    /// Whether it takes away what may turn out to be another item's.
    pub(crate) fn is_deletion(&self) -> bool {
        matches!(self.what, What::DeleteGuard | What::DeleteCopy)
    }

    fn is_put(&self) -> bool {
        matches!(self.what, What::PutGuard { .. } | What::PutCopy(_))
    }

    /// This one may be another item's too: one that moves to the owner's key.
    pub(crate) fn or_of(mut self, owner: &KeyTexts) -> Self {
        self.owners.push(owner.clone());
        self
    }

    /// Whether what is stored at its key is what this write leaves there. What is not this item's is not taken away.
    pub(crate) fn is_right(&self, stored: Option<&Stored>) -> bool {
        match (&self.what, stored) {
            (What::PutGuard { item, .. } | What::PutCopy(item), Some(stored)) => {
                item.is_same_as(stored)
            }
            (What::DeleteGuard | What::DeleteCopy, stored) => {
                stored.is_none_or(|stored| !self.is_owned(stored))
            }
            _ => false,
        }
    }

    /// The error of this write where what is stored at its key is another item's.
    pub(crate) fn taken(&self, stored: Option<&Stored>) -> Option<Error> {
        let stored = stored?;
        let (kind, field) = match self.what {
            What::PutGuard { field, .. } => {
                let is_expired = self.live.is_some_and(|live| live.is_expired(stored));
                (!is_expired).then_some((Kind::UniqueTaken, Some(field)))?
            }
            What::PutCopy(_) => {
                let is_told = !self.is_owned_by_key && stored.contains(OWNER_PK);
                is_told.then_some((Kind::AlreadyExists, None))?
            }
            _ => return None,
        };
        if self.is_owned(stored) {
            return None;
        }
        let error = Error::new(kind)
            .for_entity(self.entity)
            .with_key(self.key.to_string());
        let error = match field {
            Some(field) => error.with_field(field),
            None => error.with_detail("another item has a copy under this key"),
        };
        Some(error)
    }

    fn is_owned(&self, stored: &Stored) -> bool {
        let is = |(name, value)| stored.value(name) == Some(value);
        let mut owners = self.owners.iter();
        owners.any(|owner| owner_attributes(owner).all(is))
    }

    /// One gives up what another takes in the same transaction: that is one write.
    pub(crate) fn handed_over(all: Vec<(usize, Self)>) -> Vec<(usize, Self)> {
        let (given, mut kept): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(_, companion)| companion.is_deletion());
        for (position, given) in given {
            let taken = kept.iter_mut().find(|(_, taken)| {
                taken.is_put() && taken.table == given.table && taken.key == given.key
            });
            match taken {
                Some((_, taken)) => taken.owners.extend(given.owners),
                None => kept.push((position, given)),
            }
        }
        kept
    }

    pub(crate) fn into_write(self) -> Write {
        let own = self.owners.iter().map(owned_by);
        let own = own.reduce(Expr::or).unwrap_or(Expr::Constant(false));
        let of_copy = (!self.is_owned_by_key).then(|| Expr::not_exists(OWNER_PK).or(own.clone()));
        let absent = Expr::not_exists(self.key.pk_name);
        let (table, entity, key) = (self.table, self.entity, self.key);
        let put = |key, item, mode, only_if| {
            Write::Put(Put {
                table: table.clone(),
                entity,
                key,
                item,
                mode,
                version: None,
                live: None,
                only_if,
            })
        };
        let delete = |key, only_if| {
            Write::Delete(Delete {
                table: table.clone(),
                entity,
                key,
                must_exist: false,
                version: None,
                live: None,
                only_expired: false,
                only_if,
            })
        };
        match self.what {
            What::PutGuard { field, item } => {
                let free = match self.live {
                    Some(live) => absent.or(live.expired()),
                    None => absent,
                };
                put(key, item, PutMode::Guard(field), Some(free.or(own)))
            }
            What::DeleteGuard => delete(key, Some(absent.or(own))),
            What::PutCopy(item) => {
                let expired = self.live.map(Live::expired);
                let free = of_copy.map(|own| expired.into_iter().fold(own, Expr::or));
                put(key, item, PutMode::Copy, free)
            }
            What::UpdateCopy(update) => Write::Update(*update).only_if(of_copy),
            What::DeleteCopy => delete(key, of_copy),
        }
    }
}

/// The companion is not there, or says that this item owns it.
pub(crate) fn owned_or_absent(companion: &KeyTexts, owner: &KeyTexts) -> Expr {
    Expr::not_exists(companion.pk_name).or(owned_by(owner))
}

/// The companion says that this item owns it.
fn owned_by(owner: &KeyTexts) -> Expr {
    let owner = owner_attributes(owner).map(|(name, value)| Expr::equals(name, value));
    owner.reduce(Expr::and).unwrap_or(Expr::Constant(false))
}
