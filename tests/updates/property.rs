//! Whatever is done to items, their index attributes are those that a put of the entity would write, and
//! each index holds exactly the entities that belong to it.
//!
//! 10,000 steps; `DYNAMO_MODEL_STEPS` asks for another number. The item is compared after every step. The
//! indexes are queried after every step too where a number is asked for, else after every tenth: what is
//! in them follows from the items.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::embedded::Embedded;
use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_tests::on_path_under_test;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(
    name = "desk",
    gsi("GSI1"),
    gsi("GSI2"),
    gsi("GSI3"),
    gsi("Open"),
    gsi("All"),
    gsi("Team", pk = "AllPK", sk = "TeamSK"),
    entities(Ticket)
)]
struct Desk;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Open,
    Waiting,
    Closed,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bug,
    Wish,
}

/// Sparse and overlapping: `everything` and `of_team` share an attribute, `urgent` and `bugs` an index, `by_owner`
/// needs an optional field.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Desk, pk = "TICKET#{id}", sk = "TICKET",
    index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{id:03}"),
    index(name = by_owner, on = "GSI2", pk = "OWNER#{owner}", sk = "{priority:03}#{id:03}"),
    index(name = urgent, on = "GSI3", pk = "URGENT", sk = "{priority:desc 03}#{id:03}", when = |priority| *priority >= 100),
    index(name = bugs, on = "GSI3", pk = "BUGS", sk = "{kind}#{id:03}",
          when = |priority, kind| *priority < 100 && *kind == Kind::Bug),
    index(name = open, on = "Open", pk = "OPEN", sk = "{id:03}", when = |status| *status != Status::Closed),
    index(name = everything, on = "All", pk = "ALL", sk = "{id:03}"),
    index(name = of_team, on = "Team", pk = "ALL", sk = "{team}#{id:03}"),
)]
struct Ticket {
    id: u8,
    status: Status,
    priority: u8,
    kind: Kind,
    owner: Option<String>,
    team: Option<String>,
    note: Option<String>,
    votes: i64,
    tags: BTreeSet<String>,
}

/// Changes of a ticket, for an update, an upsert or a closure.
#[derive(Clone, Debug)]
struct Changes {
    status: Option<Status>,
    team: Option<Option<String>>,
    note: Option<Option<String>>,
    /// The inputs of two groups that overlap in `priority`.
    group: Option<(Option<String>, u8, Kind)>,
    votes: i8,
    tags: BTreeSet<String>,
}

#[derive(Clone, Debug)]
enum Step {
    Create(Ticket),
    Put(Ticket),
    Replace(Ticket),
    Update(u8, Changes),
    UpdateIf(u8, Changes, Status),
    Upsert(Ticket, i8),
    Modify(u8, Changes),
    Delete(u8),
}

impl Changes {
    fn apply(&self, ticket: &mut Ticket) {
        if let Some(status) = self.status {
            ticket.status = status;
        }
        if let Some(team) = &self.team {
            ticket.team.clone_from(team);
        }
        if let Some(note) = &self.note {
            ticket.note.clone_from(note);
        }
        if let Some((owner, priority, kind)) = &self.group {
            ticket.owner.clone_from(owner);
            ticket.priority = *priority;
            ticket.kind = *kind;
        }
        ticket.votes += i64::from(self.votes);
        ticket.tags.extend(self.tags.iter().cloned());
    }
}

/// The update of these changes; the builder's type says whether a group is set, so each way is written
/// out.
macro_rules! update {
    ($shop:ident . $method:ident, $id:expr, $changes:expr $(, $call:ident($($argument:tt)*))*) => {{
        let changes: &Changes = $changes;
        let mut update = Ticket::update(Ticket::key($id));
        if let Some(status) = changes.status {
            update = update.status(status);
        }
        update = match &changes.team {
            Some(Some(team)) => update.team(team),
            Some(None) => update.clear_team(),
            None => update,
        };
        update = match &changes.note {
            Some(Some(note)) => update.note(note),
            Some(None) => update.clear_note(),
            None => update,
        };
        if changes.votes != 0 {
            update = update.add_votes(changes.votes);
        }
        update = update.insert_tags(&changes.tags);
        match &changes.group {
            Some((owner, priority, kind)) => {
                let update = update.owner(owner.clone()).priority(*priority).kind(*kind);
                $shop.$method(update)$(.$call($($argument)*))*.await
            }
            None => $shop.$method(update)$(.$call($($argument)*))*.await,
        }
    }};
}

struct World {
    desk: Repository<Desk>,
    /// Where each entity is put anew, to see what a put writes.
    fresh: Repository<Desk>,
    model: BTreeMap<u8, Ticket>,
}

