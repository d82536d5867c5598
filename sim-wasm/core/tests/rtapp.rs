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
    // The first period begins with the task.
    assert!((199.9..200.5).contains(&ms), "{ms}");
    assert_eq!(in_time.wake, 20);
    let ms = late.elapsed_ns as f64 / 1e6;
    assert!((300.0..301.0).contains(&ms), "{ms}");
    assert_eq!(late.wake, 0, "none sleeps");
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
    let unknown = document.to_string().replace("\"run\"", "\"locks\"");
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

fn named(does: &str, on: &str) -> Value {
    json!({"do": does, "on": on})
}

fn wait(does: &str) -> Value {
    json!({"do": does, "on": "queue", "mutex": "mutex"})
}

/// A task with one phase.
fn task(name: &str, loops: u32, steps: Value) -> Value {
    json!({"name": name, "loops": loops, "phases": [{"steps": steps}]})
}

fn ms(r: &RunReport) -> f64 {
    r.elapsed_ns as f64 / 1e6
}

/// The milliseconds of work, and the time that the run took (ms).
fn work_and_time(tasks: Value) -> (u64, f64) {
    let r = runs("6.12", tasks);
    (r.messages, ms(&r))
}

#[test]
fn tasks_that_resume_each_other_take_turns() {
    for kernel in FAIR {
        let turn = |own: &str, other: &str| {
            task(own, 20, json!([step("run", 1_000), named("resume", other), named("suspend", own)]))
        };
        let r = runs(kernel, json!([turn("a", "b"), turn("b", "a")]));
        // Both run once at first. Then each runs while the other is suspended; the last suspend has no end.
        let mut one_at_a_time = 0;
        let work = json!({"kind": "rtapp", "tasks": [turn("a", "b"), turn("b", "a")]});
        let mut sim = Simulation::new(&scenario("classroom-8", kernel, work, |_| {}), 0).expect("good");
        while sim.now() < sched_core::engine::time::Ns::ms(15) {
            sim.step();
            let running = sim.system().cpus.each().filter(|(_, c)| c.curr.is_some()).count();
            one_at_a_time += u32::from(sim.now() > sched_core::engine::time::Ns::ms(3) && running > 1);
        }
        assert!(one_at_a_time < 40, "{kernel}: {one_at_a_time} events with both running");
        assert!((38..=40).contains(&r.messages), "{kernel}: {} ms of work", r.messages);
    }
}

#[test]
fn a_resume_that_finds_no_task_suspended_is_lost() {
    let late = task("late", 1, json!([step("run", 5_000), named("suspend", "x"), step("run", 1_000)]));
    let early = task("early", 1, json!([named("resume", "x"), step("run", 1_000)]));
    assert_eq!(runs("6.12", json!([late, early])).ended, Ended::Limit);
    let in_time = task("in time", 1, json!([step("run", 9_000), named("resume", "x")]));
    assert_eq!(runs("6.12", json!([late, in_time])).ended, Ended::Finished);
}

#[test]
fn a_mutex_is_held_by_one_task_at_a_time() {
    let held = |steps: Value| json!({"name": "t", "instances": 4, "loops": 5, "phases": [{"steps": steps}]});
    let locked = held(json!([named("lock", "m"), step("run", 2_000), named("unlock", "m")]));
    let free = held(json!([step("run", 2_000)]));
    let (work, time) = work_and_time(json!([locked]));
    assert_eq!(work, 40);
    assert!((40.0..41.0).contains(&time), "one after the other: {time} ms");
    let (work, time) = work_and_time(json!([free]));
    assert_eq!(work, 40);
    assert!((10.0..11.0).contains(&time), "all at once: {time} ms");
    // Two mutexes exclude nothing from each other.
    let pair = |m: &str| task(m, 5, json!([named("lock", m), step("run", 2_000), named("unlock", m)]));
    let (_, time) = work_and_time(json!([pair("x"), pair("y")]));
    assert!((10.0..11.0).contains(&time), "{time} ms");
}

