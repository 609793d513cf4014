//! Every operation that the library sends goes there and back.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeValue, Delete, DeleteRequest, Get, IndexStatus, KeysAndAttributes, Put, PutRequest,
    ReturnConsumedCapacity, ReturnValue, TableStatus, TransactGetItem, TransactWriteItem,
    WriteRequest,
};

use super::{TABLE, get, item, key, n, put, s, shop};

#[tokio::test]
async fn a_created_table_is_described_as_active_with_its_index() {
    let (_, client) = shop().await;
    let answer = client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let table = answer.table.unwrap();
    assert_eq!(table.table_status, Some(TableStatus::Active));
    assert_eq!(table.key_schema().len(), 2);
    let index = &table.global_secondary_indexes()[0];
    assert_eq!(index.index_name(), Some("gsi1"));
    assert_eq!(index.index_status, Some(IndexStatus::Active));

    client
        .delete_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let tables = client.list_tables().send().await.unwrap();
    assert!(tables.table_names().is_empty());
}

#[tokio::test]
async fn an_item_of_every_type_comes_back_as_it_was_put() {
    let (_, client) = shop().await;
    let blob = |bytes: &[u8]| Blob::new(bytes);
    let mut written = key("p", "s");
    written.extend(item(&[
        ("n", AttributeValue::N("-12.5".into())),
        ("b", AttributeValue::B(blob(&[0, 255]))),
        ("yes", AttributeValue::Bool(true)),
        ("nothing", AttributeValue::Null(true)),
        ("ss", AttributeValue::Ss(vec!["a".into(), "b".into()])),
        ("ns", AttributeValue::Ns(vec!["1".into(), "2".into()])),
        ("bs", AttributeValue::Bs(vec![blob(&[1])])),
        ("list", AttributeValue::L(vec![s("x"), n(1)])),
        ("map", AttributeValue::M(item(&[("userIdentity", s(""))]))),
    ]));
    put(&client, written.clone()).await;
    assert_eq!(get(&client, "p", "s").await, Some(written));
    assert_eq!(get(&client, "p", "other").await, None);
}

#[tokio::test]
async fn update_and_delete_return_what_was_asked_for() {
    let (_, client) = shop().await;
    put(
        &client,
        item(&[("pk", s("p")), ("sk", s("s")), ("count", n(1))]),
    )
    .await;

    let updated = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("p", "s")))
        .update_expression("ADD #n :one SET #t = if_not_exists(#t, :t)")
        .expression_attribute_names("#n", "count")
        .expression_attribute_names("#t", "title")
        .expression_attribute_values(":one", n(1))
        .expression_attribute_values(":t", s("first"))
        .return_values(ReturnValue::AllNew)
        .send()
        .await
        .unwrap();
    let updated = updated.attributes.unwrap();
    assert_eq!(updated["count"], n(2));
    assert_eq!(updated["title"], s("first"));

    let delete = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("p", "s")));
    let deleted = delete
        .return_values(ReturnValue::AllOld)
        .send()
        .await
        .unwrap();
    assert_eq!(deleted.attributes, Some(updated));
    assert_eq!(get(&client, "p", "s").await, None);
}

#[tokio::test]
async fn a_query_pages_in_both_directions() {
    let (_, client) = shop().await;
    for sk in ["ORDER#1", "ORDER#2", "ORDER#3", "PROFILE"] {
        put(&client, key("p", sk)).await;
    }
    for forward in [true, false] {
        let pages = client
            .query()
            .table_name(TABLE)
            .key_condition_expression("pk = :p AND begins_with(sk, :o)")
            .expression_attribute_values(":p", s("p"))
            .expression_attribute_values(":o", s("ORDER#"))
            .scan_index_forward(forward)
            .into_paginator()
            .page_size(2)
            .items()
            .send();
        let found: Vec<_> = pages.try_collect().await.unwrap();
        let mut expected = ["ORDER#1", "ORDER#2", "ORDER#3"];
        if !forward {
            expected.reverse();
        }
        assert_eq!(found, expected.map(|sk| key("p", sk)));
    }
}

// fault 74
#[tokio::test]
async fn an_index_query_pages_through_items_of_one_sort_value() {
    let (_, client) = shop().await;
    for pk in ["a", "b", "c", "d", "e"] {
        let mut order = key(pk, "s");
        order.extend(item(&[("gsi1pk", s("OPEN")), ("gsi1sk", s("same"))]));
        put(&client, order).await;
    }
    put(&client, key("not-in-the-index", "s")).await;

    let mut found = Vec::new();
    let mut start = None;
    loop {
        let page = client
            .query()
            .table_name(TABLE)
            .index_name("gsi1")
            .key_condition_expression("gsi1pk = :p")
            .expression_attribute_values(":p", s("OPEN"))
            .limit(2)
            .set_exclusive_start_key(start)
            .send()
            .await
            .unwrap();
        found.extend(
            page.items()
                .iter()
                .map(|item| item["pk"].as_s().unwrap().clone()),
        );
        start = page.last_evaluated_key;
        match &start {
            Some(cursor) => assert_eq!(cursor.len(), 4),
            None => break,
        }
    }
    found.sort();
    assert_eq!(found, ["a", "b", "c", "d", "e"]);
}

