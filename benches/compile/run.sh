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

# What both have at the end: all calls as one list, so that the compiler makes code of each.
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

mkdir -p "$work/src" "$work/examples"
cp "$root/Cargo.lock" "$work/Cargo.lock"
ours >"$work/examples/ours.rs"
by_serde_dynamo >"$work/examples/by_serde_dynamo.rs"
: >"$work/src/lib.rs"
cat >"$work/Cargo.toml" <<MANIFEST
[package]
name = "compile-bench"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
aws-sdk-dynamodb = { version = "1.136", default-features = false }
dynamo-model = { path = "$root/dynamo-model" }
serde = { version = "1.0.229", features = ["derive"] }
serde_dynamo = { version = "4.3", features = ["aws-sdk-dynamodb+1"] }

# Examples of one package, so that both have the same dependencies, built once.
[[example]]
name = "ours"
crate-type = ["lib"]

[[example]]
name = "by_serde_dynamo"
crate-type = ["lib"]

[workspace]
MANIFEST

ways=(ours by_serde_dynamo)
build() {
    cargo build --quiet --release --manifest-path "$work/Cargo.toml" --example "$1"
}
for way in "${ways[@]}"; do build "$way"; done

TIMEFORMAT='%R %U %S'
declare -A wall cpu
for ((round = 1; round <= rounds; round++)); do
    for way in "${ways[@]}"; do
        touch "$work/examples/$way.rs"
        taken=$({ time build "$way" >/dev/null 2>&1; } 2>&1)
        read -r real user system <<<"$taken"
        used=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.2f", a + b }')
        echo "round $round, $way: $used s CPU, $real s"
        cpu[$way]=$(printf '%s\n' "${cpu[$way]:-$used}" "$used" | sort -g | head -1)
        wall[$way]=$(printf '%s\n' "${wall[$way]:-$real}" "$real" | sort -g | head -1)
    done
done
echo
for way in "${ways[@]}"; do
    echo "$way: ${cpu[$way]} s CPU, ${wall[$way]} s"
done
awk -v ours="${cpu[ours]}" -v other="${cpu[by_serde_dynamo]}" \
    'BEGIN { printf "dynamo-model compiles in %.2f of the time of serde_dynamo (goal: 1.00 at most)\n", ours / other }'
