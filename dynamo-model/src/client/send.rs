//! Our requests as the SDK's inputs, its outputs as our answers.

use std::collections::HashMap;
use std::pin::pin;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConsumedCapacity, GlobalSecondaryIndex,
    IndexStatus, KeySchemaElement, KeyType as Role, LocalSecondaryIndex,
    Projection as SdkProjection, ProjectionType, ReturnConsumedCapacity, ScalarAttributeType,
    Select, TableDescription, TableStatus, TimeToLiveSpecification,
};

use super::errors::of_read;
use super::wire::{Ours, Reads, one};
use super::{Client, QueryPage};
use crate::entity::KeyTexts;
use crate::error::{Error, Kind, Result};
use crate::expr::Placeholders;
use crate::item::{Stored, Value};
use crate::key::value::{KeyType, KeyValue};
use crate::op::{CreateTable, Get, Query, StartKey, TableState, index_name};

/// Capacity units that a call consumed, where the service told.
pub(super) type Consumed = Option<f64>;

/// An item or a key as the SDK has it.
type Attributes = HashMap<String, AttributeValue>;

impl Client {
    pub(super) fn capacity(&self) -> Option<ReturnConsumedCapacity> {
        self.wants_capacity()
            .then_some(ReturnConsumedCapacity::Total)
    }

    /// Whose answers stay text.
    pub(super) fn kept(&self, reads: Reads) -> Option<Reads> {
        self.reads_wire.then_some(reads)
    }

    pub(super) async fn send_get(&self, get: &Get) -> Result<(Option<Stored>, Consumed)> {
        let written = self.written_get(get)?;
        let request = match &written {
            Some(_) => self.sdk.get_item().table_name(&*get.table),
            None => self.get_request(get),
        };
        let ours = Ours::new(written, self.kept(Reads::GetItem));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output = sent.map_err(of_read)?;
        let item = one(output.item, &ours).filter(|item| item.len() > 0);
        Ok((item, units(output.consumed_capacity.as_ref())))
    }

    /// The SDK's request.
    fn get_request(&self, get: &Get) -> GetItemFluentBuilder {
        let mut names = Placeholders::default();
        let projection = get.projection.as_ref();
        let projection = projection.map(|attributes| names.projection(attributes));
        self.sdk
            .get_item()
            .table_name(&*get.table)
            .set_key(Some(key(&get.key)))
            .set_projection_expression(projection)
            .set_expression_attribute_names(name_map(&names))
            .set_consistent_read(get.is_consistent.then_some(true))
            .set_return_consumed_capacity(self.capacity())
    }

    pub(super) async fn send_query(&self, query: &Query) -> Result<(QueryPage, Consumed)> {
        let written = self.written_query(query)?;
        let request = match &written {
            Some(_) => self.sdk.query().table_name(&*query.table),
            None => self.query_request(query)?,
        };
        let ours = Ours::new(written, self.kept(Reads::Query));
        let call = request.customize().config_override(Ours::config());
        let (sent, ours) = ours.with(pin!(call.send())).await;
        let output = sent.map_err(of_read)?;
        let consumed = units(output.consumed_capacity.as_ref());
        let counts = (output.count, output.scanned_count);
        let items = read(output.items, &ours);
        let page = page(counts, items, output.last_evaluated_key, consumed);
        Ok((page, consumed))
    }

    /// The SDK's request.
    fn query_request(&self, query: &Query) -> Result<QueryFluentBuilder> {
        let mut names = Placeholders::default();
        let mut condition = String::new();
        query.key.render(&mut names, &mut condition);
        let filter = query.filter_text(&mut names)?;
        let projection = query.projected();
        let projection = projection.map(|attributes| names.projection(&attributes));
        Ok(self
            .sdk
            .query()
            .table_name(&*query.table)
            .set_index_name(query.index.as_deref().map(str::to_owned))
            .key_condition_expression(condition)
            .set_filter_expression(filter)
            .set_projection_expression(projection)
            .set_expression_attribute_names(name_map(&names))
            .set_expression_attribute_values(value_map(&names))
            .set_scan_index_forward(query.is_newest_first.then_some(false))
            .set_consistent_read(query.is_consistent.then_some(true))
            .set_limit(query.request_limit())
            .set_select(query.counts_only.then_some(Select::Count))
            .set_exclusive_start_key(query.start.as_ref().map(start_key))
            .set_return_consumed_capacity(self.capacity()))
    }

