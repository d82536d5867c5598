//! `select_idle_sibling`: an idle CPU that shares the last-level cache with the target.

use super::cluster_scan::{self, Budget};
use super::select_idle_capacity::select_idle_capacity;
use super::{look, look_available};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::kernel::{AsymCapacity, IdlePrev, Sis};
use crate::observe::steps::{Left, SelectIdleCore, SelectIdleCpu, SelectIdleSibling, SelectIdleSmt};
use crate::observe::vocab::How;
use crate::scenario::ClusterScan;
use crate::system::{System, update_avg};

/// Target, previous CPU, recently used CPU, an idle core, the cluster, the LLC, a sibling thread;
/// else the target.
pub fn select_idle_sibling(
    sys: &mut System,
    task: TaskId,
    waker: CpuId,
    prev: CpuId,
    target: CpuId,
) -> (CpuId, How) {
    sys.begin_placing(task);
    let asym = sys.is_asym();
    if asym {
        sys.update_asleep(task);
    }
    if asym
        && sys.rules.asym_capacity == AsymCapacity::First
        && let Some(found) = select_idle_capacity(sys, task, target)
    {
        return found;
    }
    // `asym_fits_cpu`
    let fits = |sys: &System, cpu: CpuId| !asym || sys.asym_fits(task, cpu);
    if !sys.seems_idle(target) {
        sys.tried(target, SelectIdleSibling::Busy);
    } else if fits(sys, target) {
        sys.tried(target, SelectIdleSibling::Idle);
        return (target, How::Target);
    } else {
        sys.tried(target, SelectIdleSibling::TooSmall);
    }
    let in_cluster = match sys.rules.idle_prev {
        IdlePrev::AsScan => sys.features.cluster_scan == ClusterScan::Merged && cluster_scan::is_active(sys),
        IdlePrev::Llc => false,
        IdlePrev::Cluster | IdlePrev::ClusterOnly => true,
    };
    let waits = sys.rules.idle_prev != IdlePrev::ClusterOnly;
    let near = |sys: &System, cpu: CpuId| !in_cluster || sys.machine.share_resources(cpu, target);
    let mut later = None;
    if prev != target && sys.share_llc(prev, target) {
        if !sys.seems_idle(prev) {
            sys.tried(prev, SelectIdleSibling::Busy);
        } else if !fits(sys, prev) {
            sys.tried(prev, SelectIdleSibling::TooSmall);
        } else if near(sys, prev) {
            sys.tried(prev, SelectIdleSibling::Idle);
            return (prev, How::Prev);
        } else if waits {
            sys.tried(prev, SelectIdleSibling::Later);
            later = Some((prev, How::Prev));
        } else {
            sys.tried(prev, SelectIdleSibling::TooFar);
        }
    }
    let recent = sys.tasks[task].recent_used_cpu;
    if sys.rules.recent_is_prev {
        sys.tasks[task].recent_used_cpu = prev;
    }
    if recent != prev && recent != target && sys.share_llc(recent, target) {
        if !sys.tasks[task].allowed.test(recent) {
            sys.tried(recent, SelectIdleSibling::NotAllowed);
        } else if !sys.seems_idle(recent) {
            sys.tried(recent, SelectIdleSibling::Busy);
        } else if !fits(sys, recent) {
            sys.tried(recent, SelectIdleSibling::TooSmall);
        } else {
            sys.tasks[task].recent_used_cpu = prev;
            if near(sys, recent) {
                sys.tried(recent, SelectIdleSibling::Idle);
                return (recent, How::Recent);
            }
            if waits {
                sys.tried(recent, SelectIdleSibling::Later);
                later = later.or(Some((recent, How::Recent)));
            } else {
                sys.tried(recent, SelectIdleSibling::TooFar);
            }
        }
    }
    if asym && let Some(found) = select_idle_capacity(sys, task, target) {
        return found;
    }
    let Some(span) = sys.sd_llc(target).map(|d| d.span) else {
        return (target, How::Fallback);
    };
    let allowed = sys.tasks[task].allowed;
    let prev_smt = sys.rules.idle_smt_prev && sys.machine.has_smt;
    let has_idle_core = prev_smt && sys.has_idle_cores[sys.shared_of[target]];
    if prev_smt {
        if !has_idle_core
            && sys.share_llc(prev, target)
            && let Some(cpu) = select_idle_smt(sys, prev, allowed.and_not(CpuMask::one(prev)))
        {
            return (cpu, How::Smt);
        }
    } else if let Some(cpu) = select_idle_core(sys, target, span.and(allowed)) {
        return (cpu, How::Core);
    }
    if sys.features.cluster_scan == ClusterScan::Rfc
        && let Some(cpu) = cluster_scan::select_idle_cluster(sys, allowed, target)
    {
        return (cpu, How::Cluster);
    }
    if let Some(found) = select_idle_cpu(sys, waker, prev, target, span.and(allowed), has_idle_core) {
        return found;
    }
    if !prev_smt && let Some(cpu) = select_idle_smt(sys, target, allowed) {
        return (cpu, How::Smt);
    }
    let scans_above = later.is_none() && sys.rules.levels_above_llc > 0;
    let above = if scans_above { scan_above(sys, task, waker, prev, target) } else { None };
    later.or(above).unwrap_or((target, How::Fallback))
}

