//! `SCHED_BATCH`, `SCHED_IDLE` and `cpu.idle` on whole runs.

use crate::common::random::fair_scenarios;
use crate::common::{config, run};
use proptest::prelude::*;
use sched_core::engine::ids::{PerTask, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::{self, KernelId};
use sched_core::observe::report::{GroupRow, RunReport};
use sched_core::observe::vocab::{ClassId, Role};
use sched_core::runqueue::SchedClass;
use sched_core::runqueue::eevdf::{EevdfRules, Entity, Turn};
use sched_core::scenario::{Policy, Scenario, parse};
use sched_core::sim::Simulation;
use sched_core::system::{System, Task, TaskState};
use serde_json::{Value, json};

const FAIR: [&str; 9] = ["4.20", "5.9", "5.10", "6.5", "6.8", "6.12.0", "6.12", "6.18", "7.3"];

/// Hogs and sleepers on some CPUs of a small machine. `tasks`: the policies of kinds of tasks.
fn hogs(kernel: &str, cpus: &str, limit_ms: u32, work: &Value, tasks: &[(&str, &str)]) -> Scenario {
    let mut workload = json!({"kind": "hogs", "hogs": 1, "sleepers": 0});
    for (key, value) in work.as_object().expect("fields") {
        workload[key] = value.clone();
    }
    let setting = |&(kind, policy): &(&str, &str)| json!({"kind": kind, "policy": policy});
    let tasks: Vec<Value> = tasks.iter().map(setting).collect();
    let text = json!({
        "version": 3, "machine": "classroom-8", "kernel": kernel, "workload": workload, "cpus": cpus,
        "tasks": tasks, "limit_ms": limit_ms, "lanes": [{}],
    });
    parse(&text.to_string()).expect("a good scenario")
}

fn of(report: &RunReport, role: Role) -> &GroupRow {
    report.groups.iter().find(|group| group.kind == role).expect("tasks of this kind")
}

#[test]
fn a_task_of_sched_idle_weighs_3_beside_others() {
    // By hand: 3 of 1027 of the CPU, 29 ms of 10 s. A turn of the idle task lasts a tick.
    let rivals = json!({"rivals": 1, "rival_nice": 0});
    for kernel in FAIR {
        let report = run(&hogs(kernel, "0", 10_000, &rivals, &[("rival", "idle")]));
        let idle = report.groups.iter().find(|group| group.policy.as_deref() == Some("idle"));
        let ran_ms = idle.expect("its row").cpu_pct * 100.0;
        assert!((21.0..=37.0).contains(&ran_ms), "{kernel}: {ran_ms} ms");
    }
    // Among each other they share.
    for kernel in FAIR {
        let both = [("hog", "idle"), ("rival", "idle")];
        let report = run(&hogs(kernel, "0", 2_000, &rivals, &both));
        let pct = &report.groups[0].task_pct;
        assert!(pct.iter().all(|&pct| (pct - 50.0).abs() < 1.0), "{kernel}: {pct:?}");
    }
}

#[test]
fn an_idle_group_weighs_3_where_the_kernel_has_cpu_idle() {
    for kernel in FAIR {
        let mut s = hogs(kernel, "0", 10_000, &json!({"rivals": 3, "rival_nice": 0}), &[]);
        let text = json!([{"name": "quiet", "weight": 500, "idle": true}]);
        s.groups = sched_core::document::read::read(&text.into()).expect("groups");
        let text = json!([{"kind": "rival", "group": 1}]);
        s.tasks = sched_core::document::read::read(&text.into()).expect("settings");
        let pct = run(&s).cgroups[0].usage_pct;
        let expected = match kernel {
            "4.20" | "5.9" | "5.10" => 79.0..=87.0,
            // Three times its shares, for three tasks (`cgroup_mode`).
            "7.3" => 0.4..=1.0,
            _ => 0.2..=0.4,
        };
        assert!(expected.contains(&pct), "{kernel}: {pct}");
    }
}

#[test]
fn a_woken_task_preempts_one_of_sched_idle_at_once() {
    // The sleeper runs for 3 ms after 2 ms of sleep: it would wait often beside another normal task.
    let work = json!({"sleepers": 1, "run_us": 3_000, "sleep_us": 2_000});
    for kernel in FAIR {
        let wait = |hog| {
            let report = run(&hogs(kernel, "0", 2_000, &work, &[("hog", hog)]));
            of(&report, Role::Sleeper).wake_latency.p99
        };
        let (beside_normal, beside_idle) = (wait("normal"), wait("idle"));
        assert!(beside_normal > 1_000_000, "{kernel}: {beside_normal}");
        assert!(beside_idle < 20_000, "{kernel}: {beside_idle}");
    }
}

/// By hand: the idle task has run for 1 ms, 341 1/3 ms of virtual time, and is at V, so that it is eligible, and protected
/// until its request of 3 ms is served. The other one comes with lag 0, to the same place, with an earlier deadline.
#[test]
fn a_protected_task_of_sched_idle_goes_since_6_17_and_in_6_12_y() {
    for (kernel, goes) in [
        (KernelId::V6_8, false),
        (KernelId::V6_12_0, false),
        (KernelId::V6_12, true),
        (KernelId::V6_18_2, true),
        (KernelId::V7_3, true),
    ] {
        let rules = EevdfRules::of(&kernel::rules(kernel), 8, Ns::ms(4));
        let (idle, other) = (TaskId(0), TaskId(1));
        let mut entities: PerTask<Entity> = [3, 1024].map(Entity::new).into_iter().collect();
        entities[idle].policy = Policy::Idle;
        let mut turn = Turn::default();
        turn.join(idle, false, &mut entities, &rules);
        assert_eq!(turn.pick(&mut entities, &rules, &mut Vec::new()), Some(idle));
        turn.set_next(idle, &mut entities, &rules);
        turn.charge(Ns::ms(1), &mut entities, &rules);
        turn.join(other, false, &mut entities, &rules);
        assert_eq!([idle, other].map(|task| entities[task].vruntime), [341_333_333; 2]);
        assert!(entities[idle].deadline > entities[other].deadline && entities[idle].is_protected());
        turn.idle_gives_way(&mut entities, &rules);
        turn.put_prev(&entities);
        let picked = turn.pick(&mut entities, &rules, &mut Vec::new());
        assert_eq!(picked, Some(if goes { other } else { idle }), "{kernel:?}");
    }
}

#[test]
fn a_task_of_sched_batch_preempts_none_at_its_wake_up() {
    // With a slice so short, a normal sleeper preempts from 6.12 on whatever the hog's protection.
    let work = json!({"sleepers": 1, "sleeper_slice_us": 200, "run_us": 300, "sleep_us": 9_700});
    for kernel in FAIR {
        let median = |policy| {
            let report = run(&hogs(kernel, "0", 4_000, &work, &[("sleeper", policy)]));
            of(&report, Role::Sleeper).wake_latency.p50
        };
        let (normal, batch) = (median("normal"), median("batch"));
        assert!(batch > 500_000, "{kernel}: {batch}");
        // In 6.8 nobody preempts whom its request protects.
        assert!(kernel == "6.8" || normal < 100_000, "{kernel}: {normal}");
    }
}

#[test]
fn a_wake_up_takes_a_cpu_with_idle_tasks_alone_for_an_idle_one() {
    // Four hogs of SCHED_IDLE keep all CPUs busy; five sleepers come beside them, so that two share a CPU. Where these meet,
    // one goes to another CPU at once, or waits.
    let regular = json!({"hogs": 4, "sleepers": 5, "run_us": 1_000, "sleep_us": 3_100});
    let random = json!({"hogs": 4, "sleepers": 5, "run_us": 1_000, "sleep_us": 8_000, "poisson": true});
    for (rule, sleepers) in [(true, "normal"), (false, "normal"), (true, "idle")] {
        let report = |kernel, work| {
            let mut s = hogs(kernel, "0-3", 2_000, work, &[("hog", "idle"), ("sleeper", sleepers)]);
            s.lanes[0].rules.sched_idle_cpu = Some(rule);
            run(&s)
        };
        let p99 = of(&report("5.9", &regular), Role::Sleeper).wake_latency.p99;
        let wakes = report("6.12", &random).wakes;
        let moved: u64 =
            wakes.iter().filter(|(distance, _)| *distance != "cpu").map(|(_, count)| count).sum();
        if sleepers == "idle" {
            // They have to share with the hogs.
            assert!(p99 > 1_000_000, "{p99}");
        } else {
            assert_eq!((p99 < 20_000, moved > 20), (rule, rule), "{p99}, {moved}");
        }
    }
}

#[test]
fn policies_say_nothing_under_the_o1_scheduler() {
    let work = json!({"rivals": 1, "rival_nice": 0, "sleepers": 2});
    let hash = |policies: &[(&str, &str)]| run(&hogs("2.5.5x", "0", 1_000, &work, policies)).hash;
    assert_eq!(hash(&[]), hash(&[("rival", "idle"), ("sleeper", "batch")]));
}

#[test]
fn a_policy_that_is_none_is_refused() {
    let text = r#"{"version":3,"machine":"classroom-8","workload":{"kind":"hogs"},
        "tasks":[{"kind":"hog","policy":"fifo"}],"groups":[{"idle":1}],"lanes":[{}]}"#;
    let faults = parse(text).expect_err("two faults");
    let about = |field: &str| faults.iter().find(|fault| fault.field == field).expect(field);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(about("tasks[0].policy").message.contains("batch"), "{faults:?}");
    assert!(about("groups[0].idle").message.contains('1'), "{faults:?}");
}

