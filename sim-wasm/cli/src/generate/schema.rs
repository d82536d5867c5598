//! The JSON schema of the scenario document, with the ranges of its numbers.

use super::Generated;
use sched_core::machine::COSTS;
use sched_core::scenario::limits::{LIMITS, Limit};
use sched_core::scenario::{Scenario, VERSION};
use serde_json::{Map, Value, json};

pub fn generate() -> Generated {
    let mut schema = schemars::schema_for!(Scenario).to_value();
    for limit in LIMITS {
        apply(&mut schema, limit);
    }
    let costs: Map<String, Value> = COSTS
        .iter()
        .map(|cost| {
            let description = format!("{} ({}).", cost.meaning, cost.unit);
            let range = json!({ "description": description, "type": "integer", "minimum": cost.min, "maximum": cost.max });
            (cost.key.to_string(), range)
        })
        .collect();
    let field = &mut schema["properties"]["costs"];
    field["properties"] = Value::Object(costs);
    field["additionalProperties"] = json!(false);
    schema["$id"] = json!(format!("scenario.v{VERSION}"));
    Generated { path: "docs/scenario.schema.json", text: format!("{schema:#}\n") }
}

fn apply(schema: &mut Value, limit: &Limit) {
    let root = schema.clone();
    let mut at = vec![String::new()];
    for step in limit.path.replace("[]", ".[]").split('.') {
        at = at.iter().flat_map(|pointer| children(&root, pointer, step)).collect();
    }
    assert!(!at.is_empty(), "{} is not a field of the document", limit.path);
    for pointer in at {
        let field = schema.pointer_mut(&pointer).expect("found above");
        let is_list = field["type"] == "array";
        let (min, max) = if is_list { ("minItems", "maxItems") } else { ("minimum", "maximum") };
        field[min] = json!(limit.min);
        field[max] = json!(limit.max);
    }
}

/// Where `step` leads from the schema at `pointer`: through references and alternatives, to a
/// property, or to the items of a list.
fn children(root: &Value, pointer: &str, step: &str) -> Vec<String> {
    let Some(here) = root.pointer(pointer) else { return Vec::new() };
    let next = if step == "[]" { "items".to_string() } else { format!("properties/{step}") };
    let direct = format!("{pointer}/{next}");
    let mut found: Vec<String> = root.pointer(&direct).map(|_| direct).into_iter().collect();
    if let Some(reference) = here["$ref"].as_str() {
        found.extend(children(root, reference.trim_start_matches('#'), step));
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        let count = here[several].as_array().map_or(0, Vec::len);
        found.extend((0..count).flat_map(|i| children(root, &format!("{pointer}/{several}/{i}"), step)));
    }
    found.sort();
    found.dedup();
    found
}
