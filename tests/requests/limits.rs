//! `Limit`, which counts what is examined, against `limit`, which counts what is returned.

use dynamo_model_tests::{Order, Shop, Status, day};

use crate::{line, unsent};

#[test]
fn the_limit_is_sent_only_where_nothing_is_filtered() {
    let shop = unsent::<Shop>();
    let plain = || shop.query(Order::query("c1"));
    let shared = || shop.query(Order::by_status(Status::Pending));
    let filtered = || plain().filter(|order| order.total.ge(1));
    let dropping = || shop.query(Order::query("c1").placed_on(day(1)).order_id_in("a".."b"));
    let cases = [
        (plain().explain(), None),
        (plain().limit(7).explain(), Some("7")),
        (plain().page_size(7).explain(), Some("7")),
        (plain().limit(7).page_size(3).explain(), Some("3")),
        (plain().limit(3).page_size(7).explain(), Some("3")),
        (plain().page_size(0).explain(), Some("1")),
        (plain().limit(usize::MAX).explain(), Some("2147483647")),
        (plain().page_size(u32::MAX).explain(), Some("2147483647")),
        (shared().limit(7).explain(), None),
        (shared().limit(7).page_size(9).explain(), Some("9")),
        (filtered().limit(7).explain(), None),
        (filtered().limit(7).page_size(9).explain(), Some("9")),
        (dropping().limit(7).explain(), None),
        (
            shop.items(Order::partition("c1"))
                .limit(7)
                .page_size(9)
                .explain(),
            Some("7"),
        ),
    ];
    for (explained, limit) in cases {
        assert_eq!(line(&explained, "Limit"), limit, "{explained}");
    }
}

#[test]
fn the_last_setting_counts_and_their_order_does_not() {
    let shop = unsent::<Shop>();
    let query = || shop.query(Order::query("c1"));
    let explained = query().limit(7).limit(4).explain();
    assert_eq!(line(&explained, "Limit"), Some("4"));
    assert_eq!(
        query().limit(4).newest_first().consistent().explain(),
        query().consistent().newest_first().limit(4).explain()
    );
}
