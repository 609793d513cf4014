//! Adjacency list: a many-to-many relationship as items of its own, walked in both directions.
//!
//! Annotated with a node entity whose `pk` and `sk` are the same template, an edge entity with one node in `pk` and the other in `sk`, and an inverted index for the
//! way back. An edge has its own attributes (the grade). One Query a direction; a write costs twice, since the inverted index holds every item. An edge has the ids of its
//! nodes: details are a BatchGetItem of the nodes, and those of the node in the index's partition come with its edges, as a collection. To delete a node is to delete its
//! edges too.

use dynamo_model::{Collection, Entity, Repository, Table};
use dynamo_model_examples::{Log, pk, show, sk};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// | Access pattern | Request |
/// |---|---|
/// | courses of a student | Query `STUDENT#{student}`, `COURSE#…` |
/// | students of a course | Query Inverted `COURSE#{course}`, `STUDENT#…` |
/// | a course and everything that points at it | Query Inverted `COURSE#{course}` |
/// | … with the students' names | and a BatchGetItem of the students |
#[derive(Table)]
#[table(
    name = "p08-adjacency",
    gsi("Inverted", pk = "SK", sk = "PK"),
    entities(Student, Course, Enrolment)
)]
struct School;

/// A node.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = School, pk = "STUDENT#{student}", sk = "STUDENT#{student}")]
struct Student {
    student: String,
    name: String,
}

/// A node. It is in the inverted index under its own key, beside the edges that point at it.
#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = School,
    pk = "COURSE#{course}",
    sk = "COURSE#{course}",
    index(name = pointed_at, on = "Inverted"),
)]
struct Course {
    course: String,
    title: String,
}

/// An edge from a student to a course.
#[derive(Entity, Serialize, Deserialize)]
#[entity(
    table = School,
    pk = "STUDENT#{student}",
    sk = "COURSE#{course}",
    index(name = in_course, on = "Inverted"),
)]
struct Enrolment {
    student: String,
    course: String,
    grade: char,
}

/// A node with the edges that point at it.
#[derive(Collection)]
#[collection(on = "Inverted")]
struct Enrolled {
    course: Course,
    enrolments: Vec<Enrolment>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Log::default();
    let school = Repository::<School>::new(dynamo_model::embedded::client());
    school.create_table().await?;

    let students =
        [("ann", "Ann Lee"), ("ben", "Ben Ito"), ("cat", "Cat Diaz")].map(|(student, name)| {
            Student {
                student: student.into(),
                name: name.into(),
            }
        });
    let courses =
        [("db101", "Databases"), ("ml200", "Machine learning")].map(|(course, title)| Course {
            course: course.into(),
            title: title.into(),
        });
    let edges = [
        ("ann", "db101", 'A'),
        ("ann", "ml200", 'A'),
        ("ben", "db101", 'B'),
        ("cat", "ml200", 'B'),
    ]
    .map(|(student, course, grade)| Enrolment {
        student: student.into(),
        course: course.into(),
        grade,
    });
    let written = school
        .batch()
        .put_all(&students)
        .put_all(&courses)
        .put_all(&edges)
        .await?;
    assert!(written.is_complete());
    let school = school.with_observer(log.clone());

    let edges = school.query(Enrolment::query("ann")).all().await?;
    log.assert_last(
        "Query p08-adjacency
    key:        (PK = 'STUDENT#ann' AND begins_with(SK, 'COURSE#'))",
    );
    show(
        "Ann's courses",
        edges
            .iter()
            .map(|edge| Ok((sk(edge)?, edge.grade)))
            .collect::<dynamo_model::Result<Vec<_>>>()?,
        json!([["COURSE#db101", "A"], ["COURSE#ml200", "A"]]),
    );

    // The course itself is in this partition too, so the query asks for the students' prefix.
    let edges = school.query(Enrolment::in_course("db101")).all().await?;
    log.assert_last(
        "Query p08-adjacency
    key:        (SK = 'COURSE#db101' AND begins_with(PK, 'STUDENT#'))
    IndexName:  Inverted",
    );
    show(
        "Students in db101",
        edges.iter().map(pk).collect::<Result<Vec<_>, _>>()?,
        json!(["STUDENT#ann", "STUDENT#ben"]),
    );

    let items = school.items(Course::pointed_at("ml200")).all().await?;
    log.assert_last(
        "Query p08-adjacency
    key:        SK = 'COURSE#ml200'
    IndexName:  Inverted",
    );
    show(
        "Everything pointing at ml200",
        items
            .iter()
            .map(|item| (item.partition_key(), item.type_name()))
            .collect::<Vec<_>>(),
        json!([
            ["COURSE#ml200", "Course"],
            ["STUDENT#ann", "Enrolment"],
            ["STUDENT#cat", "Enrolment"]
        ]),
    );

    details(&school, &log).await?;
    delete(&school).await
}

/// What an edge does not have: the names of its nodes.
async fn details(school: &Repository<School>, log: &Log) -> Result<(), Box<dyn std::error::Error>> {
    // The course comes with its edges, the students in a second request: in the order of the edges, `None` for one that is gone.
    let enrolled: Enrolled = school.collect(Course::pointed_at("ml200")).await?;
    log.assert_last(
        "Query p08-adjacency
    key:        SK = 'COURSE#ml200'
    IndexName:  Inverted",
    );
    let keys = enrolled
        .enrolments
        .iter()
        .map(|edge| Student::key(&edge.student));
    let students = school.get_many(keys).await?;
    log.assert_last(
        "BatchGetItem p08-adjacency
    key:        {PK: 'STUDENT#ann', SK: 'STUDENT#ann'}
    key:        {PK: 'STUDENT#cat', SK: 'STUDENT#cat'}",
    );
    let rows = enrolled
        .enrolments
        .iter()
        .zip(&students)
        .map(|(edge, student)| {
            let name = student.as_ref().map(|student| &student.name);
            json!([name, edge.grade])
        });
    show(
        "A course with the names of its students",
        json!({"title": enrolled.course.title, "students": rows.collect::<Vec<_>>()}),
        json!({"title": "Machine learning", "students": [["Ann Lee", "A"], ["Cat Diaz", "B"]]}),
    );
    Ok(())
}

/// A node and what points at it: its own partition, and the edges that the inverted index finds.
async fn delete(school: &Repository<School>) -> Result<(), Box<dyn std::error::Error>> {
    let report = school
        .admin()
        .delete_partition(Course::partition("db101"))
        .and(Enrolment::in_course("db101"))
        .await?;
    show("Deleted with db101", report.complete()?, json!(3));
    let edges = school.query(Enrolment::query("ann")).all().await?;
    let left: Vec<_> = edges.iter().map(|edge| &edge.course).collect();
    show("Ann's courses after that", left, json!(["ml200"]));
    Ok(())
}
