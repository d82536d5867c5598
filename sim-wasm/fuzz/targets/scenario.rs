//! Any bytes as a scenario document: refused with reasons, or run (`endure`).
//!
//! Changing bytes alone seldom leaves a document that is read. So every second time the change is one
//! of a value: a number goes to an end of its range or becomes one that a reader may stumble over, a
//! name becomes another name of the document form, or a value takes the place of another.

#![no_main]

#[path = "../../core/tests/common/endure.rs"]
mod endure;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use sched_core::machine::{COSTS, KernelId, MachineId};
use sched_core::scenario::{ClusterScan, NodeInterval, Steal, limits};
use serde_json::Value;

/// Events of each lane.
const EVENTS: u64 = 200_000;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        endure::endure(text, EVENTS);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed.is_multiple_of(2)
        && let Ok(mut document) = serde_json::from_slice::<Value>(&data[..size])
    {
        change(&mut document, u64::from(seed / 2));
        let text = document.to_string();
        if text.len() <= max_size {
            data[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    fuzzer_mutate(data, size, max_size)
});

/// The next of a sequence of numbers below `n`.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) % n.max(1) as u64) as usize
}

/// Changes one value of the document, or adds one.
fn change(document: &mut Value, mut state: u64) {
    let mut places = Vec::new();
    pointers("", document, &mut places);
    let place = places[below(&mut state, places.len())].clone();
    let other = document.pointer(&places[below(&mut state, places.len())]).cloned().unwrap_or_default();
    let path = place.trim_start_matches('/').replace('/', ".");
    let Some(value) = document.pointer_mut(&place) else { return };
    *value = match value {
        _ if below(&mut state, 12) == 0 => other,
        Value::Bool(on) => Value::from(!*on),
        Value::Number(_) => number(&path, &mut state),
        Value::String(_) => word(&path, &mut state),
        Value::Array(items) => {
            let mut items = items.clone();
            match below(&mut state, 3) {
                0 => items.push(items.last().cloned().unwrap_or(other)),
                1 => drop(items.pop()),
                _ => items.reverse(),
            }
            Value::from(items)
        }
        Value::Object(fields) => {
            let mut fields = fields.clone();
            let (key, value) = field(&path, &mut state);
            fields.insert(key, value);
            Value::from(fields)
        }
        Value::Null => other,
    };
}

fn number(path: &str, state: &mut u64) -> Value {
    let cost = path.strip_prefix("costs.").and_then(|key| COSTS.iter().find(|cost| cost.key == key));
    let cost = cost.map(|cost| (u64::from(cost.min), u64::from(cost.max)));
    let index = |part: &str| part.parse::<usize>().is_ok();
    let name = path.split('.').filter(|part| !index(part)).collect::<Vec<_>>().join(".");
    let name = name.replace("lanes.", "lanes[].").replace("flips.", "flips[].");
    let range = cost.or_else(|| limits::of(&name).map(|limit| (limit.min, limit.max)));
    let (min, max) = range.unwrap_or((0, u64::from(u32::MAX)));
    let odd = [u64::MAX, 1 << 32, max.saturating_add(1), min.saturating_sub(1)];
    Value::from(match below(state, 8) {
        0 | 1 => min,
        2 => max,
        3 => min + below(state, 100) as u64,
        4 => min + (max - min) / 2,
        5 => odd[below(state, odd.len())],
        _ => min + below(state, (max - min).min(1 << 31) as usize) as u64,
    })
}

fn word(path: &str, state: &mut u64) -> Value {
    let last = path.rsplit('.').next().unwrap_or_default();
    let words: &[&str] = match last {
        "machine" => MachineId::KEYS,
        "kernel" => KernelId::KEYS,
        "cluster_scan" => ClusterScan::KEYS,
        "steal" => Steal::KEYS,
        "node_interval" => NodeInterval::KEYS,
        "kind" => &["hackbench", "pairs", "jobs", "none"],
        _ => &["0", "0-3", "3,1", "0-95", "5-", "", "7,7,0-1"],
    };
    Value::from(words[below(state, words.len())])
}

/// A field that the object at `path` may have.
fn field(path: &str, state: &mut u64) -> (String, Value) {
    if path == "costs" || path.is_empty() && below(state, 4) == 0 {
        let key = COSTS[below(state, COSTS.len())].key;
        let value = number(&format!("costs.{key}"), state);
        return if path.is_empty() {
            ("costs".into(), Value::from_iter([(key, value)]))
        } else {
            (key.into(), value)
        };
    }
    let inside: Vec<&str> = limits::LIMITS
        .iter()
        .filter_map(|limit| limit.path.strip_prefix(path))
        .map(|rest| rest.trim_start_matches('.'))
        .filter(|rest| !rest.contains(['.', '[']) && !rest.is_empty())
        .collect();
    if inside.is_empty() {
        let features = ["cluster_domain", "sis_prop", "node_restricted", "cross_node", "node_smoothing"];
        return (features[below(state, features.len())].into(), Value::from(below(state, 2) == 1));
    }
    let key = inside[below(state, inside.len())];
    let full = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    (key.into(), number(&full, state))
}

/// The JSON pointers of all values of a document.
fn pointers(base: &str, value: &Value, out: &mut Vec<String>) {
    out.push(base.to_string());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| pointers(&format!("{base}/{key}"), value, out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| pointers(&format!("{base}/{i}"), value, out));
        }
        _ => {}
    }
}