impl World {
    async fn new() -> Self {
        let client = Embedded::new().client();
        let desk = on_path_under_test(Repository::new(client.clone()));
        let fresh = Repository::new(client).with_table_name("fresh");
        desk.create_table().await.unwrap();
        fresh.create_table().await.unwrap();
        let model = BTreeMap::new();
        Self { desk, fresh, model }
    }

    async fn step(&mut self, step: &Step) {
        let desk = &self.desk;
        let id = match step {
            Step::Create(ticket) => {
                let result = desk.create(ticket).await;
                match self.model.entry(ticket.id) {
                    std::collections::btree_map::Entry::Vacant(entry) => {
                        result.unwrap();
                        entry.insert(ticket.clone());
                    }
                    std::collections::btree_map::Entry::Occupied(_) => {
                        assert!(result.unwrap_err().is_already_exists());
                    }
                }
                ticket.id
            }
            Step::Put(ticket) => {
                desk.put(ticket).await.unwrap();
                self.model.insert(ticket.id, ticket.clone());
                ticket.id
            }
            Step::Replace(ticket) => {
                let result = desk.replace(ticket).await;
                match self.model.get_mut(&ticket.id) {
                    Some(own) => {
                        result.unwrap();
                        own.clone_from(ticket);
                    }
                    None => assert!(result.unwrap_err().is_not_found()),
                }
                ticket.id
            }
            Step::Update(id, changes) => {
                let result = update!(desk.update, *id, changes);
                self.updated(*id, changes, result, |_| true);
                *id
            }
            Step::UpdateIf(id, changes, status) => {
                let result = update!(desk.update, *id, changes, only_if(|t| t.status.eq(*status)));
                self.updated(*id, changes, result, |ticket| ticket.status == *status);
                *id
            }
            Step::Upsert(ticket, votes) => {
                self.upsert(ticket, *votes).await;
                ticket.id
            }
            Step::Modify(id, changes) => {
                let result = desk
                    .modify(Ticket::key(*id), |ticket| changes.apply(ticket))
                    .await;
                match self.model.get_mut(id) {
                    Some(own) => {
                        changes.apply(own);
                        assert_eq!(result.unwrap(), *own);
                    }
                    None => assert!(result.unwrap_err().is_not_found()),
                }
                *id
            }
            Step::Delete(id) => {
                desk.delete(Ticket::key(*id)).await.unwrap();
                self.model.remove(id);
                *id
            }
        };
        self.check_item(id).await;
    }

    fn updated(
        &mut self,
        id: u8,
        changes: &Changes,
        result: dynamo_model::Result<()>,
        holds: impl Fn(&Ticket) -> bool,
    ) {
        match self.model.get_mut(&id) {
            Some(own) if holds(own) => {
                result.unwrap();
                changes.apply(own);
            }
            Some(own) => {
                let error = result.unwrap_err();
                assert!(error.is_condition_failed() && !error.is_not_found());
                assert_eq!(error.existing::<Ticket>().unwrap().as_ref(), Some(&*own));
            }
            None => assert!(result.unwrap_err().is_not_found()),
        }
    }

    async fn upsert(&mut self, ticket: &Ticket, votes: i8) {
        let Ticket {
            id,
            status,
            priority,
            kind,
            owner,
            team,
            note,
            votes: first,
            tags,
        } = ticket.clone();
        let update = Ticket::update(Ticket::key(id))
            .status(status)
            .owner(owner)
            .priority(priority)
            .kind(kind)
            .team(team)
            .tags(tags)
            .set_if_absent_note(note.clone());
        if votes == 0 {
            let update = update.set_if_absent_votes(first);
            self.desk.upsert(update).await.unwrap();
        } else {
            self.desk.upsert(update.add_votes(votes)).await.unwrap();
        }
        let old = self.model.get(&id);
        let first = if votes == 0 { first } else { 0 };
        let mut new = ticket.clone();
        new.votes = old.map_or(first, |old| old.votes) + i64::from(votes);
        new.note = old.and_then(|old| old.note.clone()).or(note);
        self.model.insert(id, new);
    }

    /// The stored item is the one that a put of its entity writes.
    async fn check_item(&self, id: u8) {
        let key = Ticket::key(id);
        let stored = self.desk.get(&key).raw().await.unwrap();
        let expected = self.model.get(&id);
        let entity = stored.as_ref().map(|item| item.decode::<Ticket>().unwrap());
        assert_eq!(entity.as_ref(), expected);
        if let Some(entity) = &entity {
            self.fresh.put(entity).await.unwrap();
            let fresh = self.fresh.get(&key).raw().await.unwrap();
            let text = |item| serde_json::to_string(&item).unwrap();
            assert_eq!(text(stored), text(fresh));
        }
    }

