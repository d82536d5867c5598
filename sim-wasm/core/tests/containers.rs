//! Control groups in groups, bursts, the expiry of slices, and cpusets, on whole runs.

use crate::common::{config, hash_over_snapshots, run};
use proptest::prelude::*;
use sched_core::document::read::read as read_document;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::machine::names;
use sched_core::observe::log::{self, LogLevel};
use sched_core::observe::report::RunReport;
use sched_core::observe::vocab::{EventKind, LOG_WORDS};
use sched_core::scenario::{Scenario, parse};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

const FAIR: [&str; 11] = ["4.20", "5.4", "5.9", "5.10", "5.15", "6.5", "6.8", "6.12", "6.18", "7.1", "7.3"];

/// Hogs of rt-app, a number of them in each of these groups (by number), on some CPUs of a small machine for two seconds.
fn hogs(kernel: &str, cpus: &str, groups: &Value, of: &[(u32, u32)]) -> Scenario {
    let steps = json!([{"do": "run", "us": 5_000}]);
    let task = |(i, &(group, count)): (usize, &(u32, u32))| {
        json!({"name": format!("hog{i}"), "instances": count, "group": group, "loops": 0,
            "phases": [{"loops": 1, "steps": steps}]})
    };
    let tasks: Vec<Value> = of.iter().enumerate().map(task).collect();
    with_tasks(kernel, cpus, groups, &tasks)
}

