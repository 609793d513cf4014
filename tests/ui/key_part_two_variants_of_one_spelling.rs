// Two variants of one spelling would give one key to different values.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub enum Status {
    Open,
    #[key_part(rename = "Open")]
    Reopened,
}

fn main() {}
