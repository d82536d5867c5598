//! 19-25: the valid results of the wake-up path. The first placement of an event sees the state before
//! the event, so that it can be checked against that state.

use proptest::prelude::*;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::{IdlePrev, Sis};
use sched_core::observe::decisions::{Decision, Step, Why};
use sched_core::observe::vocab::{Answer, Decided, Func, How};
use sched_core::scenario::ClusterScan;
use sched_core::system::System;

use super::{Before, config, walk};
use crate::common;
use crate::common::random::fair_scenarios;

fn steps(d: &Decision, func: Func) -> impl Iterator<Item = &Step> + '_ {
    d.steps.iter().filter(move |s| s.func == func)
}

/// 19: all tried CPUs and the chosen one share the target's cache. If CPUs differ in capacity, a CPU that the task fits
/// on is searched in the lowest domain that has all capacities.
fn check_reach(sys: &System, d: &Decision, target: CpuId) {
    let search = [
        Func::SelectIdleSibling,
        Func::SelectIdleCore,
        Func::SelectIdleCluster,
        Func::SelectIdleCpu,
        Func::SelectIdleSmt,
    ];
    if d.why == Why::How(How::Capacity) {
        let span = sys.sd_asym(target).expect("CPUs of several capacities").span;
        assert!(span.test(d.chosen), "19: {d:?}");
        assert!(steps(d, Func::SelectIdleCapacity).all(|s| span.test(s.cpu)), "19: {d:?}");
    } else {
        assert!(sys.rules.levels_above_llc > 0 || sys.share_llc(target, d.chosen), "19: {d:?}");
    }
    for step in d.steps.iter().filter(|s| search.contains(&s.func)) {
        let near = sys.rules.levels_above_llc > 0 || sys.share_llc(target, step.cpu);
        assert!(near, "19: {step:?} of {d:?}");
    }
}

/// 20: an idle target wins; then an idle previous CPU, in the merged form and by `idle_prev` only inside the target's
/// cluster or after the scan has failed. Neither wins where the task does not fit on it.
fn check_shortcuts(before: &Before, sys: &System, d: &Decision, target: CpuId) {
    let prev = d.about;
    let fits =
        |cpu: CpuId| !steps(d, Func::SelectIdleSibling).any(|s| s.cpu == cpu && s.answer == Answer::TooSmall);
    if before.idle.test(target) && fits(target) {
        assert_eq!((d.chosen, d.why), (target, Why::How(How::Target)), "20: {d:?}");
        return;
    }
    if prev == target || !sys.share_llc(prev, target) || !before.idle.test(prev) || !fits(prev) {
        return;
    }
    let merged = sys.features.cluster_scan == ClusterScan::Merged
        && sys.features.has_cluster_level()
        && sys.machine.has_clusters;
    let far_waits = match sys.rules.idle_prev {
        IdlePrev::AsScan => merged,
        IdlePrev::Llc => false,
        IdlePrev::Cluster | IdlePrev::ClusterOnly => true,
    };
    if !far_waits || sys.machine.share_resources(prev, target) {
        assert_eq!(d.chosen, prev, "20: {d:?}");
    } else if d.chosen == prev && d.why == Why::How(How::Prev) {
        let found = steps(d, Func::SelectIdleCpu).any(|s| s.answer == Answer::Idle);
        assert!(!found, "20: a far previous CPU before a found one: {d:?}");
    }
}

/// 21: the number of CPUs that the scan of the LLC may visit, and that a truncated scan is not averaged.
fn check_budget(before: &Before, sys: &System, d: &Decision, target: CpuId, alone: bool) {
    let weight = u64::from(sys.sd_llc(target).map_or(1, |d| d.weight));
    let waker = &before.cpus[d.cpu];
    let limit = match (sys.features.sis_prop, sys.rules.sis) {
        (false, _) => u64::from(u32::MAX),
        (true, Sis::Prop) => {
            let (span, cost) = (waker.avg_idle / 512 * weight, waker.avg_scan_cost + Ns(1));
            if span > cost * 4 { span / cost } else { 4 }
        }
        // What is left of the idle time ages between the decision and its record.
        (true, Sis::Aged) => return,
        (true, Sis::Util) => u64::from(sys.nr_idle_scan[sys.machine.llc_of[target]]) + 1,
    };
    let cut = steps(d, Func::SelectIdleCpu).any(|s| s.answer == Answer::OutOfBudget);
    let unlimited = sys.rules.cluster_unlimited && sys.machine.has_clusters;
    let free = |cpu: CpuId| unlimited && sys.machine.cluster_mask[target].test(cpu);
    let counted = steps(d, Func::SelectIdleCpu).filter(|s| !free(s.cpu)).count() as u64;
    let looked = counted - u64::from(cut);
    assert!(limit >= 4 || sys.rules.sis == Sis::Util, "21: {d:?}");
    assert!(looked < limit.max(1), "21: {looked} of {limit}: {d:?}");
    assert!(!cut || looked == limit - 1, "21: {looked} of {limit}: {d:?}");
    if cut && alone {
        assert_eq!(sys.cpus[d.cpu].avg_scan_cost, waker.avg_scan_cost, "21: {d:?}");
    }
}

