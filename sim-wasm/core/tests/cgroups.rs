//! Control groups on whole runs: the effects of `cpu.weight` and `cpu.max`, and the scheduling attributes that a document
//! gives to kinds of tasks.

use crate::common::{config, hash_over_snapshots, run, scenario};
use proptest::prelude::*;
use sched_core::document::read::read as read_document;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::read;
use sched_core::observe::log::{self, LogLevel};
use sched_core::observe::report::{CgroupRow, RunReport};
use sched_core::observe::steps::Value as StepValue;
use sched_core::observe::vocab::{Answer, Decided, EventKind, Func, LOG_WORDS, Role};
use sched_core::scenario::{Scenario, parse};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

const FAIR: [&str; 10] = ["4.20", "5.4", "5.9", "5.10", "5.15", "6.5", "6.8", "6.12", "6.18", "7.3"];

/// Two seconds of hogs and sleepers on some CPUs of a small machine. Where they may use few CPUs, a group weighs by its tasks
/// in 7.3: `cgroup_mode` is that of the kernels before.
fn hogs(kernel: &str, cpus: &str, work: &Value, groups: &Value, tasks: &Value) -> Scenario {
    let mut workload = json!({"kind": "hogs", "sleepers": 0});
    for (key, value) in work.as_object().expect("fields") {
        workload[key] = value.clone();
    }
    let rules = if kernel == "7.3" { json!({"cgroup_mode": "smp"}) } else { json!({}) };
    let text = json!({
        "version": 3, "machine": "classroom-8", "kernel": kernel, "workload": workload, "cpus": cpus,
        "groups": groups, "tasks": tasks, "limit_ms": 2_000, "lanes": [{"rules": rules}],
    });
    parse(&text.to_string()).expect("a good scenario")
}

/// The hogs in group 1, the rivals in group 2.
fn two(kernel: &str, cpus: &str, work: Value, groups: Value) -> Scenario {
    let tasks = json!([{"kind": "hog", "group": 1}, {"kind": "rival", "group": 2}]);
    hogs(kernel, cpus, &work, &groups, &tasks)
}

fn usage(r: &RunReport) -> Vec<f64> {
    r.cgroups.iter().map(|group| group.usage_pct).collect()
}

fn near(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() < within
}

fn off(mut s: Scenario, change: impl FnOnce(&mut sched_core::scenario::Features)) -> Scenario {
    change(&mut s.lanes[0].features);
    s
}

/// `put_prev_entity`: after a pick of another group's task, the task that ran before is compared like the others of its
/// group.
#[test]
fn only_the_task_that_ran_until_now_is_protected() {
    let work =
        json!({"hogs": 2, "rivals": 1, "rival_nice": 0, "sleepers": 2, "run_us": 5_000, "sleep_us": 20_000});
    let groups = json!([{"weight": 100}, {"weight": 100}]);
    let tasks =
        json!([{"kind": "hog", "group": 1}, {"kind": "sleeper", "group": 1}, {"kind": "rival", "group": 2}]);
    for kernel in ["6.8", "6.12", "6.18"] {
        let mut s = hogs(kernel, "0", &work, &groups, &tasks);
        s.lanes[0].rules.base_slice_us = Some(3_000);
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.keep_picks(true);
        sim.run_to_end();
        let mut ran = None;
        let mut protected = 0;
        for pick in read(&sim.take_decisions()).iter().filter(|decision| decision.kind == Decided::Pick) {
            for step in pick.steps.iter().filter(|step| step.answer == Answer::Protected) {
                assert_eq!(ran.map(StepValue::Task), Some(step.value), "{kernel} {pick:?}");
                protected += 1;
            }
            ran = pick.task;
        }
        assert!(protected > 10, "{kernel}: {protected}");
    }
}