    pub(super) async fn send_create_table(&self, create: &CreateTable) -> Result<((), Consumed)> {
        let mut call = self
            .sdk
            .create_table()
            .table_name(&*create.table)
            .billing_mode(BillingMode::PayPerRequest)
            .set_key_schema(Some(key_schema(
                std::iter::once(create.layout.pk),
                create.layout.sk.into_iter(),
            )?));
        for name in create.key_attributes() {
            let definition = AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(match create.layout.key_type(name) {
                    KeyType::Text => ScalarAttributeType::S,
                    KeyType::Number => ScalarAttributeType::N,
                    KeyType::Binary => ScalarAttributeType::B,
                })
                .build();
            call = call.attribute_definitions(definition.map_err(incomplete)?);
        }
        for index in create.layout.indexes {
            let (kind, names) = create.projected(index);
            let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
            let projection = SdkProjection::builder()
                .projection_type(ProjectionType::from(kind))
                .set_non_key_attributes(Some(names).filter(|names| !names.is_empty()));
            let name = index_name(&create.index_names, index.name);
            let keys = Some(key_schema(index.partition(), index.sort())?);
            call = if index.is_local {
                let local = LocalSecondaryIndex::builder()
                    .index_name(name)
                    .set_key_schema(keys)
                    .projection(projection.build())
                    .build();
                call.local_secondary_indexes(local.map_err(incomplete)?)
            } else {
                let global = GlobalSecondaryIndex::builder()
                    .index_name(name)
                    .set_key_schema(keys)
                    .projection(projection.build())
                    .build();
                call.global_secondary_indexes(global.map_err(incomplete)?)
            };
        }
        call.send().await.map_err(of_read)?;
        Ok(((), None))
    }

    pub(super) async fn send_enable_ttl(
        &self,
        table: &str,
        attribute: &str,
    ) -> Result<((), Consumed)> {
        let specification = TimeToLiveSpecification::builder()
            .attribute_name(attribute)
            .enabled(true)
            .build()
            .map_err(incomplete)?;
        self.sdk
            .update_time_to_live()
            .table_name(table)
            .time_to_live_specification(specification)
            .send()
            .await
            .map_err(of_read)?;
        Ok(((), None))
    }

    pub(super) async fn send_describe_table(&self, table: &str) -> Result<(TableState, Consumed)> {
        let output = self
            .sdk
            .describe_table()
            .table_name(table)
            .send()
            .await
            .map_err(of_read)?;
        Ok((output.table.map(table_state).unwrap_or_default(), None))
    }
}

/// The items of a page: those of the SDK's output, or what was kept past it.
pub(super) fn read(output: Option<Vec<Attributes>>, ours: &Ours) -> Vec<Stored> {
    match output.filter(|items| !items.is_empty()) {
        Some(items) => items.into_iter().map(Stored::from_sdk).collect(),
        None => kept(ours),
    }
}

/// The items that were kept past the SDK's output. Where that has items, they are those of the call: of a client that does not ask
/// our deserializer, or whose own interceptors say what the answer is.
fn kept(ours: &Ours) -> Vec<Stored> {
    ours.take().unwrap_or_default()
}

/// A page of a query or a scan: how many items match and are examined, these, and where the next page begins.
pub(super) fn page(
    (count, examined): (i32, i32),
    items: Vec<Stored>,
    next: Option<Attributes>,
    capacity_units: Consumed,
) -> QueryPage {
    QueryPage {
        count: u32::try_from(count).unwrap_or_default(),
        examined: u32::try_from(examined).unwrap_or_default(),
        next: next.filter(|key| !key.is_empty()).map(start_key_of),
        items,
        capacity_units,
    }
}

pub(super) fn units(consumed: Option<&ConsumedCapacity>) -> Consumed {
    consumed.and_then(|consumed| consumed.capacity_units)
}

pub(super) fn key(key: &KeyTexts) -> HashMap<String, AttributeValue> {
    key.attributes()
        .map(|(name, value)| (name.to_owned(), Value::from(value).into_sdk()))
        .collect()
}

