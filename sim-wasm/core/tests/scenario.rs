//! The check of a scenario document: the faults it finds, and that it handles any input.

use crate::common::config;
use crate::common::random::{EXAMPLES, mutated};
use proptest::prelude::*;
use sched_core::machine::Machine;
use sched_core::scenario::limits::{LIMITS, MAX_BYTES, MAX_DEPTH, MAX_ENTRIES};
use sched_core::scenario::{
    ClusterScan, Decides, Fault, FieldError, KernelId, Lane, MachineChoice, MachineId, Scenario, check,
    parse, parse_flips, text_of,
};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

fn example(name: &str) -> Value {
    let (_, text) = EXAMPLES.iter().find(|(key, _)| *key == name).expect("an example");
    serde_json::from_str(text).expect("JSON")
}

/// The example with the value at a JSON pointer replaced, or a field added.
fn with(name: &str, pointer: &str, value: Value) -> Value {
    let mut document = example(name);
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match document.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent} in {name}")) {
        Value::Object(fields) => drop(fields.insert(key.to_string(), value)),
        Value::Array(items) => items[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("{parent} has no fields"),
    }
    document
}

fn faults(document: &Value) -> Vec<FieldError> {
    parse(&document.to_string()).expect_err("a fault")
}

/// The document has exactly one fault, at `field`, with `value`, and `expected` in the sentence about it.
#[track_caller]
fn fault(document: &Value, field: &str, value: &str, expected: &str) {
    let found = faults(document);
    let [fault] = found.as_slice() else { panic!("one fault expected: {found:#?}") };
    assert_eq!((fault.field.as_str(), fault.value.as_str()), (field, value));
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
    let in_one_line = documentation.replace('\n', " ");
    for (name, text) in EXAMPLES {
        assert!(documentation.contains(&format!("```json\n{text}```")), "{name}");
    }
    for limit in LIMITS {
        let start =
            format!("| `{}` | {} | {} |", limit.path, limit.range(), limit.unit).replace("|  |", "| |");
        assert!(documentation.contains(&start), "{start}");
    }
    let grouped = |number: u32| match number {
        1000.. => format!("{},{:03}", number / 1000, number % 1000),
        _ => number.to_string(),
    };
    let (entries, depth) = (grouped(MAX_ENTRIES), grouped(MAX_DEPTH));
    let bytes = format!("{},000", grouped(MAX_BYTES / 1000));
    for limit in [
        format!("{bytes} bytes"),
        format!("{entries} entries"),
        format!("{depth} levels of nested lists and objects"),
    ] {
        assert!(in_one_line.contains(&limit), "{limit}");
    }
    for key in KernelId::KEYS {
        assert!(documentation.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn every_number_holds_at_both_ends_of_its_range() {
    // Lists have separate tests; no example has a custom machine (`machines.rs`) or a replay (below).
    for limit in LIMITS
        .iter()
        .filter(|limit| {
            !matches!(
                limit.path,
                "groups"
                    | "lanes"
                    | "lanes[].flips"
                    | "lanes[].layout"
                    | "machine.hz"
                    | "policies"
                    | "workload.work_pct"
            )
        })
        .filter(|limit| !["tasks", "phases", "steps"].iter().any(|list| limit.path.ends_with(list)))
    {
        let field = limit.path.replace("lanes[]", "lanes[1]").replace("[]", "[0]");
        let pointer = format!("/{}", field.replace('[', ".").replace(']', "").replace('.', "/"));
        let with_pointer =
            |pointer: &str| EXAMPLES.iter().find(|(name, _)| example(name).pointer(pointer).is_some());
        let (parent, _) = pointer.rsplit_once('/').expect("a pointer");
        let (name, _) = with_pointer(&pointer).or_else(|| with_pointer(parent)).expect("an example");
        let blamed = |value: i64| {
            let found = parse(&with(name, &pointer, json!(value)).to_string()).err().unwrap_or_default();
            found.into_iter().find(|found| found.field == field && found.fault == limit.fault())
        };
        // A version outside the range has a fault of its own.
        assert!(field == "version" || blamed(limit.max + 1).is_some(), "{field} above");
        assert!(field == "version" || blamed(limit.min - 1).is_some(), "{field} below");
        assert_eq!((blamed(limit.min), blamed(limit.max)), (None, None), "{field} inside");
    }
}

#[test]
fn a_replay_has_a_hash_and_work_in_its_range() {
    let replay = |hash: &str, work_pct: u32| {
        with("cluster", "/workload", json!({"kind": "replay", "hash": hash, "work_pct": work_pct}))
    };
    assert!(parse(&replay("0123456789abcdef", 100).to_string()).is_ok());
    fault(&replay("0123456789abcdef", 0), "workload.work_pct", "0", "a whole number");
    fault(&replay("12", 100), "workload.hash", "\"12\"", "16 hexadecimal digits");
}

#[test]
fn names_field_value_and_range() {
    let steal = |pointer: &str, value: Value| with("steal", pointer, value);
    fault(&steal("/workload/groups", json!(101)), "workload.groups", "101", "1..=100");
    fault(&steal("/workload/groups", json!(-1)), "workload.groups", "-1", "1..=100");
    fault(&steal("/workload/groups", json!(1.5)), "workload.groups", "1.5", "a whole number, 1..=100");
    fault(&steal("/workload/groups", json!("2")), "workload.groups", "\"2\"", "a whole number, 1..=100");
    fault(&steal("/workload/groups", json!(1e300)), "workload.groups", "1e+300", "a whole number, 1..=100");
    // A number in the range, but not written as a whole number.
    let seconds = with("steal", "/limit_ms", json!("1e3")).to_string().replace("\"1e3\"", "1e3");
    let found = parse(&seconds).expect_err("a fault");
    assert_eq!(found[0].message, "limit_ms is 1e3; expected a whole number, 1..=600000 (ms).");
    let found = parse(&steal("/limit_ms", json!(0)).to_string()).expect_err("a fault");
    assert_eq!(found[0].message, "limit_ms is 0; expected a whole number, 1..=600000 (ms).");
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
    fault(&steal("/kernel", json!("vax")), "kernel", "\"vax\"", "5.4 to 7.3");
    fault(&steal("/seed", json!(4_294_967_296_u64)), "seed", "4294967296", "0..=4294967295");
    fault(&steal("/a.b[0]", json!(1)), "a.b[0]", "1", "a known field");
    fault(&steal("/turbo", json!(true)), "turbo", "true", "machine");
    fault(&steal("/version", json!(0)), "version", "0", "2..=3");
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
    let choices = "work, wait_p50, wait_p90, wait_p99, wait_p99_9, request_p50, request_p99, wasted, shares";
    fault(&steal("/decides", json!("luck")), "decides", "\"luck\"", choices);
}

#[test]
fn what_decides_is_read_and_written_unless_it_is_the_default() {
    let read = |document: &Value| parse(&document.to_string()).expect("a good scenario");
    assert_eq!(read(&example("steal")).decides, Decides::Work);
    for &decides in Decides::ALL {
        let scenario = read(&with("steal", "/decides", json!(decides.key())));
        assert_eq!(scenario.decides, decides);
        let written = serde_json::to_value(&scenario).expect("JSON");
        let expected = (decides != Decides::Work).then(|| json!(decides.key()));
        assert_eq!(written.get("decides"), expected.as_ref());
        let events = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario, 1).expect("a good scenario");
            simulation.run_to_end();
            simulation.report().hash
        };
        let short = |scenario: Scenario| Scenario { limit_ms: 20, ..scenario };
        assert_eq!(events(&short(scenario)), events(&short(read(&example("steal")))), "{decides:?}");
    }
}

#[test]
fn names_missing_fields() {
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
        scenario.allowed_cpus(&scenario.machine.build(), &scenario.lanes[0]).to_list()
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

/// The only fault of a text, and its place.
#[track_caller]
fn refused(text: &str) -> (Fault, String) {
    let found = parse(text).expect_err("a fault");
    let [fault] = found.as_slice() else { panic!("one fault expected: {found:#?}") };
    assert!(fault.message.len() < 300, "{}", fault.message);
    (fault.fault.clone(), fault.field.clone())
}

#[test]
fn a_documents_size_is_checked_before_it_is_read() {
    let large = format!("{{\"lanes\": [{}]}}", "{},".repeat(MAX_BYTES as usize));
    assert_eq!(refused(&large), (Fault::TooLarge { most: MAX_BYTES }, String::new()));
    assert_eq!(text_of(large.as_bytes()).expect_err("too large").fault, Fault::TooLarge { most: MAX_BYTES });
    let lanes = |n: u32| format!("{{\"lanes\": [{}{{}}]}}", "{},".repeat(n as usize - 1));
    let most = Fault::TooManyEntries { most: MAX_ENTRIES };
    assert_eq!(refused(&lanes(MAX_ENTRIES + 1)), (most.clone(), String::new()));
    let lists = format!("{{\"a\": [{}0]}}", "[0],".repeat(MAX_ENTRIES as usize / 2));
    assert_eq!(refused(&lists).0, most, "entries of all lists together");
    let found = parse(&lanes(MAX_ENTRIES)).expect_err("not so many lanes");
    assert!(found.iter().any(|fault| matches!(fault.fault, Fault::Count { .. })), "{found:?}");
}

#[test]
fn a_value_nested_too_deeply_is_named() {
    let nested = |depth: u32| format!("{}0{}", "{\"a\":".repeat(depth as usize), "}".repeat(depth as usize));
    let (fault, field) = refused(&nested(MAX_DEPTH + 1));
    assert_eq!((fault, field.len()), (Fault::TooDeep { most: MAX_DEPTH }, 2 * MAX_DEPTH as usize - 1));
    assert!(matches!(refused(&nested(5_000)).0, Fault::TooDeep { .. }));
    assert!(!matches!(parse(&nested(MAX_DEPTH)).expect_err("no scenario")[0].fault, Fault::TooDeep { .. }));
}

#[test]
fn a_field_that_is_there_twice_is_refused_by_name() {
    let twice = |text: &str| refused(text);
    assert_eq!(twice(r#"{"seed": 1, "seed": 2}"#), (Fault::Duplicate, "seed".into()));
    let lane = r#"{"lanes": [{}, {"features": {"steal": "on", "sis_prop": true, "steal": "off"}}]}"#;
    assert_eq!(twice(lane), (Fault::Duplicate, "lanes[1].features.steal".into()));
    let flips = parse_flips(r#"[{"at_ns": 1, "at_ns": 2}]"#).expect_err("twice");
    assert_eq!((flips.fault, flips.field.as_str()), (Fault::Duplicate, "lanes[].flips[0].at_ns"));
}

#[test]
fn a_document_from_before_release_1_0_is_refused_in_one_sentence() {
    let of_version = |version: i64| with("steal", "/version", json!(version));
    let mut old = of_version(1);
    old["kernel"] = json!("6.8");
    old["no_such_field"] = json!(true);
    assert_eq!(refused(&old.to_string()), (Fault::BeforeRelease, "version".into()));
    let message = &parse(&old.to_string()).expect_err("an old document")[0].message;
    assert_eq!(message, "this document was made before version 1.0 (version is 1); it cannot be read.");
    let fault = Fault::OutOfRange { min: 2, max: 3, unit: "" };
    assert_eq!(refused(&of_version(0).to_string()), (fault, "version".into()));
}

#[test]
fn a_document_of_a_newer_release_is_refused_in_one_sentence() {
    let mut newer = with("steal", "/version", json!(4));
    newer["no_such_field"] = json!(true);
    let found = parse(&newer.to_string()).expect_err("a newer document");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].message,
        "this document was made by a newer release (version is 4); this one reads versions up to 3."
    );
}

#[test]
fn a_document_of_release_1_0_means_the_kernels_of_then() {
    let kernels = |version: i64, of_all: &str, of_lane: &str| {
        let mut document = with("steal", "/version", json!(version));
        document["kernel"] = json!(of_all);
        document["lanes"][1]["kernel"] = json!(of_lane);
        let scenario = parse(&document.to_string()).expect("a good document");
        assert_eq!(scenario.version, 3);
        (scenario.kernel.key(), scenario.lanes[1].kernel.map(|kernel| kernel.key()))
    };
    assert_eq!(kernels(2, "6.12", "6.18"), ("6.12.0", Some("6.18.2")));
    assert_eq!(kernels(2, "6.8", "5.9"), ("6.8", Some("5.9")));
    assert_eq!(kernels(3, "6.12", "6.18"), ("6.12", Some("6.18")));
}

#[test]
fn a_document_of_release_1_0_keeps_its_cluster_level_and_its_scan() {
    let meant = |machine: &str, kernel: &str, a: Value, b: Value| {
        let document = json!({"version": 2, "machine": machine, "kernel": kernel, "workload": {"kind": "pairs"},
            "lanes": [{"features": a}, {"features": b}]});
        let scenario = parse(&document.to_string()).expect("a good document");
        let lane = |at: usize| {
            let lane: &Lane = &scenario.lanes[at];
            (lane.features.cluster_domain, lane.features.cluster_scan, lane.rules.sched_cluster_active)
        };
        (lane(0), lane(1))
    };
    let plain = json!({});
    let off = json!({"cluster_domain": false});
    let level = json!({"cluster_domain": true});
    let merged = json!({"cluster_domain": true, "cluster_scan": "merged"});
    let rfc = json!({"cluster_scan": "rfc"});
    use ClusterScan::{Merged, Off, Rfc};
    let kernel = (None, Off, None);
    // A kernel without a level of its own: nothing to write down.
    assert_eq!(meant("kunpeng920-24", "5.9", plain.clone(), rfc.clone()), (kernel, (None, Rfc, None)));
    assert_eq!(meant("kunpeng920-24", "6.8", plain.clone(), off.clone()), (kernel, kernel));
    assert_eq!(
        meant("kunpeng920-24", "6.5", off.clone(), merged.clone()),
        (kernel, (Some(true), Merged, None))
    );
    assert_eq!(
        meant("xeon-e5-2630v4-20", "6.8", plain.clone(), level.clone()),
        (kernel, (Some(true), Off, None))
    );
    // A kernel with a level, which 1.0 did not have.
    let without = (Some(false), Off, None);
    assert_eq!(meant("jacobsville-24", "6.5", plain.clone(), off.clone()), (without, without));
    assert_eq!(meant("kunpeng920-24", "6.18", plain.clone(), level.clone()), {
        ((Some(false), Off, Some(false)), (Some(true), Off, Some(false)))
    });
    // From 6.7 on the merged scan comes with the level; any other one needs the rule of before.
    assert_eq!(meant("kunpeng920-24", "6.8", plain.clone(), merged), (kernel, (Some(true), Off, None)));
    assert_eq!(
        meant("kunpeng920-24", "6.8", plain, level),
        ((None, Off, Some(false)), (Some(true), Off, Some(false)))
    );
    assert_eq!(
        meant("jacobsville-24", "6.8", off, rfc),
        ((Some(false), Off, Some(false)), (Some(false), Rfc, Some(false)))
    );
}

#[test]
fn an_encoding_other_than_plain_utf8_is_named() {
    let good = example("steal").to_string();
    assert_eq!(refused(&format!("\u{feff}{good}")).0, Fault::ByteOrderMark);
    let utf16: Vec<u16> = good.encode_utf16().collect();
    let little: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [[&[0xff, 0xfe], &little[..]].concat(), [&[0xfe, 0xff], &big[..]].concat(), little, big] {
        assert_eq!(text_of(&bytes).expect_err("not UTF-8").fault, Fault::Utf16);
    }
    assert_eq!(text_of(b"{\"a\": \"\xc3\x28\"}").expect_err("not text").fault, Fault::NotUtf8);
    assert_eq!(text_of(good.as_bytes()), Ok(good.as_str()));
}

#[test]
fn names_of_machines_groups_and_tasks_lose_hidden_characters() {
    let own = json!({"name": "My\u{202e}\u{1b} box", "like": "xeon", "topology": "pu:4"});
    let document = with("steal", "/machine", own);
    let document = {
        let mut document = document;
        document["groups"] = json!([{"name": "web\u{2066}\u{200b}"}]);
        document
    };
    let scenario = parse(&document.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let MachineChoice::Own(machine) = &scenario.machine else { panic!("{:?}", scenario.machine) };
    assert_eq!((machine.name.as_str(), scenario.groups[0].name.as_str()), ("My box", "web"));
}

#[test]
fn names_in_messages_are_cut_and_have_no_control_characters() {
    let escape = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}";
    let long = "x".repeat(10_000);
    for name in [escape, long.as_str()] {
        let documents = [
            with("steal", &format!("/{name}"), json!(1)),
            with("steal", "/machine", json!(name)),
            with("steal", "/costs", json!({ name: 0 })),
            with("steal", "/cpus", json!(name)),
        ];
        for document in documents {
            for fault in faults(&document) {
                for text in [&fault.field, &fault.value, &fault.message] {
                    assert!(!text.chars().any(|c| c.is_control() || c == '\u{202e}'), "{text:?}");
                    assert!(text.chars().count() < 2_000 && !text.contains(&long[..100]), "{text}");
                }
            }
        }
    }
    let name = "y".repeat(61);
    let found = faults(&with("steal", &format!("/{name}"), json!(1)));
    assert_eq!(found[0].field, format!("{}…", &name[..60]));
}

#[test]
fn a_fault_is_typed() {
    let only = |document: &Value| match faults(document).as_slice() {
        [fault] => fault.fault.clone(),
        found => panic!("{found:#?}"),
    };
    let steal = |pointer: &str, value: Value| only(&with("steal", pointer, value));
    assert_eq!(steal("/workload", json!(3)), Fault::NotObject);
    assert_eq!(steal("/lanes", json!("a")), Fault::NotList);
    assert_eq!(steal("/cpus", json!(3)), Fault::NotText);
    assert_eq!(steal("/cpus", json!("77")), Fault::NotCpus { last: 19 });
    assert_eq!(steal("/workload/pipe", json!("yes")), Fault::NotBool);
    assert_eq!(steal("/machine", json!(["vax"])), Fault::UnknownWord { known: MachineId::KEYS.to_vec() });
    assert_eq!(
        steal("/lanes/0/rules", json!({ "fork": 1 })),
        steal("/lanes/0/rules", json!({ "fork": "no" }))
    );
    assert!(matches!(steal("/workload/kind", json!(7)), Fault::UnknownWord { .. }));
    let Fault::UnknownField { known } = steal("/workload/jobs", json!(7)) else { panic!("an unknown field") };
    assert_eq!(known, ["groups", "loops", "fds", "pipe", "threads"]);
}

#[test]
fn a_value_is_checked_like_a_document() {
    let mut scenario = parse(&example("steal").to_string()).expect("good");
    scenario.warmup_ms = 20_000;
    assert_eq!(check(&scenario)[0].field, "warmup_ms");
    scenario.limit_ms = 0;
    assert_eq!(check(&scenario)[0].field, "limit_ms");
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_document_is_read_or_refused_with_reasons(document in mutated()) {
        match parse(&document.to_string()) {
            Ok(scenario) => prop_assert_eq!(check(&scenario), vec![]),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(!fault.message.is_empty(), "{fault:?}");
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        prop_assert!(parse(&text).is_err());
    }
}

#[test]
fn a_tunable_of_a_lane_is_in_force_in_that_lane_only() {
    let mut document = example("tunables");
    let hash = |document: &Value, lane: usize| {
        let mut sim = Simulation::new(&parse(&document.to_string()).expect("good"), lane).expect("a lane");
        sim.run_to_end();
        sim.report().hash
    };
    let own = [0, 1].map(|lane| hash(&document, lane));
    assert_ne!(own[0], own[1]);
    // The same values for the whole scenario give the same runs.
    for (lane, value) in [(0, 3_000_000), (1, 1_000_000)] {
        document = example("tunables");
        document["tunables"] = json!({"min_granularity_ns": value});
        document["lanes"] = json!([{}, {}]);
        assert_eq!(hash(&document, lane), own[lane]);
        // The lane's comes before the scenario's.
        document["lanes"][1 - lane] = json!({"tunables": {"min_granularity_ns": 9_000_000}});
        assert_eq!(hash(&document, lane), own[lane]);
    }
    let low = with("tunables", "/lanes/1/tunables/min_granularity_ns", json!(5));
    fault(&low, "lanes[1].tunables.min_granularity_ns", "5", "100000..=1000000000");
}