#[test]
fn groups_share_a_cpu_by_weight_however_many_tasks_they_have() {
    for kernel in FAIR {
        for (weights, share) in [([100, 100], 50.0), ([300, 100], 75.0), ([100, 900], 10.0)] {
            let groups = json!([{"weight": weights[0]}, {"weight": weights[1]}]);
            let s = two(kernel, "0", json!({"hogs": 1, "rivals": 5, "rival_nice": 0}), groups);
            let of = usage(&run(&s));
            assert!(
                near(of[0], share, 1.5) && near(of[1], 100.0 - share, 1.5),
                "{kernel} {weights:?}: {of:?}"
            );
            // Without the switch the groups have equal weights.
            let same = usage(&run(&off(s, |f| f.cpu_weight = false)));
            assert!(near(same[0], 50.0, 1.5), "{kernel} {weights:?}: {same:?}");
        }
    }
}

#[test]
fn a_group_weighs_as_one_task_of_nice_0_beside_tasks_of_the_root_group() {
    for kernel in FAIR {
        let tasks = json!([{"kind": "hog", "group": 1}]);
        let work = json!({"hogs": 4, "rivals": 1, "rival_nice": 0});
        let r = run(&hogs(kernel, "0", &work, &json!([{}]), &tasks));
        assert!(near(r.cgroups[0].usage_pct, 50.0, 1.5), "{kernel}: {:?}", r.cgroups);
        // Nice values still count within the group.
        let work = json!({"hogs": 1, "rivals": 1, "rival_nice": 5, "sleepers": 0});
        let tasks = json!([{"kind": "hog", "group": 1}, {"kind": "rival", "group": 1}]);
        let r = run(&hogs(kernel, "0", &work, &json!([{}]), &tasks));
        assert!(near(r.groups[0].cpu_pct, 75.3, 1.0), "{kernel}: {}", r.groups[0].cpu_pct);
    }
}

#[test]
fn the_shares_of_a_group_are_split_over_the_cpus_in_proportion_to_its_load() {
    for kernel in FAIR {
        // Eight hogs on two CPUs in each group, one of them with twice the weight.
        let groups = json!([{"weight": 200}, {"weight": 100}]);
        let s = two(kernel, "0-1", json!({"hogs": 4, "rivals": 4, "rival_nice": 0}), groups);
        let of = usage(&run(&s));
        assert!(near(of[0], 400.0 / 3.0, 8.0), "{kernel}: {of:?}");
    }
}

/// One hog in a group and eight in another of the same weight, on eight CPUs. With *smp* the eight weigh an eighth of a task on
/// each CPU and leave one to the single hog. With *concur* they weigh nearly as much as it does on the CPU that they share, and
/// who shares a CPU changes.
#[test]
fn with_concur_a_group_weighs_as_much_as_it_has_tasks() {
    for (mode, single) in [("smp", 96.0..100.0), ("concur", 50.0..90.0)] {
        let s = two("6.18", "0-7", json!({"hogs": 1, "rivals": 8, "rival_nice": 0}), json!([{}, {}]));
        let of = usage(&run(&with_mode(s, mode)));
        assert!(single.contains(&of[0]) && near(of[0] + of[1], 800.0, 4.0), "{mode}: {of:?}");
    }
}

/// The weights of the first group's entities on all CPUs together, in shares of a weight of 100: the mean of half a second.
fn shares_in_force(s: &Scenario) -> f64 {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    let mut weights = 0;
    for ms in 500..1_000 {
        sim.advance(Ns::ms(ms), u64::MAX);
        let here = |cpu| sim.inspect_cpu(CpuId(cpu)).expect("a CPU").queue.groups;
        let all = (0..8).flat_map(here).filter(|group| group.group == 1);
        weights += all.map(|group| group.weight).sum::<u64>();
    }
    weights as f64 / 500.0 / 1024.0
}

fn with_mode(mut s: Scenario, mode: &str) -> Scenario {
    s.lanes[0].rules = read_document(&json!({"cgroup_mode": mode}).into()).expect("rules");
    s
}

/// A busy CPU that the tasks of a group have left takes its contribution back from the group's load (`__update_blocked_fair`).
#[test]
fn a_group_whose_task_is_moved_between_busy_cpus_keeps_its_shares() {
    for kernel in FAIR {
        let s = two(kernel, "0-3", json!({"hogs": 1, "rivals": 12, "rival_nice": 0}), json!([{}, {}]));
        let shares = shares_in_force(&with_mode(s, "smp"));
        assert!(shares > 0.9 && shares < 1.01, "{kernel}: {shares}");
    }
}