pub(super) fn start_key(key: &StartKey) -> HashMap<String, AttributeValue> {
    key.0
        .iter()
        .map(|(name, value)| (name.clone(), Value::from(value).into_sdk()))
        .collect()
}

pub(super) fn start_key_of(key: HashMap<String, AttributeValue>) -> StartKey {
    let value = |(name, value)| Some((name, Value::from_sdk(value).into_key()?));
    let mut attributes: Vec<(String, KeyValue)> = key.into_iter().filter_map(value).collect();
    // One order, so that one place has one cursor.
    attributes.sort();
    StartKey(attributes)
}

pub(super) fn name_map(names: &Placeholders) -> Option<HashMap<String, String>> {
    names.has_names().then(|| names.names().collect())
}

pub(super) fn value_map(names: &Placeholders) -> Option<HashMap<String, AttributeValue>> {
    names.has_values().then(|| {
        names
            .values()
            .map(|(placeholder, value)| (placeholder, value.into_sdk()))
            .collect()
    })
}

/// Both maps of an expression, without a copy of what they hold; none where there is nothing in it.
#[expect(clippy::type_complexity, reason = "the SDK's own types, twice")]
pub(super) fn maps(
    names: Placeholders,
) -> (
    Option<HashMap<String, String>>,
    Option<HashMap<String, AttributeValue>>,
) {
    let (names, values) = names.into_entries();
    let names: HashMap<_, _> = names.collect();
    let values: HashMap<_, _> = values
        .map(|(placeholder, value)| (placeholder, value.into_sdk()))
        .collect();
    (
        Some(names).filter(|names| !names.is_empty()),
        Some(values).filter(|values| !values.is_empty()),
    )
}

/// Entries in the order of the key's attributes: those of the partition key first.
fn key_schema<'n>(
    pk: impl Iterator<Item = &'n str>,
    sk: impl Iterator<Item = &'n str>,
) -> Result<Vec<KeySchemaElement>> {
    let element = |name: &str, role| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(role)
            .build()
            .map_err(incomplete)
    };
    let pk = pk.map(|name| element(name, Role::Hash));
    pk.chain(sk.map(|name| element(name, Role::Range)))
        .collect()
}

/// The SDK's builders ask for fields that are always given here.
pub(super) fn incomplete(error: aws_sdk_dynamodb::error::BuildError) -> Error {
    Error::new(Kind::Request).with_source(error)
}

fn table_state(table: TableDescription) -> TableState {
    use crate::op::IndexState;
    let keys = |schema: Option<Vec<KeySchemaElement>>| {
        let mut schema = schema.unwrap_or_default();
        schema.sort_by_key(|element| element.key_type != Role::Hash);
        schema
            .into_iter()
            .map(|element| element.attribute_name)
            .collect()
    };
    let projection = |projection: Option<SdkProjection>| {
        let kind = projection
            .as_ref()
            .and_then(|projection| projection.projection_type.clone());
        let mut names = projection
            .and_then(|projection| projection.non_key_attributes)
            .unwrap_or_default();
        names.sort();
        (
            kind.map(|kind| kind.as_str().to_owned())
                .unwrap_or_default(),
            names,
        )
    };
    let global = table
        .global_secondary_indexes
        .unwrap_or_default()
        .into_iter()
        .map(|index| IndexState {
            name: index.index_name.unwrap_or_default(),
            is_local: false,
            is_active: index.index_status == Some(IndexStatus::Active),
            keys: keys(index.key_schema),
            projection: projection(index.projection),
        });
    let local = table
        .local_secondary_indexes
        .unwrap_or_default()
        .into_iter()
        .map(|index| IndexState {
            name: index.index_name.unwrap_or_default(),
            is_local: true,
            is_active: true,
            keys: keys(index.key_schema),
            projection: projection(index.projection),
        });
    let types = table.attribute_definitions.unwrap_or_default().into_iter();
    TableState {
        is_active: table.table_status == Some(TableStatus::Active),
        indexes: global.chain(local).collect(),
        types: types
            .map(|definition| {
                (
                    definition.attribute_name,
                    definition.attribute_type.as_str().to_owned(),
                )
            })
            .collect(),
        keys: keys(table.key_schema),
    }
}
