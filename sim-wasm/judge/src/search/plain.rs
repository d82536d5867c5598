//! Differences between two documents, and the plainest form of one.

use super::reduce::Size;
use crate::fields::put;
use crate::measure::expected_events;
use sched_core::scenario::workloads::{Ends, WorkloadInfo};
use sched_core::scenario::{self, Workload, limits};
use serde_json::{Map, Value};

/// A place at which two documents differ; `null`: absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    path: Vec<String>,
    pub from: Value,
    pub to: Value,
}

impl Difference {
    /// The place as a field of *Run many*: `workload.pairs`, `lanes[1].features.steal`.
    pub fn name(&self) -> String {
        let mut name = String::new();
        for key in &self.path {
            if key.parse::<usize>().is_ok() {
                name.push_str(&format!("[{key}]"));
            } else {
                name.push_str(if name.is_empty() { "" } else { "." });
                name.push_str(key);
            }
        }
        name
    }
}

/// The differences between two documents, field by field; lists other than the lanes are compared as a whole.
pub fn changes(from: &Value, to: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), from, to, &mut found);
    found
}

fn compare(path: &mut Vec<String>, from: &Value, to: &Value, found: &mut Vec<Difference>) {
    let below = |path: &mut Vec<String>, key: &str, from: &Value, to: &Value, found: &mut Vec<Difference>| {
        path.push(key.into());
        compare(path, from, to, found);
        path.pop();
    };
    let empty = Value::from(Map::new());
    // A map that one of them lacks is empty.
    let (a, b) = match (from, to) {
        (Value::Null, Value::Object(_)) => (&empty, to),
        (Value::Object(_), Value::Null) => (from, &empty),
        both => both,
    };
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            for key in keys {
                let of = |map: &Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                below(path, key, &of(a), &of(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if path.len() == 1 && path[0] == "lanes" && a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                below(path, &i.to_string(), a, b, found);
            }
        }
        _ if a == b => {}
        _ => found.push(Difference { path: path.clone(), from: from.clone(), to: to.clone() }),
    }
}

/// A document with some of its differences to another.
pub fn with(document: &Value, changes: &[Difference], kept: &[usize]) -> Value {
    let mut next = document.clone();
    for change in kept.iter().filter_map(|place| changes.get(*place)) {
        set(&mut next, &change.path, &change.to);
    }
    next
}

fn set(document: &mut Value, path: &[String], value: &Value) {
    let [key, rest @ ..] = path else {
        *document = value.clone();
        return;
    };
    if let Value::Array(list) = document {
        if let Some(entry) = key.parse::<usize>().ok().and_then(|i| list.get_mut(i)) {
            set(entry, rest, value);
        }
        return;
    }
    if document.is_null() {
        *document = Value::from(Map::new());
    }
    let Value::Object(map) = document else { return };
    if rest.is_empty() && value.is_null() {
        map.remove(key);
    } else {
        set(map.entry(key.clone()).or_insert(Value::Null), rest, value);
    }
}

/// The document with the defaults of all that is not its machine, kernel, load or length; B has the switches of A. It
/// has no more events than the document.
pub fn defaults(document: &Value) -> Value {
    let mut plain = document.clone();
    if let Some(object) = plain.as_object_mut() {
        for key in ["groups", "tasks", "tunables", "costs"] {
            object.remove(key);
        }
    }
    let first = document["lanes"][0].clone();
    if let Some(lanes) = plain["lanes"].as_array_mut() {
        for lane in lanes {
            lane["features"] = first["features"].clone();
            if let Some(lane) = lane.as_object_mut() {
                lane.remove("rules");
                lane.remove("flips");
                lane.remove("layout");
            }
        }
    }
    let Ok(scenario) = scenario::parse(&document.to_string()) else { return plain };
    let info = scenario.workload.info();
    let is_kept =
        |key: &str| key == "kind" || sizes_of(info).any(|size| size == key) || ends_after(info, key);
    let events = expected_events(&scenario);
    let usual = Workload::all().into_iter().find(|workload| workload.info() == info);
    let Some(Value::Object(usual)) = usual.and_then(|usual| serde_json::to_value(usual).ok()) else {
        return plain;
    };
    for (key, value) in usual.iter().filter(|(key, _)| !is_kept(key)) {
        let mut next = document.clone();
        next["workload"][key] = value.clone();
        let is_short = |next: &Value| {
            scenario::parse(&next.to_string()).is_ok_and(|scenario| expected_events(&scenario) <= events)
        };
        if is_short(&next) {
            plain["workload"][key] = value.clone();
        }
    }
    plain
}

