//! GSI overloading: one index with neutral key names, which each entity fills with what its own question needs.
//!
//! Annotated with `gsi("GSI1")` once on the table and an `index(..., on = "GSI1", ...)` on each entity; the prefixes keep the values apart, and the table's declaration
//! is the record of what GSI1 means for whom. A table can have 20 indexes, and each index that an item is in is one more write: an item is in GSI1 once, whatever
//! number of questions GSI1 answers.

use dynamo_model::{Entity, KeyPart, Repository, Table};
use dynamo_model_examples::{Log, pk, show};
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | entity | GSI1PK | GSI1SK | question |
/// |---|---|---|---|
/// | employee | `EMAIL#{email}` | `EMP#{employee_id}` | who has this address |
/// | ticket | `ASSIGNEE#{assignee}` | `{priority}#{opened_on}` | tickets of an employee, by priority |
/// | office | `CITY#{city}` | `OFFICE#{office_id}` | offices in a city |
#[derive(Table)]
#[table(
    name = "p09-gsi-overloading",
    gsi("GSI1"),
    entities(Employee, Ticket, Office)
)]
struct Company;

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Company,
    pk = "EMP#{employee_id}",
    sk = "EMP#{employee_id}",
    index(name = by_email, on = "GSI1", pk = "EMAIL#{email}", sk = "EMP#{employee_id}"),
)]
struct Employee {
    employee_id: String,
    name: String,
    email: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Company,
    pk = "TICKET#{ticket_id}",
    sk = "TICKET#{ticket_id}",
    index(name = by_assignee, on = "GSI1", pk = "ASSIGNEE#{assignee}", sk = "{priority}#{opened_on}"),
)]
struct Ticket {
    ticket_id: String,
    assignee: String,
    priority: Priority,
    opened_on: Date,
}

#[derive(KeyPart, Serialize, Deserialize)]
enum Priority {
    P1,
    P2,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = Company,
    pk = "OFFICE#{office_id}",
    sk = "OFFICE#{office_id}",
    index(name = in_city, on = "GSI1", pk = "CITY#{city}", sk = "OFFICE#{office_id}"),
)]
struct Office {
    office_id: String,
    city: String,
}

fn ticket(ticket_id: &str, assignee: &str, priority: Priority, opened_on: Date) -> Ticket {
    Ticket {
        ticket_id: ticket_id.into(),
        assignee: assignee.into(),
        priority,
        opened_on,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let client = dynamo_model::embedded::client();
    let company = Repository::<Company>::new(client.clone());
    company.create_table().await?;

    let (name, email) = ("Eve".to_owned(), "eve@acme.com".to_owned());
    company
        .create(&Employee {
            employee_id: "e1".into(),
            name,
            email,
        })
        .await?;
    let tickets = [
        ticket("t1", "e1", Priority::P1, date(2026, 10, 1)),
        ticket("t2", "e1", Priority::P2, date(2026, 10, 2)),
        ticket("t3", "e1", Priority::P1, date(2026, 10, 3)),
    ];
    let offices =
        [("o1", "London"), ("o2", "London"), ("o3", "Paris")].map(|(office_id, city)| Office {
            office_id: office_id.into(),
            city: city.into(),
        });
    assert!(
        company
            .batch()
            .put_all(&tickets)
            .put_all(&offices)
            .await?
            .is_complete()
    );
    let company = company.with_observer(log.clone());

    let employees = company
        .query(Employee::by_email("eve@acme.com"))
        .all()
        .await?;
    log.assert_last(
        "Query p09-gsi-overloading
    key:        GSI1PK = 'EMAIL#eve@acme.com'
    IndexName:  GSI1",
    );
    show(
        "Employee by email",
        employees.first().map(|employee| &employee.name),
        json!("Eve"),
    );

    let tickets = company
        .query(Ticket::by_assignee("e1").priority(Priority::P1))
        .all()
        .await?;
    log.assert_last(
        "Query p09-gsi-overloading
    key:        (GSI1PK = 'ASSIGNEE#e1' AND begins_with(GSI1SK, 'P1#'))
    IndexName:  GSI1",
    );
    show(
        "Eve's P1 tickets",
        tickets.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["TICKET#t1", "TICKET#t3"]),
    );

    let offices = company.query(Office::in_city("London")).all().await?;
    log.assert_last(
        "Query p09-gsi-overloading
    key:        GSI1PK = 'CITY#London'
    IndexName:  GSI1",
    );
    show(
        "London offices",
        offices.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["OFFICE#o1", "OFFICE#o2"]),
    );

    let described = client
        .describe_table()
        .table_name(company.table_name())
        .send()
        .await?;
    let indexes = described
        .table()
        .map(|table| table.global_secondary_indexes())
        .unwrap_or_default();
    show(
        "Indexes on table",
        indexes
            .iter()
            .map(|index| index.index_name())
            .collect::<Vec<_>>(),
        json!(["GSI1"]),
    );
    Ok(())
}
