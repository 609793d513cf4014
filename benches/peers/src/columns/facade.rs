//! With dynamodb-facade 0.2.

use aws_sdk_dynamodb::Client;
use dynamodb_facade::explicit_client::{DynamoDBItemOp, dynamodb_batch_write};
use dynamodb_facade::{
    DynamoDBItem, DynamoDBItemBatchOp, DynamoDBItemTransactOp, KeyCondition, KeyId, QueryRequest,
    StringAttribute, Update, attribute_definitions, dynamodb_item, table_definitions,
};

use crate::model::{Address, Collection, Customer, Invoice, Order};
use crate::{Call, Outcome, block_on};

attribute_definitions! {
    PK { "PK": StringAttribute }
    SK { "SK": StringAttribute }
    ItemType { "type": StringAttribute }
}

table_definitions! {
    ShopTable {
        type PartitionKey = PK;
        type SortKey = SK;
        fn table_name() -> String {
            "shop".to_owned()
        }
    }
}

macro_rules! items {
    ($($item:ty: $pk:ident $sk:ident $prefix:literal $kind:literal;)*) => {$(
        dynamodb_item! {
            #[table = ShopTable]
            $item {
                #[partition_key]
                PK {
                    fn attribute_id(&self) -> &'id str { &self.$pk }
                    fn attribute_value(id) -> String { format!("CUST#{id}") }
                }
                #[sort_key]
                SK {
                    fn attribute_id(&self) -> &'id str { &self.$sk }
                    fn attribute_value(id) -> String { format!(concat!($prefix, "{}"), id) }
                }
                ItemType { const VALUE: &'static str = $kind; }
            }
        }
    )*};
}

items! {
    Address: customer label "ADDRESS#" "Address";
    Order: customer id "ORDER#" "Order";
    Invoice: customer number "INVOICE#" "Invoice";
}

dynamodb_item! {
    #[table = ShopTable]
    Customer {
        #[partition_key]
        PK {
            fn attribute_id(&self) -> &'id str { &self.id }
            fn attribute_value(id) -> String { format!("CUST#{id}") }
        }
        #[sort_key]
        SK { const VALUE: &'static str = "PROFILE"; }
        ItemType { const VALUE: &'static str = "Customer"; }
    }
}

pub fn get(client: Client) -> Call {
    Box::new(move |_| {
        let key = KeyId::pk("c1").sk("01HZ00000000");
        let get = <Order as DynamoDBItemOp<ShopTable>>::get(client.clone(), key);
        let order = block_on(get.execute()).unwrap();
        Outcome::Orders(order.into_iter().collect())
    })
}

pub fn put(client: Client) -> Call {
    Box::new(move |orders| {
        for order in &orders {
            let put = DynamoDBItemOp::<ShopTable>::put(order, client.clone());
            block_on(put.execute()).unwrap();
        }
        Outcome::Written
    })
}

pub fn update(client: Client) -> Call {
    Box::new(move |_| {
        let key = KeyId::pk("c1").sk("01HZ00000000");
        let update = Update::set("status", "PAID").and(Update::add("total", 5));
        let update =
            <Order as DynamoDBItemOp<ShopTable>>::update_by_id(client.clone(), key, update);
        block_on(update.exists().return_none().execute()).unwrap();
        Outcome::Written
    })
}

pub fn query(client: Client) -> Call {
    Box::new(move |_| {
        let condition = KeyCondition::pk("CUST#c1").sk_begins_with("ORDER#");
        let query = <Order as DynamoDBItemOp<ShopTable>>::query(client.clone(), condition);
        Outcome::Orders(block_on(query.all()).unwrap())
    })
}

pub fn batch(client: Client) -> Call {
    Box::new(move |orders| {
        let puts = orders
            .iter()
            .map(DynamoDBItemBatchOp::<ShopTable>::batch_put)
            .collect();
        block_on(dynamodb_batch_write::<ShopTable>(client.clone(), puts)).unwrap();
        Outcome::Written
    })
}

pub fn transact(client: Client) -> Call {
    Box::new(move |orders| {
        let puts = orders
            .iter()
            .map(|order| DynamoDBItemTransactOp::<ShopTable>::transact_put(order).build());
        let transact = client
            .transact_write_items()
            .set_transact_items(Some(puts.collect()));
        block_on(transact.send()).unwrap();
        Outcome::Written
    })
}

pub fn collection(client: Client) -> Call {
    Box::new(move |_| {
        let condition = KeyCondition::pk("CUST#c1");
        let query = QueryRequest::<ShopTable>::with_client(client.clone(), condition);
        let mut collection = Collection::default();
        for item in block_on(query.all()).unwrap() {
            match item.attribute::<ItemType>() {
                Some("Customer") => {
                    collection.customer = Some(Customer::try_from_item(item).unwrap());
                }
                Some("Address") => collection
                    .addresses
                    .push(Address::try_from_item(item).unwrap()),
                Some("Order") => collection.orders.push(Order::try_from_item(item).unwrap()),
                Some("Invoice") => collection
                    .invoices
                    .push(Invoice::try_from_item(item).unwrap()),
                _ => {}
            }
        }
        Outcome::Collection(Box::new(collection))
    })
}