/// 22: the RFC's scan leaves no idle CPU of the target's cluster for one outside. 23: which scans a
/// machine has.
fn check_scans(before: &Before, sys: &System, d: &Decision, target: CpuId) {
    let smt_scans = steps(d, Func::SelectIdleCore).chain(steps(d, Func::SelectIdleSmt)).count();
    let cluster_scans = steps(d, Func::SelectIdleCluster).count();
    if sys.machine.has_smt {
        assert_eq!(cluster_scans, 0, "23: {d:?}");
        return;
    }
    assert_eq!(smt_scans, 0, "23: {d:?}");
    let Why::How(how) = d.why else { panic!("22: {d:?}") };
    if how == How::Core || how == How::Smt {
        panic!("23: {d:?}");
    }
    if sys.features.cluster_scan != ClusterScan::Rfc || !sys.machine.has_clusters {
        assert_eq!(cluster_scans, 0, "22: {d:?}");
        return;
    }
    let cluster = sys.machine.cluster_mask[target];
    if how == How::Cluster {
        assert!(cluster.test(d.chosen) && before.idle.test(d.chosen), "22: {d:?}");
    }
    if matches!(how, How::Llc | How::Fallback) {
        let left = cluster.and(before.idle).and(sys.tasks[d.task.expect("a task")].allowed);
        assert!(left.is_empty(), "22: {left:?} were idle: {d:?}");
    }
}

/// 24: the slow path is for fork and exec only.
fn check_paths(d: &Decision) {
    let slow = steps(d, Func::FindIdlestGroup).chain(steps(d, Func::FindIdlestGroupCpu)).count();
    let fast = steps(d, Func::SelectIdleSibling).chain(steps(d, Func::WakeAffine)).count();
    match d.kind {
        Decided::Fork | Decided::Exec => assert_eq!(fast, 0, "24: {d:?}"),
        _ => assert_eq!(slow, 0, "24: {d:?}"),
    }
}

fn check(before: &Before, sys: &System, records: &[Decision]) {
    records.iter().for_each(check_paths);
    let wakes: Vec<&Decision> = records.iter().filter(|d| d.kind == Decided::Wake).collect();
    for d in &wakes {
        if let Some(first) = steps(d, Func::SelectIdleSibling).next() {
            check_reach(sys, d, first.cpu);
        }
    }
    let Some(&d) = wakes.first() else { return };
    let Some(first) = steps(d, Func::SelectIdleSibling).next() else { return };
    let target = first.cpu;
    assert!(target == d.cpu || target == d.about, "19: the target is neither waker nor previous: {d:?}");
    check_shortcuts(before, sys, d, target);
    check_budget(before, sys, d, target, wakes.len() == 1);
    check_scans(before, sys, d, target);
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn every_placement_keeps_the_rules(s in fair_scenarios(), skip in 0..10_000u64) {
        walk(&s, skip, 3000, check);
    }
}

/// 25: with one cluster in the LLC the cluster level is degenerate and changes nothing.
#[test]
fn a_degenerate_cluster_level_changes_nothing() {
    for machine in ["xeon-e5-2630v4-20", "azusa-8"] {
        let s = common::scenario(machine, "5.9", common::hackbench(1, 60, 20, true), |_| {});
        let with = common::with(&s, |f| f.cluster_domain = Some(true));
        assert_eq!(common::run(&s), common::run(&with), "{machine}");
    }
}
