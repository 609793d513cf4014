//! The requests as they are shown before they are sent.

use dynamo_model::Repository;

use crate::model::{Account, App, Membership, Order, account, membership, order};

fn app() -> Repository<App> {
    Repository::new(dynamo_model::embedded::client())
}

#[test]
fn create_shows_the_whole_transaction() {
    let shown = app()
        .create(&account("t1", "c1", Some("a@x.org")))
        .explain();
    assert_eq!(
        shown,
        "\
TransactWriteItems
    - Put app
        item:       {PK: 'TENANT#t1', SK: 'ACCOUNT#c1', GSI1PK: 'NAME#Carol', GSI1SK: 'c1', type: 'Account', tenant: 't1', id: 'c1', name: 'Carol', email: 'a@x.org', plan: 'Free'}
        condition:  attribute_not_exists(PK)
    - Put app
        item:       {PK: 'UNIQUE#Account#email#a@x.org', SK: 'UNIQUE#Account#email#a@x.org', type: 'UNIQUE#Account', owner_pk: 'TENANT#t1', owner_sk: 'ACCOUNT#c1'}
        condition:  (attribute_not_exists(PK) OR (owner_pk = 'TENANT#t1' AND owner_sk = 'ACCOUNT#c1'))"
    );
}

#[test]
fn a_write_that_reads_first_shows_the_read_and_what_is_known() {
    let update = Account::update(Account::key("t1", "c1"))
        .email("b@x.org")
        .clear_seat();
    assert_eq!(
        app().update(update).explain(),
        "\
GetItem app
    key:        {PK: 'TENANT#t1', SK: 'ACCOUNT#c1'}
    ConsistentRead: true
TransactWriteItems
    - Update app
        key:        {PK: 'TENANT#t1', SK: 'ACCOUNT#c1'}
        update:     SET email = 'b@x.org' REMOVE seat
        condition:  attribute_exists(PK)
    - and, as the item that is read tells, the guards of `email` and `nick_name` and `seat`"
    );
}

#[test]
fn a_write_without_guards_is_shown_as_ever() {
    let app = app();
    let shown = app
        .update(Account::update(Account::key("t1", "c1")).name("Dora"))
        .explain();
    assert!(shown.starts_with("UpdateItem app\n"), "{shown}");
    // A value that nobody has is no guard.
    let shown = app.create(&account("t1", "c1", None)).explain();
    assert!(shown.starts_with("PutItem app\n"), "{shown}");
}

#[test]
fn a_copy_is_shown_without_index_attributes_and_with_its_owner() {
    let shown = app().put(&mut membership("u42", "g7")).explain();
    let copy = shown.split("    - Put app").nth(2).unwrap();
    assert!(
        copy.contains("{PK: 'GROUP#g7', SK: 'USER#u42', role: 'member',"),
        "{copy}"
    );
    assert!(
        copy.contains("owner_pk: 'USER#u42', owner_sk: 'GROUP#g7'}"),
        "{copy}"
    );
    // Its key tells its owner, so nothing is asked.
    assert!(
        !copy.contains("GSI1PK") && !copy.contains("condition"),
        "{copy}"
    );
    let shown = app()
        .update(Membership::update(Membership::key("u42", "g7")).joined("d"))
        .explain();
    assert_eq!(shown.matches("joined = 'd'").count(), 2, "{shown}");
    assert_eq!(shown.matches("GSI1PK").count(), 1, "{shown}");
    assert_eq!(shown.matches("ADD version 1").count(), 2, "{shown}");
}

#[test]
fn a_copy_whose_key_does_not_tell_its_owner_is_on_a_condition() {
    let shown = app().delete(Order::key("c1", "o1")).explain();
    assert_eq!(
        shown,
        "\
TransactWriteItems
    - Delete app
        key:        {PK: 'CUST#c1', SK: 'ORDER#o1'}
    - Delete app
        key:        {PK: 'ORDER#o1', SK: 'ORDER#o1'}
        condition:  (attribute_not_exists(owner_pk) OR (owner_pk = 'CUST#c1' AND owner_sk = 'ORDER#o1'))"
    );
    let shown = app().create(&order("c1", "o1")).explain();
    assert!(
        shown.contains("attribute_not_exists(owner_pk) OR"),
        "{shown}"
    );
}
