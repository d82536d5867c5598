//! Documents of `rt-app` become workloads, or are refused by name and place.

use sched_core::scenario::{Lane, Scenario, Workload, check};
use sched_readers::rtapp::{NotTaken, Reading, read};
use sched_readers::{Kind, kind, rtapp_out};
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
        (task(r#""mem": 1000"#), "tasks.a: mem is not modelled."),
        (task(r#""iorun": 1000"#), "tasks.a: iorun is not modelled."),
        (task(r#""policy": "SCHED_FIFO""#), "tasks.a.policy: SCHED_FIFO is not modelled."),
        (task(r#""delay": 5"#), "tasks.a: delay is not modelled."),
        (task(r#""lock": 5"#), "tasks.a.lock: There should be a name of at most 64 characters."),
        (task(r#""wait": {"ref": "q"}"#), "tasks.a.wait: There should be an object with ref and mutex."),
        (task(r#""sync": "q""#), "tasks.a.sync: There should be an object with ref and mutex."),
        (task(r#""fork": "b""#), "tasks.a.fork: There should be the name of a task of the file."),
        (task(r#""instance": 0"#), "There is no task with an instance."),
        (task(r#""taskgroup": 5"#), "tasks.a.taskgroup: There should be the path of a control group"),
        (task(r#""dl-runtime": -5"#), "tasks.a.dl-runtime: There should be a whole number of µs."),
        (
            task(r#""timer": {"ref": "x", "period": 5, "mode": "absolute"}"#),
            "tasks.a.timer: mode is not modelled.",
        ),
        (task(r#""timer": 5"#), "tasks.a.timer: There should be an object with a period."),
        (task(r#""sleep": -5"#), "tasks.a.sleep: It is -5; 1 to 60000000 are possible."),
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
        (r#"{"tasks": {"a": {"loop": 1}}}"#.into(), "tasks.a: There is no event, such as run or sleep."),
        (r#"{"tasks": {}}"#.into(), "There is no task."),
        (r#"{"resources": 5, "tasks": {}}"#.into(), "resources: There should be an object."),
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

/// The steps of each task, as JSON.
fn steps(reading: &Reading) -> Vec<Value> {
    let of = |task: &sched_core::scenario::RtTask| {
        task.phases.iter().flat_map(|phase| &phase.steps).map(|step| json!(step)).collect()
    };
    reading.workload.tasks.iter().map(of).collect()
}

#[test]
fn events_between_tasks_keep_the_names_of_what_they_use() {
    let reading = good(
        r#"{"resources": {"m": {"type": "mutex"}}, "tasks": {
            "decoder": {
                "lock": "m", "signal": "q", "wait": {"ref": "q", "mutex": "m"}, "unlock": "m",
                "lock1": "m", "sync1": {"ref": "q", "mutex": "m"}, "broad1": "q", "unlock1": "m",
                "barrier": "all", "suspend": "here", "resume": "there", "yield": "", "fork": "child", "suspend2": ""
            },
            "child": {"instance": 0, "run": 5}
        }}"#,
    );
    let on = |does: &str, name: &str| json!({"do": does, "on": name});
    let with = |does: &str| json!({"do": does, "on": "q", "mutex": "m"});
    let expected = json!([
        on("lock", "m"), on("signal", "q"), with("wait"), on("unlock", "m"),
        on("lock", "m"), with("sync"), on("broad", "q"), on("unlock", "m"),
        on("barrier", "all"), on("suspend", "here"), on("resume", "there"), {"do": "yield"}, on("fork", "child"),
        on("suspend", "decoder"),
    ]);
    assert_eq!(steps(&reading)[0], expected);
    assert_eq!(reading.workload.tasks[1].instances, 0);
}

#[test]
fn suspend_without_a_value_has_the_name_of_its_task() {
    let reading = good(
        r#"{"tasks": {
            "flinger": {"loop": -1, "suspend", "run": 1500},
            "sync": {"phases": {"p1": {"suspend" /* here */, "run": 35, "suspend", }}, "cpus": [0, 1]}
        }}"#,
    );
    let suspend = |name: &str| json!({"do": "suspend", "on": name});
    let run = |us: u32| json!({"do": "run", "us": us});
    let expected =
        [json!([suspend("flinger"), run(1500)]), json!([suspend("sync"), run(35), suspend("sync")])];
    assert_eq!(steps(&reading), expected);
}

#[test]
fn tasks_share_a_timer_that_is_not_unique() {
    let timers = |tasks: &str| -> Vec<Value> {
        let reading = good(&format!(r#"{{"tasks": {{{tasks}}}}}"#));
        steps(&reading).iter().map(|steps| steps[1]["on"].clone()).collect()
    };
    let timer = |name: &str| format!(r#"{{"run": 1, "timer": {{"ref": "{name}", "period": 5}}}}"#);
    let two = |a: &str, b: &str| timers(&format!(r#""a": {}, "b": {}"#, timer(a), timer(b)));
    assert_eq!(two("tick", "tick"), ["tick", "tick"]);
    assert_eq!(two("tick", "tock"), [Value::Null, Value::Null]);
    assert_eq!(two("unique", "unique"), [Value::Null, Value::Null]);
    let instances = r#""a": {"instance": 2, "run": 1, "timer": {"ref": "tick", "period": 5}}"#;
    assert_eq!(timers(instances), ["tick"], "its instances share it");
    let second =
        r#""a": {"run": 1, "timer": {"ref": "x", "period": 5}, "timer1": {"ref": "y", "period": 7}}"#;
    assert_eq!(timers(second), ["x"], "one of two");
}

#[test]
fn policies_slices_groups_and_the_cpus_of_phases_are_read() {
    let reading = good(
        r#"{"tasks": {
            "a": {"taskgroup": "/tg1", "dl-runtime": 3000, "run": 1},
            "b": {"policy": "SCHED_IDLE", "cpus": [2], "phases": {
                "p": {"cpus": [0], "taskgroup": "/tg2", "dl-runtime": 50, "run": 1},
                "q": {"taskgroup": "/", "run": 2},
                "r": {"run": 3}
            }}
        }, "global": {"default_policy": "SCHED_BATCH"}}"#,
    );
    let tasks = json!(reading.workload.tasks);
    assert_eq!(tasks[0]["policy"], "batch");
    assert_eq!((&tasks[0]["group"], &tasks[0]["slice_us"]), (&json!(1), &json!(3000)));
    assert_eq!(tasks[1]["policy"], "idle");
    let run = |us: u32| json!([{"do": "run", "us": us}]);
    assert_eq!(
        tasks[1]["phases"],
        json!([
            // The kernel gives no slice below 0.1 ms.
            {"loops": 1, "cpus": "0", "slice_us": 100, "group": 2, "steps": run(1)},
            {"loops": 1, "group": 0, "steps": run(2)},
            {"loops": 1, "steps": run(3)},
        ])
    );
    let names: Vec<&str> = reading.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["tg1", "tg2"]);
    let scenario = Scenario {
        workload: Workload::RtApp(reading.workload),
        groups: reading.groups,
        lanes: vec![Lane::default()],
        ..Scenario::default()
    };
    assert_eq!(check(&scenario), []);
}

#[test]
fn a_taskgroup_may_be_in_another_one() {
    let reading = good(
        r#"{"tasks": {
            "a": {"taskgroup": "/a/b", "run": 1},
            "b": {"taskgroup": "/c/b/", "run": 1},
            "c": {"taskgroup": "/a", "run": 1}
        }}"#,
    );
    let groups: Vec<(&str, u32)> =
        reading.groups.iter().map(|group| (group.name.as_str(), group.parent)).collect();
    assert_eq!(groups, [("a", 0), ("b", 1), ("c", 0), ("b", 3)]);
    assert_eq!(reading.workload.tasks.iter().map(|task| task.group).collect::<Vec<_>>(), [2, 4, 1]);
}

/// Two documents with all that the model takes.
const WRITTEN: [&str; 2] = [
    r#"{"tasks": {
        "leader": {"instance": 2, "loop": 5, "priority": -5, "taskgroup": "/web/front", "dl-runtime": 3000, "phases": {
            "a": {"loop": 3, "run": 700, "lock": "m", "run1": 50, "unlock": "m", "barrier": "all"},
            "b": {"cpus": [1, 2], "taskgroup": "/web", "resume": "go", "timer": {"ref": "tick", "period": 4000}}
        }},
        "follower": {"policy": "SCHED_BATCH", "cpus": [0, 1], "phases": {
            "a": {"suspend": "go", "runtime": 300, "sleep": 900, "barrier": "all"},
            "b": {"lock": "m", "sync": {"ref": "q", "mutex": "m"}, "unlock": "m", "yield": "", "fork": "child"}
        }},
        "ticker": {"run": 100, "broad": "q", "timer": {"ref": "unique", "period": 2500}},
        "other": {"run": 100, "signal": "q", "timer": {"ref": "tick", "period": 3000}},
        "child": {"instance": 0, "loop": 1, "run": 400}
    }, "global": {"duration": 1}}"#,
    r#"{"tasks": {"hog": {"instance": 3, "policy": "SCHED_IDLE", "run": 5000}, "x": {"run": 10, "sleep": 20}}}"#,
];

#[test]
fn what_is_written_is_read_as_the_same_work_and_runs_as_the_same_events() {
    for text in WRITTEN {
        let scenario = |reading: Reading| Scenario {
            machine: sched_core::machine::MachineId::Classroom8.into(),
            workload: Workload::RtApp(reading.workload),
            groups: reading.groups,
            limit_ms: 200,
            lanes: vec![Lane::default()],
            ..Scenario::default()
        };
        let first = scenario(good(text));
        let hash = |scenario: &Scenario| {
            let mut sim = sched_core::sim::Simulation::new(scenario, 0).expect("a good scenario");
            sim.run_to_end();
            sim.hash()
        };
        let written = rtapp_out::write(&first, &first.lanes[0]).expect("it can be expressed");
        assert_eq!(written.not_said, ["The length of 200 ms is rounded up to whole seconds."]);
        let again = scenario(good(&written.text));
        assert_eq!((&again.workload, &again.groups), (&first.workload, &first.groups), "{}", written.text);
        assert_eq!(hash(&again), hash(&first));
        // Copies become instances, and what a kind of task asks for becomes a setting of the task.
        let mut copied = first.clone();
        if let Workload::RtApp(work) = &mut copied.workload {
            work.copies = 2;
        }
        let again = scenario(good(&rtapp_out::write(&copied, &copied.lanes[0]).expect("it can be").text));
        assert_eq!(hash(&again), hash(&copied));
    }
}

/// Another workload, for a second on four CPUs.
fn with_work(work: &Value, tasks: &Value) -> Scenario {
    let text = json!({
        "version": 3, "machine": "classroom-8", "kernel": "6.12", "cpus": "0-3", "workload": work, "tasks": tasks,
        "groups": [{"name": "web", "weight": 50}], "limit_ms": 1000, "lanes": [{}],
    });
    sched_core::scenario::parse(&text.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The scenario, and the same with its workload written and read again.
fn both(scenario: &Scenario) -> ([sched_core::observe::report::RunReport; 2], Vec<String>) {
    let written =
        rtapp_out::write(scenario, &scenario.lanes[0]).unwrap_or_else(|refused| panic!("{refused}"));
    let reading = good(&written.text);
    assert_eq!(reading.not_taken, []);
    let mut groups = reading.groups;
    groups.iter_mut().for_each(|group| group.weight = 50);
    let again = Scenario {
        workload: Workload::RtApp(reading.workload),
        tasks: Vec::new(),
        groups,
        ..scenario.clone()
    };
    let run = |scenario: &Scenario| {
        let mut sim =
            sched_core::sim::Simulation::new(scenario, 0).unwrap_or_else(|faults| panic!("{faults:?}"));
        sim.run_to_end();
        sim.report()
    };
    ([run(scenario), run(&again)], written.not_said)
}

#[test]
fn hogs_and_sleepers_are_written_with_what_they_ask_for() {
    let work = json!({"kind": "hogs", "hogs": 3, "nice": 2, "rivals": 2, "rival_nice": -3, "yield_us": 400, "sleepers": 0});
    let tasks = json!([{"kind": "hog", "group": 1}, {"kind": "rival", "policy": "batch"}]);
    let ([first, again], not_said) = both(&with_work(&work, &tasks));
    assert_eq!(not_said, ["The document does not say what limits the control group \"web\"."]);
    // `yield` is a system call there.
    let [one, other] = [&first, &again].map(|r| r.cgroups[0].usage_pct);
    assert!((other / one - 1.0).abs() < 0.05, "{one} and {other} %");
    let work = json!({"kind": "hogs", "hogs": 2, "sleepers": 5, "sleeper_slice_us": 500, "run_us": 700, "sleep_us": 2500});
    let ([first, again], not_said) = both(&with_work(&work, &json!([])));
    assert_eq!(
        not_said.first().map(String::as_str),
        Some("The sleepers begin together, not one after another.")
    );
    let [one, other] = [&first, &again].map(|r| r.wake as f64);
    assert!((other / one - 1.0).abs() < 0.02, "{one} and {other} wake-ups");
}

/// No signal is lost: all requests are answered, with the same waits and about the same number.
#[test]
fn pairs_and_schbench_are_written_with_condition_variables() {
    let pairs =
        json!({"kind": "pairs", "pairs": 6, "requests": 0, "think_ns": 200_000, "service_ns": 100_000});
    let bench = json!({"kind": "schbench", "message_threads": 2, "workers": 4, "requests": 0, "compute_us": 300, "sleep_us": 100});
    for (work, note) in
        [(&pairs, "The pipes are condition variables."), (&bench, "Its tasks end after 1000000 rounds.")]
    {
        for tasks in [json!([]), json!([{"kind": "server", "nice": 5, "group": 1}])] {
            let ([first, again], not_said) = both(&with_work(work, &tasks));
            assert!(not_said.iter().any(|said| said == note), "{not_said:?}");
            let [one, other] = [&first, &again].map(|r| r.busy_pct);
            assert!((other / one - 1.0).abs() < 0.08, "{work}: busy {one} and {other} %");
            let [one, other] = [&first, &again].map(|r| r.wake as f64);
            assert!(
                one > 2000.0 && (0.8..2.5).contains(&(other / one)),
                "{work}: {one} and {other} wake-ups"
            );
        }
    }
}

#[test]
fn what_rt_app_cannot_say_is_refused_by_name_or_told() {
    let of = |scenario: &Scenario| rtapp_out::write(scenario, &Lane::default());
    for (work, said) in [
        (json!({"kind": "hackbench"}), "hackbench cannot be expressed"),
        (json!({"kind": "jobs"}), "no words for programs that are executed"),
        (json!({"kind": "shared"}), "no words for cache lines"),
        (json!({"kind": "numa"}), "no words for memory on nodes"),
        (json!({"kind": "hogs", "poisson": true}), "Sleeps of random length (poisson)"),
        (json!({"kind": "pairs", "forked": true}), "Pairs that a parent forks"),
        (json!({"kind": "pairs", "pairs": 33}), "pairs would be 66 tasks with a name each; at most 64"),
    ] {
        let refused = of(&with_work(&work, &json!([]))).expect_err("a refusal");
        assert!(refused.contains(said), "{work}: {refused}");
    }
    let reading = good(r#"{"tasks": {"a": {"taskgroup": "/web", "run": 1}}}"#);
    let mut scenario = Scenario {
        workload: Workload::RtApp(reading.workload),
        groups: reading.groups,
        limit_ms: 1000,
        lanes: vec![Lane::default()],
        ..Scenario::default()
    };
    scenario.groups[0].quota_us = 5000;
    let told = of(&scenario).expect("it can be expressed").not_said;
    assert_eq!(told, ["The document does not say what limits the control group \"web\"."]);
    scenario.groups[0].name = "a/b".into();
    assert!(of(&scenario).expect_err("a refusal").contains("\"a/b\" cannot be a part of a path"));
}

/// Documents with the events of the public files of rt-app and workload automation (`docs/model/workload-rtapp.md`), and the CPU
/// time (ms) that their tasks need in a second, worked out by hand.
const LIKE_PUBLIC_FILES: &[(&str, &str, f64)] = &[
    ("example1", r#"{"tasks": {"sensor": {"loop": -1, "run": 3000, "sleep": 7000}}}"#, 300.0),
    (
        "example2, template",
        r#"{
            /* a sleep of 0 is none */
            "tasks": {"sensor": {"instance": 1, "loop": -1, "run": 4000, "sleep": 0,
                "timer": {"ref": "unique", "period": 20000}}}
        }"#,
        200.0,
    ),
    (
        "example3, spreading-tasks",
        r#"{"tasks": {
            "a": {"instance": 3, "loop": -1, "phases": {
                "light": {"loop": 10, "run": 1000, "timer": {"ref": "unique", "period": 10000}},
                "heavy": {"loop": 10, "run": 6000, "timer": {"ref": "unique", "period": 10000}}
            }},
            "b": {"loop": -1, "phases": {
                "light": {"loop": 5, "run": 1000, "timer": {"ref": "unique", "period": 10000}},
                "heavy": {"loop": 10, "run": 4000, "timer": {"ref": "unique", "period": 10000}},
                "light": {"loop": 5, "run": 1000, "timer": {"ref": "unique", "period": 10000}},
            }}
        }}"#,
        3.0 * 350.0 + 250.0,
    ),
    (
        "example4",
        r#"{"tasks": {
            "ping": {"loop": -1, "run": 5000, "resume": "pong", "suspend": "ping"},
            "pong": {"loop": -1, "run": 3000, "resume": "ping", "suspend": "pong"}
        }}"#,
        1000.0,
    ),
    (
        "example5",
        r#"{"tasks": {
            "producer": {"priority": -10, "cpus": [0], "loop": 1, "phases": {
                "first": {"sleep": 5000},
                "then": {"loop": 8, "lock": "m", "run": 2000, "signal": "q", "run": 1000, "unlock": "m",
                    "run": 5000, "resume": "consumer", "timer": {"ref": "tick", "period": 50000}}
            }},
            "consumer": {"priority": -10, "cpus": [1], "loop": 3, "lock": "m", "wait": {"ref": "q", "mutex": "m"},
                "unlock": "m", "run": 1000, "suspend": "consumer", "run": 1000, "suspend": "consumer", "run": 1000}
        }}"#,
        // A round of the consumer takes two of the producer.
        8.0 * 8.0 + 3.0 * 3.0,
    ),
    (
        "mp3-short, mp3-long",
        r#"{"tasks": {
            "tick": {"priority": -19, "loop": -1, "cpus": [0], "phases": {
                "wakes": {"resume": "mixer", "timer": {"ref": "tick", "period": 5000}},
                "waits": {"loop": 3, "timer": {"ref": "tick", "period": 5000}}
            }},
            "mixer": {"priority": -19, "loop": -1, "run": 200, "resume": "track", "run": 1800, "suspend": "mixer"},
            "track": {"priority": -16, "loop": -1, "suspend": "track", "run": 300, "resume": "decoder"},
            "decoder": {"loop": -1, "suspend": "decoder", "run": 900, "lock": "m", "signal": "q",
                "wait": {"ref": "q", "mutex": "m"}, "unlock": "m", "run": 100},
            "call": {"loop": -1, "lock": "m", "wait": {"ref": "q", "mutex": "m"}, "unlock": "m", "run": 400,
                "lock": "m", "signal": "q", "unlock": "m"}
        }, "global": {"duration": 6, "frag": 1, "lock_pages": true}}"#,
        50.0 * 3.7,
    ),
    (
        "video-short, video-long",
        r#"{"tasks": {
            "vsync": {"loop": -1, "resume": "flinger", "timer": {"ref": "vsync", "period": 16000}},
            "flinger": {"loop": -1, "suspend", "run": 2000, "resume": "codec"},
            "codec": {"loop": -1, "phases": {
                "odd": {"suspend", "run": 1000},
                "even": {"suspend", "run": 3000}
            }}
        }}"#,
        62.0 * 4.0,
    ),
    (
        "camera-short, camera-long",
        r#"{"tasks": {
            "interrupt": {"priority": -19, "loop": -1, "resume": "isp", "run": 50,
                "timer": {"ref": "frame", "period": 20000}},
            "isp": {"priority": -20, "loop": -1, "phases": {
                "p1": {"suspend": "isp", "run": 400, "resume": "out1", "resume": "out2",},
                "p2": {"resume": "log"},
                "p3": {"suspend": "isp", "run": 150}
            }},
            "out1": {"priority": -10, "loop": -1, "suspend": "out1", "run": 1000},
            "out2": {"priority": -10, "loop": -1, "suspend": "out2", "run": 1000},
            "log": {"loop": -1, "suspend": "log", "run": 300}
        }}"#,
        25.0 * 2.95,
    ),
    (
        "browser-short, browser-long",
        r#"{"tasks": {
            "main": {"loop": 3, "phases": {
                "start": {"sleep": 10000, "run": 3000, "resume": "view", "run": 2000},
                "render": {"loop": 10, "resume": "sub", "run": 1000},
                "stop": {"suspend": "main", "run": 1000}
            }},
            "sub1": {"priority": -6, "loop": -1, "suspend": "sub", "run": 100},
            "sub2": {"priority": -6, "loop": -1, "suspend": "sub", "run": 100},
            "view": {"loop": -1, "suspend": "view", "run": 20000, "lock": "m", "sync": {"ref": "q", "mutex": "m"},
                "unlock": "m", "run": 500, "resume": "main"},
            "binder": {"loop": -1, "lock": "m", "wait": {"ref": "q", "mutex": "m"}, "unlock": "m", "run": 200,
                "lock": "m", "signal": "q", "unlock": "m"},
        }, "global": {"duration": 600, "gnuplot": false}}"#,
        3.0 * 38.7,
    ),
    (
        "example7",
        r#"{"tasks": {
            "a": {"loop": -1, "runtime1": 1000, "sleep1": 2000, "barrier1": "FIRST", "runtime2": 2000, "barrier2": "SECOND"},
            "b": {"loop": -1, "runtime1": 2000, "barrier1": "FIRST", "runtime2": 1000, "sleep2": 2000, "barrier2": "SECOND"},
        }}"#,
        1000.0,
    ),
    (
        "example8",
        r#"{"tasks": {"mover": {"loop": 20, "cpus": [2], "phases": {
            "p1": {"cpus": [0], "run": 1500}, "p2": {"cpus": [1], "run": 1500}, "p3": {"run": 1500}
        }}}}"#,
        90.0,
    ),
    (
        "example9",
        r#"{"tasks": {
            "parent": {"loop": 5, "phases": {
                "first": {"fork": "known", "run": 2000, "sleep": 2000},
                "second": {"fork": "forked", "run": 4000, "sleep": 4000}
            }},
            "known": {"loop": 1, "phases": {"p": {"run": 3000}}},
            "forked": {"instance": 0, "loop": 1, "phases": {"p": {"run": 1000}}}
        }}"#,
        5.0 * 6.0 + 6.0 * 3.0 + 5.0,
    ),
    (
        "example10",
        r#"{"tasks": {"a": {"loop": -1, "run": 4000, "sleep": 6000, "taskgroup": "/web"}}}"#,
        400.0,
    ),
    (
        "example11",
        r#"{"tasks": {"a": {"loop": -1, "phases": {
            "p1": {"run": 2000, "sleep": 8000, "taskgroup": "/web/front"},
            "p2": {"run": 2000, "sleep": 8000},
            "p3": {"run": 2000, "sleep": 8000, "taskgroup": "/"}
        }}}}"#,
        200.0,
    ),
];

#[test]
fn the_events_of_the_public_files_run_and_take_the_time_that_they_say() {
    for &(files, text, ms) in LIKE_PUBLIC_FILES {
        let reading = good(text);
        let scenario = Scenario {
            machine: sched_core::machine::MachineId::Classroom8.into(),
            workload: Workload::RtApp(reading.workload),
            groups: reading.groups,
            limit_ms: 1000,
            lanes: vec![Lane::default()],
            ..Scenario::default()
        };
        assert_eq!(check(&scenario), [], "{files}");
        let mut sim = sched_core::sim::Simulation::new(&scenario, 0).expect("a good scenario");
        sim.run_to_end();
        let user = sim.report().user_ns as f64 / 1e6;
        assert!((user / ms - 1.0).abs() < 0.1, "{files}: {user} ms, by hand {ms}");
    }
}

#[test]
fn the_events_of_the_other_public_files_are_refused_by_name() {
    for (files, text, said) in [
        (
            "example6",
            r#"{"tasks": {"a": {"run": 9, "mem": 50, "iorun": 7}}}"#,
            "tasks.a: mem is not modelled.",
        ),
        (
            "calibration",
            r#"{"tasks": {"a": {"run": 9}}, "global": {"default_policy": "SCHED_FIFO"}}"#,
            "global.default_policy: SCHED_FIFO is not modelled.",
        ),
        (
            "dvfs",
            r#"{"tasks": {"a": {"policy": "SCHED_FIFO", "run": 9}}}"#,
            "tasks.a.policy: SCHED_FIFO is not modelled.",
        ),
        (
            "custom-slice",
            r#"{"tasks": {"a": {"run": 9, "dl-runtime": 3000}, "b": {"run": 9, "policy": "SCHED_DEADLINE"}}}"#,
            "tasks.b.policy: SCHED_DEADLINE is not modelled.",
        ),
        (
            "taskset, merge",
            r#"{"tasks": {"a": {"exec": 900, "period": 5000, "deadline": 5000}}}"#,
            "tasks.a: exec is not modelled.",
        ),
    ] {
        let fault = read(text.as_bytes()).expect_err("a fault").to_string();
        assert!(fault.starts_with(said), "{files}: {fault}");
    }
}
