// Without a variant there is no value to write.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub enum Status {}

fn main() {}