fn with_tasks(kernel: &str, cpus: &str, groups: &Value, tasks: &[Value]) -> Scenario {
    let rules = if kernel == "7.3" { json!({"cgroup_mode": "smp"}) } else { json!({}) };
    let text = json!({
        "version": 3, "machine": "classroom-8", "kernel": kernel, "cpus": cpus, "groups": groups,
        "workload": {"kind": "rtapp", "tasks": tasks}, "limit_ms": 2_000, "lanes": [{"rules": rules}],
    });
    parse(&text.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn usage(r: &RunReport) -> Vec<f64> {
    r.cgroups.iter().map(|group| group.usage_pct).collect()
}

fn near(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() < within
}

fn with_rules(mut s: Scenario, rules: &Value) -> Scenario {
    s.lanes[0].rules = read_document(&rules.clone().into()).expect("rules");
    s
}

/// Without the fields that put a group into another one.
fn flat(mut groups: Value) -> Value {
    for group in groups.as_array_mut().expect("a list") {
        group.as_object_mut().expect("a group").remove("parent");
    }
    groups
}

/// /a of weight 100 holds /a/x (300) and /a/y (100), beside /b (100): /b has half of the CPU, whatever is in /a.
#[test]
fn groups_in_a_group_share_what_it_has_by_weight() {
    let groups =
        json!([{"weight": 100}, {"weight": 300, "parent": 1}, {"weight": 100, "parent": 1}, {"weight": 100}]);
    for kernel in FAIR {
        let of = usage(&run(&hogs(kernel, "0", &groups, &[(2, 1), (3, 3), (4, 2)])));
        for (at, share) in [(0, 50.0), (1, 37.5), (2, 12.5), (3, 50.0)] {
            assert!(near(of[at], share, 1.5), "{kernel}: {of:?}");
        }
        // The same groups side by side: 300 of 500.
        let of = usage(&run(&hogs(kernel, "0", &flat(groups.clone()), &[(2, 1), (3, 3), (4, 2)])));
        assert!(near(of[1], 60.0, 1.5), "{kernel}: {of:?}");
    }
}

/// golang/go#81180: `cpu.max` of the parent, the leaf unlimited.
#[test]
fn a_throttled_parent_throttles_the_groups_in_it() {
    let groups = json!([{"quota_us": 20_000}, {"parent": 1}, {"parent": 2}, {}]);
    for kernel in FAIR {
        for (cpus, busy) in [("0", 100.0), ("0-1", 200.0)] {
            let r = run(&hogs(kernel, cpus, &groups, &[(3, 2), (4, 2)]));
            let of = usage(&r);
            assert!(near(of[0], 20.0, 1.5) && near(of[2], 20.0, 1.5), "{kernel}: {of:?}");
            assert!(near(of[3], busy - 20.0, 2.0), "{kernel}: {of:?}");
            assert!(r.cgroups[0].nr_throttled > 15 && r.cgroups[2].nr_throttled == 0, "{kernel}");
            let of = usage(&run(&hogs(kernel, cpus, &flat(groups.clone()), &[(3, 2), (4, 2)])));
            assert!(of[2] > 40.0, "{kernel}: side by side none limits the other: {of:?}");
        }
    }
}

#[test]
fn each_level_has_its_own_quota() {
    // The parent has 60 ms, one child 10 ms, the other one no limit of its own.
    let groups = json!([{"quota_us": 60_000}, {"quota_us": 10_000, "parent": 1}, {"parent": 1}]);
    for kernel in FAIR {
        let of = usage(&run(&hogs(kernel, "0-1", &groups, &[(2, 2), (3, 2)])));
        assert!(near(of[0], 60.0, 3.0) && near(of[1], 10.0, 1.5), "{kernel}: {of:?}");
        assert!(near(of[2], 50.0, 4.0), "{kernel}: {of:?}");
    }
}

/// A task that runs for 20 ms in each of two periods of 100 ms, then for 85 ms in one, in a group that may run for 50 ms.
fn spiky(kernel: &str, burst_us: u32) -> Scenario {
    let steps = json!([{"do": "run", "us": 20_000}, {"do": "sleep", "us": 80_000}, {"do": "run", "us": 20_000},
            {"do": "sleep", "us": 80_000}, {"do": "run", "us": 85_000}, {"do": "sleep", "us": 15_000}]);
    let task = json!({"name": "spiky", "group": 1, "loops": 0, "phases": [{"steps": steps}]});
    with_tasks(kernel, "0", &json!([{"quota_us": 50_000, "burst_us": burst_us}]), &[task])
}

#[test]
fn a_burst_is_paid_from_what_was_saved() {
    for kernel in FAIR {
        let (without, with) = (run(&spiky(kernel, 0)), run(&spiky(kernel, 50_000)));
        let [of, burst] = [&without, &with].map(|r| &r.cgroups[0]);
        assert!(of.nr_throttled > 3, "{kernel}: {of:?}");
        if ["4.20", "5.4", "5.9", "5.10"].contains(&kernel) {
            assert_eq!(with.hash, without.hash, "{kernel} has no burst");
            continue;
        }
        assert_eq!(burst.nr_throttled, 0, "{kernel}: {burst:?}");
        assert!(burst.nr_bursts > Some(3), "{kernel}: {burst:?}");
        // Each spike of 85 ms uses up to 35 ms above the quota of its period.
        assert!(burst.burst_time_us > Some(3 * 20_000), "{kernel}: {burst:?}");
        let off = with_rules(spiky(kernel, 50_000), &json!({"cpu_burst": false}));
        assert!(run(&off).cgroups[0].nr_throttled > 3, "{kernel}");
    }
}

/// Names of kernels without rules of their own: what limits a group is as it was in that release.
#[test]
fn a_kernel_given_by_name_has_bursts_from_5_14_on_and_slices_that_expire_until_5_3() {
    for name in [
        "4.19.83",
        "4.19.84",
        "4.20",
        "5.4",
        "5.8",
        "5.13",
        "5.14",
        "5.15.0-91-generic",
        "5.17",
        "6.1",
        "6.6",
    ] {
        let release = names::named(name).expect("a name");
        let number = (release.major, release.minor);
        let saved = run(&spiky(name, 50_000)).cgroups[0].nr_throttled == 0;
        assert_eq!(saved, number >= (5, 14), "{name}");
        let of = &run(&spread(name)).cgroups[0];
        let is_lost = of.nr_throttled * 4 > of.nr_periods;
        assert_eq!(is_lost, ["4.19.83", "4.20"].contains(&name), "{name}: {of:?}");
    }
}

/// No run uses more than what the quotas of its periods and one burst allow.
#[test]
fn a_burst_is_no_higher_quota() {
    for kernel in ["5.15", "6.5", "6.12", "7.3"] {
        let s = hogs(kernel, "0-3", &json!([{"quota_us": 50_000, "burst_us": 50_000}]), &[(1, 4)]);
        let of = usage(&run(&s));
        assert!(near(of[0], 50.0, 3.0), "{kernel}: {of:?}");
    }
}

/// Threads that run 1.6 ms in a period on each of eight CPUs, of 16 ms that the group may: 13 ms.
fn spread(kernel: &str) -> Scenario {
    let steps = json!([{"do": "run", "us": 400}, {"do": "sleep", "us": 24_000}]);
    let task = |cpu: u32| {
        json!({"name": format!("t{cpu}"), "group": 1, "loops": 0, "cpus": cpu.to_string(),
            "phases": [{"steps": steps}]})
    };
    let tasks: Vec<Value> = (0..8).map(task).collect();
    with_tasks(kernel, "0-7", &json!([{"quota_us": 16_000}]), &tasks)
}

/// kubernetes#67577, de53fd7aedb1: each CPU keeps up to a millisecond, which is lost at the end of the period.
#[test]
fn slices_that_expire_throttle_a_group_below_its_quota() {
    let old = run(&spread("4.20"));
    let of = &old.cgroups[0];
    assert!(of.usage_pct < 14.5, "{of:?}");
    assert!(of.nr_throttled * 4 > of.nr_periods, "{of:?}");
    let mended = run(&with_rules(spread("4.20"), &json!({"slices_expire": false})));
    assert!(mended.cgroups[0].nr_throttled * 10 < mended.cgroups[0].nr_periods, "{:?}", mended.cgroups[0]);
    for kernel in &FAIR[1..] {
        let of = &run(&spread(kernel)).cgroups[0];
        assert!(of.nr_throttled * 10 < of.nr_periods, "{kernel}: {of:?}");
        let old = run(&with_rules(spread(kernel), &json!({"slices_expire": true})));
        assert!(old.cgroups[0].nr_throttled > of.nr_throttled + 2, "{kernel}: {:?}", old.cgroups[0]);
    }
}

/// Pairs that talk over pipes, in a group that may use half a CPU of two.
fn talkers(kernel: &str, pairs: u32, quota_us: u32) -> Scenario {
    let text = json!({
        "version": 3, "machine": "classroom-8", "kernel": kernel, "cpus": "0-1",
        "groups": [{"quota_us": quota_us}], "tasks": [{"kind": "client", "group": 1}, {"kind": "server", "group": 1}],
        "workload": {"kind": "pairs", "pairs": pairs, "requests": 0, "think_ns": 30_000, "service_ns": 20_000},
        "limit_ms": 1_000, "lanes": [{}],
    });
    parse(&text.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// How often a task was seen throttled, and how often one that had not been switched in since it was woken.
fn throttled_after_waking(s: &Scenario) -> (u32, u32) {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    let mut has_run = std::collections::BTreeMap::new();
    let mut seen = (0, 0);
    while !sim.done() {
        sim.set_log(LogLevel::All, Ns::ZERO);
        sim.advance(Ns::MAX, 20);
        for record in sim.take_log().chunks(LOG_WORDS) {
            let kind = log::KIND.of(record);
            if kind == EventKind::Wake.word() || kind == EventKind::Switch.word() {
                has_run.insert(log::TASK.of(record), kind == EventKind::Switch.word());
            }
        }
        for task in (0..2).flat_map(|cpu| sim.system().throttled(CpuId(cpu))) {
            seen.0 += 1;
            seen.1 += u32::from(has_run.get(&u32::from(task)) == Some(&false));
        }
    }
    seen
}

/// In the middle of a system call, as in `read` of a pipe, no task waits for runtime.
#[test]
fn a_woken_task_ends_its_system_call_before_it_is_throttled_from_6_18_on() {
    for kernel in ["6.18.2", "6.18", "7.0", "7.3"] {
        let s = talkers(kernel, 6, 50_000);
        let (throttled, before) = throttled_after_waking(&s);
        assert!(throttled > 20 && before == 0, "{kernel}: {before} of {throttled}");
        let old = with_rules(s, &json!({"throttle_tasks": false}));
        let (throttled, before) = throttled_after_waking(&old);
        assert!(before > 0, "{kernel}: {before} of {throttled}");
    }
    // In older kernels the queue is.
    assert!(throttled_after_waking(&talkers("6.12", 6, 50_000)).1 > 0);
}

/// Four hogs on one CPU. When the group has no runtime left, each is picked once more, and leaves on its way to user mode.
#[test]
fn each_task_of_a_throttled_group_is_switched_in_to_be_throttled_from_6_18_on() {
    for kernel in ["6.18", "7.3"] {
        let s = hogs(kernel, "0", &json!([{"quota_us": 30_000}]), &[(1, 4)]);
        let both = [s.clone(), with_rules(s, &json!({"throttle_tasks": false}))].map(|s| {
            let mut sim = Simulation::new(&s, 0).expect("a good scenario");
            sim.run_to_end();
            let switches = sim.system().tasks.iter().map(|task| task.history.switched_in).sum::<u32>();
            (switches, sim.report().cgroups.remove(0))
        });
        let [(switches, of), (before, was)] = both;
        // Four more, or three, in each of twenty periods.
        assert!((60..=80).contains(&(switches - before)), "{kernel}: {switches} and {before}");
        assert_eq!((of.nr_periods, of.nr_throttled), (was.nr_periods, was.nr_throttled));
        assert!(near(of.usage_pct, was.usage_pct, 0.5), "{kernel}: {of:?} {was:?}");
    }
}

/// `cpuset.cpus` of a group, of one in it, and the affinity of its tasks.
#[test]
fn a_group_keeps_its_tasks_on_its_cpus() {
    // Groups, the tasks' own list, and where they may run.
    for (groups, own, expected) in [
        (json!([{"cpus": "2-3"}]), None, "2-3"),
        (json!([{"cpus": "2-3"}]), Some("3-5"), "3"),
        // Nothing in common: the group's.
        (json!([{"cpus": "2-3"}]), Some("6"), "2-3"),
        (json!([{"cpus": "2-5"}, {"cpus": "4-7", "parent": 1}]), None, "4-5"),
        (json!([{"cpus": "2-5"}, {"cpus": "6-7", "parent": 1}]), None, "2-5"),
        (json!([{"cpus": "2-5"}, {"parent": 1}]), Some("1-2"), "2"),
        (json!([{}]), Some("1-2"), "1-2"),
    ] {
        for kernel in FAIR {
            let group = groups.as_array().map_or(0, Vec::len);
            let steps = json!([{"do": "run", "us": 300}, {"do": "sleep", "us": 100}]);
            let mut task = json!({"name": "t", "instances": 6, "group": group, "loops": 0,
                "phases": [{"steps": steps}]});
            if let Some(own) = own {
                task["cpus"] = json!(own);
            }
            let mut sim =
                Simulation::new(&with_tasks(kernel, "0-7", &groups, &[task]), 0).expect("a good scenario");
            let mut seen = std::collections::BTreeSet::new();
            for ms in 1..400 {
                sim.advance(Ns::ms(ms), u64::MAX);
                let running = (0..8).filter(|&cpu| sim.system().cpus[CpuId(cpu)].curr.is_some());
                seen.extend(running);
            }
            let allowed = sim.system().tasks.iter().next().expect("a task").allowed;
            assert_eq!(allowed.to_list(), expected, "{kernel} {groups}");
            assert!(seen.iter().all(|&cpu| allowed.test(CpuId(cpu))), "{kernel} {groups}: {seen:?}");
            assert!(!seen.is_empty(), "{kernel} {groups}");
        }
    }
}

/// `concur` counts the CPUs that the group may use.
#[test]
fn a_group_bound_to_a_cpu_weighs_once_there() {
    for (cpus, share) in [(json!("0"), 50.0), (Value::Null, 80.0)] {
        let mut first = json!({"weight": 100});
        if cpus != Value::Null {
            first["cpus"] = cpus;
        }
        let mut s = hogs("7.3", "0", &json!([first, {}]), &[(1, 5), (2, 1)]);
        s = with_rules(s, &json!({"cgroup_mode": "concur"}));
        let of = usage(&run(&s));
        assert!(near(of[0], share, 4.0), "{share}: {of:?}");
    }
}

#[test]
fn contradictory_containers_are_refused_one_by_one() {
    let refused = |groups: Value| {
        let text = json!({
            "version": 3, "machine": "classroom-8", "kernel": "6.12", "workload": {"kind": "hogs"}, "groups": groups,
            "lanes": [{}],
        });
        let faults = parse(&text.to_string()).expect_err("a fault");
        faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; ")
    };
    for (groups, said) in [
        (json!([{"parent": 1}]), "groups[0].parent is 1"),
        (json!([{}, {"parent": 3}, {}]), "groups[1].parent is 3"),
        (json!([{"quota_us": 5_000, "burst_us": 5_001}]), "groups[0].burst_us is 5001"),
        (json!([{"burst_us": 1}]), "groups[0].burst_us is 1"),
        (json!([{"cpus": "0-8"}]), "groups[0].cpus"),
        (json!([{"cpus": "all"}]), "groups[0].cpus"),
    ] {
        let refused = refused(groups);
        assert!(refused.starts_with(said), "{said}: {refused}");
    }
}

prop_compose! {
    /// A tree of groups with weights and quotas.
    fn tree()(
        groups in prop::collection::vec((any::<u32>(), 20u32..500, prop_oneof![Just(0u32), 4_000..60_000u32]), 2..6)
    ) -> Value {
        groups
            .into_iter()
            .enumerate()
            .map(|(at, (parent, weight, quota))| {
                json!({"weight": weight, "quota_us": quota, "parent": parent % (at as u32 + 1), "period_us": 50_000})
            })
            .collect()
    }
}

proptest! {
    #![proptest_config(config(24))]

    /// Whatever the quota: no task is throttled between its wake-up and the end of its system call, the group gets its quota,
    /// and a snapshot goes on to the same events.
    #[test]
    fn no_task_is_throttled_in_a_system_call_from_6_18_on(
        pairs in 1u32..8, quota in 5_000u32..120_000, kernel in prop::sample::select(&["6.18.2", "6.18", "7.1", "7.3"][..])
    ) {
        let s = talkers(kernel, pairs, quota);
        prop_assert_eq!(throttled_after_waking(&s).1, 0);
        let r = run(&s);
        prop_assert!(r.cgroups[0].usage_pct < f64::from(quota) / 1000.0 * 1.03 + 2.0, "{:?}", r.cgroups);
        prop_assert_eq!(hash_over_snapshots(&s, &[77, 350, 613]), r.hash);
    }

    /// By hand: no group, with all that is in it, gets more than its quota, nor than the one that it is in; a CPU is idle only
    /// while all groups that have tasks are throttled.
    #[test]
    fn no_group_of_a_tree_gets_more_than_any_quota_above_it(
        groups in tree(), kernel in prop::sample::select(&FAIR[..]), wide in any::<bool>()
    ) {
        let list = groups.as_array().expect("a list");
        let hogs: Vec<(u32, u32)> = (1..=list.len() as u32).map(|group| (group, 1 + group % 2)).collect();
        let s = self::hogs(kernel, if wide { "0-2" } else { "0" }, &groups, &hogs);
        let r = run(&s);
        let of = usage(&r);
        for (at, group) in list.iter().enumerate() {
            let quota = group["quota_us"].as_f64().unwrap_or(0.0) / 500.0;
            prop_assert!(quota == 0.0 || of[at] < quota * 1.03 + 2.0, "{kernel} {groups}: {of:?}");
            let parent = group["parent"].as_u64().unwrap_or(0) as usize;
            prop_assert!(parent == 0 || of[at] <= of[parent - 1] + 1e-9, "{kernel} {groups}: {of:?}");
        }
        prop_assert_eq!(hash_over_snapshots(&s, &[77, 350, 613]), r.hash);
    }

    /// By hand: on one CPU a hog gets its group's part of what the group that this is in has, and so on.
    #[test]
    fn shares_multiply_down_a_tree(
        weights in prop::array::uniform4(20u32..500), kernel in prop::sample::select(&FAIR[..])
    ) {
        let [a, b, x, y] = weights;
        let groups = json!([{"weight": a}, {"weight": b}, {"weight": x, "parent": 1}, {"weight": y, "parent": 1}]);
        let of = usage(&run(&hogs(kernel, "0", &groups, &[(2, 1), (3, 1), (4, 2)])));
        let top = 100.0 * f64::from(a) / f64::from(a + b);
        let inner = top * f64::from(x) / f64::from(x + y);
        prop_assert!(near(of[0], top, 3.0) && near(of[2], inner, 3.0), "{kernel} {weights:?}: {of:?}");
    }
}
