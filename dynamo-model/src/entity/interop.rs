//! Items as the SDK has them, for who does not read or write through a repository: images of DynamoDB Streams, events of Lambda, exports,
//! calls of the SDK written by hand.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Entity, RawItem, Table, encode_entity};
use crate::error::Result;
use crate::item::Stored;

/// The whole item of an entity, as a `put` would write it: primary key, index keys, type and the entity's own attributes, with the same
/// checks. It sends nothing.
///
/// `version`, `created_at` and `updated_at` are written as they stand in the entity: it is the repository's writes that advance them.
/// The copies of `also`, the guards of `unique` and the checks of copied fields are items and conditions of their own, and not here:
/// an entity that has them is better written through a repository.
///
/// # Errors
/// Those of a `put` before it is sent: [`Error::is_key`](crate::Error::is_key) where a key cannot be rendered,
/// [`Error::is_encode`](crate::Error::is_encode) where an attribute cannot be stored or the item is over 400 KB.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), dynamo_model::Error> {
/// use dynamo_model::{Entity, Table, from_item, to_item};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Table)]
/// #[table(name = "shop", gsi("GSI1"), entities(Order))]
/// struct Shop;
///
/// #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
/// #[entity(
///     table = Shop,
///     pk = "CUST#{customer}",
///     sk = "ORDER#{number:06}",
///     index(name = by_status, on = "GSI1", pk = "STATUS#{status}", sk = "{number:06}"),
/// )]
/// struct Order {
///     customer: String,
///     number: u32,
///     status: String,
/// }
///
/// let order = Order { customer: "c1".into(), number: 7, status: "OPEN".into() };
/// let item = to_item(&order)?;
/// assert_eq!(item["PK"].as_s().unwrap(), "CUST#c1");
/// assert_eq!(item["SK"].as_s().unwrap(), "ORDER#000007");
/// assert_eq!(item["GSI1PK"].as_s().unwrap(), "STATUS#OPEN");
/// assert_eq!(item["number"].as_n().unwrap(), "7");
///
/// // `client.put_item().table_name("shop").set_item(Some(item))`, or back again:
/// assert_eq!(from_item::<Order>(item)?, order);
/// # Ok(())
/// # }
/// ```
pub fn to_item<E: Entity + Serialize>(entity: &E) -> Result<HashMap<String, AttributeValue>> {
    encode_entity(entity).map(|(_, item)| item.into_map())
}

/// The entity of an item, as reads through a repository decode it: the type is checked, fields that are stored in the key alone are
/// restored, and the item's key has to be the one that the entity's fields give. It sends nothing.
///
/// The image of a DynamoDB Streams record is such an item once its values are those of this SDK; that of a Lambda event
/// (`serde_dynamo::Item`) becomes one by `into()`. An item whose type is not known before is a [`RawItem`] first:
/// `RawItem::<Shop>::from(image)` tells which entity it is.
///
/// There is no clock here: an item that has expired is read as any other.
///
/// # Errors
/// [`Error::is_decode`](crate::Error::is_decode), with the item's key, where it is of another type (the error says which), where an
/// attribute is missing or of another type than its field, and where the key contradicts the fields.
///
/// # Examples
/// ```
/// use std::collections::HashMap;
///
/// use aws_sdk_dynamodb::types::AttributeValue;
/// use dynamo_model::{Entity, RawItem, Table, from_item};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Table)]
/// #[table(name = "shop", entities(Customer, Order))]
/// struct Shop;
///
/// #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
/// #[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
/// struct Customer {
///     id: String,
///     name: String,
/// }
///
/// #[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
/// #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
/// struct Order {
///     customer: String,
///     number: u32,
/// }
///
/// let text = |text: &str| AttributeValue::S(text.to_owned());
/// let image = HashMap::from([
///     ("PK".to_owned(), text("CUST#c1")),
///     ("SK".to_owned(), text("PROFILE")),
///     ("type".to_owned(), text("Customer")),
///     ("id".to_owned(), text("c1")),
///     ("name".to_owned(), text("Carol")),
/// ]);
/// let wrong = from_item::<Order>(image.clone()).unwrap_err();
/// assert!(wrong.is_decode());
///
/// let record = RawItem::<Shop>::from(image);
/// if record.is::<Customer>() {
///     assert_eq!(record.into_entity::<Customer>()?.name, "Carol");
/// }
/// # Ok::<(), dynamo_model::Error>(())
/// ```
pub fn from_item<E: Entity + DeserializeOwned>(item: HashMap<String, AttributeValue>) -> Result<E> {
    RawItem::<E::Table>::from(item).into_entity()
}

/// An item of the table that came some other way than through a repository.
impl<T: Table> From<HashMap<String, AttributeValue>> for RawItem<T> {
    fn from(item: HashMap<String, AttributeValue>) -> Self {
        Self::new(Stored::from_sdk(item))
    }
}
