#!/usr/bin/env bash
# How long 30 entities of 15 fields compile for release: with dynamo-model, and with serde's derive, serde_dynamo and keys by hand.
#
#     benches/compile/run.sh [rounds] [part]...
#
# Three parts, each with what the one before has:
# - derive: the structs with their derives. Ours generate keys, query paths, an index and updates too.
# - codec: each entity is read by a Get and written by a Put.
# - query: each is queried too.
#
# Dependencies are built before and not counted. Rounds in turn; of all rounds the least CPU time of cargo and
# rustc counts, since that depends least on what else the machine does.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-3}
shift || true
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(derive codec query)
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
    [ "$part" != derive ] || return 0
    echo "pub type Call<'a> = std::pin::Pin<Box<dyn Future<Output = ()> + 'a>>;"
    echo "pub fn calls(with: &$1) -> Vec<Call<'_>> {"
    echo "    vec!["
    for ((n = 0; n < entities; n++)); do echo "        Box::pin(calls_$n(with)),"; done
    echo "    ]"
    echo "}"
}

ours() {
    echo "#![allow(unused_imports, dead_code)]"
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
ENTITY
        [ "$part" != derive ] || continue
        cat <<CALLS
async fn calls_$n(shop: &Repository<Shop>) {
    let one = shop.get(Entity$n::key("o", "i")).await.unwrap().unwrap();
    shop.put(&one).await.unwrap();
CALLS
        [ "$part" = codec ] || cat <<QUERY
    let all = shop.query(Entity$n::query("o")).all().await.unwrap();
    assert!(all.len() == 1);
QUERY
        echo "}"
    done
    calls "Repository<Shop>"
}

by_serde_dynamo() {
    echo "#![allow(unused_imports, dead_code)]"
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
ENTITY
        [ "$part" != derive ] || continue
        cat <<CALLS
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
CALLS
        [ "$part" = codec ] || cat <<QUERY
    let query = client.query().table_name("shop")
        .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
        .expression_attribute_values(":pk", text("OWNER$n#o".to_owned()))
        .expression_attribute_values(":sk", text("ITEM$n#".to_owned()));
    let items = query.send().await.unwrap().items.unwrap();
    let all: Vec<Entity$n> = serde_dynamo::from_items(items).unwrap();
    assert!(all.len() == 1);
QUERY
        echo "}"
    done
    calls "Client"
}

mkdir -p "$work/src" "$work/examples"
cp "$root/Cargo.lock" "$work/Cargo.lock"
names=()
for part in "${parts[@]}"; do
    ours >"$work/examples/ours_$part.rs"
    by_serde_dynamo >"$work/examples/serde_dynamo_$part.rs"
    names+=("ours_$part" "serde_dynamo_$part")
done
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
[workspace]
MANIFEST
for name in "${names[@]}"; do
    printf '\n[[example]]\nname = "%s"\ncrate-type = ["lib"]\n' "$name" >>"$work/Cargo.toml"
done

build() {
    cargo build --quiet --release --manifest-path "$work/Cargo.toml" --example "$1"
}
cargo build --quiet --release --manifest-path "$work/Cargo.toml" --lib

TIMEFORMAT='%R %U %S'
declare -A wall cpu
least() { printf '%s\n' "$@" | sort -g | head -1; }
for ((round = 1; round <= rounds; round++)); do
    for name in "${names[@]}"; do
        touch "$work/examples/$name.rs"
        taken=$({ time build "$name" >/dev/null 2>&1; } 2>&1)
        read -r real user system <<<"$taken"
        used=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.2f", a + b }')
        echo "round $round, $name: $used s CPU, $real s"
        cpu[$name]=$(least "${cpu[$name]:-$used}" "$used")
        wall[$name]=$(least "${wall[$name]:-$real}" "$real")
    done
done
echo
echo "| part | dynamo-model, CPU (wall) | serde_dynamo, CPU (wall) | ratio |"
echo "|---|---:|---:|---:|"
for part in "${parts[@]}"; do
    ours=${cpu[ours_$part]} other=${cpu[serde_dynamo_$part]}
    ratio=$(awk -v ours="$ours" -v other="$other" 'BEGIN { printf "%.2f", ours / other }')
    echo "| $part | $ours s (${wall[ours_$part]} s) | $other s (${wall[serde_dynamo_$part]} s) | $ratio |"
done