    async fn check_indexes(&self) {
        macro_rules! check {
            ($path:expr, $holds:expr) => {{
                let found = self.desk.query($path).all().await.unwrap();
                let found: BTreeMap<u8, Ticket> = found.into_iter().map(|t| (t.id, t)).collect();
                let holds: fn(&Ticket) -> bool = $holds;
                let expected = self.model.iter().filter(|(_, ticket)| holds(ticket));
                let expected: BTreeMap<u8, Ticket> =
                    expected.map(|(id, ticket)| (*id, ticket.clone())).collect();
                assert_eq!(found, expected, stringify!($path));
            }};
        }
        check!(Ticket::by_status(Status::Open), |t| t.status
            == Status::Open);
        check!(Ticket::by_status(Status::Closed), |t| t.status
            == Status::Closed);
        check!(Ticket::by_owner("ann"), |t| t.owner.as_deref()
            == Some("ann"));
        check!(Ticket::urgent(), |t| t.priority >= 100);
        check!(Ticket::bugs(), |t| t.priority < 100 && t.kind == Kind::Bug);
        check!(Ticket::open(), |t| t.status != Status::Closed);
        check!(Ticket::everything(), |_| true);
        check!(Ticket::of_team(), |t| t.team.is_some());
    }
}

fn ids() -> impl Strategy<Value = u8> {
    0_u8..4
}

fn statuses() -> impl Strategy<Value = Status> {
    prop_oneof![
        Just(Status::Open),
        Just(Status::Waiting),
        Just(Status::Closed)
    ]
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Bug), Just(Kind::Wish)]
}

fn names() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        Just(None),
        Just(Some("ann".to_owned())),
        Just(Some("bob".to_owned()))
    ]
}

fn priorities() -> impl Strategy<Value = u8> {
    prop_oneof![Just(1_u8), Just(99), Just(100), Just(255)]
}

fn tags() -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("[ab]", 0..3)
}

fn tickets() -> impl Strategy<Value = Ticket> {
    let optional = (names(), names(), names());
    let others = (ids(), statuses(), priorities(), kinds(), -9_i64..9, tags());
    (others, optional).prop_map(|(others, (owner, team, note))| {
        let (id, status, priority, kind, votes, tags) = others;
        Ticket {
            id,
            status,
            priority,
            kind,
            owner,
            team,
            note,
            votes,
            tags,
        }
    })
}

fn changes() -> impl Strategy<Value = Changes> {
    use proptest::option::of;
    let group = of((names(), priorities(), kinds()));
    (
        of(statuses()),
        of(names()),
        of(names()),
        group,
        -3_i8..3,
        tags(),
    )
        .prop_map(|(status, team, note, group, votes, tags)| Changes {
            status,
            team,
            note,
            group,
            votes,
            tags,
        })
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => tickets().prop_map(Step::Create),
        1 => tickets().prop_map(Step::Put),
        1 => tickets().prop_map(Step::Replace),
        6 => (ids(), changes()).prop_map(|(id, changes)| Step::Update(id, changes)),
        2 => (ids(), changes(), statuses()).prop_map(|(id, changes, status)| Step::UpdateIf(id, changes, status)),
        3 => (tickets(), -2_i8..3).prop_map(|(ticket, votes)| Step::Upsert(ticket, votes)),
        4 => (ids(), changes()).prop_map(|(id, changes)| Step::Modify(id, changes)),
        1 => ids().prop_map(Step::Delete),
    ]
}

// faults 19, 20, 22, 25, 28, 29
#[test]
fn no_sequence_of_writes_leaves_an_index_stale() {
    const STEPS: u32 = 50;
    let asked = std::env::var("DYNAMO_MODEL_STEPS")
        .ok()
        .and_then(|steps| steps.parse().ok());
    let steps_wanted = asked.unwrap_or(10_000_u32);
    let between_queries = if asked.is_some() { 1 } else { 10 };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let config = Config {
        cases: steps_wanted.div_ceil(STEPS),
        failure_persistence: None,
        ..Config::default()
    };
    let sequences = proptest::collection::vec(steps(), STEPS as usize);
    TestRunner::new(config)
        .run(&sequences, |sequence| {
            runtime.block_on(async {
                let mut world = World::new().await;
                for (number, step) in sequence.iter().enumerate() {
                    world.step(step).await;
                    if (number + 1) % between_queries == 0 {
                        world.check_indexes().await;
                    }
                }
            });
            Ok(())
        })
        .unwrap();
}
