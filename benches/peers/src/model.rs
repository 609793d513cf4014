//! The entities, and their items as DynamoDB sends them.

use std::fmt::Write;

use dynamo_model::{Entity, LentFrom, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Customer, Address, Order, Invoice))]
pub struct Shop;

/// 15 attributes beside its keys and type, about 1 KB.
#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{id}")]
pub struct Order {
    pub customer: String,
    pub id: String,
    pub status: String,
    pub placed_on: String,
    pub email: String,
    pub currency: String,
    pub note: Option<String>,
    pub description: String,
    pub ship_to: Place,
    pub tags: Vec<String>,
    pub total: u64,
    pub quantity: u32,
    pub weight: f64,
    pub is_gift: bool,
    pub updated: u64,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Place {
    pub street: String,
    pub city: String,
    pub country: String,
}

/// All fields of an order, borrowed from the page.
#[derive(Projection, Deserialize)]
#[projection(of = Order)]
pub struct OrderView<'a> {
    pub customer: &'a str,
    pub id: &'a str,
    pub status: &'a str,
    pub placed_on: &'a str,
    pub email: &'a str,
    pub currency: &'a str,
    #[serde(borrow)]
    pub note: Option<&'a str>,
    pub description: &'a str,
    #[serde(borrow)]
    pub ship_to: PlaceView<'a>,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
    pub total: u64,
    pub quantity: u32,
    pub weight: f64,
    pub is_gift: bool,
    pub updated: u64,
}

#[derive(Deserialize)]
pub struct PlaceView<'a> {
    pub street: &'a str,
    pub city: &'a str,
    pub country: &'a str,
}

impl LentFrom<Place> for PlaceView<'_> {}

impl OrderView<'_> {
    pub fn to_owned(&self) -> Order {
        Order {
            customer: self.customer.to_owned(),
            id: self.id.to_owned(),
            status: self.status.to_owned(),
            placed_on: self.placed_on.to_owned(),
            email: self.email.to_owned(),
            currency: self.currency.to_owned(),
            note: self.note.map(str::to_owned),
            description: self.description.to_owned(),
            ship_to: Place {
                street: self.ship_to.street.to_owned(),
                city: self.ship_to.city.to_owned(),
                country: self.ship_to.country.to_owned(),
            },
            tags: self.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            total: self.total,
            quantity: self.quantity,
            weight: self.weight,
            is_gift: self.is_gift,
            updated: self.updated,
        }
    }
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{id}", sk = "PROFILE")]
pub struct Customer {
    pub id: String,
    pub name: String,
    pub email: String,
    pub since: String,
    pub orders: u32,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ADDRESS#{label}")]
pub struct Address {
    pub customer: String,
    pub label: String,
    pub street: String,
    pub city: String,
    pub country: String,
    pub is_default: bool,
}

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "INVOICE#{number}")]
pub struct Invoice {
    pub customer: String,
    pub number: String,
    pub order: String,
    pub due: String,
    pub amount: u64,
    pub is_paid: bool,
}

/// An item collection of four types.
#[derive(dynamo_model::Collection, Debug, Default, PartialEq)]
pub struct Collection {
    pub customer: Option<Customer>,
    pub addresses: Vec<Address>,
    pub orders: Vec<Order>,
    pub invoices: Vec<Invoice>,
}

pub fn order(number: usize) -> Order {
    let description = "A description of what was bought, of the length that texts of shops have. ";
    Order {
        customer: "c1".to_owned(),
        id: format!("01HZ{number:08}"),
        status: "PENDING".to_owned(),
        placed_on: "2026-10-20T10:11:12.345Z".to_owned(),
        email: format!("customer-{number}@shop.example"),
        currency: "EUR".to_owned(),
        note: Some("Leave it at the neighbour's door".to_owned()),
        description: description.repeat(7),
        ship_to: Place {
            street: format!("Long Street {number}"),
            city: "Springfield".to_owned(),
            country: "NL".to_owned(),
        },
        tags: ["express", "fragile", "new"].map(str::to_owned).to_vec(),
        total: 129_900 + number as u64,
        quantity: 3,
        weight: 12.75,
        is_gift: false,
        updated: 1_792_491_072_345,
    }
}

pub fn orders(count: usize) -> Vec<Order> {
    (0..count).map(order).collect()
}

pub fn collection() -> Collection {
    let text = str::to_owned;
    let address = |number: usize| Address {
        customer: text("c1"),
        label: format!("address {number}"),
        street: format!("Long Street {number}"),
        city: text("Springfield"),
        country: text("NL"),
        is_default: number == 0,
    };
    let invoice = |number: usize| Invoice {
        customer: text("c1"),
        number: format!("2026-{number:06}"),
        order: order(number).id,
        due: text("2026-11-20"),
        amount: 129_900,
        is_paid: true,
    };
    Collection {
        customer: Some(Customer {
            id: text("c1"),
            name: text("Carol Smith"),
            email: text("carol@shop.example"),
            since: text("2020-01-02"),
            orders: 200,
        }),
        addresses: (0..10).map(address).collect(),
        orders: orders(200),
        invoices: (0..200).map(invoice).collect(),
    }
}