/// Whether a field decides when the workload ends.
fn ends_after(info: &WorkloadInfo, key: &str) -> bool {
    matches!(info.ends, Ends::After(field) if field == key)
}

/// The fields that decide how many tasks or how much work there is.
fn sizes_of(info: &WorkloadInfo) -> impl Iterator<Item = &'static str> {
    std::iter::once(info.load).chain(info.tasks.iter().flat_map(|product| product.fields.iter().copied()))
}

/// The numbers of a document that can be smaller: its load, its tasks, its CPUs.
pub fn sizes(document: &Value) -> Vec<(String, Size)> {
    let Ok(scenario) = scenario::parse(&document.to_string()) else { return Vec::new() };
    let mut found: Vec<(String, Size)> = Vec::new();
    for key in sizes_of(scenario.workload.info()) {
        let field = format!("workload.{key}");
        if let (Some(value), Some(limit)) = (document["workload"][key].as_i64(), limits::of(&field))
            && found.iter().all(|(known, _)| *known != field)
        {
            found.push((field, Size { value, least: limit.min }));
        }
    }
    let machine = scenario.machine.build();
    let own = scenario.allowed_cpus(&machine, &scenario.lanes[0]);
    let is_first = machine.cpus().iter().take(own.weight() as usize).eq(own.iter());
    if is_first && scenario.lanes.iter().all(|lane| lane.cpus.is_none()) {
        found.push(("cpus".into(), Size { value: i64::from(own.weight()), least: 1 }));
    }
    found
}

/// The document with other sizes; `None`: a size does not fit.
pub fn with_sizes(document: &Value, fields: &[String], values: &[i64]) -> Option<Value> {
    let present = sizes(document);
    let differs =
        |field: &str, value: i64| present.iter().all(|(known, size)| known != field || size.value != value);
    let mut next = document.clone();
    for (field, &value) in fields.iter().zip(values).filter(|(field, value)| differs(field, **value)) {
        next = put(&next, field, value.into()).ok()?;
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::defaults;
    use serde_json::json;

    #[test]
    fn the_plain_form_keeps_load_length_and_tasks_and_nothing_else_of_the_work() {
        let plain = |workload: serde_json::Value| {
            let document = json!({"version": 3, "machine": "classroom-8", "kernel": "6.8", "workload": workload,
                "costs": {"read": 900}, "limit_ms": 50, "lanes": [{}, {"features": {"cluster_domain": true}}]});
            let plain = defaults(&document);
            assert_eq!(plain["costs"], json!(null));
            assert_eq!(plain["lanes"], json!([{"features": null}, {"features": null}]));
            plain["workload"].clone()
        };
        let pairs = plain(json!({"kind": "pairs", "pairs": 3, "requests": 40, "think_ns": 2500}));
        assert_eq!((&pairs["pairs"], &pairs["requests"]), (&json!(3), &json!(40)));
        assert_eq!(pairs["think_ns"], json!(2000));
        let hogs = plain(json!({"kind": "hogs", "hogs": 3, "sleepers": 1, "nice": -5, "poisson": true}));
        assert_eq!((&hogs["hogs"], &hogs["sleepers"]), (&json!(3), &json!(1)));
        assert_eq!((&hogs["nice"], &hogs["poisson"]), (&json!(0), &json!(false)));
    }
}
