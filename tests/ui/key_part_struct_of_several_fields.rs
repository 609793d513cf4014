// A key part is one value; several are named in the template.

use dynamo_model::KeyPart;

#[derive(KeyPart)]
pub struct Place {
    pub country: String,
    pub city: String,
}

fn main() {}
