//! Runs any bytes as a scenario document: it is refused with reasons, or simulated (`endure`).
//!
//! Changing single bytes seldom gives a readable document. Three of four changes are therefore changes of a
//! value: a number becomes a limit of its range or an unusual number, a name becomes another name for the
//! same field, a missing field is added, two entries of a list are exchanged, or a value replaces another.

#![no_main]

#[path = "../../core/tests/common/endure.rs"]
mod endure;
#[path = "../../core/tests/common/pointers.rs"]
mod pointers;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use sched_core::engine::rng::Rng;
use sched_core::machine::{COSTS, KernelId, MachineId, RULES, RuleKind};
use sched_core::mechanisms::{Kind, MECHANISMS};
use sched_core::memory::layout::{LayoutItem, MAINLINE};
use sched_core::scenario::{Features, Workload, limits};
use serde_json::{Map, Value, json};

/// The number of events of each lane.
const EVENTS: u64 = 20_000;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        endure::endure(text, EVENTS);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if !seed.is_multiple_of(4)
        && let Ok(mut document) = serde_json::from_slice::<Value>(&data[..size])
    {
        change(&mut document, &mut Rng::new(seed, 0));
        let text = document.to_string();
        if text.len() <= max_size {
            data[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    fuzzer_mutate(data, size, max_size)
});

fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

/// Changes one value of the document, or adds one.
fn change(document: &mut Value, rng: &mut Rng) {
    let mut places = Vec::new();
    pointers::pointers("", document, &mut places);
    let other = document.pointer(pick::<String>(&places, rng)).cloned().unwrap_or_default();
    let place = match pick(&places, rng).as_str() {
        // Another kind has different fields.
        "/workload/kind" => "/workload",
        place => place,
    };
    let Some(value) = document.pointer_mut(place) else { return };
    *value = match value.take() {
        _ if rng.below(20) == 0 => other,
        Value::Object(_) if place == "/workload" && rng.below(2) == 0 => workload(rng),
        Value::Object(mut fields) => {
            if let Value::Object(known) = full(rng).pointer(&first(place)).cloned().unwrap_or_default()
                && !known.is_empty()
            {
                let names: Vec<&String> = known.keys().collect();
                let name = *pick(&names, rng);
                let field = scalar(&format!("{place}/{name}"), known[name].clone(), rng);
                fields.insert(name.clone(), field);
            }
            Value::Object(fields)
        }
        Value::Array(mut items) => {
            match (rng.below(4), items.len() as u32) {
                (0, 1..) => drop(items.pop()),
                (1, 1..) => items.push(pick(&items, rng).clone()),
                (2, _) if place.ends_with("/layout") => items.push(LayoutItem::NewLine.key().into()),
                (_, n @ 1..) => items.swap(rng.below(n) as usize, rng.below(n) as usize),
                _ => items.push(other),
            }
            Value::Array(items)
        }
        Value::Null => other,
        value => scalar(place, value, rng),
    };
}

/// Another number, name or boolean for `value`.
fn scalar(place: &str, value: Value, rng: &mut Rng) -> Value {
    match value {
        Value::Bool(_) => Value::from(rng.below(2) == 1),
        Value::Number(_) => number(place, rng),
        Value::String(_) => Value::from(*pick(names(place), rng)),
        value => value,
    }
}

fn number(place: &str, rng: &mut Rng) -> Value {
    let cost = place.strip_prefix("/costs/").and_then(|key| COSTS.iter().find(|cost| cost.key == key));
    let cost = cost.map(|cost| (i64::from(cost.min), i64::from(cost.max)));
    let path = first(place).trim_start_matches('/').replace("/0", "[]").replace('/', ".");
    let range = cost.or_else(|| limits::of(&path).map(|limit| (limit.min, limit.max)));
    let (min, max) = range.unwrap_or((0, i64::from(u32::MAX)));
    let span =
        |most: i64| u32::try_from(max.saturating_sub(min).min(most)).unwrap_or(u32::MAX).saturating_add(1);
    let odd = [i64::MAX, 1 << 32, max.saturating_add(1), min.saturating_sub(1)];
    Value::from(match rng.below(8) {
        0 | 1 => min,
        2 => max,
        3 | 4 => min + i64::from(rng.below(span(100))),
        5 => *pick(&odd, rng),
        _ => min + i64::from(rng.below(span(i64::from(u32::MAX)))),
    })
}

/// The possible names at a path; lists of CPUs if there are none.
fn names(place: &str) -> &'static [&'static str] {
    let field =
        first(place).trim_end_matches("/0").rsplit('/').next().map(str::to_string).unwrap_or_default();
    let rule = RULES.iter().find(|rule| rule.key == field);
    match (field.as_str(), rule.map(|rule| rule.kind)) {
        (_, Some(RuleKind::Choice(keys))) => keys,
        ("machine", _) => MachineId::KEYS,
        ("kernel", _) => KernelId::KEYS,
        ("layout", _) => LayoutItem::KEYS,
        (key, _) => match MECHANISMS.iter().find(|one| one.key == key).map(|one| one.kind) {
            Some(Kind::Choice(keys)) => keys,
            _ => &["0", "0-3", "3,1", "0-95", "5-", "", "7,7,0-1"],
        },
    }
}

/// The path with index 0 everywhere, which is the path of the same field in [`full`].
fn first(place: &str) -> String {
    let part = |part: &str| if part.parse::<usize>().is_ok() { "0".to_string() } else { part.to_string() };
    place.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn workload(rng: &mut Rng) -> Value {
    serde_json::to_value(pick(&Workload::all(), rng)).unwrap_or_default()
}

/// A document with all fields.
fn full(rng: &mut Rng) -> Value {
    let features = json!(Features::default());
    let rule = |kind: RuleKind| match kind {
        RuleKind::Bool => Value::from(true),
        RuleKind::Number { min, .. } => Value::from(min),
        RuleKind::Choice(keys) => Value::from(keys[0]),
    };
    let rules: Map<String, Value> = RULES.iter().map(|r| (r.key.to_string(), rule(r.kind))).collect();
    let costs: Map<String, Value> = COSTS.iter().map(|c| (c.key.to_string(), c.min.into())).collect();
    let tunable =
        |limit: &limits::Limit| Some((limit.path.strip_prefix("tunables.")?.to_string(), limit.min.into()));
    let tunables: Map<String, Value> = limits::LIMITS.iter().filter_map(tunable).collect();
    json!({
        "version": 3, "machine": "classroom-8", "kernel": "5.9", "workload": workload(rng), "seed": 1,
        "cpus": "0-3", "limit_ms": 100, "warmup_ms": 0, "tunables": tunables, "costs": costs,
        "lanes": [{
            "features": features, "cpus": "0-3", "rules": rules, "layout": MAINLINE,
            "flips": [{"at_ns": 0, "features": features}],
        }],
    })
}
