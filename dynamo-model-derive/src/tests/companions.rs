//! `also` and `unique`: what they name, and the keys that the derive makes of them.

use quote::quote;

use super::{checked_entity, entity_messages};
use crate::model::Part;

#[test]
fn fields_of_guards_are_numbered_after_those_of_keys() {
    let entity = checked_entity(quote! {
        #[entity(table = Shop, pk = "T#{tenant}", sk = "C#{id}", index(name = by_name, on = "GSI1", pk = "N#{name}", sk = "{id}"))]
        struct Customer {
            #[entity(unique(scope = "{tenant}#{region}"))]
            email: Option<String>,
            region: String,
            name: String,
            id: String,
            tenant: String,
        }
    });
    let names = entity
        .numbered
        .iter()
        .map(|field| entity.fields[*field].name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["tenant", "id", "name", "region", "email"]
    );
    assert_eq!(entity.key_fields, 2);
    let guarded = entity
        .guarded()
        .map(|field| entity.fields[field].name.as_str());
    assert_eq!(guarded.collect::<Vec<_>>(), ["email", "region"]);
}

#[test]
fn a_guards_key_is_made_of_stored_names() {
    let entity = checked_entity(quote! {
        #[serde(rename_all = "camelCase")]
        #[entity(table = Shop, name = "CUST", pk = "C#{id}")]
        struct Customer { id: String, #[entity(unique(scope = "in#{region}", format = "lower"))] nick_name: String, region: String }
    });
    let template = &entity.unique[0].template;
    assert_eq!(
        template.literal.value(),
        "UNIQUE#CUST#nickName#in#{region}#{nick_name:lower}"
    );
    // Literals that meet are one.
    assert!(
        matches!(&template.parts[0], Part::Literal(text) if text == "UNIQUE#CUST#nickName#in#")
    );
    assert_eq!(template.parts.len(), 4);
}

#[test]
fn independent_mistakes_all_report() {
    let found = entity_messages(quote! {
        #[entity(table = Shop, pk = "C#{id}", sk = "C", also(pk = "E#{email}", sk = "{id}"))]
        struct Customer { id: String, #[entity(unique(scope = "{nowhere}"))] email: String }
    });
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].contains("`also` needs a name"));
    assert!(found[1].contains("names `email`, which is not in the primary key"));
    assert!(found[2].contains("names `nowhere`"));
}
