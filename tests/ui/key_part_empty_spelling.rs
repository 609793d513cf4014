// An empty part cannot stand in a key.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub enum Status {
    #[key_part(rename = "")]
    Open,
}

fn main() {}