#[tokio::test]
async fn a_scan_filters_and_still_counts_what_it_examined() {
    let (_, client) = shop().await;
    for (sk, amount) in [("1", 10), ("2", 20)] {
        put(
            &client,
            item(&[("pk", s("p")), ("sk", s(sk)), ("amount", n(amount))]),
        )
        .await;
    }
    let scan = client
        .scan()
        .table_name(TABLE)
        .filter_expression("amount > :t");
    let page = scan
        .expression_attribute_values(":t", n(15))
        .send()
        .await
        .unwrap();
    assert_eq!((page.count, page.scanned_count), (1, 2));
}

#[tokio::test]
async fn batches_write_and_read() {
    let (_, client) = shop().await;
    put(&client, key("p", "old")).await;
    let put = |sk| {
        PutRequest::builder()
            .set_item(Some(key("p", sk)))
            .build()
            .unwrap()
    };
    let delete = DeleteRequest::builder()
        .set_key(Some(key("p", "old")))
        .build()
        .unwrap();
    let written = client
        .batch_write_item()
        .request_items(
            TABLE,
            vec![
                WriteRequest::builder().put_request(put("1")).build(),
                WriteRequest::builder().put_request(put("2")).build(),
                WriteRequest::builder().delete_request(delete).build(),
            ],
        )
        .send()
        .await
        .unwrap();
    assert!(written.unprocessed_items.unwrap_or_default().is_empty());

    let keys = ["1", "2", "old"].map(|sk| key("p", sk)).to_vec();
    let keys = KeysAndAttributes::builder()
        .set_keys(Some(keys))
        .build()
        .unwrap();
    let read = client
        .batch_get_item()
        .request_items(TABLE, keys)
        .send()
        .await
        .unwrap();
    assert_eq!(read.responses.unwrap()[TABLE].len(), 2);
    assert!(read.unprocessed_keys.unwrap_or_default().is_empty());
}

#[tokio::test]
async fn transactions_write_and_read() {
    let (_, client) = shop().await;
    put(&client, key("p", "old")).await;
    let put = Put::builder()
        .table_name(TABLE)
        .set_item(Some(key("p", "new")))
        .build()
        .unwrap();
    let delete = Delete::builder()
        .table_name(TABLE)
        .set_key(Some(key("p", "old")))
        .build();
    client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().delete(delete.unwrap()).build())
        .send()
        .await
        .unwrap();

    let get = |sk| {
        let get = Get::builder()
            .table_name(TABLE)
            .set_key(Some(key("p", sk)))
            .build();
        TransactGetItem::builder().get(get.unwrap()).build()
    };
    let read = client
        .transact_get_items()
        .transact_items(get("new"))
        .transact_items(get("old"));
    let read = read.send().await.unwrap();
    let items: Vec<_> = read
        .responses()
        .iter()
        .map(|answer| answer.item.clone())
        .collect();
    assert_eq!(items, [Some(key("p", "new")), None]);
}

#[tokio::test]
async fn consumed_capacity_is_returned_when_asked_for() {
    let (_, client) = shop().await;
    let mut order = key("p", "s");
    order.extend(item(&[("gsi1pk", s("g")), ("gsi1sk", s("1"))]));
    let request = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(order.clone()));
    let answer = request.send().await.unwrap();
    assert!(answer.consumed_capacity.is_none());

    order.insert("gsi1sk".into(), s("2"));
    let request = client.put_item().table_name(TABLE).set_item(Some(order));
    let request = request.return_consumed_capacity(ReturnConsumedCapacity::Indexes);
    let capacity = request.send().await.unwrap().consumed_capacity.unwrap();
    // One write of the table; the index entry is deleted and put.
    assert_eq!(capacity.capacity_units, Some(3.0));
    assert_eq!(capacity.table.unwrap().capacity_units, Some(1.0));
    assert_eq!(
        capacity.global_secondary_indexes.unwrap()["gsi1"].capacity_units,
        Some(2.0)
    );
}

#[tokio::test]
async fn statements_read_and_write() {
    let (_, client) = shop().await;
    let statement = r#"INSERT INTO "shop" VALUE {'pk': ?, 'sk': ?}"#;
    let insert = client.execute_statement().statement(statement);
    insert
        .parameters(s("p"))
        .parameters(s("s"))
        .send()
        .await
        .unwrap();
    let statement = r#"SELECT * FROM "shop" WHERE pk = 'p'"#;
    let selected = client
        .execute_statement()
        .statement(statement)
        .send()
        .await
        .unwrap();
    assert_eq!(selected.items(), [key("p", "s")]);
}