/// The caches under the levels above the target's LLC, level by level, beginning behind the target's own (`select_idle_node`).
#[cold]
fn scan_above(
    sys: &mut System,
    task: TaskId,
    waker: CpuId,
    prev: CpuId,
    target: CpuId,
) -> Option<(CpuId, How)> {
    let levels = sys.rules.levels_above_llc as usize;
    let llc = sys.domains.llc_level[target]?;
    let allowed = sys.tasks[task].allowed;
    let domains = sys.domains.clone();
    let mut searched = domains.of[target][llc].span;
    for domain in domains.of[target].iter().skip(llc + 1).take(levels) {
        for cpu in domain.span.iter_wrap(target) {
            if searched.test(cpu) {
                continue;
            }
            let span = sys.machine.llc_span(cpu);
            searched = searched.or(span);
            let Some(first) = span.first().filter(|&first| sys.sd_llc(first).is_some()) else { continue };
            let cores = sys.machine.has_smt && sys.rules.idle_smt_prev;
            let has_idle_core = cores && sys.has_idle_cores[sys.shared_of[first]];
            let found = select_idle_cpu(sys, waker, prev, first, span.and(allowed), has_idle_core);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// A core whose threads are all idle; only when one is thought to exist.
fn select_idle_core(sys: &mut System, target: CpuId, cpus: CpuMask) -> Option<CpuId> {
    let shared = sys.shared_of[target];
    if !sys.machine.has_smt || !sys.has_idle_cores[shared] {
        return None;
    }
    let mut left = cpus;
    let mut found = None;
    for cpu in cpus.iter_wrap(target) {
        if !left.test(cpu) {
            continue;
        }
        let threads = sys.machine.smt_mask[cpu];
        left = left.and_not(threads);
        let idle = if sys.rules.idle_core_all_threads {
            threads.iter().filter(|&thread| !look_available(sys, thread)).count() == 0
        } else {
            threads.iter().all(|thread| look_available(sys, thread))
        };
        if idle {
            sys.tried(cpu, SelectIdleCore::Idle);
            found = Some(cpu);
            break;
        }
        sys.tried(cpu, SelectIdleCore::Busy);
    }
    if found.is_none() {
        sys.has_idle_cores[shared] = false;
    }
    found
}

/// The bounded scan of the LLC: from the target on, over at most as many CPUs as the average idle
/// time pays for (`SIS_PROP`), or as the LLC's utilisation allows (`SIS_UTIL`). With `has_idle_core` it looks for a core
/// instead, and nothing but an LLC too busy for any scan bounds that.
fn select_idle_cpu(
    sys: &mut System,
    waker: CpuId,
    prev: CpuId,
    target: CpuId,
    cpus: CpuMask,
    has_idle_core: bool,
) -> Option<(CpuId, How)> {
    // What a scan costs is kept in the domain of the waker's cache.
    if sys.rules.sis != Sis::Util && !has_idle_core && sys.sd_llc(waker).is_none() {
        return None;
    }
    let limit = match (sys.features.sis_prop, sys.rules.sis) {
        (false, _) => None,
        (true, Sis::Prop) => Some(sis_prop_limit(sys, waker, target, sys.cpus[waker].avg_idle / 512)),
        // The search for a core neither ages nor uses up the idle time.
        (true, Sis::Aged) if has_idle_core => None,
        (true, Sis::Aged) => {
            let left = aged_idle_time(sys, waker);
            Some(sis_prop_limit(sys, waker, target, left))
        }
        (true, Sis::Util) => Some(sys.nr_idle_scan[sys.shared_of[target]] + 1),
    };
    if limit.is_some_and(|limit| limit <= 1) {
        sys.tried(target, SelectIdleCpu::OutOfBudget);
        return None;
    }
    if has_idle_core {
        return scan_cores(sys, target, cpus);
    }
    let free = if sys.rules.cluster_unlimited && sys.machine.has_clusters {
        sys.machine.cluster_mask[target]
    } else {
        CpuMask::EMPTY
    };
    let mut budget = Budget::new(limit, free);
    let before = sys.charge;
    let found = match sys.features.cluster_scan {
        ClusterScan::Levels => cluster_scan::scan_levels(sys, target, cpus, &mut budget),
        ClusterScan::Merged if cluster_scan::is_active(sys) => {
            cluster_scan::scan_merged(sys, target, cpus, &mut budget)
        }
        ClusterScan::Only
            if cluster_scan::is_active(sys)
                && sys.machine.in_cluster(target)
                && sys.share_llc(waker, prev) =>
        {
            cluster_scan::scan_cluster(sys, target, cpus, &mut budget)
        }
        _ => budget.scan(sys, cpus, cluster_scan::scan_start(sys, target)).map(|cpu| (cpu, How::Llc)),
    };
    let cost = sys.charge - before;
    // The average follows scans that found a CPU or looked at all of them, not those cut off.
    if sys.rules.sis != Sis::Util && (found.is_some() || !budget.spent()) {
        let waker = &mut sys.cpus[waker];
        waker.wake_avg_idle = waker.wake_avg_idle.saturating_sub(cost);
        update_avg(&mut waker.avg_scan_cost, cost);
    }
    found
}

/// Core by core behind the target: one whose threads are all idle, else the first idle thread that was seen on the way. The merged
/// cluster scan begins with the cores of the target's cluster.
fn scan_cores(sys: &mut System, target: CpuId, cpus: CpuMask) -> Option<(CpuId, How)> {
    let mut left = cpus;
    let mut seen = None;
    let near = match sys.features.cluster_scan {
        ClusterScan::Merged if cluster_scan::is_active(sys) && sys.machine.in_cluster(target) => {
            sys.machine.cluster_mask[target]
        }
        _ => CpuMask::EMPTY,
    };
    let after = |cpus: CpuMask| cpus.iter_wrap(target.after());
    for cpu in after(cpus.and(near)).chain(after(cpus.and_not(near))) {
        if !left.test(cpu) {
            continue;
        }
        let threads = sys.machine.smt_mask[cpu];
        left = left.and_not(threads);
        let mut whole = true;
        for thread in threads.iter() {
            if look_available(sys, thread) {
                seen = seen.or(Some(thread).filter(|&thread| cpus.test(thread)));
            } else {
                whole = false;
                if seen.is_none() && cpus.test(thread) && sys.takes_for_idle(thread) {
                    seen = Some(thread);
                }
                // Once a thread is known, a busy one ends the look at a core.
                if seen.is_some() {
                    break;
                }
            }
        }
        if whole {
            sys.tried(cpu, SelectIdleCore::Idle);
            return Some((cpu, How::Core));
        }
        sys.tried(cpu, SelectIdleCore::Busy);
    }
    let shared = sys.shared_of[target];
    sys.has_idle_cores[shared] = false;
    let thread = seen?;
    sys.tried(thread, SelectIdleCpu::Idle(Left(None)));
    Some((thread, How::Llc))
}

/// What is left of the idle time that the waker's CPU is expected to have: each jiffy since it was last woken halves it.
fn aged_idle_time(sys: &mut System, waker: CpuId) -> Ns {
    let (now, tick) = (sys.now, sys.tick());
    let waker = &mut sys.cpus[waker];
    let jiffies = now / tick - waker.wake_stamp / tick;
    if jiffies > 0 {
        waker.wake_avg_idle = Ns(waker.wake_avg_idle.0.checked_shr(jiffies.min(64) as u32).unwrap_or(0));
        waker.wake_stamp = now;
    }
    waker.wake_avg_idle
}

/// How many CPUs `SIS_PROP` lets a scan look at: 4 at least; the whole LLC when the waker's CPU is idle for long.
fn sis_prop_limit(sys: &System, waker: CpuId, target: CpuId, avg_idle: Ns) -> u32 {
    let avg_cost = sys.cpus[waker].avg_scan_cost + Ns(1);
    let weight = sys.sd_llc(target).map_or(1, |d| d.weight);
    let span_avg = avg_idle * u64::from(weight);
    if span_avg > avg_cost * 4 { (span_avg / avg_cost).min(u64::from(u32::MAX)) as u32 } else { 4 }
}

/// An idle thread of a core, that of `of`.
fn select_idle_smt(sys: &mut System, of: CpuId, allowed: CpuMask) -> Option<CpuId> {
    if !sys.machine.has_smt {
        return None;
    }
    let threads = sys.machine.smt_mask[of];
    let found = threads.and(allowed).iter().find(|&thread| look(sys, thread));
    match found {
        Some(cpu) => sys.tried(cpu, SelectIdleSmt::Idle),
        None => sys.tried(of, SelectIdleSmt::Busy),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::machine::{KernelId, KernelRules, MachineId, kernel};
    use crate::observe::vocab::Role;
    use crate::scenario::Features;
    use crate::system::Task;

    /// One socket of ten cores with two threads each (core 0: CPUs 0 and 10), and a task that ran last on CPU 1.
    fn system(kernel: KernelId) -> System {
        let mut sys = System::bare(MachineId::Xeon20, kernel::rules(kernel), Features::default());
        let rng = Rng::new(1, 0);
        sys.add_task(Task::new(CpuId(1), sys.machine.cpus(), 0, Role::Job, 0, rng));
        sys
    }

    #[test]
    fn up_to_5_10_a_waker_that_shares_its_cache_with_nobody_scans_none() {
        for (kernel, place) in [
            (KernelId::V4_20, (1, How::Fallback)),
            (KernelId::V5_10, (1, How::Fallback)),
            (KernelId::V6_8, (4, How::Llc)),
        ] {
            let mut sys = system(kernel);
            let mut domains = (*sys.domains).clone();
            domains.llc_level[CpuId(0)] = None;
            sys.domains = std::sync::Arc::new(domains);
            sys.nr_idle_scan = vec![20];
            sys.idle = CpuMask::one(CpuId(4));
            let (cpu, how) = select_idle_sibling(&mut sys, TaskId(0), CpuId(0), CpuId(1), CpuId(1));
            assert_eq!((cpu.0, how), place, "{kernel:?}");
        }
    }

    #[test]
    fn past_an_idle_previous_cpu_the_recent_one_becomes_the_previous_since_5_15() {
        for (kernel, recent) in [(KernelId::V5_10, 5), (KernelId::V6_8, 1)] {
            let mut sys = system(kernel);
            sys.tasks[TaskId(0)].recent_used_cpu = CpuId(5);
            let place = |sys: &mut System| {
                select_idle_sibling(sys, TaskId(0), CpuId(0), CpuId(1), CpuId(0));
                sys.tasks[TaskId(0)].recent_used_cpu
            };
            // The previous CPU is idle: the recent one is not examined.
            sys.idle.clear(CpuId(0));
            assert_eq!(place(&mut sys), CpuId(5));
            // Neither is.
            sys.idle.clear(CpuId(1));
            sys.idle.clear(CpuId(5));
            assert_eq!(place(&mut sys), CpuId(recent), "{kernel:?}");
        }
    }

    #[test]
    fn a_busy_thread_ends_the_look_at_a_core_but_not_in_4_20() {
        for (kernel, looks) in [(KernelId::V4_20, 4), (KernelId::V5_9, 3)] {
            let mut sys = system(kernel);
            (sys.costs.scan_cpu, sys.costs.scan_idle) = (1, 0);
            sys.idle.clear(CpuId(0));
            sys.has_idle_cores[0] = true;
            let cpus = sys.machine.cpus();
            assert_eq!(select_idle_core(&mut sys, CpuId(0), cpus), Some(CpuId(1)));
            assert_eq!(sys.charge, Ns(looks), "{kernel:?}");
        }
    }

    #[test]
    fn beside_the_previous_cpu_before_the_scan_and_an_idle_core_inside_it() {
        let place = |idle: &[u16], has_idle_cores: bool, idle_smt_prev: bool| {
            let mut sys = system(KernelId::V5_10);
            sys.rules.idle_smt_prev = idle_smt_prev;
            sys.has_idle_cores[0] = has_idle_cores;
            sys.idle = idle.iter().fold(CpuMask::EMPTY, |idle, &cpu| idle.or(CpuMask::one(CpuId(cpu))));
            let (cpu, how) = select_idle_sibling(&mut sys, TaskId(0), CpuId(0), CpuId(1), CpuId(0));
            (cpu.0, how, sys.has_idle_cores[0])
        };
        // CPU 11 is beside the previous one, 10 beside the target; 3 and 13 are a core.
        assert_eq!(place(&[11, 4], false, true), (11, How::Smt, false));
        assert_eq!(place(&[11, 4], false, false), (4, How::Llc, false));
        assert_eq!(place(&[10], false, false), (10, How::Llc, false));
        assert_eq!(place(&[3, 13, 11], true, true), (3, How::Core, true));
        assert_eq!(place(&[4, 11], true, true), (11, How::Llc, false));
        assert_eq!(place(&[], true, true), (0, How::Fallback, false));
    }

    #[test]
    fn the_merged_scan_looks_for_an_idle_core_in_the_cluster_first() {
        // Two clusters of four cores with two threads each under one cache; the target is CPU 0, and the cores of CPUs 1, 2 and 3 are busy.
        let text = r#"{"version": 3, "kernel": "6.8", "workload": {"kind": "hogs"}, "lanes": [{}], "machine": {"name": "m",
            "like": "kunpeng", "topology": "pu=0-15 core=0,8/1,9/2,10/3,11/4,12/5,13/6,14/7,15 l2=0,4-7,8,12-15/1-3,9-11 l3=0-15 pack=0-15 numa=0@0-15"}}"#;
        let machine = crate::scenario::parse(text).expect("a good scenario").machine.build();
        for (scan, cluster_domain, chosen) in
            [(ClusterScan::Merged, true, 5), (ClusterScan::Merged, false, 3), (ClusterScan::Off, true, 3)]
        {
            let mut sys = system(KernelId::V6_8);
            sys.machine = std::sync::Arc::new(machine.clone());
            (sys.features.cluster_scan, sys.features.cluster_domain) = (scan, Some(cluster_domain));
            sys.has_idle_cores[0] = true;
            sys.idle =
                [3, 11, 5, 13].iter().fold(CpuMask::EMPTY, |idle, &cpu| idle.or(CpuMask::one(CpuId(cpu))));
            let found = scan_cores(&mut sys, CpuId(0), machine.cpus());
            assert_eq!(found, Some((CpuId(chosen), How::Core)), "{scan:?} {cluster_domain}");
        }
    }

    #[test]
    fn a_core_outside_of_clusters_is_none_for_the_merged_scan() {
        let features = Features { cluster_domain: Some(true), ..Features::default() };
        let mut sys = System::bare(MachineId::Laptop14, kernel::rules(KernelId::V6_8), features);
        let machine = sys.machine.clone();
        let threads = |cpu: CpuId| machine.smt_mask[cpu];
        // The CPU after the target is one of another core, and each of the two has an idle thread.
        let is_last = |&cpu: &CpuId| !threads(cpu).is_one() && !threads(cpu).test(cpu.after());
        let target = machine.cpus().iter().find(is_last).expect("a thread");
        let beside = |cpu: CpuId| threads(cpu).iter().find(|&other| other != cpu).expect("another thread");
        let far = beside(target.after());
        sys.idle = CpuMask::one(beside(target)).or(CpuMask::one(far));
        let found = scan_cores(&mut sys, target, machine.cpus());
        assert_eq!(found, Some((far, How::Llc)));
    }

    #[test]
    fn from_5_14_to_5_19_what_is_left_of_the_expected_idle_time_bounds_a_scan() {
        let mut sys = system(KernelId::V5_10);
        sys.rules.sis = Sis::Aged;
        (sys.costs.scan_cpu, sys.costs.scan_idle) = (10, 0);
        let (waker, target) = (CpuId(0), CpuId(1));
        // Idle for 200 µs since 0, as on average; 1 µs is what a scan costs.
        let cpu = &mut sys.cpus[waker];
        (cpu.avg_idle, cpu.idle_stamp, cpu.avg_scan_cost) = (Ns::us(200), Ns::ms(1), Ns(999));
        sys.now = Ns::ms(1) + Ns::us(200);
        sys.note_idle_time(waker);
        assert_eq!(sys.cpus[waker].wake_avg_idle, Ns::us(100), "half the average");
        // 20 CPUs × 100 µs / 1 µs; SIS_PROP before: 20 × 390 ns / 1 µs. A jiffy is 1 ms here.
        for (at, limit) in [(1, 2000), (2, 1000), (3, 500), (8, 15), (10, 4)] {
            sys.now = Ns::ms(at) + Ns::us(200);
            let left = aged_idle_time(&mut sys, waker);
            assert_eq!(sis_prop_limit(&sys, waker, target, left), limit, "{at} ms");
        }
        assert_eq!(sis_prop_limit(&sys, waker, target, sys.cpus[waker].avg_idle / 512), 7);
        // A scan of all 20 CPUs, which finds none, uses up what it costs.
        (sys.idle, sys.cpus[waker].wake_avg_idle) = (CpuMask::EMPTY, Ns::us(100));
        let cpus = sys.machine.cpus();
        assert_eq!(select_idle_cpu(&mut sys, waker, target, target, cpus, false), None);
        assert_eq!(sys.cpus[waker].wake_avg_idle, Ns(99_800));
    }

    #[test]
    fn a_far_previous_cpu_has_a_second_chance_where_the_scan_fails_and_in_v7_of_the_series_none() {
        for (idle_prev, place) in [
            (IdlePrev::Llc, (4, How::Prev)),
            (IdlePrev::Cluster, (4, How::Prev)),
            (IdlePrev::ClusterOnly, (0, How::Fallback)),
        ] {
            let rules = KernelRules { idle_prev, ..kernel::rules(KernelId::V6_5) };
            let mut sys = System::bare(MachineId::Kunpeng24, rules, Features::default());
            let rng = Rng::new(1, 0);
            sys.add_task(Task::new(CpuId(4), sys.machine.cpus(), 0, Role::Job, 0, rng));
            // CPUs 0 to 3 are the target's cluster, and the scan looks at 1 and 2.
            (sys.idle, sys.nr_idle_scan) = (CpuMask::one(CpuId(4)), vec![2]);
            let (cpu, how) = select_idle_sibling(&mut sys, TaskId(0), CpuId(0), CpuId(4), CpuId(0));
            assert_eq!((cpu.0, how), place, "{idle_prev:?}");
        }
    }

    #[test]
    fn a_wake_up_reaches_so_many_levels_above_the_llc() {
        // LLCs of 8 cores: 26 is in the fourth of the target's socket, 100 on the other socket.
        for (levels, idle, place) in [
            (0, 26, (0, How::Fallback)),
            (1, 26, (26, How::Llc)),
            (1, 100, (0, How::Fallback)),
            (2, 100, (100, How::Llc)),
        ] {
            let rules = KernelRules { levels_above_llc: levels, ..kernel::rules(KernelId::V6_5) };
            let mut sys = System::bare(MachineId::Epyc384, rules, Features::default());
            let rng = Rng::new(1, 0);
            sys.add_task(Task::new(CpuId(1), sys.machine.cpus(), 0, Role::Job, 0, rng));
            (sys.idle, sys.nr_idle_scan) = (CpuMask::one(CpuId(idle)), vec![16; 24]);
            let (cpu, how) = select_idle_sibling(&mut sys, TaskId(0), CpuId(0), CpuId(1), CpuId(0));
            assert_eq!((cpu.0, how), place, "{levels} levels, {idle} idle");
        }
    }

    #[test]
    fn since_7_1_a_task_of_sched_idle_takes_no_cpu_with_its_like_for_an_idle_one() {
        use crate::runqueue::{Attr, Enqueue};
        use crate::scenario::Policy;
        for (kernel, policy, takes) in [
            (KernelId::V4_20, Policy::Normal, false),
            (KernelId::V5_9, Policy::Normal, true),
            (KernelId::V7_0, Policy::Idle, true),
            (KernelId::V7_1, Policy::Idle, false),
            (KernelId::V7_1, Policy::Batch, true),
        ] {
            let mut sys = system(kernel);
            let (idle, mixed) = (CpuId(4), CpuId(5));
            let mut queue = |cpu: CpuId, policy| {
                let task = Task::new(cpu, sys.machine.cpus(), 0, Role::Job, 0, Rng::new(1, 0));
                let task = sys.add_task(Task { attr: Attr { policy, ..Attr::default() }, ..task });
                sys.enqueue(task, Enqueue::Move);
                task
            };
            queue(idle, Policy::Idle);
            queue(mixed, Policy::Idle);
            queue(mixed, Policy::Normal);
            let woken = queue(CpuId(6), policy);
            sys.begin_placing(woken);
            assert_eq!(
                (sys.seems_idle(idle), sys.seems_idle(mixed)),
                (takes, false),
                "{kernel:?} {policy:?}"
            );
            assert!(sys.seems_idle(CpuId(7)) && !sys.is_idle(idle));
        }
    }
}
