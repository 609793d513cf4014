//! Fields that only keys hold, under updates.

use dynamo_model::{Entity, Repository, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(name = "jobs", gsi("ByTenant", pk = "tenant", sk = none), entities(Job))]
struct Jobs;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Jobs,
    pk = "T#{tenant}",
    sk = "JOB#{id}",
    index(name = of_tenant, on = "ByTenant", pk = "{tenant}")
)]
struct Job {
    #[entity(key_only)]
    tenant: String,
    id: String,
    note: String,
}

#[tokio::test]
async fn an_upsert_writes_the_index_key_that_only_keys_hold() {
    let jobs = Repository::<Jobs>::new(dynamo_model::embedded::client());
    jobs.create_table().await.unwrap();
    let job = Job {
        tenant: "t1".into(),
        id: "j1".into(),
        note: "new".into(),
    };
    jobs.upsert(Job::update(job.key()).note("new"))
        .await
        .unwrap();
    assert_eq!(jobs.get(job.key()).await.unwrap().as_ref(), Some(&job));
    let found = jobs.query(Job::of_tenant("t1")).all().await.unwrap();
    assert_eq!(found, [job]);
}
