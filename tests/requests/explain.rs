//! The layout of `explain`: the request log of the documents.

use dynamo_model_tests::{Customer, Order, Shop, Status, day, order};

use crate::unsent;

#[test]
fn a_query_shows_key_index_filter_and_settings() {
    let shop = unsent::<Shop>();
    let query = shop.query(Order::query("c1")).newest_first();
    assert_eq!(
        query.explain(),
        "Query shop\n    key:        (PK = 'CUST#c1' AND begins_with(SK, 'ORDER#'))\n    ScanIndexForward: false"
    );
    let query = shop
        .query(Order::by_status(Status::Pending).placed_on(day(20)))
        .limit(5);
    assert_eq!(
        query.page_size(50).explain(),
        "Query shop\n    key:        (GSI2PK = 'STATUS#PENDING' AND begins_with(GSI2SK, '2026-10-20#'))\n    \
         IndexName:  GSI2\n    filter:     type = 'Order'\n    Limit:      50"
    );
    let query = shop
        .query(Order::query("c1").placed_on(day(20)).order_id("o1"))
        .consistent();
    assert_eq!(
        query.limit(1).explain(),
        "Query shop\n    key:        (PK = 'CUST#c1' AND SK = 'ORDER#2026-10-20#o1')\n    \
         Limit:      1\n    ConsistentRead: true"
    );
}

#[test]
fn conditions_on_the_sort_key_have_all_their_forms() {
    let shop = unsent::<Shop>();
    let key = |explained: String| {
        crate::line(&explained, "key")
            .map(str::to_owned)
            .unwrap_or(explained)
    };
    let base = || Order::query("c1");
    let of = |from: &str, to: &str| format!("(PK = 'CUST#c1' AND SK BETWEEN '{from}' AND '{to}')");
    let explained = key(shop.query(base().placed_on_in(day(1)..=day(31))).explain());
    assert_eq!(explained, of("ORDER#2026-10-01#", "ORDER#2026-10-31$"));
    let explained = key(shop.query(base().placed_on_in(day(1)..day(31))).explain());
    assert_eq!(explained, of("ORDER#2026-10-01#", "ORDER#2026-10-31"));
    let explained = key(shop.query(base().placed_on_in(day(1)..)).explain());
    assert_eq!(explained, of("ORDER#2026-10-01#", "ORDER$"));
    let explained = key(shop.query(base().placed_on_in(..)).explain());
    assert_eq!(explained, of("ORDER#", "ORDER$"));
    let explained = key(shop.query(base().placed_on_starts_with("2026")).explain());
    assert_eq!(
        explained,
        "(PK = 'CUST#c1' AND begins_with(SK, 'ORDER#2026'))"
    );
    let explained = key(shop.query(Order::open().placed_on_in(day(5)..)).explain());
    assert_eq!(
        explained,
        "(openOrdersPK = 'OPEN' AND openSince >= '2026-10-05')"
    );
    let explained = key(shop.query(Order::open().placed_on_in(..=day(5))).explain());
    assert_eq!(
        explained,
        "(openOrdersPK = 'OPEN' AND openSince <= '2026-10-05')"
    );
    let explained = key(shop.query(Order::open()).explain());
    assert_eq!(explained, "openOrdersPK = 'OPEN'");
    let explained = key(shop
        .query(Order::inverted(day(5), "o1").customer_id("c1"))
        .explain());
    assert_eq!(explained, "(SK = 'ORDER#2026-10-05#o1' AND PK = 'CUST#c1')");
}

#[test]
fn filters_show_names_and_values() {
    let shop = unsent::<Shop>();
    let query = shop.query(Order::query("c1")).filter(|order| {
        (order.total.ge(100) | order.note.eq("it's")) & !order.status.eq(Status::Paid)
    });
    let explained = query.explain();
    assert_eq!(
        crate::line(&explained, "filter"),
        Some("((total >= 100 OR note = 'it''s') AND NOT (status = 'Paid'))")
    );
    let query = shop
        .query(Order::query("c1"))
        .filter(|order| !(order.total.ge(1) & order.total.le(2)));
    assert_eq!(
        crate::line(&query.explain(), "filter"),
        Some("NOT (total >= 1 AND total <= 2)")
    );
    let query = shop
        .query(Order::query("c1"))
        .filter(|order| order.note.eq(None::<String>));
    let explained = query.explain();
    assert_eq!(
        crate::line(&explained, "filter"),
        Some("(attribute_not_exists(note) OR note = null)")
    );
}

#[test]
fn writes_show_item_key_and_condition() {
    let shop = unsent::<Shop>();
    let order = order("c1", day(20), "o1");
    let item = "PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o1', GSI1PK: 'ORDER#o1', GSI1SK: 'ORDER#o1', \
         GSI2PK: 'STATUS#PENDING', GSI2SK: '2026-10-20#o1', openOrdersPK: 'OPEN', openSince: '2026-10-20', \
         type: 'Order', customerId: 'c1', orderId: 'o1', placedOn: '2026-10-20', status: 'Pending', total: 200";
    assert_eq!(
        shop.put(&order).explain(),
        format!("PutItem shop\n    item:       {{{item}}}")
    );
    assert_eq!(
        shop.create(&order).explain(),
        format!(
            "PutItem shop\n    item:       {{{item}}}\n    condition:  attribute_not_exists(PK)"
        )
    );
    assert_eq!(
        shop.replace(&order).explain(),
        format!("PutItem shop\n    item:       {{{item}}}\n    condition:  attribute_exists(PK)")
    );
    let key = "{PK: 'CUST#c1', SK: 'ORDER#2026-10-20#o1'}";
    assert_eq!(
        shop.delete(&order).explain(),
        format!("DeleteItem shop\n    key:        {key}")
    );
    assert_eq!(
        shop.get(&order).explain(),
        format!("GetItem shop\n    key:        {key}")
    );
    assert_eq!(
        shop.get(Customer::key("c1")).consistent().explain(),
        "GetItem shop\n    key:        {PK: 'CUST#c1', SK: 'PROFILE'}\n    ConsistentRead: true"
    );
}

#[test]
fn items_and_create_table_are_shown() {
    let shop = unsent::<Shop>();
    assert_eq!(
        shop.items(Customer::partition("c1")).limit(3).explain(),
        "Query shop\n    key:        PK = 'CUST#c1'\n    Limit:      3"
    );
    assert_eq!(
        shop.explain_create_table(),
        "CreateTable shop\n    key:        PK, SK\n    index:      GSI1 (GSI1PK, GSI1SK)\n    \
         index:      GSI2 (GSI2PK, GSI2SK)\n    index:      OpenOrders (openOrdersPK, openSince)\n    \
         index:      Inverted (SK, PK)"
    );
}

#[test]
fn what_is_wrong_is_shown_in_place_of_the_request() {
    let shop = unsent::<Shop>();
    for explained in [
        shop.get(Order::key("", day(1), "o1")).explain(),
        shop.delete(Order::key("c#1", day(1), "o1")).explain(),
        shop.query(Order::query("")).newest_first().explain(),
        shop.query(Order::query("c1").placed_on(day(1)).order_id("a#b"))
            .explain(),
        shop.items(Order::partition("")).explain(),
        shop.query(Order::query("c1"))
            .filter(|order| order.note.lt(None::<String>))
            .explain(),
    ] {
        assert!(explained.starts_with("nothing is sent: "), "{explained}");
    }
}