#[test]
fn a_group_gets_its_quota_and_cpu_stat_counts_its_throttling() {
    for kernel in FAIR {
        for (cpus, hogs, quota, period, share) in [
            ("0", 1, 20_000, 100_000, 20.0),
            ("0-3", 4, 100_000, 100_000, 100.0),
            ("0", 2, 5_000, 20_000, 25.0),
        ] {
            let groups = json!([{"quota_us": quota, "period_us": period}, {}]);
            let s = two(kernel, cpus, json!({"hogs": hogs, "rivals": 0}), groups);
            let r = run(&s);
            let group: &CgroupRow = &r.cgroups[0];
            // A group overdraws its quota by up to a tick on each CPU, and pays it back.
            assert!(near(group.usage_pct, share, 0.03 * share + 1.0), "{kernel} {quota}/{period}: {group:?}");
            let periods = 2_000_000 / u64::from(period as u32);
            assert!(group.nr_periods.abs_diff(periods) <= 2, "{kernel}: {group:?}");
            assert!(group.nr_throttled * 10 >= group.nr_periods * 8, "{kernel}: {group:?}");
            // Without the quota each hog would keep a CPU busy all the time, if there are enough CPUs.
            let busy = if cpus == "0" { 1.0 } else { f64::from(hogs) };
            let idle = (busy * 100.0 - share) / 100.0 * 2e6;
            assert!(near(group.throttled_us as f64, idle, 0.05 * idle), "{kernel}: {group:?}");
            assert_eq!((r.cgroups[1].nr_periods, r.cgroups[1].tasks), (0, 0));
            // Without the switch there is no limit.
            let free = run(&off(s, |f| f.cpu_max = false));
            assert!(free.cgroups[0].usage_pct > busy * 99.0, "{kernel}: {:?}", free.cgroups);
            assert_eq!((free.cgroups[0].nr_throttled, free.cgroups[0].throttled_us), (0, 0));
        }
    }
}

#[test]
fn a_group_below_its_quota_is_never_throttled() {
    for kernel in FAIR {
        let tasks = json!([{"kind": "sleeper", "group": 1}]);
        let work = json!({"hogs": 1, "sleepers": 1, "run_us": 1_000, "sleep_us": 9_000});
        let s = |quota: u32| hogs(kernel, "0", &work, &json!([{"quota_us": quota}]), &tasks);
        let r = run(&s(20_000));
        assert_eq!((r.cgroups[0].nr_throttled, r.cgroups[0].throttled_us), (0, 0), "{kernel}");
        assert!(r.cgroups[0].nr_periods >= 18, "{kernel}: {:?}", r.cgroups);
        // With a smaller quota it waits for the next period: some wake-ups take tens of milliseconds.
        let tight = run(&s(4_000));
        assert!(tight.cgroups[0].nr_throttled > 10, "{kernel}: {:?}", tight.cgroups);
        let latency = |r: &RunReport| r.groups[1].wake_latency.p99;
        assert!(latency(&tight) > 30_000_000 && latency(&r) < 25_000_000, "{kernel}");
    }
}

#[test]
fn a_throttled_group_waits_for_its_next_period_with_idle_cpus_beside_it() {
    for kernel in FAIR {
        let tasks = json!([{"kind": "hog", "group": 2}, {"kind": "sleeper", "group": 1}]);
        let work = json!({"hogs": 1, "sleepers": 8, "run_us": 1_500, "sleep_us": 10_000});
        let groups = json!([{"quota_us": 50_000}, {}]);
        let r = run(&hogs(kernel, "0-3", &work, &groups, &tasks));
        let [p50, p99, most] =
            [r.wake_latency.p50, r.wake_latency.p99, r.wake_latency.p99_9].map(|ns| ns / 1_000_000);
        assert!(p50 < 1 && (30..110).contains(&p99) && most < 120, "{kernel}: {:?}", r.wake_latency);
        assert!(near(usage(&r)[0], 50.0, 5.0) && near(usage(&r)[1], 100.0, 5.0), "{kernel}: {:?}", usage(&r));
        assert!(r.busy_pct < 50.0, "{kernel}: {}", r.busy_pct);
    }
}

