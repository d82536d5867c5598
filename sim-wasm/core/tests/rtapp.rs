//! Tasks of `rt-app` on whole runs: they follow their phases, on the right CPUs and for the right time.

use crate::common::{run, scenario};
use sched_core::machine::kernel::ForkRule;
use sched_core::observe::report::{Ended, RunReport};
use sched_core::scenario::parse;
use sched_core::sim::Simulation;
use serde_json::{Value, json};

const FAIR: [&str; 4] = ["5.9", "6.5", "6.12", "6.18"];

/// Without the spread of operations, and without the cost of a switch.
fn runs(kernel: &str, tasks: Value) -> RunReport {
    let work = json!({"kind": "rtapp", "tasks": tasks});
    run(&scenario("classroom-8", kernel, work, |s| {
        s.limit_ms = 1_000;
        s.costs.extend([("jitter_pct".to_string(), 0), ("switch".to_string(), 0), ("wakeup".to_string(), 0)]);
    }))
}

fn step(does: &str, us: u32) -> Value {
    json!({"do": does, "us": us})
}

#[test]
fn a_task_goes_through_its_phases_and_ends() {
    for kernel in FAIR {
        let phases = json!([
            {"loops": 3, "steps": [step("run", 2_000), step("sleep", 1_000)]},
            {"steps": [step("runtime", 5_000)]},
        ]);
        let r = runs(kernel, json!([{"loops": 4, "phases": phases}]));
        assert_eq!(r.ended, Ended::Finished, "{kernel}");
        // 4 × (3 × 3 ms + 5 ms), and the cost of wake-ups.
        let ms = r.elapsed_ns as f64 / 1e6;
        assert!((56.0..57.0).contains(&ms), "{kernel}: {ms} ms");
        assert_eq!(r.messages, 4 * (3 * 2 + 5), "{kernel}: ms of work");
        assert_eq!(r.wake, 12, "{kernel}");
    }
}

#[test]
fn a_timer_keeps_its_period_and_a_late_one_restarts_it() {
    let periodic = |run: u32| {
        runs("6.12", json!([{"loops": 20, "phases": [{"steps": [step("run", run), step("timer", 10_000)]}]}]))
    };
    let (in_time, late) = (periodic(3_000), periodic(15_000));
    let ms = in_time.elapsed_ns as f64 / 1e6;
    // The first period begins when the task first reaches the timer.
    assert!((202.0..204.0).contains(&ms), "{ms}");
    assert_eq!(in_time.wake, 20);
    let ms = late.elapsed_ns as f64 / 1e6;
    assert!((300.0..312.0).contains(&ms), "{ms}");
    assert_eq!(late.wake, 1, "only the first sleeps");
}

#[test]
fn runtime_passes_while_others_run_and_run_does_not() {
    let two = |does: &str| {
        let one = json!({"loops": 1, "cpus": "0", "phases": [{"steps": [step(does, 60_000)]}]});
        runs("6.12", json!([one, one])).elapsed_ns as f64 / 1e6
    };
    // The time of the task that runs second begins once it runs.
    assert!((60.0..70.0).contains(&two("runtime")), "{}", two("runtime"));
    assert!((120.0..121.0).contains(&two("run")), "{}", two("run"));
}

#[test]
fn nice_values_instances_and_cpus_are_those_of_the_document() {
    let hog = |nice: i32, cpus: &str| json!({"nice": nice, "cpus": cpus, "phases": [{"steps": [step("run", 1_000)]}]});
    let r = runs("6.12", json!([hog(0, "2"), hog(5, "2")]));
    let share = r.groups[0].cpu_pct / (r.groups[0].cpu_pct + r.groups[1].cpu_pct);
    assert!((share - 1024.0 / 1359.0).abs() < 0.02, "{share}");
    assert!((r.busy_pct - 12.5).abs() < 0.1, "one of eight CPUs: {}", r.busy_pct);
    let work = json!({"kind": "rtapp", "copies": 3, "tasks": [
        {"instances": 2, "cpus": "1,5", "loops": 1, "phases": [{"steps": [step("run", 30_000)]}]},
    ]});
    for kernel in ["2.5.5x", "5.9", "6.12"] {
        // The CPUs of the scenario do not matter.
        let r = run(&scenario("classroom-8", kernel, work.clone(), |s| s.cpus = Some("7".into())));
        assert_eq!(r.ended, Ended::Finished);
        let ms = r.elapsed_ns as f64 / 1e6;
        assert!((78.0..130.0).contains(&ms), "six tasks of 30 ms on two CPUs, {kernel}: {ms}");
    }
}

#[test]
fn nonexistent_cpus_are_refused_with_their_place() {
    let document = json!({"version": 3, "machine": "classroom-8", "lanes": [{}], "workload": {
        "kind": "rtapp", "tasks": [{"cpus": "4-9", "phases": [{"steps": [step("run", 1)]}]}]}});
    let found = parse(&document.to_string()).expect_err("a fault");
    assert_eq!(found[0].field, "workload.tasks[0].cpus");
    let unknown = document.to_string().replace("\"run\"", "\"lock\"");
    let found = parse(&unknown).expect_err("a fault");
    assert_eq!(found[0].field, "workload.tasks[0].phases[0].steps[0].do");
}

#[test]
fn a_task_not_allowed_on_its_parents_cpu_begins_on_an_allowed_one() {
    let work = json!({"kind": "rtapp", "tasks": [{"cpus": "6", "loops": 3, "phases": [{"steps": [step("run", 2_000)]}]}]});
    for kernel in FAIR {
        let s = scenario("classroom-8", kernel, work.clone(), |s| {
            s.lanes[0].cpus = Some("1".into());
            s.lanes[0].rules.fork = Some(ForkRule::Parent);
        });
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        while !sim.done() {
            sim.step();
            assert!(sim.system().cpus.each().all(|(cpu, c)| c.curr.is_none() || cpu.0 == 6), "{kernel}");
        }
        assert_eq!(sim.report().ended, Ended::Finished, "{kernel}");
    }
}

/// Two tasks keep the CPUs they are bound to busy, and a third the CPU of the scenario. No CPU is idle, and none counts as
/// idle because tasks may not use it.
#[test]
fn shares_of_time_are_of_all_cpus_a_task_may_run_on() {
    let phases = json!([{"steps": [step("run", 1_000)]}]);
    let task = |cpus: Value| json!({"loops": 0, "cpus": cpus, "phases": phases});
    let work = json!({"kind": "rtapp", "tasks": [task(json!("4")), task(json!("5")), task(Value::Null)]});
    let r = run(&scenario("classroom-8", "6.12", work, |s| {
        s.cpus = Some("0".into());
        s.limit_ms = 1_000;
    }));
    assert!((99.0..=100.0).contains(&r.busy_pct), "{} %", r.busy_pct);
    let shares: Vec<f64> = r.groups.iter().map(|group| group.cpu_pct).collect();
    assert!((99.0..=100.0).contains(&shares.iter().sum::<f64>()), "{shares:?}");
}
