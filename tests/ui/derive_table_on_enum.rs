// A table is described by its attribute; it has no values.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop")]
pub enum Shop {
    Main,
}

fn main() {}
