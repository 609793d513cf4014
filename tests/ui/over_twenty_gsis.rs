// A table has at most 20 global secondary indexes (service quota).

use dynamo_model::Table;

#[derive(Table)]
#[table(
    name = "shop",
    gsi("G01"), gsi("G02"), gsi("G03"), gsi("G04"), gsi("G05"), gsi("G06"), gsi("G07"),
    gsi("G08"), gsi("G09"), gsi("G10"), gsi("G11"), gsi("G12"), gsi("G13"), gsi("G14"),
    gsi("G15"), gsi("G16"), gsi("G17"), gsi("G18"), gsi("G19"), gsi("G20"), gsi("G21")
)]
pub struct Shop;

fn main() {}