#[test]
fn a_throttled_group_leaves_its_cpu_to_others_and_the_log_records_when() {
    for kernel in FAIR {
        let groups = json!([{"quota_us": 10_000, "period_us": 50_000}, {}]);
        let s = two(kernel, "0", json!({"hogs": 2, "rivals": 1, "rival_nice": 0}), groups);
        let r = run(&s);
        assert!(near(usage(&r)[0], 20.0, 2.0) && near(usage(&r)[1], 80.0, 2.0), "{kernel}: {:?}", usage(&r));
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let (mut throttled, mut count, mut seen) = (false, [0, 0], false);
        while !sim.done() {
            sim.set_log(LogLevel::Switches, Ns::ZERO);
            sim.advance(Ns::MAX, 50);
            for record in sim.take_log().chunks(LOG_WORDS) {
                let kind = log::KIND.of(record);
                if kind == EventKind::Throttle.word() || kind == EventKind::Unthrottle.word() {
                    let begins = kind == EventKind::Throttle.word();
                    assert_ne!(begins, throttled, "{kernel}: in turn");
                    assert_eq!((log::CPU.of(record), log::HOW.of(record)), (CpuId(0), 1));
                    throttled = begins;
                    count[usize::from(begins)] += 1;
                }
            }
            let queue = sim.inspect_cpu(CpuId(0)).expect("a CPU").queue;
            let of_first = queue.tasks.iter().filter(|task| task.cgroup == 1);
            assert!(of_first.clone().all(|task| !task.throttled || throttled && !task.running), "{kernel}");
            let left = of_first.clone().filter(|task| task.throttled).count() as u32;
            // From 6.18 on each task leaves when it is picked next.
            let at_once = !["6.18", "7.1", "7.3"].contains(&kernel);
            assert!(!at_once || left == if throttled { 2 } else { 0 }, "{kernel}");
            assert_eq!((of_first.count() as u32, queue.nr_running), (2, 3 - left), "{kernel}");
            seen |= left == 2;
        }
        assert!(seen && count[1] >= 30 && count[1] - count[0] <= 1, "{kernel}: {count:?}");
    }
}

#[test]
fn a_pick_records_the_groups_and_which_of_them_are_throttled() {
    for kernel in ["5.9", "6.12"] {
        let groups = json!([{"quota_us": 10_000, "period_us": 50_000}, {"weight": 50}]);
        let s = two(kernel, "0", json!({"hogs": 1, "rivals": 2, "rival_nice": 0}), groups);
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.advance(Ns::ms(200), u64::MAX);
        let steps: Vec<_> = read(&sim.take_decisions()).into_iter().flat_map(|d| d.steps).collect();
        let of = |answer| steps.iter().filter(|s| s.func == Func::GroupCfsRq && s.answer == answer).count();
        assert!(of(Answer::Waits) > 10 && of(Answer::Throttled) > 5 && of(Answer::Chosen) > 10, "{kernel}");
    }
}

#[test]
fn a_snapshot_of_a_run_with_groups_goes_on_over_flips() {
    for kernel in FAIR {
        let groups = json!([{"quota_us": 15_000, "period_us": 40_000, "weight": 300}, {}]);
        let mut s = two(kernel, "0-2", json!({"hogs": 4, "rivals": 3, "rival_nice": 0}), groups);
        for (ms, max) in [(300, false), (600, true)] {
            let mut features = s.lanes[0].features.clone();
            features.cpu_max = max;
            features.cpu_weight = max;
            s.lanes[0].flips.push(sched_core::scenario::Flip { at_ns: ms * 1_000_000, features });
        }
        s.limit_ms = 900;
        let whole = run(&s);
        assert!(whole.cgroups[0].nr_throttled > 10);
        let in_parts = hash_over_snapshots(&s, &[33, 290, 310, 450, 615, 800]);
        assert_eq!(in_parts, whole.hash, "{kernel}");
    }
}

