//! CreateTable, and what DescribeTable tells of a table compared with its model.

use super::explain::Explanation;
use crate::schema::{Projection, TableLayout};

/// The table of a model, billed by request.
#[derive(Clone, Debug)]
pub(crate) struct CreateTable {
    pub(crate) table: String,
    pub(crate) layout: &'static TableLayout,
    /// The attribute that says when an item expires.
    pub(crate) ttl: Option<&'static str>,
}

impl CreateTable {
    /// The key attributes of table and indexes, each once, in the order of their first use.
    pub(crate) fn key_attributes(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let indexes = self
            .layout
            .indexes
            .iter()
            .flat_map(|index| [Some(index.pk), index.sk]);
        for name in [Some(self.layout.pk), self.layout.sk]
            .into_iter()
            .chain(indexes)
            .flatten()
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The attributes that an INCLUDE projection gets: the declared ones, the type and the expiry.
    pub(crate) fn included(&self, declared: &[&'static str]) -> Vec<&'static str> {
        included(self.layout, self.ttl, declared)
    }

    pub(crate) fn explain(&self) -> String {
        let keys = |pk: &str, sk: Option<&str>| match sk {
            Some(sk) => format!("{pk}, {sk}"),
            None => pk.to_owned(),
        };
        let mut explanation = Explanation::new("CreateTable", &self.table)
            .line("key", &keys(self.layout.pk, self.layout.sk));
        for index in self.layout.indexes {
            let projection = match index.projection {
                Projection::All => String::new(),
                Projection::KeysOnly => " KEYS_ONLY".to_owned(),
                Projection::Include(names) => {
                    format!(" INCLUDE {}", self.included(names).join(", "))
                }
            };
            let text = format!("{} ({}){projection}", index.name, keys(index.pk, index.sk));
            explanation = explanation.line("index", &text);
        }
        if let Some(ttl) = self.ttl {
            explanation = explanation.line("TimeToLive", ttl);
        }
        explanation.finish()
    }
}

fn included(
    layout: &TableLayout,
    ttl: Option<&'static str>,
    declared: &[&'static str],
) -> Vec<&'static str> {
    let mut names = declared.to_vec();
    for name in [Some(layout.type_attribute), ttl].into_iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A table as the service describes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableState {
    pub(crate) is_active: bool,
    pub(crate) keys: Keys,
    pub(crate) indexes: Vec<IndexState>,
    /// Key attributes and their types: `S`, `N` or `B`.
    pub(crate) types: Vec<(String, String)>,
}

/// Key attributes in the order of the key schema.
pub(crate) type Keys = Vec<String>;

/// A secondary index as the service describes it.
#[derive(Clone, Debug)]
pub(crate) struct IndexState {
    pub(crate) name: String,
    pub(crate) is_local: bool,
    pub(crate) is_active: bool,
    pub(crate) keys: Keys,
    /// `ALL`, `KEYS_ONLY` or `INCLUDE`, and what is included, sorted.
    pub(crate) projection: (String, Vec<String>),
}

/// What differs between a table and its model, a sentence each.
pub(crate) fn describe_differences(
    layout: &TableLayout,
    ttl: Option<&'static str>,
    table: &TableState,
) -> Vec<String> {
    let mut differences = Vec::new();
    let keys = |pk: &str, sk: Option<&str>| -> Keys {
        std::iter::once(pk).chain(sk).map(str::to_owned).collect()
    };
    let expected = keys(layout.pk, layout.sk);
    if table.keys != expected {
        differences.push(format!(
            "the table's keys are {}, the model's are {}",
            table.keys.join(", "),
            expected.join(", ")
        ));
    }
    for index in layout.indexes {
        let Some(found) = table.indexes.iter().find(|found| found.name == index.name) else {
            differences.push(format!("the table has no index `{}`", index.name));
            continue;
        };
        let expected = keys(index.pk, index.sk);
        if found.keys != expected {
            differences.push(format!(
                "the keys of index `{}` are {}, the model's are {}",
                index.name,
                found.keys.join(", "),
                expected.join(", ")
            ));
        }
        if found.is_local {
            differences.push(format!(
                "the index `{}` is local, the model's is global",
                index.name
            ));
        }
        let (kind, mut names) = match index.projection {
            Projection::All => ("ALL", Vec::new()),
            Projection::KeysOnly => ("KEYS_ONLY", Vec::new()),
            Projection::Include(names) => ("INCLUDE", included(layout, ttl, names)),
        };
        names.sort_unstable();
        if found.projection.0 != kind || found.projection.1 != names {
            let text = |kind: &str, names: &str| format!("{kind} {names}").trim_end().to_owned();
            differences.push(format!(
                "the index `{}` projects {}, the model {}",
                index.name,
                text(&found.projection.0, &found.projection.1.join(", ")),
                text(kind, &names.join(", "))
            ));
        }
    }
    for found in &table.indexes {
        if layout.index(&found.name).is_none() {
            differences.push(format!(
                "the table has an index `{}` that the model does not have",
                found.name
            ));
        }
    }
    for (name, found) in &table.types {
        if found != "S" {
            differences.push(format!(
                "the key attribute `{name}` is of type {found}, the model's is S"
            ));
        }
    }
    differences
}
