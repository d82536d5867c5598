//! Documents of `rt-app` become workloads, or are refused by name and place.

use sched_core::scenario::{Lane, Scenario, Workload, check};
use sched_readers::rtapp::{NotTaken, Reading, read};
use sched_readers::{Kind, kind};
use serde_json::{Value, json};

/// In the style of the examples of `rt-app`: comments, repeated names, a trailing comma.
const DOCUMENT: &str = r#"{
    /* two kinds of tasks */
    "tasks": {
        "thread0": {
            "instance": 2,
            "loop": -1,
            "cpus": [2, 0, 1],
            "priority": 5,
            "phases": {
                "light": { "loop": 10, "run": 3000, "timer": { "ref": "unique", "period": 10000 } },
                "heavy": { "run": 7000, "sleep": 1000, "run": 500, "sleep1": 20, },
            },
        },
        "once": { "loop": 1, "runtime": 1500 } // ends
    },
    "global": { "duration": 2, "default_policy": "SCHED_OTHER", "calibration": "CPU0", "ftrace": false, "lock_pages": true }
}"#;

fn good(text: &str) -> Reading {
    read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn a_document_becomes_a_workload() {
    let reading = good(DOCUMENT);
    let step = |does: &str, us: u32| json!({"do": does, "us": us});
    let expected = json!({"copies": 1, "tasks": [
        {"name": "thread0", "instances": 2, "nice": 5, "cpus": "0-2", "loops": 0, "phases": [
            {"loops": 10, "steps": [step("run", 3000), step("timer", 10_000)]},
            {"loops": 1, "steps": [step("run", 7000), step("sleep", 1000), step("run", 500), step("sleep", 20)]},
        ]},
        {"name": "once", "instances": 1, "nice": 0, "loops": 1, "phases": [{"loops": 1, "steps": [step("runtime", 1500)]}]},
    ]});
    assert_eq!(serde_json::to_value(&reading.workload).expect("plain data"), expected);
    assert_eq!(reading.limit_ms, Some(2000));
    let names = ["calibration", "ftrace", "lock_pages"].map(String::from).to_vec();
    assert_eq!(reading.not_taken, [NotTaken::Global { names }]);
    let scenario = Scenario {
        workload: Workload::RtApp(reading.workload),
        lanes: vec![Lane::default()],
        ..Scenario::default()
    };
    assert_eq!(check(&scenario), []);
    assert_eq!(kind(DOCUMENT.as_bytes()), Kind::Workload);
}

#[test]
fn repeated_names_of_events_phases_and_tasks_are_separate_entries() {
    let reading = good(
        r#"{"tasks": {"a": {"run": 1, "sleep": 2, "run": 3}, "a": {"phases": {"p": {"run": 4}, "p": {"run": 5}}}}}"#,
    );
    let steps = |task: usize| reading.workload.tasks[task].phases.iter().map(|phase| phase.steps.len());
    assert_eq!(steps(0).collect::<Vec<_>>(), [3]);
    assert_eq!(steps(1).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn a_timer_of_one_task_may_have_any_name() {
    for tasks in [
        r#""a": {"run": 1, "timer": {"ref": "tick", "period": 5}}, "b": {"run": 1, "timer": {"ref": "tock", "period": 5}}"#,
        r#""a": {"run": 1, "timer": {"ref": "unique", "period": 5}}, "b": {"run": 1, "timer": {"ref": "unique", "period": 5}}"#,
        r#""a": {"phases": {"p": {"run": 1, "timer": {"ref": "t", "period": 5}}, "q": {"run": 2, "timer": {"ref": "t", "period": 9}}}}"#,
    ] {
        good(&format!(r#"{{"tasks": {{{tasks}}}}}"#));
    }
}

#[test]
fn an_unsupported_feature_is_refused_by_name_and_place() {
    let task = |inside: &str| format!(r#"{{"tasks": {{"a": {{"run": 1, {inside}}}}}}}"#);
    for (text, sentence) in [
        (task(r#""lock": "m""#), "tasks.a: lock is not modelled."),
        (task(r#""policy": "SCHED_FIFO""#), "tasks.a.policy: SCHED_FIFO is not modelled."),
        (task(r#""delay": 5"#), "tasks.a: delay is not modelled."),
        (
            task(r#""timer": {"ref": "x", "period": 5, "mode": "absolute"}"#),
            "tasks.a.timer: mode is not modelled.",
        ),
        (task(r#""timer": 5"#), "tasks.a.timer: There should be an object with a period."),
        (task(r#""sleep": -5"#), "tasks.a.sleep: It is -5; 1 to 60000000 are possible."),
        (
            r#"{"tasks": {"a": {"run": 1, "instance": 2, "timer": {"ref": "tick", "period": 5}}}}"#.into(),
            "tasks.a: timer tick, which all instances share, is not modelled.",
        ),
        (
            r#"{"tasks": {"a": {"run": 1, "timer": {"ref": "tick", "period": 5}},
                          "b": {"run": 1, "timer": {"ref": "tick", "period": 5}}}}"#
                .into(),
            "tasks.b.timer.ref: timer tick, which another task has as well, is not modelled.",
        ),
        (
            task(r#""timer": {"ref": "unique1", "period": 5}, "timer1": {"ref": "unique2", "period": 7}"#),
            "tasks.a.timer1.ref: timer unique2, the second of this task, is not modelled.",
        ),
        (task(r#""sleep": 1.5"#), "tasks.a.sleep: There should be a whole number."),
        (task(r#""loop": 0"#), "tasks.a.loop: It is 0; 1 to "),
        (task(r#""loop": -2"#), "tasks.a.loop: It is -2; 1 to "),
        (task(r#""loop": 1, "loop": 2"#), "tasks.a: loop is there twice."),
        (task(r#""instance": 1, "instance": 2"#), "tasks.a: instance is there twice."),
        (task(r#""priority": 5, "nice": 5"#), "tasks.a: priority (nice) is there twice."),
        (task(r#""timer": {"ref": "t", "period": 5, "period": 6}"#), "tasks.a.timer: period is there twice."),
        (
            r#"{"tasks": {"a": {"phases": {"p": {"loop": 1, "run": 1, "loop": 2}}}}}"#.into(),
            "tasks.a.phases.p: loop is there twice.",
        ),
        (
            r#"{"tasks": {"a": {"run": 1}}, "global": {"duration": 1, "duration": 2}}"#.into(),
            "global: duration is there twice.",
        ),
        (
            r#"{"tasks": {"a": {"run": 1}}, "tasks": {"a": {"run": 1}}}"#.into(),
            "the document: tasks is there twice.",
        ),
        (task(r#""priority": 40"#), "tasks.a.priority: It is 40; -20 to 19 are possible."),
        (task(r#""cpus": [600]"#), "tasks.a.cpus: There is a CPU 600"),
        (task(r#""phases": {"p": {"run": 1}}"#), "tasks.a: There should be phases or events, not both."),
        (task(r#""phases": {"p": {"mem": 1}}"#), "tasks.a.phases.p: mem is not modelled."),
        (r#"{"tasks": {"a": {"loop": 1}}}"#.into(), "tasks.a: There is no run, runtime, sleep or timer."),
        (r#"{"tasks": {}}"#.into(), "There is no task."),
        (r#"{"resources": {"m": {"type": "mutex"}}, "tasks": {}}"#.into(), "resources is not modelled."),
        ("[1]".into(), "the document: There should be an object."),
        (DOCUMENT[..300].into(), "Line 10: The file ends before"),
        ("{\n\"tasks\": nonsense}".into(), "Line 2: This is no JSON from column"),
        (String::new(), "There is nothing in it."),
        ("[".repeat(100_000), "Line 1: This is no JSON"),
    ] {
        let fault = read(text.as_bytes()).expect_err("a fault").to_string();
        assert!(fault.starts_with(sentence), "{fault}\n for {sentence}");
    }
    let png = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff];
    assert!(read(&png).expect_err("a fault").to_string().starts_with("This is no text"));
    let many: Value =
        (0..65).map(|i| (format!("t{i}"), json!({"run": 1}))).collect::<serde_json::Map<_, _>>().into();
    let fault = read(json!({"tasks": many}).to_string().as_bytes()).expect_err("a fault").to_string();
    assert!(fault.ends_with("There are more tasks than the 64 that are possible."), "{fault}");
}

/// Parsing a million keys took 1.5 s in WebAssembly.
#[test]
fn a_document_of_more_than_a_megabyte_is_refused_before_it_is_parsed() {
    let keys: String = (0..1_000_000).map(|key| format!("\"k{key}\":1,")).collect();
    let fault = read(format!("{{\"tasks\":{{{keys}\"a\":1}}}}").as_bytes()).expect_err("a fault");
    assert_eq!(fault.to_string(), "It is too long: texts up to 1 MB are read.");
}

#[test]
fn the_name_of_a_task_holds_no_hidden_characters() {
    let text = "{\"tasks\": {\"a\u{202e}b\": {\"run\": 1000}}}";
    assert_eq!(good(text).workload.tasks[0].name, "ab");
}