/// A wake-up in the queue charges the running task, which can start the period timer of its quota.
#[test]
fn a_quota_whose_timer_starts_with_a_wake_up_is_refilled_in_time() {
    for kernel in FAIR {
        let groups = json!([{"quota_us": 12_000, "period_us": 1_500}]);
        let work =
            json!({"hogs": 1, "rivals": 0, "sleepers": 4, "run_us": 700, "sleep_us": 4_000, "poisson": true});
        let s = hogs(kernel, "0", &work, &groups, &json!([{"kind": "hog", "group": 1}]));
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let mut was = Ns::ZERO;
        while sim.step() {
            assert!(sim.now() >= was, "{kernel}: from {was} to {}", sim.now());
            was = sim.now();
        }
        assert!(sim.report().cgroups[0].nr_periods > 100, "{kernel}");
    }
}

#[test]
fn a_flip_of_cpu_weight_changes_the_weights_at_once_on_all_cpus() {
    for kernel in FAIR {
        let mut s = two(
            kernel,
            "0-1",
            json!({"hogs": 4, "rivals": 4, "rival_nice": 0}),
            json!([{"weight": 300}, {}]),
        );
        for (ms, cpu_weight) in [(300, false), (600, true)] {
            let features = sched_core::scenario::Features { cpu_weight, ..s.lanes[0].features.clone() };
            s.lanes[0].flips.push(sched_core::scenario::Flip { at_ns: ms * 1_000_000, features });
        }
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        for (ms, weight) in [(299, 3072), (300, 1024), (600, 3072)] {
            sim.advance(Ns::ms(ms), u64::MAX);
            let groups = sim.system().queues.groups().expect("groups");
            let of_first = [0, 1].map(|cpu| groups.places(CpuId(cpu))[0].weight);
            // The group's weight on each of the two CPUs.
            let sum: u64 = of_first.iter().sum();
            assert!(sum.abs_diff(weight) < weight / 10, "{kernel} {ms}: {of_first:?}");
        }
    }
}

#[test]
fn the_o1_scheduler_has_no_groups() {
    let groups = json!([{"quota_us": 10_000, "weight": 1}, {}]);
    let work = json!({"hogs": 1, "rivals": 2, "rival_nice": 0});
    let with = run(&two("2.5.5x", "0", work.clone(), groups));
    let without = run(&hogs("2.5.5x", "0", &work, &json!([]), &json!([])));
    assert_eq!(with.hash, without.hash);
    assert_eq!(with.cgroups[0].nr_periods, 0);
}

#[test]
fn empty_groups_change_only_the_report() {
    let work =
        json!({"kind": "schbench", "message_threads": 2, "workers": 4, "compute_us": 500, "sleep_us": 1_000});
    for kernel in ["5.9", "6.12"] {
        let plain = scenario("classroom-8", kernel, work.clone(), |s| s.limit_ms = 300);
        let mut s = plain.clone();
        s.groups.push(Default::default());
        assert_eq!(run(&s).hash, run(&plain).hash, "{kernel}");
    }
}

