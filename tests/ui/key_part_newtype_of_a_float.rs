// A newtype is written as what is in it, and a float cannot be.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub struct Price(pub f64);

fn main() {}
