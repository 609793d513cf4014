#!/usr/bin/env bash
# How long 30 entities of 15 fields compile for release, each put, read and queried: with dynamo-model, and
# with serde's derive, serde_dynamo and keys by hand.
#
#     benches/compile/run.sh [rounds]
#
# Dependencies are built before and not counted. Rounds in turn; of all rounds the least CPU time of cargo and
# rustc counts, since that depends least on what else the machine does.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-3}
entities=30
work=$root/target/compile-bench
mkdir -p "$work"
export CARGO_TARGET_DIR=$work/target

# The fields beside the two of the key: 13, so that there are 15.
fields() {
    cat <<'FIELDS'
    pub status: String,
    pub placed_on: String,
    pub email: String,
    pub currency: String,
    pub note: Option<String>,
    pub description: String,
    pub tags: Vec<String>,
    pub total: u64,
    pub quantity: u32,
    pub weight: f64,
    pub is_gift: bool,
    pub updated: u64,
    pub discount: Option<i64>,
}
FIELDS
}

manifest() {
    cat <<MANIFEST
[package]
name = "$1"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
aws-sdk-dynamodb = { version = "1.136", default-features = false }
serde = { version = "1.0.229", features = ["derive"] }
$2

[workspace]
MANIFEST
}

# What both crates have at the end: all calls as one list, so that the compiler makes code of each.
calls() {
    echo "pub type Call<'a> = std::pin::Pin<Box<dyn Future<Output = ()> + 'a>>;"
    echo "pub fn calls(with: &$1) -> Vec<Call<'_>> {"
    echo "    vec!["
    for ((n = 0; n < entities; n++)); do echo "        Box::pin(calls_$n(with)),"; done
    echo "    ]"
    echo "}"
}

ours() {
    echo "use dynamo_model::{Entity, Repository, Table};"
    echo "use serde::{Deserialize, Serialize};"
    echo "#[derive(Table)]"
    echo -n "#[table(name = \"shop\", gsi(\"GSI1\"), entities("
    for ((n = 0; n < entities; n++)); do echo -n "Entity$n, "; done
    echo "))]"
    echo "pub struct Shop;"
    for ((n = 0; n < entities; n++)); do
        cat <<ENTITY
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "OWNER$n#{owner}", sk = "ITEM$n#{id}",
    index(name = by_status, on = "GSI1", pk = "STATUS$n#{status}", sk = "{placed_on}"))]
pub struct Entity$n {
    pub owner: String,
    pub id: String,
$(fields)
async fn calls_$n(shop: &Repository<Shop>) {
    let one = shop.get(Entity$n::key("o", "i")).await.unwrap().unwrap();
    shop.put(&one).await.unwrap();
    let all = shop.query(Entity$n::query("o")).all().await.unwrap();
    assert!(all.len() == 1);
}
ENTITY
    done
    calls "Repository<Shop>"
}

by_serde_dynamo() {
    echo "use std::collections::HashMap;"
    echo "use aws_sdk_dynamodb::Client;"
    echo "use aws_sdk_dynamodb::types::AttributeValue;"
    echo "use serde::{Deserialize, Serialize};"
    echo "fn text(text: String) -> AttributeValue { AttributeValue::S(text) }"
    for ((n = 0; n < entities; n++)); do
        cat <<ENTITY
#[derive(Serialize, Deserialize)]
pub struct Entity$n {
    pub owner: String,
    pub id: String,
$(fields)
impl Entity$n {
    fn key(owner: &str, id: &str) -> HashMap<String, AttributeValue> {
        HashMap::from([
            ("PK".to_owned(), text(format!("OWNER$n#{owner}"))),
            ("SK".to_owned(), text(format!("ITEM$n#{id}"))),
        ])
    }
    fn item(&self) -> HashMap<String, AttributeValue> {
        let mut item: HashMap<String, AttributeValue> = serde_dynamo::to_item(self).unwrap();
        item.extend(Self::key(&self.owner, &self.id));
        item.insert("GSI1PK".to_owned(), text(format!("STATUS$n#{}", self.status)));
        item.insert("GSI1SK".to_owned(), text(self.placed_on.clone()));
        item.insert("type".to_owned(), text("Entity$n".to_owned()));
        item
    }
}
async fn calls_$n(client: &Client) {
    let get = client.get_item().table_name("shop").set_key(Some(Entity$n::key("o", "i")));
    let item = get.send().await.unwrap().item.unwrap();
    let one: Entity$n = serde_dynamo::from_item(item).unwrap();
    let put = client.put_item().table_name("shop").set_item(Some(one.item()));
    put.send().await.unwrap();
    let query = client.query().table_name("shop")
        .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
        .expression_attribute_values(":pk", text("OWNER$n#o".to_owned()))
        .expression_attribute_values(":sk", text("ITEM$n#".to_owned()));
    let items = query.send().await.unwrap().items.unwrap();
    let all: Vec<Entity$n> = serde_dynamo::from_items(items).unwrap();
    assert!(all.len() == 1);
}
ENTITY
    done
    calls "Client"
}

lay() {
    mkdir -p "$work/$1/src"
    manifest "$1" "$2" >"$work/$1/Cargo.toml"
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
    "$3" >"$work/$1/src/lib.rs"
}

lay ours "dynamo-model = { path = \"$root/dynamo-model\" }" ours
lay by-serde-dynamo 'serde_dynamo = { version = "4.3", features = ["aws-sdk-dynamodb+1"] }' by_serde_dynamo

crates=(ours by-serde-dynamo)
for crate in "${crates[@]}"; do
    cargo build --quiet --release --manifest-path "$work/$crate/Cargo.toml"
done

TIMEFORMAT='%R %U %S'
declare -A wall cpu
for ((round = 1; round <= rounds; round++)); do
    for crate in "${crates[@]}"; do
        touch "$work/$crate/src/lib.rs"
        taken=$({ time cargo build --quiet --release --manifest-path "$work/$crate/Cargo.toml" >/dev/null 2>&1; } 2>&1)
        read -r real user system <<<"$taken"
        used=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.2f", a + b }')
        echo "round $round, $crate: $used s CPU, $real s"
        cpu[$crate]=$(printf '%s\n' "${cpu[$crate]:-$used}" "$used" | sort -g | head -1)
        wall[$crate]=$(printf '%s\n' "${wall[$crate]:-$real}" "$real" | sort -g | head -1)
    done
done
echo
for crate in "${crates[@]}"; do
    echo "$crate: ${cpu[$crate]} s CPU, ${wall[$crate]} s"
done
awk -v ours="${cpu[ours]}" -v other="${cpu[by-serde-dynamo]}" \
    'BEGIN { printf "dynamo-model compiles in %.2f of the time of serde_dynamo (goal: 1.00 at most)\n", ours / other }'