#[test]
fn every_workload_has_the_nice_values_and_slices_of_the_document() {
    let works = [
        (json!({"kind": "hackbench", "groups": 1, "loops": 2_000, "fds": 4}), vec!["sender", "receiver"]),
        (json!({"kind": "pairs", "pairs": 6, "requests": 3_000}), vec!["client", "server"]),
        (json!({"kind": "jobs", "jobs": 6, "work_us": 20_000}), vec!["job"]),
        (
            json!({"kind": "numa", "jobs": 4, "work_ms": 60, "disturb_ms": 5, "disturb_groups": 1, "disturb_loops": 3}),
            vec!["job", "sender", "receiver"],
        ),
        (json!({"kind": "sharing", "kilo_iterations": 500}), vec!["job"]),
        (
            json!({"kind": "schbench", "message_threads": 1, "workers": 6, "compute_us": 900, "sleep_us": 500}),
            vec!["client", "server"],
        ),
    ];
    for (work, kinds) in works {
        let of = |tasks: Value| {
            let text = json!({
                "version": 3, "machine": "classroom-8", "kernel": "6.12", "workload": work, "cpus": "0-1",
                "tasks": tasks, "limit_ms": 400, "lanes": [{}],
            });
            run(&parse(&text.to_string()).expect("a good scenario"))
        };
        let plain = of(json!([]));
        let named: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
        assert_eq!(of(json!(named)).hash, plain.hash, "{work}: what is the default changes nothing");
        for (i, kind) in kinds.iter().enumerate() {
            let r = of(json!([{"kind": kind, "nice": 7, "slice_us": 400}]));
            let rows: Vec<_> = r.groups.iter().filter(|row| row.kind.key() == *kind).collect();
            assert!(
                !rows.is_empty() && rows.iter().all(|row| (row.nice, row.slice_us) == (7, 400)),
                "{kind}"
            );
            let others = r.groups.iter().filter(|row| row.kind.key() != *kind);
            assert!(others.clone().all(|row| (row.nice, row.slice_us) == (0, 0)), "{kind}");
            if kinds.len() > 1 || i > 0 {
                assert_ne!(r.hash, plain.hash, "{work} {kind}");
            }
            assert!(r.groups.iter().any(|row| row.cpu_pct > 0.0 && row.tasks > 0));
        }
    }
}

#[test]
fn nice_senders_of_hackbench_get_less_than_its_receivers() {
    let of = |nice: i32| {
        let work = json!({"kind": "hackbench", "groups": 1, "loops": 2_000, "fds": 4});
        let text = json!({
            "version": 3, "machine": "classroom-8", "kernel": "6.12", "workload": work, "cpus": "0",
            "tasks": [{"kind": "sender", "nice": nice}], "limit_ms": 300, "lanes": [{}],
        });
        let r = run(&parse(&text.to_string()).expect("a good scenario"));
        let switched = |role| r.groups.iter().find(|row| row.kind == role).expect("a row").switches_per_s;
        switched(Role::Sender) / switched(Role::Receiver)
    };
    assert_ne!(of(0).to_bits(), of(19).to_bits());
}