/// An item's attributes, each as `"name":{"S":"…"}`. No text here has anything to escape.
type Attributes = Vec<String>;

fn attribute(name: &str, kind: &str, value: &str) -> String {
    match kind {
        "S" | "N" => format!(r#""{name}":{{"{kind}":"{value}"}}"#),
        _ => format!(r#""{name}":{{"{kind}":{value}}}"#),
    }
}

fn stored(kind: &str, pk: &str, sk: &str, own: &[(&str, &str, &str)]) -> Attributes {
    let keys = [("PK", "S", pk), ("SK", "S", sk), ("type", "S", kind)];
    let all = keys.iter().chain(own);
    all.map(|(name, kind, value)| attribute(name, kind, value))
        .collect()
}

fn stored_order(order: &Order) -> Attributes {
    let place = &order.ship_to;
    let ship_to = [
        attribute("street", "S", &place.street),
        attribute("city", "S", &place.city),
        attribute("country", "S", &place.country),
    ];
    let tags: Vec<_> = order
        .tags
        .iter()
        .map(|tag| format!(r#"{{"S":"{tag}"}}"#))
        .collect();
    stored(
        "Order",
        &format!("CUST#{}", order.customer),
        &format!("ORDER#{}", order.id),
        &[
            ("customer", "S", &order.customer),
            ("id", "S", &order.id),
            ("status", "S", &order.status),
            ("placed_on", "S", &order.placed_on),
            ("email", "S", &order.email),
            ("currency", "S", &order.currency),
            ("note", "S", order.note.as_deref().unwrap_or_default()),
            ("description", "S", &order.description),
            ("ship_to", "M", &format!("{{{}}}", ship_to.join(","))),
            ("tags", "L", &format!("[{}]", tags.join(","))),
            ("total", "N", &order.total.to_string()),
            ("quantity", "N", &order.quantity.to_string()),
            ("weight", "N", &order.weight.to_string()),
            ("is_gift", "BOOL", &order.is_gift.to_string()),
            ("updated", "N", &order.updated.to_string()),
        ],
    )
}

fn stored_customer(customer: &Customer) -> Attributes {
    stored(
        "Customer",
        &format!("CUST#{}", customer.id),
        "PROFILE",
        &[
            ("id", "S", &customer.id),
            ("name", "S", &customer.name),
            ("email", "S", &customer.email),
            ("since", "S", &customer.since),
            ("orders", "N", &customer.orders.to_string()),
        ],
    )
}

fn stored_address(address: &Address) -> Attributes {
    stored(
        "Address",
        &format!("CUST#{}", address.customer),
        &format!("ADDRESS#{}", address.label),
        &[
            ("customer", "S", &address.customer),
            ("label", "S", &address.label),
            ("street", "S", &address.street),
            ("city", "S", &address.city),
            ("country", "S", &address.country),
            ("is_default", "BOOL", &address.is_default.to_string()),
        ],
    )
}

fn stored_invoice(invoice: &Invoice) -> Attributes {
    stored(
        "Invoice",
        &format!("CUST#{}", invoice.customer),
        &format!("INVOICE#{}", invoice.number),
        &[
            ("customer", "S", &invoice.customer),
            ("number", "S", &invoice.number),
            ("order", "S", &invoice.order),
            ("due", "S", &invoice.due),
            ("amount", "N", &invoice.amount.to_string()),
            ("is_paid", "BOOL", &invoice.is_paid.to_string()),
        ],
    )
}

fn item(attributes: &[String]) -> String {
    format!("{{{}}}", attributes.join(","))
}

fn page(items: &[Attributes]) -> String {
    let count = items.len();
    let items: Vec<_> = items.iter().map(|attributes| item(attributes)).collect();
    let mut page = String::new();
    let _ = write!(
        page,
        r#"{{"Count":{count},"Items":[{}],"ScannedCount":{count}}}"#,
        items.join(",")
    );
    page
}

pub fn get_answer(order: &Order) -> String {
    format!(r#"{{"Item":{}}}"#, item(&stored_order(order)))
}

/// A page of orders, the attributes of each in one order, or in an order of its own as the service sends
/// them.
pub fn page_of_orders(orders: &[Order], is_shuffled: bool) -> String {
    let mut random = fastrand::Rng::with_seed(7);
    let mut items: Vec<_> = orders.iter().map(stored_order).collect();
    if is_shuffled {
        items.iter_mut().for_each(|item| random.shuffle(item));
    }
    page(&items)
}

pub fn page_of_collection(collection: &Collection) -> String {
    // In the order of the sort key.
    let addresses = collection.addresses.iter().map(stored_address);
    let invoices = collection.invoices.iter().map(stored_invoice);
    let orders = collection.orders.iter().map(stored_order);
    let customer = collection.customer.iter().map(stored_customer);
    let all = addresses.chain(invoices).chain(orders).chain(customer);
    page(&all.collect::<Vec<_>>())
}
