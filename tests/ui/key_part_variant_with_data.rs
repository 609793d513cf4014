// A variant with data has no one spelling.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub enum Status {
    Open,
    Closed(u8),
}

fn main() {}
