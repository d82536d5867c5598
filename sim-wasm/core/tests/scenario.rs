//! What the check of a scenario document finds, and that it finds it for any input.

mod common;

use common::random::{EXAMPLES, mutated};
use proptest::prelude::*;
use sched_core::machine::Machine;
use sched_core::mechanisms::MECHANISMS;
use sched_core::scenario::limits::LIMITS;
use sched_core::scenario::{ClusterScan, FieldError, KernelId, MachineId, Scenario, Steal, check, parse};
use serde_json::{Value, json};

fn example(name: &str) -> Value {
    let (_, text) = EXAMPLES.iter().find(|(key, _)| *key == name).expect("an example");
    serde_json::from_str(text).expect("JSON")
}

/// The example with the value at a JSON pointer replaced, or a field added.
fn with(name: &str, pointer: &str, value: Value) -> Value {
    let mut document = example(name);
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match document.pointer_mut(parent).expect("a parent") {
        Value::Object(fields) => drop(fields.insert(key.to_string(), value)),
        Value::Array(items) => items[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("{parent} has no fields"),
    }
    document
}

fn faults(document: &Value) -> Vec<FieldError> {
    parse(&document.to_string()).expect_err("a fault")
}

/// The document has exactly one fault, at `field`, with `value`, and `expected` in what is allowed.
#[track_caller]
fn fault(document: &Value, field: &str, value: &str, expected: &str) {
    let found = faults(document);
    let [fault] = found.as_slice() else { panic!("one fault expected: {found:#?}") };
    assert_eq!((fault.field.as_str(), fault.value.as_str()), (field, value));
    assert!(fault.expected.contains(expected), "{fault:?}");
    for part in [field, value, expected] {
        assert!(fault.message.contains(part), "{} lacks {part}", fault.message);
    }
    assert_eq!(fault.message.lines().count(), 1);
}

#[test]
fn examples_are_good_and_survive_a_round_trip() {
    for (name, text) in EXAMPLES {
        let scenario = parse(text).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
        assert_eq!(check(&scenario), [], "{name}");
        let again = serde_json::to_string(&scenario).expect("JSON");
        assert_eq!(parse(&again).as_ref(), Ok(&scenario), "{name}");
    }
}

#[test]
fn the_documentation_has_the_examples_and_every_range() {
    let documentation = include_str!("../../../docs/scenario.md");
    for (name, text) in EXAMPLES {
        assert!(documentation.contains(&format!("```json\n{text}```")), "{name}");
    }
    for limit in LIMITS {
        let start =
            format!("| `{}` | {} | {} |", limit.path, limit.range(), limit.unit).replace("|  |", "| |");
        assert!(documentation.contains(&start), "{start}");
    }
    let keys = [MachineId::KEYS, KernelId::KEYS, ClusterScan::KEYS, Steal::KEYS].concat();
    let switches = MECHANISMS.iter().map(|mechanism| mechanism.key);
    for key in keys.into_iter().chain(switches) {
        assert!(
            documentation.contains(&format!("`{key}`")) || documentation.contains(&format!("`\"{key}\"`")),
            "{key}"
        );
    }
}

#[test]
fn every_number_holds_at_both_ends_of_its_range() {
    // Lists have tests of their own.
    for limit in
        LIMITS.iter().filter(|limit| !matches!(limit.path, "lanes" | "lanes[].flips" | "lanes[].layout"))
    {
        let field = limit.path.replace("lanes[]", "lanes[1]").replace("flips[]", "flips[0]");
        let pointer = format!("/{}", field.replace('[', ".").replace(']', "").replace('.', "/"));
        let has_field = |(name, _): &&(&str, &str)| example(name).pointer(&pointer).is_some();
        let (name, _) = EXAMPLES.iter().find(has_field).unwrap_or(&EXAMPLES[1]);
        let blamed = |value: u64| {
            let found = parse(&with(name, &pointer, json!(value)).to_string()).err().unwrap_or_default();
            found.into_iter().find(|fault| fault.field == field && fault.expected == limit.range())
        };
        assert!(blamed(limit.max + 1).is_some(), "{field} above");
        assert!(limit.min == 0 || blamed(limit.min - 1).is_some(), "{field} below");
        assert_eq!((blamed(limit.min), blamed(limit.max)), (None, None), "{field} inside");
    }
}

#[test]
fn names_field_value_and_range() {
    let steal = |pointer: &str, value: Value| with("steal", pointer, value);
    fault(&steal("/workload/groups", json!(101)), "workload.groups", "101", "1..=100");
    fault(&steal("/workload/groups", json!(-1)), "workload.groups", "-1", "1..=100");
    fault(&steal("/workload/groups", json!(1.5)), "workload.groups", "1.5", "1..=100");
    fault(&steal("/workload/groups", json!("2")), "workload.groups", "\"2\"", "1..=100");
    fault(&steal("/workload/groups", json!(1e300)), "workload.groups", "1e+300", "1..=100");
    fault(&steal("/workload/group", json!(1)), "workload.group", "1", "groups");
    fault(&steal("/workload/pipe", json!(1)), "workload.pipe", "1", "true or false");
    fault(
        &steal("/workload/kind", json!("stress")),
        "workload.kind",
        "\"stress\"",
        "hackbench, pairs, jobs, numa, sharing",
    );
    fault(&steal("/workload", json!(3)), "workload", "3", "");
    fault(&steal("/machine", json!("vax")), "machine", "\"vax\"", "kunpeng920-24");
    fault(&steal("/kernel", json!("5.9.1")), "kernel", "\"5.9.1\"", "5.9");
    fault(&steal("/seed", json!(4_294_967_296_u64)), "seed", "4294967296", "0..=4294967295");
    fault(&steal("/a.b[0]", json!(1)), "a.b[0]", "1", "a known field");
    fault(&steal("/turbo", json!(true)), "turbo", "true", "machine");
    fault(&steal("/version", json!(2)), "version", "2", "1..=1");
    fault(&steal("/lanes/0/features/steal", json!("maybe")), "lanes[0].features.steal", "\"maybe\"", "force");
    fault(&steal("/lanes/0/features/stela", json!("on")), "lanes[0].features.stela", "\"on\"", "steal");
    fault(&steal("/lanes", json!([])), "lanes", "0", "1..=2");
    fault(&steal("/lanes", json!([{}, {}, {}])), "lanes", "3", "1..=2");
    fault(&steal("/tunables", json!([500_000])), "tunables", "[500000]", "an object");
    fault(&steal("/lanes", json!({})), "lanes", "{}", "a list");
    fault(&steal("/tunables/latency_ns", json!(5)), "tunables.latency_ns", "5", "100000..=1000000000");
    fault(&steal("/costs", json!({ "write": 0 })), "costs.write", "0", "1..=100000");
    fault(&steal("/costs", json!({ "wirte": 1 })), "costs.wirte", "1", "write");
    fault(&steal("/warmup_ms", json!(10_001)), "warmup_ms", "10001", "0..=10000");
}

#[test]
fn names_what_is_missing() {
    let mut document = example("steal");
    document.as_object_mut().expect("an object").remove("machine");
    fault(&document, "machine", "", "a value");
    fault(&with("steal", "/workload", json!({})), "workload.kind", "", "hackbench");
    assert_eq!(faults(&json!([]))[0].field, "");
}

#[test]
fn finds_all_faults_of_a_document() {
    let mut document = with("steal", "/workload/groups", json!(0));
    document["workload"]["color"] = json!("red");
    document["machine"] = json!("vax");
    document["lanes"][0]["features"]["steal"] = json!(1);
    document["seed"] = json!(-7);
    let mut fields: Vec<String> = faults(&document).into_iter().map(|fault| fault.field).collect();
    fields.sort();
    assert_eq!(fields, ["lanes[0].features.steal", "machine", "seed", "workload.color", "workload.groups"]);
}

#[test]
fn cpus_lie_inside_the_machine() {
    let cpus = |list: &str| with("cluster", "/cpus", json!(list));
    let allowed = |list: &str| {
        let scenario = parse(&cpus(list).to_string()).expect("a good list");
        scenario.allowed_cpus(&Machine::preset(scenario.machine), &scenario.lanes[0]).to_list()
    };
    assert_eq!(allowed("0-3,8"), "0-3,8");
    assert_eq!(allowed("23"), "23");
    for list in ["", "24", "0-24", "3-1", "a", "0,,1", "-1", "0-"] {
        fault(&cpus(list), "cpus", &json!(list).to_string(), "0..=23");
    }
    let all = parse(&example("cluster").to_string()).expect("good");
    assert_eq!(all.allowed_cpus(&Machine::preset(MachineId::Kunpeng24), &all.lanes[0]).to_list(), "0-23");
}

#[test]
fn flips_are_in_order_and_inside_the_run() {
    let at = |times: &[u64]| {
        let flips: Vec<Value> = times.iter().map(|at| json!({ "at_ns": at, "features": {} })).collect();
        with("steal", "/lanes/1/flips", json!(flips))
    };
    assert!(parse(&at(&[0, 5, 5, 10_000_000_000]).to_string()).is_ok());
    fault(&at(&[5, 4]), "lanes[1].flips[1].at_ns", "4", "5..=10000000000");
    fault(&at(&[10_000_000_001]), "lanes[1].flips[0].at_ns", "10000000001", "0..=10000000000");
    fault(&at(&[0; 65]), "lanes[1].flips", "65", "0..=64");
}

#[test]
fn four_thousand_tasks_are_enough() {
    let hackbench = |groups: u32, fds: u32| {
        let mut document = with("steal", "/workload/groups", json!(groups));
        document["workload"]["fds"] = json!(fds);
        document
    };
    assert!(parse(&hackbench(100, 20).to_string()).is_ok());
    fault(&hackbench(100, 21), "workload", "4200", "1..=4000");
}

#[test]
fn a_document_of_thousands_of_faults_names_the_first_of_them() {
    let many = |value: Value| (0..20_000).map(|i| (format!("c{i}"), value.clone())).collect::<Value>();
    for (pointer, value) in
        [("/costs", many(json!(0))), ("/costs", many(json!([]))), ("/tunables", many(json!({})))]
    {
        let faults = faults(&with("cluster", pointer, value));
        assert!((1..=100).contains(&faults.len()), "{pointer}: {}", faults.len());
    }
}

#[test]
fn a_value_is_checked_like_a_document() {
    let mut scenario: Scenario = serde_json::from_value(example("steal")).expect("good");
    scenario.warmup_ms = 20_000;
    assert_eq!(check(&scenario)[0].field, "warmup_ms");
    scenario.limit_ms = 0;
    assert_eq!(check(&scenario)[0].field, "limit_ms");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn any_document_is_read_or_refused_with_reasons(document in mutated()) {
        match parse(&document.to_string()) {
            Ok(scenario) => prop_assert_eq!(check(&scenario), vec![]),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(!fault.message.is_empty() && !fault.expected.is_empty());
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        prop_assert!(parse(&text).is_err());
    }
}
