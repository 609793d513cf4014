// An update does not know the time of creation, and an upsert not whether it is new.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", gsi("GSI1"), gsi("GSI2"), gsi("ByRoom", pk = "room", sk = "at"), number = ["at"], entities(Order, Draft, Comment))]
pub struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "ORDER#{id}", sk = "ORDER",
    index(name = newest, on = "GSI1", pk = "ORDERS", sk = "AT#{created_at:010}"),
    index(name = old, on = "GSI2", pk = "OLD", sk = "{id}", when = |created_at| *created_at < 10))]
pub struct Order {
    pub id: String,
    #[entity(created_at)]
    pub created_at: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "DRAFT#{id}", sk = "DRAFT",
    index(name = drafts, on = "GSI1", pk = "DRAFTS", sk = "{at:010}"))]
pub struct Draft {
    pub id: String,
    #[entity(created_at)]
    pub at: u64,
}

// The index's keys are attributes that are there anyway.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "COMMENT#{id}", sk = "COMMENT",
    index(name = by_room, on = "ByRoom", pk = "{room}", sk = "{at}"))]
pub struct Comment {
    pub id: String,
    pub room: String,
    #[entity(created_at)]
    pub at: u64,
}

fn main() {}
