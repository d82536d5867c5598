//! The JSON schema of the scenario document, with the ranges of its numbers, and that of the assignment document.

use super::Generated;
use sched_assignments::document::{self, Assignment};
use sched_core::machine::COSTS;
use sched_core::machine::names::RELEASES;
use sched_core::machine::notation::LONGEST_TEXT;
use sched_core::machine::topology::LONGEST_NAME;
use sched_core::scenario::limits::{LIMITS, Limit, MAX_NAME};
use sched_core::scenario::{Scenario, VERSION};
use serde_json::{Map, Value, json};

/// Fields that the reader requires although their Rust types have a default: object and field.
const REQUIRED: &[(&str, &str)] = &[("RtTask", "phases"), ("RtPhase", "steps")];

/// The minimum and maximum length of texts.
const LENGTHS: &[(&str, usize, usize)] = &[
    ("machine.name", 1, LONGEST_NAME),
    ("machine.topology", 1, LONGEST_TEXT),
    ("machine.distances", 0, LONGEST_TEXT),
    ("machine.capacities", 0, LONGEST_TEXT),
    ("groups[].name", 0, MAX_NAME),
];

pub fn generate() -> Generated {
    let mut schema = schemars::schema_for!(Scenario).to_value();
    for limit in LIMITS {
        apply(&mut schema, limit);
    }
    for &(path, min, max) in LENGTHS {
        for pointer in places(&schema, path) {
            let field = schema.pointer_mut(&pointer).expect("found above");
            field["minLength"] = json!(min);
            field["maxLength"] = json!(max);
        }
    }
    for &(object, field) in REQUIRED {
        let object = &mut schema["$defs"][object];
        object["required"] = json!([field]);
        let described = object["properties"][field].as_object_mut().expect("a field of it");
        described.remove("default");
    }
    let costs: Map<String, Value> = COSTS
        .iter()
        .map(|cost| {
            let description = format!("{} ({}).", cost.meaning, cost.unit);
            let range = json!({ "description": description, "type": "integer", "minimum": cost.min, "maximum": cost.max });
            (cost.key.to_string(), range)
        })
        .collect();
    for path in ["costs", "machine.costs"] {
        for pointer in places(&schema, path) {
            let field = schema.pointer_mut(&pointer).expect("found above");
            field["properties"] = Value::Object(costs.clone());
            field["additionalProperties"] = json!(false);
        }
    }
    accept_names(&mut schema["$defs"]["KernelId"]);
    schema["$id"] = json!(format!("scenario.v{VERSION}"));
    Generated { path: "docs/scenario.schema.json", text: format!("{schema:#}\n") }
}

/// The schema of assignments, which refers to that of scenarios.
pub fn of_assignments() -> Generated {
    let mut schema = schemars::schema_for!(Assignment).to_value();
    schema["properties"]["experiments"]["additionalProperties"] = json!({ "$ref": "scenario.schema.json" });
    schema["$id"] = json!(format!("assignment.v{}", document::VERSION));
    Generated { path: "docs/assignment.schema.json", text: format!("{schema:#}\n") }
}

/// A kernel may be given by any name that is known (`names::named`).
fn accept_names(kernel: &mut Value) {
    let mut releases: Vec<String> =
        RELEASES.iter().map(|row| format!("{}\\.{}", row.major, row.minor)).collect();
    releases.dedup();
    let pattern = format!("^\\s*(Linux )?(linux-)?v*({})([.+_~ -].*)?$", releases.join("|"));
    let of_table = kernel["oneOf"].take();
    let mut all = of_table.as_array().cloned().unwrap_or_default();
    all.push(
        json!({ "description": "A release, a point release, or what `uname -r` prints: the nearest of these.",
        "type": "string", "pattern": pattern }),
    );
    // A name of the table fits the pattern, too.
    kernel["anyOf"] = Value::Array(all);
    if let Some(fields) = kernel.as_object_mut() {
        fields.remove("oneOf");
    }
}

/// The places in the schema that describe the field at a path of the document.
fn places(schema: &Value, path: &str) -> Vec<String> {
    let mut at = vec![String::new()];
    for step in path.replace("[]", ".[]").split('.') {
        at = at.iter().flat_map(|pointer| children(schema, pointer, step)).collect();
    }
    assert!(!at.is_empty(), "{path} is not a field of the document");
    at
}

fn apply(schema: &mut Value, limit: &Limit) {
    for pointer in places(schema, limit.path) {
        let field = schema.pointer_mut(&pointer).expect("found above");
        let is_list = field["type"] == "array";
        let (min, max) = if is_list { ("minItems", "maxItems") } else { ("minimum", "maximum") };
        field[min] = json!(limit.min);
        field[max] = json!(limit.max);
    }
}

/// Follows `step` from the schema at `pointer`: through references and alternatives, to a property or to the
/// items of a list.
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
