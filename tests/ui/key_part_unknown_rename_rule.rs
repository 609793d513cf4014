// The rules are serde's; the nearest one is offered.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
#[key_part(rename_all = "screaming_snake_case")]
pub enum Status {
    Open,
}

fn main() {}
