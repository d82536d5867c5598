//! The JSON schema and the reader of documents agree: each accepts exactly the documents that the other
//! accepts.

use sched_core::machine::names;
use sched_core::scenario::parse;
use serde_json::{Map, Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn file(path: &str) -> Value {
    let text = std::fs::read_to_string(format!("{ROOT}/{path}")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Whether a value matches a schema. Only the keywords of this project's schema are supported.
fn accepts(root: &Value, schema: &Value, value: &Value) -> bool {
    let Value::Object(words) = schema else { return schema != false };
    words.iter().all(|(word, said)| {
        let all = |is: &dyn Fn(&Value) -> bool| said.as_array().expect("a list").iter().any(is);
        let within = |size: Option<i64>, is: fn(i64, i64) -> bool| {
            size.is_none_or(|size| is(size, said.as_i64().expect("a number")))
        };
        let length = value.as_str().map(|text| text.chars().count() as i64);
        let number = value.as_i64().or_else(|| value.is_u64().then_some(i64::MAX));
        let items = value.as_array().map(|items| items.len() as i64);
        match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "default" | "format" => true,
            "$ref" => {
                let pointer = said.as_str().expect("a pointer").trim_start_matches('#');
                accepts(root, root.pointer(pointer).expect("a definition"), value)
            }
            "type" if said.is_array() => all(&|one| is_of(one, value)),
            "type" => is_of(said, value),
            "anyOf" | "oneOf" => all(&|one| accepts(root, one, value)),
            "const" => value == said,
            // Of a kernel's name.
            "pattern" => value.as_str().is_none_or(|text| names::named(text).is_some()),
            "enum" => all(&|one| one == value),
            "required" => {
                let fields = value.as_object();
                let has = |key: &Value| {
                    fields.is_none_or(|fields| fields.contains_key(key.as_str().expect("a name")))
                };
                said.as_array().expect("a list").iter().all(has)
            }
            "properties" => value.as_object().is_none_or(|fields| {
                fields.iter().all(|(key, value)| said.get(key).is_none_or(|one| accepts(root, one, value)))
            }),
            "additionalProperties" => value.as_object().is_none_or(|fields| {
                let known = words.get("properties").unwrap_or(&Value::Null);
                fields.iter().all(|(key, value)| known.get(key).is_some() || accepts(root, said, value))
            }),
            "items" => {
                value.as_array().is_none_or(|items| items.iter().all(|item| accepts(root, said, item)))
            }
            "minimum" => within(number, |size, least| size >= least),
            "maximum" => within(number, |size, most| size <= most),
            "minItems" => within(items, |size, least| size >= least),
            "maxItems" => within(items, |size, most| size <= most),
            "minLength" => within(length, |size, least| size >= least),
            "maxLength" => within(length, |size, most| size <= most),
            other => panic!("{other} is not known here"),
        }
    })
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a word") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("{other} is not known here"),
    }
}

/// All places of a document as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inside = |key: &str, value: &Value| {
        let here = format!("{at}/{key}");
        places(value, &here, found);
        found.push(here);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inside(key, value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| inside(&i.to_string(), value));
        }
        _ => {}
    }
}

/// The document with another value at a place; `None` removes the field.
fn with(document: &Value, place: &str, other: Option<Value>) -> Value {
    let mut document = document.clone();
    let (parent, key) = place.rsplit_once('/').expect("a pointer");
    match (document.pointer_mut(parent).expect("a parent"), other) {
        (Value::Object(fields), Some(value)) => drop(fields.insert(key.into(), value)),
        (Value::Object(fields), None) => drop(fields.remove(key)),
        (Value::Array(items), Some(value)) => items[key.parse::<usize>().expect("a number")] = value,
        (Value::Array(items), None) => drop(items.remove(key.parse().expect("a number"))),
        _ => panic!("{parent} has no fields"),
    }
    document
}

/// Replacements for a value: none, a value of another kind, and values just outside the limits.
fn others(value: &Value) -> Vec<Option<Value>> {
    let mut others = vec![None];
    let fixed =
        [json!(null), json!(true), json!(""), json!("x"), json!("x".repeat(61)), json!("x".repeat(25))];
    others.extend(fixed.into_iter().map(Some));
    others.extend([json!(0), json!(-1), json!(1.5), json!(u64::MAX), json!([]), json!({})].map(Some));
    match value {
        Value::Object(fields) => {
            let mut more: Map<String, Value> = fields.clone();
            more.insert("more".into(), json!(1));
            others.push(Some(Value::Object(more)));
        }
        Value::Array(items) => {
            others.push(Some(items.iter().cycle().take(items.len() * 65).cloned().collect()));
        }
        _ => {}
    }
    others
}