const POLICIES: [&str; 3] = ["normal", "batch", "idle"];

/// The tasks that a CPU's queues say are of `SCHED_IDLE` are those that wait, run or are delayed there and are.
fn check_idle(sys: &System) {
    let groups = sys.queues.groups().is_some();
    for cpu in sys.machine.cpus().iter() {
        let is_counted = |&(id, task): &(TaskId, &Task)| {
            task.cpu == cpu
                && !sys.is_throttled(id, cpu)
                && (matches!(task.state, TaskState::Running | TaskState::Waiting)
                    || sys.queues.delayed(cpu).contains(&id))
        };
        let is_idle = |&(_, task): &(TaskId, &Task)| {
            let by_group = groups && sys.queues.groups().is_some_and(|of| of.is_idle(task.attr.group.into()));
            task.attr.policy == Policy::Idle || by_group
        };
        let counted: Vec<_> = sys.tasks.each().filter(is_counted).collect();
        let idle = counted.iter().filter(|task| is_idle(task)).count();
        if sys.rules.class != ClassId::O1 {
            assert_eq!(sys.queues.nr_idle(cpu) as usize, idle, "CPU {cpu}");
            let only = !counted.is_empty() && idle == counted.len() && sys.rules.sched_idle_cpu;
            assert_eq!(sys.is_sched_idle(cpu), only, "CPU {cpu}");
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    /// No task of `SCHED_IDLE` gets more than a little beside a hog that is not.
    #[test]
    fn idle_tasks_get_little_beside_others(
        kernel in 0..FAIR.len(),
        counts in (1..3u32, 0..3u32, 0..4u32),
        policies in (0..2usize, 0..3usize, 0..3usize),
        times in (100..5_000u32, 500..9_000u32),
    ) {
        let work = json!({
            "hogs": counts.0, "rivals": counts.1, "rival_nice": 0, "sleepers": counts.2,
            "run_us": times.0, "sleep_us": times.1,
        });
        let of = [("hog", policies.0), ("rival", policies.1), ("sleeper", policies.2)];
        let s = hogs(FAIR[kernel], "0", 700, &work, &of.map(|(kind, policy)| (kind, POLICIES[policy])));
        let report = run(&s);
        let idle = report.groups.iter().filter(|group| group.policy.as_deref() == Some("idle"));
        let pct: f64 = idle.map(|group| group.cpu_pct).sum();
        prop_assert!(pct < 6.0, "{}", pct);
    }

    /// Any work, in any groups, under any policies.
    #[test]
    fn idle_tasks_are_counted(mut s in fair_scenarios(), seed in any::<u32>()) {
        let drawn = |i: usize| (seed as usize >> (3 * i)) % 8;
        for (i, task) in s.tasks.iter_mut().enumerate() {
            task.policy = [Policy::Normal, Policy::Batch, Policy::Idle, Policy::Idle][drawn(i) % 4];
        }
        for (i, group) in s.groups.iter_mut().enumerate() {
            group.idle = drawn(i + 3) < 3;
        }
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        while !sim.done() && sim.events() < 6_000 {
            sim.advance(Ns::MAX, 101);
            check_idle(sim.system());
        }
    }
}
