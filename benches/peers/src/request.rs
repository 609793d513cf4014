//! What a request asks for, however it says it: for seeing that no way is let off with less than the one that it is compared to.

use serde_json::{Map, Value};

/// A request with the names and values themselves in the place of an expression's placeholders. An expression is the list of its
/// words. The token of a transaction is left out: it differs with every call.
pub fn asked_for(body: &str) -> Value {
    let body: Value = serde_json::from_str(body).expect("a request is JSON");
    let members = body.as_object().expect("a request is an object");
    let names = members.get("ExpressionAttributeNames");
    let values = members.get("ExpressionAttributeValues");
    let resolved = |word: &str| {
        let placeholders = names.into_iter().chain(values);
        let mut meant = placeholders.filter_map(|of| of.get(word));
        meant
            .next()
            .cloned()
            .unwrap_or_else(|| Value::String(word.to_owned()))
    };
    let is_asked =
        |name: &str| !name.starts_with("ExpressionAttribute") && name != "ClientRequestToken";
    let members = members.iter().filter(|(name, _)| is_asked(name));
    let asked: Map<_, _> = members
        .map(|(name, value)| {
            let asked = match value.as_str() {
                Some(expression) if name.ends_with("Expression") => {
                    let words = expression.split(|c: char| " (),=".contains(c));
                    let words = words.filter(|word| !word.is_empty());
                    Value::Array(words.map(resolved).collect())
                }
                _ => value.clone(),
            };
            (name.clone(), asked)
        })
        .collect();
    Value::Object(asked)
}

/// Whether a request asks for all that another does. It may ask for more: what a library always wants to know (the capacity consumed,
/// the item that failed a condition), or says though it is the default.
pub fn asks_for(request: &Value, all: &Value) -> bool {
    match (request, all) {
        (Value::Object(request), Value::Object(all)) => all.iter().all(|(name, value)| {
            let asked = request.get(name);
            asked.is_some_and(|asked| asks_for(asked, value))
        }),
        (Value::Array(request), Value::Array(all)) => {
            let mut pairs = request.iter().zip(all);
            request.len() == all.len() && pairs.all(|(request, all)| asks_for(request, all))
        }
        _ => request == all,
    }
}