#[test]
fn contradictory_fields_are_refused_one_by_one() {
    let refused = |groups: Value, tasks: Value, kind: &str| {
        let text = json!({
            "version": 3, "machine": "classroom-8", "kernel": "6.12", "workload": {"kind": kind}, "groups": groups,
            "tasks": tasks, "lanes": [{}],
        });
        let faults = parse(&text.to_string()).expect_err("a fault");
        faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    let none = json!([]);
    assert_eq!(refused(json!([{"quota_us": 999}]), none.clone(), "hogs"), ["groups[0].quota_us"]);
    assert_eq!(refused(json!([{"weight": 0}]), none.clone(), "hogs"), ["groups[0].weight"]);
    assert_eq!(refused(json!([{"period_us": 999}]), none.clone(), "hogs"), ["groups[0].period_us"]);
    assert_eq!(refused(json!([{"name": "x".repeat(25)}]), none.clone(), "hogs"), ["groups[0].name"]);
    assert_eq!(refused(json!([{}, {}, {}, {}, {}, {}, {}, {}, {}]), none.clone(), "hogs"), ["groups"]);
    assert_eq!(refused(none.clone(), json!([{"kind": "hog", "group": 1}]), "hogs"), ["tasks[0].group"]);
    assert_eq!(refused(none.clone(), json!([{"kind": "sender"}]), "hogs"), ["tasks[0].kind"]);
    assert_eq!(refused(none.clone(), json!([{"kind": "hog", "nice": 5}]), "hogs"), ["tasks[0].nice"]);
    assert_eq!(refused(none.clone(), json!([{"kind": "job"}, {"kind": "job"}]), "jobs"), ["tasks[1].kind"]);
    assert_eq!(refused(none, json!([{"kind": "job", "nice": 20}]), "jobs"), ["tasks[0].nice"]);
}

/// Two groups of hogs and sleepers on two CPUs, with slices of their own.
fn mixed(kernel: &str) -> Scenario {
    let work = json!({
        "hogs": 3, "slice_us": 8_000, "rivals": 2, "rival_nice": 0, "sleepers": 4, "sleeper_slice_us": 500,
        "run_us": 700, "sleep_us": 2_500, "poisson": true
    });
    let tasks =
        json!([{"kind": "hog", "group": 1}, {"kind": "sleeper", "group": 1}, {"kind": "rival", "group": 2}]);
    hogs(kernel, "0-1", &work, &json!([{"weight": 150}, {}]), &tasks)
}

/// A group of sleepers and hogs beside the hogs of the root group on one CPU.
fn sleepers(kernel: &str) -> Scenario {
    let work = json!({
        "hogs": 3, "rivals": 2, "rival_nice": 0, "sleepers": 12, "run_us": 100, "sleep_us": 3_000, "poisson": true
    });
    let tasks = json!([{"kind": "sleeper", "group": 1}, {"kind": "rival", "group": 1}]);
    hogs(kernel, "0", &work, &json!([{"weight": 150}, {}]), &tasks)
}

#[test]
fn each_rule_of_groups_makes_a_difference() {
    for (kernel, rule, value) in [
        ("6.12", "pick_buddy", json!("off")),
        ("6.18", "pick_buddy", json!("off")),
        ("6.18", "pick_buddy", json!("at_pick")),
        ("6.12", "group_slice", json!(false)),
        ("6.18", "group_slice", json!(false)),
        ("7.3", "cgroup_mode", json!("concur")),
        ("7.3", "flat_groups", json!(false)),
        ("7.3", "short_buddy", json!(false)),
    ] {
        let plain = if rule == "pick_buddy" { sleepers(kernel) } else { mixed(kernel) };
        let mut other = plain.clone();
        other.lanes[0].rules =
            read_document(&json!({"cgroup_mode": "smp", rule: &value}).into()).expect("rules");
        assert_ne!(run(&plain).hash, run(&other).hash, "{kernel} {rule} {value}");
    }
}

proptest! {
    #![proptest_config(config(24))]

    /// By hand: with *smp* the entities of a group weigh its shares together. With *concur* as many times as tasks run on an
    /// average, rounded down: the average of n tasks that always run is up to a 64th below n, so n - 1 times, at least once
    /// and at most as often as there are CPUs.
    #[test]
    fn a_group_has_its_shares_once_or_as_often_as_tasks_of_it_run(
        kernel in prop::sample::select(&FAIR[..]), hogs in 1u32..13, weight in 20u32..500, concur in any::<bool>()
    ) {
        let s = two(kernel, "0-7", json!({"hogs": hogs, "rivals": 0}), json!([{"weight": weight}, {}]));
        let times = if concur { (hogs - 1).clamp(1, 8) } else { 1 };
        let expected = f64::from(times * weight) / 100.0;
        let found = shares_in_force(&with_mode(s, if concur { "concur" } else { "smp" }));
        prop_assert!(near(found, expected, 0.08 * expected), "{kernel}, {hogs} of {weight}: {found} for {expected}");
    }

    /// By hand: a group gets its weight's part of the CPU, a task of it its own weight's part of that. The root group's hogs
    /// of nice 0 weigh 1024 each.
    #[test]
    fn flat_groups_share_a_cpu_by_the_product_of_the_weights(
        weights in prop::array::uniform2(20u32..500), hogs in 1u32..4, rivals in 1u32..4, nice in -3i32..=3, root in 0u32..3
    ) {
        let work = json!({
            "hogs": hogs, "rivals": rivals, "rival_nice": nice, "sleepers": root, "run_us": 100_000, "sleep_us": 1
        });
        let tasks = json!([{"kind": "hog", "group": 1}, {"kind": "rival", "group": 2}]);
        let groups = json!([{"weight": weights[0]}, {"weight": weights[1]}]);
        let s = self::hogs("7.3", "0", &work, &groups, &tasks);
        let of = usage(&run(&s));
        let all = f64::from(weights[0] + weights[1] + 100 * root);
        for (at, weight) in weights.into_iter().enumerate() {
            let share = f64::from(weight) / all * 100.0;
            prop_assert!(near(of[at], share, 2.5), "{weights:?} {root}: {of:?} for {share}");
        }
    }
}
