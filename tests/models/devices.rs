//! A device's states: the sort key is named `State#Date`, and an index re-uses it.

use dynamo_model::{Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::{Design, items, rewrite};

#[derive(Table)]
#[table(
    name = "DeviceStateLog",
    pk = "DeviceID",
    sk = "State#Date",
    type_attribute = none,
    gsi("GSI1", pk = "Operator", sk = "Date"),
    gsi("GSI2", pk = "EscalatedTo", sk = "State#Date"),
    entities(DeviceState)
)]
struct Devices;

#[derive(Entity, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
#[entity(
    table = Devices,
    pk = "d#{device}",
    sk = "{state}#{date}",
    index(name = by_operator, on = "GSI1", pk = "{operator}", sk = "{date}"),
    index(name = escalated, on = "GSI2", pk = "{escalated_to}", sk = sk)
)]
struct DeviceState {
    #[entity(key_only)]
    device: String,
    state: String,
    date: String,
    operator: String,
    escalated_to: Option<String>,
}

#[tokio::test]
async fn the_device_log_is_reproduced_and_answers() {
    let Some(items) = items("aws-device-state-log_7.json", 0) else {
        return;
    };
    let design = Design::<Devices>::load(items, &["DeviceID", "State#Date"]).await;
    rewrite!(design, DeviceState);
    design.assert_reproduced(&[]).await;

    for devices in [&design.loaded, &design.written] {
        let warnings = devices
            .query(DeviceState::query("12345").state("WARNING1"))
            .all()
            .await
            .unwrap();
        assert_eq!(warnings.len(), 3);
        let by_operator =
            DeviceState::by_operator("Liz").date_in("2020-04-24T14:45:00".."2020-04-24T14:55:00");
        assert_eq!(devices.query(by_operator).all().await.unwrap().len(), 2);
        let escalated = devices
            .query(DeviceState::escalated("Sara"))
            .all()
            .await
            .unwrap();
        assert_eq!(escalated.len(), 1);
        assert_eq!(escalated[0].device, "11223");
        let one = DeviceState::escalated("Sara")
            .state("WARNING4")
            .date("2020-04-27T16:15:00");
        assert_eq!(devices.query(one).all().await.unwrap(), escalated);
    }
}
