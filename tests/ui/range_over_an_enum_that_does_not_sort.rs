// `High` sorts before `Low` as text, so a range over the variants would find nothing.

use dynamo_model::{Entity, KeyPart, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "shop", entities(Ticket))]
pub struct Shop;

#[derive(KeyPart, Serialize, Deserialize, Clone)]
pub enum Priority {
    Low,
    High,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, pk = "TICKETS", sk = "{priority}")]
pub struct Ticket {
    pub priority: Priority,
}

fn main() {
    let _ = Ticket::query().priority_in(Priority::Low..=Priority::High);
}
