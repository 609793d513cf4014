//! Items that others made: both codecs read and write them alike.

use std::path::PathBuf;

use super::*;

/// The texts of the files; none, and a line that says so, where they are not there.
fn files() -> Vec<String> {
    let folder = std::env::var_os("DYNAMO_MODEL_MODELS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/models"),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no designs in {}", folder.display());
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_data = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "json" || extension == "jsonl")
    };
    paths
        .filter(is_data)
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// The items of a NoSQL Workbench file, wherever they are in it.
fn collect(json: &serde_json::Value, items: &mut Vec<serde_json::Value>) {
    match json {
        serde_json::Value::Object(members) => {
            for (name, value) in members {
                match value.as_array().filter(|_| name == "TableData") {
                    Some(rows) => items.extend(rows.iter().cloned()),
                    None => collect(value, items),
                }
            }
        }
        serde_json::Value::Array(elements) => {
            elements.iter().for_each(|element| collect(element, items));
        }
        _ => {}
    }
}

#[test]
fn items_of_others_are_read_and_written_alike() {
    let mut count = 0;
    for file in files() {
        let mut items = Vec::new();
        match serde_json::from_str(&file) {
            Ok(design) => collect(&design, &mut items),
            // Plain JSON, line by line.
            Err(_) => items.extend(file.lines().map(|line| {
                let plain: serde_json::Value = serde_json::from_str(line).unwrap();
                let item = encode(&plain, &[]).unwrap().into_map();
                serde_json::from_str(&wire_item(&item)).unwrap()
            })),
        }
        for item in items {
            check(&item);
            count += 1;
        }
    }
    println!("{count} items");
}

fn check(item: &serde_json::Value) {
    let body = Body::of_item(item.to_string()).unwrap();
    let attributes: HashMap<_, _> = body.attributes(0).collect();
    let expected: serde_json::Value = serde_json::from_str(&wire_item(&attributes)).unwrap();
    assert_eq!(&expected, item);
    let read = decode_equal::<serde_json::Value>(attributes.clone(), &[]).unwrap();
    encode(&read, &[]).unwrap();
    // As the service sends a page.
    let page = serde_json::json!({ "Count": 2, "Items": [item, item], "ScannedCount": 2 });
    let page = Body::of_answer(page.to_string().into(), "Items")
        .unwrap()
        .unwrap();
    assert_eq!(page.count(), 2);
    for number in 0..2 {
        let value: serde_json::Value = page
            .decode(number, &[], &Hidden::new(HiddenNames::NONE, Vec::new()))
            .unwrap();
        assert_eq!(value, read);
    }
}