#[test]
fn a_signal_wakes_one_waiter_and_a_broadcast_all() {
    let waiter = json!({"name": "waiter", "instances": 3, "loops": 1, "phases": [{"steps": [
        named("lock", "mutex"), wait("wait"), named("unlock", "mutex"), step("run", 1_000)]}]});
    let after = |does: &str| task("waker", 1, json!([step("run", 5_000), named(does, "queue")]));
    let signalled = runs("6.12", json!([waiter, after("signal")]));
    assert_eq!((signalled.messages, signalled.ended), (5 + 1, Ended::Limit));
    let all = runs("6.12", json!([waiter, after("broad")]));
    assert_eq!((all.messages, all.ended), (5 + 3, Ended::Finished));
    assert!((6.0..6.5).contains(&ms(&all)), "{} ms", ms(&all));
}

#[test]
fn a_waiter_releases_its_mutex_and_has_it_again_when_it_goes_on() {
    let waiter = task(
        "waiter",
        1,
        json!([named("lock", "mutex"), wait("wait"), step("run", 3_000), named("unlock", "mutex")]),
    );
    let waker = task(
        "waker",
        1,
        json!([
            step("run", 1_000),
            named("lock", "mutex"),
            named("signal", "queue"),
            step("run", 4_000),
            named("unlock", "mutex")
        ]),
    );
    let (work, time) = work_and_time(json!([waiter, waker]));
    // 1 ms, 4 ms with the mutex, and only then the waiter's 3 ms.
    assert_eq!(work, 8);
    assert!((8.0..8.5).contains(&time), "{time} ms");
}

#[test]
fn sync_wakes_the_other_and_sleeps() {
    let steps = json!([named("lock", "mutex"), step("run", 1_000), wait("sync"), named("unlock", "mutex")]);
    let r = runs("6.12", json!([task("a", 10, steps.clone()), task("b", 10, steps)]));
    // They alternate; the last to sleep is never woken.
    assert!((19..=20).contains(&r.messages), "{}", r.messages);
}

#[test]
fn a_barrier_is_left_when_all_its_tasks_have_come() {
    let at = |name: &str, before: u32, after: u32| {
        task(name, 4, json!([step("run", before), named("barrier", "b"), step("run", after)]))
    };
    let (work, time) = work_and_time(json!([at("a", 1_000, 3_000), at("b", 4_000, 1_000)]));
    assert_eq!(work, 4 * 9);
    // The second comes last each time, and begins its next round 1 ms after the barrier: 5 ms a round. The first leaves
    // the last barrier for 3 ms.
    assert!((22.0..22.6).contains(&time), "{time} ms");
}

#[test]
fn a_shared_timer_is_advanced_by_each_of_its_tasks() {
    let timed = |name: &str, timer: Value| task(name, 10, json!([step("run", 500), timer]));
    let own = json!({"do": "timer", "us": 4_000});
    let shared = json!({"do": "timer", "us": 4_000, "on": "tick"});
    let (_, time) = work_and_time(json!([timed("a", own.clone()), timed("b", own)]));
    assert!((40.0..40.5).contains(&time), "each its own: {time} ms");
    let (_, time) = work_and_time(json!([timed("a", shared.clone()), timed("b", shared)]));
    assert!((80.0..80.5).contains(&time), "one for both: {time} ms");
}

#[test]
fn a_task_without_instances_runs_when_it_is_forked() {
    let child =
        json!({"name": "child", "instances": 0, "loops": 1, "phases": [{"steps": [step("run", 2_000)]}]});
    let parent = task("parent", 3, json!([named("fork", "child"), step("run", 1_000)]));
    for kernel in FAIR {
        let r = runs(kernel, json!([child, parent]));
        assert_eq!((r.messages, r.ended), (3 + 3 * 2, Ended::Finished), "{kernel}");
    }
    // At most sixteen live at the same time.
    let sleeper =
        json!({"name": "child", "instances": 0, "loops": 1, "phases": [{"steps": [step("sleep", 900_000)]}]});
    let parent = task("parent", 40, json!([named("fork", "child"), step("run", 1_000)]));
    let r = runs("6.12", json!([sleeper, parent]));
    assert_eq!(r.groups.iter().map(|group| group.tasks).sum::<u32>(), 17);
}

