// A table is described by its attribute; it has no values.

use dynamo_model::Table;

#[derive(Table)]
#[table(name = "shop")]
pub struct Shop {
    pub name: String,
}

fn main() {}
