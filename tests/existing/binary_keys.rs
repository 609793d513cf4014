//! Keys of type B: the bytes themselves; in text keys bytes are hexadecimal.

use dynamo_model::{Entity, IntoQuery, QueryIndex, Repository, Table};
use serde::{Deserialize, Serialize};

use crate::table;

#[derive(Table)]
#[table(
    name = "chunks",
    pk = "Hash",
    sk = "Part",
    binary = ["Hash", "Part"],
    gsi("ByOwner"),
    entities(Chunk)
)]
struct Chunks;

#[derive(Entity, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[entity(
    table = Chunks,
    pk = "{hash}",
    sk = "{part}",
    index(name = by_owner, on = "ByOwner", pk = "OWNER#{owner}", sk = "CHUNK#{hash}#{part}")
)]
struct Chunk {
    #[serde(rename = "Hash")]
    hash: [u8; 4],
    #[entity(key_only)]
    part: Vec<u8>,
    owner: String,
}

fn chunk(part: &[u8]) -> Chunk {
    Chunk {
        hash: [0, 255, 16, 1],
        part: part.to_vec(),
        owner: "o".to_owned(),
    }
}

async fn parts<Q>(chunks: &Repository<Chunks>, path: Q) -> Vec<Vec<u8>>
where
    Q: IntoQuery<Index: QueryIndex<Entity = Chunk, Read = Chunk>>,
{
    let found = chunks.query(path).all().await.unwrap();
    found.into_iter().map(|chunk| chunk.part).collect()
}

#[tokio::test]
async fn bytes_are_keys() {
    let chunks = table::<Chunks>().await;
    let all: [&[u8]; 4] = [&[0], &[0, 0], &[1], &[255, 255]];
    for part in all {
        chunks.create(&chunk(part)).await.unwrap();
    }
    let hash = [0, 255, 16, 1];
    let key = Chunk::key(hash, &[0_u8, 0]);
    assert_eq!(
        key.texts().unwrap(),
        ("00ff1001".to_owned(), Some("0000".to_owned()))
    );
    assert_eq!(Chunk::parse_key("00ff1001", "0000").unwrap(), key);
    assert_eq!(chunks.get(&key).await.unwrap(), Some(chunk(&[0, 0])));

    let of = || Chunk::query(hash);
    assert_eq!(
        parts(&chunks, of().part_in(vec![0]..vec![1])).await,
        [vec![0], vec![0, 0]]
    );
    assert_eq!(
        parts(&chunks, of().part_in(vec![0, 0]..)).await,
        [vec![0, 0], vec![1], vec![255, 255]]
    );
    let after = (
        std::ops::Bound::Excluded(vec![0]),
        std::ops::Bound::Included(vec![1]),
    );
    assert_eq!(
        parts(&chunks, of().part_in(after)).await,
        [vec![0, 0], vec![1]]
    );
    assert_eq!(
        parts(&chunks, of().part_starts_with("00")).await,
        [vec![0], vec![0, 0]]
    );
    let odd = chunks
        .query(of().part_starts_with("0"))
        .all()
        .await
        .unwrap_err();
    assert!(odd.is_key(), "{odd}");

    // In a text key, and over pages.
    let first = chunks
        .query(Chunk::by_owner("o"))
        .limit(1)
        .page(None)
        .await
        .unwrap();
    let rest = chunks
        .query(Chunk::by_owner("o"))
        .limit(9)
        .page(first.next)
        .await
        .unwrap();
    assert_eq!((first.items.len(), rest.items.len()), (1, 3));
    let texts = chunks.items(Chunk::by_owner("o")).all().await.unwrap();
    let text: Option<String> = texts[3].attribute("ByOwnerSK").unwrap();
    assert_eq!(text.as_deref(), Some("CHUNK#00ff1001#ffff"));
}

#[tokio::test]
async fn no_bytes_are_no_key() {
    let chunks = table::<Chunks>().await;
    assert!(chunks.put(&chunk(&[])).await.unwrap_err().is_key());
}
