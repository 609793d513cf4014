//! With modyne 0.3.

use aws_sdk_dynamodb::Client;
use modyne::model::{BatchWrite, TransactWrite};
use modyne::{
    Aggregate, Entity, EntityDef, EntityExt, EntityTypeNameRef, Error, Item, ProjectionExt,
    QueryInput, QueryInputExt, Table, expr, keys, projections, read_projection,
};

use crate::model::{Address, Collection, Customer, Invoice, Order};
use crate::{Call, Outcome, block_on};

pub struct Database(Client);

impl Table for Database {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "type";
    type PrimaryKey = keys::Primary;
    type IndexKeys = ();

    fn table_name(&self) -> &str {
        "shop"
    }

    fn client(&self) -> &Client {
        &self.0
    }
}

macro_rules! entities {
    ($($entity:ident: $pk:ident $sk:ident $prefix:literal;)*) => {$(
        impl Entity for $entity {
            type KeyInput<'a> = (&'a str, &'a str);
            type Table = Database;
            type IndexKeys = ();

            fn primary_key((pk, sk): Self::KeyInput<'_>) -> keys::Primary {
                keys::Primary {
                    hash: format!("CUST#{pk}"),
                    range: format!(concat!($prefix, "{}"), sk),
                }
            }

            fn full_key(&self) -> keys::FullKey<keys::Primary, ()> {
                Self::primary_key((&self.$pk, &self.$sk)).into()
            }
        }
    )*};
}

entities! {
    Address: customer label "ADDRESS#";
    Order: customer id "ORDER#";
    Invoice: customer number "INVOICE#";
}

impl Entity for Customer {
    type KeyInput<'a> = &'a str;
    type Table = Database;
    type IndexKeys = ();

    fn primary_key(id: &str) -> keys::Primary {
        keys::Primary {
            hash: format!("CUST#{id}"),
            range: "PROFILE".to_owned(),
        }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, ()> {
        Self::primary_key(&self.id).into()
    }
}

// As modyne's derive does it, which would read the attributes of ours.
macro_rules! definitions {
    ($($entity:ident: $($attribute:ident)*;)*) => {$(
        impl EntityDef for $entity {
            const ENTITY_TYPE: &'static EntityTypeNameRef =
                EntityTypeNameRef::from_static(stringify!($entity));
            const PROJECTED_ATTRIBUTES: &'static [&'static str] = &[$(stringify!($attribute)),*];
        }
    )*};
}

definitions! {
    Customer: id name email since orders;
    Address: customer label street city country is_default;
    Order: customer id status placed_on email currency note description ship_to tags total quantity weight is_gift updated;
    Invoice: customer number order due amount is_paid;
}

struct Orders;

impl QueryInput for Orders {
    type Index = keys::Primary;
    type Aggregate = Vec<Order>;

    fn key_condition(&self) -> expr::KeyCondition<keys::Primary> {
        expr::KeyCondition::in_partition("CUST#c1").begins_with("ORDER#")
    }
}

struct Everything;

impl QueryInput for Everything {
    type Index = keys::Primary;
    type Aggregate = Collection;

    fn key_condition(&self) -> expr::KeyCondition<keys::Primary> {
        expr::KeyCondition::in_partition("CUST#c1")
    }
}

projections! {
    pub enum Entities {
        Customer,
        Address,
        Order,
        Invoice,
    }
}

impl Aggregate for Collection {
    type Projections = Entities;

    fn merge(&mut self, item: Item) -> Result<(), Error> {
        match read_projection!(item)? {
            Entities::Customer(customer) => self.customer = Some(customer),
            Entities::Address(address) => self.addresses.push(address),
            Entities::Order(order) => self.orders.push(order),
            Entities::Invoice(invoice) => self.invoices.push(invoice),
        }
        Ok(())
    }
}

pub fn get(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |_| {
        let get = <Order as EntityExt>::get(("c1", "01HZ00000000"));
        let item = block_on(get.execute(&database)).unwrap().item;
        let order = item.map(|item| <Order as ProjectionExt>::from_item(item).unwrap());
        Outcome::Orders(order.into_iter().collect())
    })
}

pub fn put(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |orders| {
        for order in orders {
            block_on(EntityExt::put(order).execute(&database)).unwrap();
        }
        Outcome::Written
    })
}

pub fn update(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |_| {
        let change = expr::Update::new("SET #status = :status ADD #total :total")
            .name("#status", "status")
            .name("#total", "total")
            .value(":status", "PAID")
            .value(":total", 5);
        let exists = expr::Condition::new("attribute_exists(#pk)").name("#pk", "PK");
        let update = <Order as EntityExt>::update(("c1", "01HZ00000000"))
            .expression(change)
            .condition(exists);
        block_on(update.execute(&database)).unwrap();
        Outcome::Written
    })
}

pub fn query(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |_| {
        let items = block_on(Orders.query().execute(&database)).unwrap().items;
        let mut orders = Vec::<Order>::default();
        orders.reduce(items.unwrap()).unwrap();
        Outcome::Orders(orders)
    })
}

pub fn batch(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |orders| {
        let puts = orders.into_iter().map(EntityExt::put);
        let batch = puts.fold(BatchWrite::new(), BatchWrite::operation);
        let left = block_on(batch.execute(&database))
            .unwrap()
            .unprocessed_items;
        assert!(left.is_none_or(|left| left.is_empty()));
        Outcome::Written
    })
}

pub fn transact(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |orders| {
        let puts = orders.into_iter().map(EntityExt::put);
        let transact = puts.fold(TransactWrite::new(), TransactWrite::operation);
        block_on(transact.execute(&database)).unwrap();
        Outcome::Written
    })
}

pub fn collection(client: Client) -> Call {
    let database = Database(client);
    Box::new(move |_| {
        let items = block_on(Everything.query().execute(&database))
            .unwrap()
            .items;
        let mut collection = Collection::default();
        collection.reduce(items.unwrap()).unwrap();
        Outcome::Collection(Box::new(collection))
    })
}
