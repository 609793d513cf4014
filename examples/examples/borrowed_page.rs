//! Pages that lend: large pages are read without a copy of their text.
//!
//! A page by `page_bytes` keeps the answer as it came. A projection with a lifetime borrows its text from there, item by item, and is
//! gone before the page is: for sums, exports and filters over many items. What is kept is an owned type, as everywhere else.

use std::collections::BTreeMap;

use dynamo_model::{Entity, LentFrom, LentText, Projection, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Order))]
struct Shop;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
struct Order {
    customer: String,
    number: u32,
    currency: String,
    total: u64,
    note: Option<String>,
    tags: Vec<String>,
    ship_to: Address,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Address {
    street: String,
    city: String,
}

/// The fields of an order that the report reads, for as long as the page lives.
#[derive(Projection, Deserialize, Debug)]
#[projection(of = Order)]
struct OrderView<'a> {
    number: u32,
    currency: &'a str,
    total: u64,
    // People write notes, with quotes and line breaks: such text is not stored as it reads, and has to be copied.
    #[serde(borrow)]
    note: Option<LentText<'a>>,
    #[serde(borrow)]
    tags: Vec<&'a str>,
    #[serde(borrow)]
    ship_to: AddressView<'a>,
}

#[derive(Deserialize, Debug)]
struct AddressView<'a> {
    city: &'a str,
}

impl LentFrom<Address> for AddressView<'_> {}

fn order(number: u32, note: Option<&str>) -> Order {
    Order {
        customer: "c1".to_owned(),
        number,
        currency: if number.is_multiple_of(2) {
            "EUR"
        } else {
            "USD"
        }
        .to_owned(),
        total: 100 * u64::from(number),
        note: note.map(str::to_owned),
        tags: vec!["express".to_owned()],
        ship_to: Address {
            street: format!("Long Street {number}"),
            city: "Utrecht".to_owned(),
        },
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> dynamo_model::Result<()> {
    let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    shop.create_table().await?;
    for number in 1..=4 {
        shop.create(&order(number, None)).await?;
    }
    shop.create(&order(5, Some("Ring \"twice\""))).await?;

    // The sums of all pages, two items a page.
    let mut sums = BTreeMap::<String, u64>::new();
    let (mut pages, mut cursor) = (0, None);
    loop {
        let query = shop.query(Order::query("c1")).page_size(2);
        let page = query
            .project::<OrderView<'_>>()
            .page_bytes(cursor.take())
            .await?;
        for order in &page {
            let order = order?;
            // Only the first item of a currency makes a text of its own.
            match sums.get_mut(order.currency) {
                Some(sum) => *sum += order.total,
                None => {
                    sums.insert(order.currency.to_owned(), order.total);
                }
            }
        }
        pages += 1;
        cursor = page.next.clone();
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(sums["EUR"], 600);
    assert_eq!(sums["USD"], 900);
    assert_eq!(pages, 3);
    println!("{sums:?} of {pages} pages");

    // What has no escapes is a part of the answer; the note has some, and is a text of its own.
    let query = shop.query(Order::query("c1")).newest_first();
    let page = query.project::<OrderView<'_>>().page_bytes(None).await?;
    let newest = page.get(0).transpose()?.expect("there are orders");
    assert_eq!((newest.number, newest.ship_to.city), (5, "Utrecht"));
    assert_eq!(newest.tags, ["express"]);
    assert_eq!(newest.note.as_deref(), Some("Ring \"twice\""));
    println!("{newest:?}");

    // Whole entities too, one at a time: here until the first that is dear.
    let page = shop.query(Order::query("c1")).page_bytes(None).await?;
    let dear = page
        .iter()
        .find(|order| order.as_ref().map_or(true, |order| order.total > 250));
    let dear = dear.transpose()?.expect("one is dear");
    assert_eq!(dear, order(3, None));
    println!("{} is the first over 250", dear.number);
    Ok(())
}
