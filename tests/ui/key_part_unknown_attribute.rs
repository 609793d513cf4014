// A misspelt attribute is no reason to ignore it; the nearest one is offered.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub enum Status {
    #[key_part(renam = "OPEN")]
    Open,
}

fn main() {}