#[test]
fn a_phase_has_its_cpus() {
    let on = |cpus: &str| json!({"cpus": cpus, "steps": [step("run", 1_500)]});
    let tasks =
        json!([{"cpus": "2", "loops": 3, "phases": [on("0"), on("1"), {"steps": [step("run", 1_500)]}]}]);
    for kernel in FAIR {
        let work = json!({"kind": "rtapp", "tasks": tasks});
        let mut sim =
            Simulation::new(&scenario("classroom-8", kernel, work, |_| {}), 0).expect("a good scenario");
        let mut seen = Vec::new();
        while !sim.done() {
            sim.step();
            for (cpu, c) in sim.system().cpus.each() {
                if c.curr.is_some() && seen.last() != Some(&cpu.0) {
                    seen.push(cpu.0);
                }
            }
        }
        // It begins on its own CPU, where it sets those of its first phase.
        assert_eq!(seen, [2, 0, 1, 2, 0, 1, 2, 0, 1, 2], "{kernel}");
    }
}

#[test]
fn a_phase_has_its_slice_and_its_group() {
    let phases = json!([
        {"loops": 30, "group": 1, "slice_us": 700, "steps": [step("run", 10_000)]},
        {"loops": 10, "group": 0, "steps": [step("run", 10_000)]},
    ]);
    for kernel in ["5.9", "6.12", "7.3"] {
        let document = json!({"version": 3, "machine": "classroom-8", "kernel": kernel, "limit_ms": 1_000,
            "workload": {"kind": "rtapp", "tasks": [{"loops": 1, "phases": phases}]},
            "costs": {"jitter_pct": 0, "switch": 0}, "groups": [{"weight": 100}], "lanes": [{}]});
        let s = parse(&document.to_string()).expect("a good scenario");
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.run_to_end();
        let r = sim.report();
        assert_eq!(r.ended, Ended::Finished, "{kernel}");
        let share = r.cgroups[0].usage_pct;
        assert!((74.0..76.0).contains(&share), "300 of 400 ms, {kernel}: {share} %");
        let slice = sim.system().tasks.each().next().and_then(|(_, task)| task.attr.slice);
        assert_eq!(slice, Some(sched_core::engine::time::Ns::us(700)), "{kernel}");
    }
}

#[test]
fn fields_that_a_step_lacks_or_has_in_vain_are_refused_with_their_place() {
    for (steps, field) in [
        (json!([{"do": "run"}]), "us"),
        (json!([{"do": "lock", "on": "m", "us": 3}]), "us"),
        (json!([{"do": "signal"}]), "on"),
        (json!([{"do": "sleep", "us": 1, "on": "x"}]), "on"),
        (json!([{"do": "wait", "on": "q"}]), "mutex"),
        (json!([{"do": "yield", "mutex": "m"}]), "mutex"),
        (json!([{"do": "lock", "on": ""}]), "on"),
        (json!([{"do": "fork", "on": "nobody"}]), "on"),
    ] {
        let document = json!({"version": 3, "machine": "classroom-8", "lanes": [{}], "workload": {
            "kind": "rtapp", "tasks": [task("t", 1, steps.clone())]}});
        let found = parse(&document.to_string()).expect_err("a fault");
        assert_eq!(found[0].field, format!("workload.tasks[0].phases[0].steps[0].{field}"), "{steps}");
        assert_eq!(found.len(), 1, "{steps}: {found:?}");
    }
    let group = json!({"version": 3, "machine": "classroom-8", "lanes": [{}], "workload": {
        "kind": "rtapp", "tasks": [{"phases": [{"group": 1, "steps": [step("run", 1)]}]}]}});
    let found = parse(&group.to_string()).expect_err("a fault");
    assert_eq!(found[0].field, "workload.tasks[0].phases[0].group");
}
