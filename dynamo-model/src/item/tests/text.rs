//! `explain` and sizes.

use super::*;
use crate::item::ITEM_LIMIT;

#[track_caller]
fn assert_text(stored: AttributeValue, text: &str) {
    assert_eq!(value(stored).explain().to_string(), text);
}

#[test]
fn values_have_one_text() {
    assert_text(s("Carol"), "'Carol'");
    assert_text(s("O'Hara"), "'O''Hara'");
    assert_text(s(""), "''");
    assert_text(n("-1.5"), "-1.5");
    assert_text(AttributeValue::Bool(true), "true");
    assert_text(AttributeValue::Bool(false), "false");
    assert_text(null(), "null");
    assert_text(
        m([("n", n("1")), ("home", m([("city", s("London"))]))]),
        "{home: {city: 'London'}, n: 1}",
    );
    assert_text(l([s("a"), n("1")]), "['a', 1]");
    assert_text(l([]), "[]");
    assert_text(m([]), "{}");
    assert_text(ss(&["b", "a"]), "<<'a', 'b'>>");
    assert_text(ns(&["10", "9", "-1"]), "<<-1, 9, 10>>");
    assert_text(bs(&[&[2], &[1]]), "<<b'AQ==', b'Ag=='>>");
    assert_text(b(&[1, 2]), "b'AQI='");
    assert_text(b(&[]), "b''");
    assert_text(
        m([
            ("a b", n("1")),
            ("it's", n("2")),
            ("", n("3")),
            ("ü-1", n("4")),
        ]),
        "{'': 3, 'a b': 1, 'it''s': 2, ü-1: 4}",
    );
}

#[test]
fn an_item_keeps_its_own_order() {
    let mut item = Item::new();
    item.push("PK", Value::string("CUST#c1"));
    item.push("SK", Value::string("ADDRESSES"));
    item.push("n", value(n("1")));
    assert_eq!(
        item.explain().to_string(),
        "{PK: 'CUST#c1', SK: 'ADDRESSES', n: 1}"
    );
    assert_eq!(Item::new().explain().to_string(), "{}");
}

#[track_caller]
fn assert_size(stored: AttributeValue, size: usize) {
    assert_eq!(value(stored).size(), size);
}

// fault 57
#[test]
fn sizes_count_utf8_bytes_and_the_overhead_of_containers() {
    assert_size(s(""), 0);
    assert_size(s("abc"), 3);
    assert_size(s("é🦀"), 6);
    assert_size(b(&[1, 2, 3]), 3);
    assert_size(null(), 1);
    assert_size(AttributeValue::Bool(false), 1);
    assert_size(l([]), 3);
    assert_size(l([s("ab"), null()]), 3 + (1 + 2) + (1 + 1));
    assert_size(m([("ké", s("ab"))]), 3 + 1 + 3 + 2);
    assert_size(ss(&["a", "bc"]), 3);
    assert_size(ns(&["1", "100"]), 2 + 2);
    assert_size(bs(&[&[1], &[2, 3]]), 3);
}

// fault 57
#[test]
fn numbers_are_sized_by_their_digits() {
    assert_size(n("0"), 1);
    assert_size(n("-0.0"), 1);
    assert_size(n("42"), 2);
    assert_size(n("-42"), 3);
    assert_size(n("123"), 3);
    assert_size(n("1000"), 2);
    assert_size(n("1E20"), 2);
    assert_size(n("12.5"), 3);
    assert_size(n("0.001"), 2);
    assert_size(n("100.5"), 4);
    assert_size(n(&"9".repeat(38)), 20);
}

// fault 57
#[test]
fn the_size_of_an_item_has_its_names() {
    let mut item = Item::new();
    item.push("PK", Value::string("é"));
    item.push("größe", value(n("5")));
    assert_eq!(item.size(), (2 + 2) + (7 + 2));
    item.push("fill", Value::string("x".repeat(ITEM_LIMIT)));
    assert!(item.size() > ITEM_LIMIT);
}
