//! Complaints and their comments; three indexes over the entities' own attributes, two of them sparse.

use std::collections::HashSet;

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "Complaint_management_system",
    type_attribute = none,
    gsi("Customer_Complaint_GSI", pk = "customer_id", sk = "complaint_id"),
    gsi("Escalations_GSI", pk = "escalated_to", sk = "escalation_time"),
    gsi("Agents_Comments_GSI", pk = "agentID", sk = "comm_date"),
    entities(Complaint, Comment)
)]
struct Complaints;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Complaints,
    pk = "{complaint_id}",
    sk = "metadata",
    index(name = of_customer, on = "Customer_Complaint_GSI", pk = "{customer_id}", sk = "{complaint_id}"),
    index(name = escalated, on = "Escalations_GSI", pk = "{escalated_to}", sk = "{escalation_time}")
)]
struct Complaint {
    complaint_id: String,
    customer_id: String,
    current_state: String,
    creation_time: String,
    severity: String,
    complaint_description: String,
    escalated_to: Option<String>,
    escalation_time: Option<String>,
}

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[entity(
    table = Complaints,
    pk = "{complaint}",
    sk = "comm#{comm_date}#{comm_id}",
    index(name = by_agent, on = "Agents_Comments_GSI", pk = "{agent}", sk = "{comm_date}")
)]
struct Comment {
    #[entity(key_only)]
    complaint: String,
    comm_id: String,
    comm_date: String,
    complaint_state: String,
    comm_text: String,
    attachments: HashSet<String>,
    #[serde(rename = "agentID")]
    agent: Option<String>,
}

#[tokio::test]
async fn the_complaints_are_reproduced_and_answer() {
    let Some(items) = items("aws-complaint-management.json", 0) else {
        return;
    };
    let design = Design::<Complaints>::load(items, &["PK", "SK"]).await;
    rewrite!(design, Complaint, Comment);
    design.assert_reproduced(&[]).await;

    for complaints in [&design.loaded, &design.written] {
        let comments = complaints
            .query(Comment::query("Complaint123"))
            .all()
            .await
            .unwrap();
        assert_eq!(comments.len(), 2);
        assert_eq!(comments[1].attachments.len(), 2);
        let escalated = complaints
            .query(Complaint::escalated("AgentB"))
            .newest_first()
            .all()
            .await
            .unwrap();
        let ids: Vec<_> = escalated
            .iter()
            .map(|one| one.complaint_id.as_str())
            .collect();
        assert_eq!(ids, ["Complaint1321", "Complaint1444"]);
        let of_customer = complaints
            .query(Complaint::of_customer("custXYZ"))
            .all()
            .await
            .unwrap();
        assert_eq!(of_customer.len(), 2);
        let range = Comment::by_agent("AgentA").comm_date_in("2023-04-30T12:30:00"..);
        assert_eq!(
            complaints.query(range).all().await.unwrap()[0].comm_id,
            "comm2"
        );
    }
}
