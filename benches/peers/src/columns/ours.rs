//! With dynamo-model: as it is, or with its items through the SDK's types.

use dynamo_model::Repository;

use crate::model::{Customer, Order, Shop};
use crate::{Call, Outcome, block_on};

pub fn get(shop: Repository<Shop>) -> Call {
    Box::new(move |_| {
        let order = block_on(async { shop.get(Order::key("c1", "01HZ00000000")).await });
        Outcome::Orders(order.unwrap().into_iter().collect())
    })
}

pub fn put(shop: Repository<Shop>) -> Call {
    Box::new(move |orders| {
        for order in &orders {
            block_on(async { shop.put(order).await.unwrap() });
        }
        Outcome::Written
    })
}

pub fn update(shop: Repository<Shop>) -> Call {
    Box::new(move |_| {
        let key = Order::key("c1", "01HZ00000000");
        let update = Order::update(key).status("PAID").add_total(5);
        block_on(async { shop.update(update).await.unwrap() });
        Outcome::Written
    })
}

pub fn query(shop: Repository<Shop>) -> Call {
    Box::new(move |_| {
        let orders = block_on(async { shop.query(Order::query("c1")).all().await });
        Outcome::Orders(orders.unwrap())
    })
}

pub fn batch(shop: Repository<Shop>) -> Call {
    Box::new(move |orders| {
        let report = block_on(async { shop.batch().put_all(&orders).await });
        assert!(report.unwrap().is_complete());
        Outcome::Written
    })
}

pub fn transact(shop: Repository<Shop>) -> Call {
    Box::new(move |orders| {
        let puts = orders.iter();
        let transact = puts.fold(shop.transact(), |transact, order| transact.put(order));
        block_on(async { transact.await.unwrap() });
        Outcome::Written
    })
}

pub fn collection(shop: Repository<Shop>) -> Call {
    Box::new(move |_| {
        let collection = block_on(async { shop.collect(Customer::partition("c1")).await });
        Outcome::Collection(Box::new(collection.unwrap()))
    })
}
