//! With dynamo-model.

use aws_sdk_dynamodb::Client;
use dynamo_model::{Error, Repository};

use crate::model::{Address, Collection, Customer, Invoice, Order, Shop};
use crate::{Call, Outcome, block_on};

pub fn get(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |_| {
        let order = block_on(async { shop.get(Order::key("c1", "01HZ00000000")).await });
        Outcome::Orders(order.unwrap().into_iter().collect())
    })
}

pub fn put(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |orders| {
        for order in &orders {
            block_on(async { shop.put(order).await.unwrap() });
        }
        Outcome::Written
    })
}

pub fn update(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |_| {
        let key = Order::key("c1", "01HZ00000000");
        let update = Order::update(key).status("PAID").add_total(5);
        block_on(async { shop.update(update).await.unwrap() });
        Outcome::Written
    })
}

pub fn query(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |_| {
        let orders = block_on(async { shop.query(Order::query("c1")).all().await });
        Outcome::Orders(orders.unwrap())
    })
}

pub fn batch(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |orders| {
        let report = block_on(async { shop.batch().put_all(&orders).await });
        assert!(report.unwrap().is_complete());
        Outcome::Written
    })
}

/// Item by item; the derive for collections is to take its place.
pub fn collection(client: Client) -> Call {
    let shop = Repository::<Shop>::new(client);
    Box::new(move |_| {
        let read = async || -> Result<Collection, Error> {
            let mut collection = Collection::default();
            for item in shop.items(Customer::partition("c1")).all().await? {
                match item.type_name() {
                    Some("Customer") => collection.customer = Some(item.into_entity()?),
                    Some("Address") => collection.addresses.push(item.into_entity::<Address>()?),
                    Some("Order") => collection.orders.push(item.into_entity()?),
                    Some("Invoice") => collection.invoices.push(item.into_entity::<Invoice>()?),
                    _ => {}
                }
            }
            Ok(collection)
        };
        Outcome::Collection(Box::new(block_on(read()).unwrap()))
    })
}