/// Whether the reader checks this field against other fields, which the schema cannot express.
fn is_between_fields(field: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit();
    let pattern = field.replace(digits, "");
    [
        "workload",
        "warmup_ms",
        "limit_ms",
        "groups[].quota_us",
        "tasks[].kind",
        "tasks[].group",
        "tasks[].nice",
        "workload.tasks[].group",
        "workload.tasks[].phases[].group",
    ]
    .contains(&pattern.as_str())
        || ["machine.topology", "machine.distances", "machine.capacities"].contains(&field)
        || ["cpus", ".layout", ".at_ns", "tasks[].slice_us", "steps[].us", "steps[].on", "steps[].mutex"]
            .iter()
            .any(|end| pattern.ends_with(end))
}

/// Whether the reader accepts the document, except for rules between fields.
fn is_read(document: &Value) -> bool {
    match parse(&document.to_string()) {
        Ok(_) => true,
        Err(faults) => faults.iter().all(|fault| is_between_fields(&fault.field)),
    }
}

fn own_machine() -> Value {
    json!({
        "version": 3,
        "machine": {
            "name": "Mine", "like": "kunpeng", "topology": "numa:2 l3:1 core:2 pu:1", "distances": "12",
            "capacities": "0-3:1024", "hz": 250, "costs": { "line_llc": 41 },
        },
        "workload": { "kind": "hackbench" },
        "lanes": [{}],
    })
}

#[test]
fn the_schema_and_the_reader_accept_the_same_documents() {
    let schema = file("docs/scenario.schema.json");
    let examples = ["rtapp", "container", "task-group", "steal", "numa2003"];
    let mut documents: Vec<Value> =
        examples.iter().map(|name| file(&format!("examples/{name}.json"))).collect();
    documents.push(own_machine());
    for document in &documents {
        assert!(accepts(&schema, &schema, document) && is_read(document), "{document}");
        let mut found = Vec::new();
        places(document, "", &mut found);
        for place in found {
            for other in others(document.pointer(&place).expect("a place")) {
                let changed = with(document, &place, other);
                let field = place.trim_start_matches('/').replace('/', ".");
                let accepted = accepts(&schema, &schema, &changed);
                // A rule between fields may also be violated in a place that the schema checks.
                if accepted != is_read(&changed) {
                    let faults = parse(&changed.to_string()).err().unwrap_or_default();
                    let known = !accepted && !faults.is_empty();
                    assert!(known, "{field}: the schema says {accepted}, of {changed}: {faults:#?}");
                }
            }
        }
    }
}

#[test]
fn the_schema_refuses_texts_that_are_too_long() {
    let schema = file("docs/scenario.schema.json");
    for (place, longest) in
        [("/machine/name", 60), ("/machine/topology", 16_384), ("/machine/distances", 16_384)]
    {
        let of = |length: usize| with(&own_machine(), place, Some(json!("x".repeat(length))));
        assert!(accepts(&schema, &schema, &of(longest)), "{place}");
        assert!(!accepts(&schema, &schema, &of(longest + 1)), "{place}");
    }
    assert!(!accepts(&schema, &schema, &with(&own_machine(), "/machine/name", Some(json!("")))));
}

#[test]
fn the_assignments_of_the_repository_match_their_schema_and_others_do_not() {
    let schema = file("docs/assignment.schema.json");
    for name in ["clusters", "nice", "numa", "slices", "stealing"] {
        let mut document = file(&format!("examples/assignments/{name}.json"));
        // The schema of scenarios is another file.
        document["experiments"] = json!({});
        let mut own = schema.clone();
        own["properties"]["experiments"] = json!({ "type": "object" });
        assert!(accepts(&own, &own, &document), "{name}");
        for (path, value) in [
            ("/tasks/0/ask/kind", json!("poem")),
            ("/tasks/0/points", json!("three")),
            ("/title", json!({ "fr": "Non" })),
            ("/tasks", json!({})),
        ] {
            let mut bad = document.clone();
            *bad.pointer_mut(path).expect("a place") = value;
            assert!(!accepts(&own, &own, &bad), "{name}: {path}");
        }
    }
}
