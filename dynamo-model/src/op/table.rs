//! CreateTable, and what DescribeTable tells of a table compared with its model.

use std::borrow::Cow;

use super::TableName;
use super::explain::Explanation;
use crate::key::value::KeyType;
use crate::schema::{IndexLayout, Projection, TableLayout};

/// The table of a model, billed by request.
#[derive(Clone, Debug)]
pub(crate) struct CreateTable {
    pub(crate) table: TableName,
    pub(crate) layout: &'static TableLayout,
    /// Indexes that have another name in this table.
    pub(crate) index_names: IndexNames,
    /// The attribute that says when an item expires.
    pub(crate) ttl: Option<&'static str>,
}

/// Other names of indexes.
pub(crate) type IndexNames = Vec<(&'static str, String)>;

/// The name that an index has in the table.
pub(crate) fn index_name(names: &IndexNames, index: &'static str) -> Cow<'static, str> {
    let renamed = names.iter().find(|(name, _)| *name == index);
    renamed.map_or(Cow::Borrowed(index), |(_, name)| Cow::Owned(name.clone()))
}

impl CreateTable {
    /// The key attributes of table and indexes, each once, in the order of their first use.
    pub(crate) fn key_attributes(&self) -> Vec<&'static str> {
        key_attributes(self.layout)
    }

    /// `ALL`, `KEYS_ONLY` or `INCLUDE`, and what is included.
    pub(crate) fn projected(&self, index: &IndexLayout) -> (&'static str, Vec<&'static str>) {
        projected(self.layout, index, self.ttl)
    }

    pub(crate) fn explain(&self) -> String {
        let typed = |name: &str| match self.layout.key_type(name) {
            KeyType::Text => name.to_owned(),
            of => format!("{name} {}", of.name()),
        };
        let keys = |pk: Vec<&str>, sk: Vec<&str>| {
            let (is_several, names) = (pk.len() > 1 || sk.len() > 1, pk.iter().chain(&sk));
            let list =
                |names: Vec<&str>| names.into_iter().map(typed).collect::<Vec<_>>().join(", ");
            match is_several {
                true => format!("[{}], [{}]", list(pk), list(sk)),
                false => names.map(|name| typed(name)).collect::<Vec<_>>().join(", "),
            }
        };
        let table_keys = keys(vec![self.layout.pk], self.layout.sk.into_iter().collect());
        let mut explanation = Explanation::new("CreateTable", &self.table).line("key", &table_keys);
        for index in self.layout.indexes {
            let projection = match self.projected(index) {
                ("ALL", _) => String::new(),
                (kind, names) => format!(" {kind} {}", names.join(", "))
                    .trim_end()
                    .to_owned(),
            };
            let keys = keys(index.partition().collect(), index.sort().collect());
            let name = index_name(&self.index_names, index.name);
            let label = if index.is_local {
                "local index"
            } else {
                "index"
            };
            explanation = explanation.line(label, &format!("{name} ({keys}){projection}"));
        }
        if let Some(ttl) = self.ttl {
            explanation = explanation.line("TimeToLive", ttl);
        }
        explanation.finish()
    }
}

fn key_attributes(layout: &TableLayout) -> Vec<&'static str> {
    let mut names = Vec::new();
    let indexes = layout
        .indexes
        .iter()
        .flat_map(|index| index.partition().chain(index.sort()));
    for name in std::iter::once(layout.pk).chain(layout.sk).chain(indexes) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The projection of an index as the service is told: the attributes of an INCLUDE are the declared ones,
/// the type and the expiry, but for keys, which every index has.
fn projected(
    layout: &TableLayout,
    index: &IndexLayout,
    ttl: Option<&'static str>,
) -> (&'static str, Vec<&'static str>) {
    let declared = match index.projection {
        Projection::All => return ("ALL", Vec::new()),
        Projection::KeysOnly => return ("KEYS_ONLY", Vec::new()),
        Projection::Include(declared) => declared.iter().copied(),
    };
    let mut names = Vec::new();
    for name in declared.chain(layout.type_attribute).chain(ttl) {
        let mut keys = index.partition().chain(index.sort());
        if !layout.is_key(name) && !keys.any(|key| key == name) && !names.contains(&name) {
            names.push(name);
        }
    }
    match names.is_empty() {
        true => ("KEYS_ONLY", names),
        false => ("INCLUDE", names),
    }
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
    index_names: &IndexNames,
    ttl: Option<&'static str>,
    table: &TableState,
) -> Vec<String> {
    let mut differences = Vec::new();
    let keys = std::iter::once(layout.pk).chain(layout.sk);
    let expected: Keys = keys.map(str::to_owned).collect();
    if table.keys != expected {
        differences.push(format!(
            "the table's keys are {}, the model's are {}",
            table.keys.join(", "),
            expected.join(", ")
        ));
    }
    for index in layout.indexes {
        let name = index_name(index_names, index.name);
        let Some(found) = table.indexes.iter().find(|found| found.name == name) else {
            differences.push(format!("the table has no index `{name}`"));
            continue;
        };
        let expected: Keys = index
            .partition()
            .chain(index.sort())
            .map(str::to_owned)
            .collect();
        if found.keys != expected {
            differences.push(format!(
                "the keys of index `{name}` are {}, the model's are {}",
                found.keys.join(", "),
                expected.join(", ")
            ));
        }
        if found.is_local != index.is_local {
            let kind = |is_local| if is_local { "local" } else { "global" };
            differences.push(format!(
                "the index `{name}` is {}, the model's is {}",
                kind(found.is_local),
                kind(index.is_local)
            ));
        }
        let (kind, mut names) = projected(layout, index, ttl);
        names.sort_unstable();
        if found.projection.0 != kind || found.projection.1 != names {
            let text = |kind: &str, names: &str| format!("{kind} {names}").trim_end().to_owned();
            differences.push(format!(
                "the index `{name}` projects {}, the model {}",
                text(&found.projection.0, &found.projection.1.join(", ")),
                text(kind, &names.join(", "))
            ));
        }
    }
    for found in &table.indexes {
        let is_known = |index: &IndexLayout| index_name(index_names, index.name) == found.name;
        if !layout.indexes.iter().any(is_known) {
            differences.push(format!(
                "the table has an index `{}` that the model does not have",
                found.name
            ));
        }
    }
    for (name, found) in &table.types {
        let expected = layout.key_type(name).name();
        if found != expected && key_attributes(layout).contains(&name.as_str()) {
            differences.push(format!(
                "the key attribute `{name}` is of type {found}, the model's is {expected}"
            ));
        }
    }
    differences
}
