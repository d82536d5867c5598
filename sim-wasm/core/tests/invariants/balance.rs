//! 26-32: intervals, elections, the amount that moves, and the final distribution. The balancing functions are
//! also called directly, on copies of states of random runs.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sched_core::balance::active::{Push, maybe_push};
use sched_core::balance::busiest::find_busiest_group;
use sched_core::balance::detach::{Pinned, Pull, move_tasks};
use sched_core::balance::imbalance::{Imbalance, Migrate};
use sched_core::balance::load_balance::{load_balance, should_we_balance};
use sched_core::balance::{IdleType, newidle};
use sched_core::engine::ids::CpuId;
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::machine::domains::flags;
use sched_core::machine::kernel::{BalanceRule, ForkRule};
use sched_core::observe::decisions::{Decision, Why};
use sched_core::observe::steps::Value;
use sched_core::observe::vocab::{Answer, Cause, Decided, Func};
use sched_core::runqueue::SchedClass;
use sched_core::sim::Simulation;
use sched_core::system::{GroupType, System};

use super::{Before, config, cpus, tasks, walk};
use crate::common;
use crate::common::random::{fair_scenarios, jobs_scenarios};

fn passes(records: &[Decision], level: usize) -> impl Iterator<Item = &Decision> + '_ {
    records.iter().filter(move |d| d.why == Why::Level(level as u8))
}

fn moved(d: &Decision) -> usize {
    d.steps.iter().filter(|s| s.func == Func::CanMigrateTask && s.answer == Answer::Moved).count()
}

/// 26: the interval doubles after a periodic pass (before 5.0 after any; before 5.12 also where active balance was asked for), falls to its minimum after an imbalance, and a
/// level is not balanced before its interval is over.
fn check_intervals(before: &Before, sys: &System, records: &[Decision]) {
    let cpu = before.cpu;
    for (level, (was, is)) in before.domains.iter().zip(&sys.domain_state[cpu]).enumerate() {
        let domain = &sys.domains.of[cpu][level];
        let (old, new, min) = (was.balance_interval, is.balance_interval, domain.min_interval_ms);
        let steps = new % min == 0 && (new / min).is_power_of_two();
        assert!(steps && (new <= domain.max_interval_ms || new < 1024), "26: {new} of {}", domain.name);
        if new > old {
            assert_eq!(new, 2 * old, "26: {} of CPU {cpu}", domain.name);
            let any = sys.rules.balance == BalanceRule::ByLoad;
            let pushed = |d: &Decision| {
                !sys.rules.active_migrate_task && d.steps.iter().any(|step| step.func == Func::ActiveBalance)
            };
            let passed = passes(records, level).any(|d| any || d.kind == Decided::Periodic || pushed(d));
            assert!(passed, "26: {} of CPU {cpu} grew", domain.name);
        }
        if new < old {
            assert_eq!(new, min, "26: {} of CPU {cpu}", domain.name);
            let found = |d: &Decision| d.steps.iter().any(|s| s.answer == Answer::Chosen);
            assert!(passes(records, level).any(found), "26: {} of CPU {cpu} fell", domain.name);
        }
        if is.last_balance != was.last_balance {
            let (tick, minus_one) = (sys.tick(), u64::from(sys.rules.busy_interval_minus_one));
            let most = (u64::from(sys.machine.platform.hz) * sys.machine.nr_cpus as u64 / 10).max(1);
            let ticks = |factor: u32| Ns::ms(u64::from(old) * u64::from(factor)).div_ceil(tick);
            let busy = ticks(domain.busy_factor) - minus_one;
            let was_busy = before.cpus[cpu].curr.is_some();
            let interval = tick * if was_busy { busy } else { busy.min(ticks(1)) }.clamp(1, most);
            assert_eq!(is.last_balance, sys.now, "26: {} of CPU {cpu}", domain.name);
            let since = is.last_balance - was.last_balance;
            assert!(since >= interval, "26: {} of CPU {cpu} after {since}", domain.name);
        }
    }
}

/// 27: at most one CPU of a group would balance a level. Levels are distinguished by the CPUs that may
/// balance for the group: two NUMA levels can have groups of one span.
fn check_elections(sys: &System) {
    let mut elected: BTreeMap<(usize, CpuMask, CpuMask), CpuId> = BTreeMap::new();
    for cpu in cpus(sys) {
        for (level, domain) in sys.domains.of[cpu].iter().enumerate() {
            let idle = if sys.is_idle(cpu) { IdleType::Idle } else { IdleType::Busy };
            let group = &domain.groups[0];
            if should_we_balance(sys, domain, cpu, idle) {
                let before = elected.insert((level, group.span, group.balance_mask), cpu);
                assert_eq!(before, None, "27: CPU {cpu} too, for {group:?}");
            }
        }
    }
}

/// 30: the newidle balance does nothing if its gate is closed, and stops at the level that gave a task.
/// 31: the stopper is called after more than `cache_nice_tries + 2` failures, or where CPUs differ.
fn check_passes(before: &Before, sys: &System, records: &[Decision]) {
    let gate = sys.rules.newidle_gate && before.cpus[before.cpu].avg_idle < sys.tuned.migration_cost;
    let mut done = false;
    for d in records.iter().filter(|d| d.kind == Decided::NewIdle) {
        assert!(!done, "30: a level after the one that gave a task: {d:?}");
        let searched = d.steps.iter().any(|s| s.func != Func::NewidleBalance);
        assert!(!searched || !gate && sys.features.newidle_balance, "30: {d:?}");
        assert!(moved(d) <= 1 || !sys.machine.platform.preempt, "28: one task at a time: {d:?}");
        let skipped = d.steps.iter().any(|step| step.answer == Answer::Skipped);
        assert!(!skipped || sys.rules.ni_random && d.steps.len() == 1, "30: {d:?}");
        done = moved(d) > 0;
    }
    for d in records.iter().filter(|d| matches!(d.kind, Decided::Periodic | Decided::NewIdle)) {
        assert!(moved(d) <= 32, "28: sched_nr_migrate: {d:?}");
        if d.steps.iter().any(|step| step.answer == Answer::Serialized) {
            let Why::Level(level) = d.why else { panic!("27: {d:?}") };
            assert!(sys.domains.of[d.cpu][level as usize].has(flags::SERIALIZE), "27: {d:?}");
            assert!(sys.rules.sd_serialize && moved(d) == 0, "27: {d:?}");
        }
        for push in d.steps.iter().filter(|s| s.func == Func::ActiveBalance && s.answer == Answer::Yes) {
            let (Why::Level(level), Value::Failures(failures)) = (d.why, push.value) else {
                panic!("31: {d:?}");
            };
            let domain = &sys.domains.of[d.cpu][level as usize];
            // A task that has outgrown its CPU, is to run on a faster one or prefers a cache, is pushed at once.
            let needed = domain.has(flags::ASYM_PACKING)
                || d.steps
                    .iter()
                    .any(|step| matches!(step.answer, Answer::MigrateMisfit | Answer::MigrateLlcTask));
            let failed = failures > domain.cache_nice_tries + 2;
            assert!((failed || needed) && sys.features.active_balance, "31: {d:?}");
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn passes_keep_their_intervals_and_conditions(s in fair_scenarios(), skip in 0..10_000u64) {
        walk(&s, skip, 3000, |before, sys, records| {
            check_intervals(before, sys, records);
            check_passes(before, sys, records);
        });
    }

    #[test]
    fn passes_of_long_jobs_keep_them_too(s in jobs_scenarios(), skip in 0..3000u64) {
        let mut s = s;
        s.limit_ms = 3000;
        walk(&s, skip, 4000, |before, sys, records| {
            if sys.rules.has_domains() {
                check_intervals(before, sys, records);
                check_passes(before, sys, records);
            }
        });
    }

    /// 28 and 5: a pull takes no more than the imbalance, never the running task, only what is
    /// allowed, and for an idle CPU never the source's last task.
    #[test]
    fn a_pull_takes_what_it_may(
        s in fair_scenarios(), at in 1..8000u64, amount in 1..40u64,
        to in any::<prop::sample::Index>(), hurry in 0..3usize, failed in 0..6u32, put_back in any::<bool>(),
    ) {
        let sys = state(&s, at);
        let idle = [IdleType::Busy, IdleType::Idle, IdleType::NewlyIdle][hurry];
        let longest = cpus(&sys).max_by_key(|&c| sys.nr_running(c)).expect("a CPU");
        for (src, dst) in cpus(&sys).cycle().skip(to.index(sys.cpus.len())).map(|cpu| (longest, cpu)).take(8) {
            let Some(domain) = sys.domains.of[dst].iter().find(|d| d.span.test(src)) else { continue };
            if src == dst || sys.nr_running(src) < 2 {
                continue;
            }
            let mut sys = sys.clone();
            let domain = domain.clone();
            if put_back {
                // As `schedule()` has it while it looks for the next task.
                sys.put_prev(src);
            }
            let (curr, had) = (sys.cpus[src].curr, sys.nr_running(src));
            let pull = Pull { domain: &domain, src, dst, idle, cause: Cause::Periodic, nr_balance_failed: failed };
            let imbalance = Imbalance { group: CpuMask::one(src), amount, what: Migrate::Task };
            let mut pinned = Pinned::UNASKED;
            let (count, left) = move_tasks(&mut sys, &pull, &imbalance, &mut pinned);
            prop_assert!(u64::from(count) <= amount.min(32), "28: {} of {}", count, amount);
            prop_assert!(idle != IdleType::NewlyIdle || count <= 1 || !sys.machine.platform.preempt, "28: {} at once", count);
            prop_assert_eq!(sys.nr_running(src), had - count);
            prop_assert_eq!(left, u64::from(count) < amount);
            let all = count > 0 && sys.nr_running(src) == 0;
            prop_assert!(idle == IdleType::Busy || !all, "28: the last task");
            prop_assert_eq!(sys.cpus[src].curr, curr, "5");
            prop_assert!(tasks::is_used(&sys, dst) || count == 0, "4: pulled to CPU {}", dst);
            tasks::check_places(&sys);
        }
    }

    /// 29: a balanced domain stays as it is; so do groups with spare CPUs of which the local one has
    /// at most one more idle CPU, unless siblings are to be evened out. By load (up to 5.4) a CPU asks for idle ones only where
    /// it is idle itself; a busy one asks for load, as below.
    #[test]
    fn balanced_groups_are_left_alone(s in fair_scenarios(), at in 1..8000u64) {
        let sys = state(&s, at);
        for cpu in cpus(&sys) {
            let idle = if sys.is_idle(cpu) { IdleType::Idle } else { IdleType::Busy };
            for level in 0..sys.domains.of[cpu].len() {
                let mut copy = sys.clone();
                let domain = copy.domains.of[cpu][level].clone();
                let found = find_busiest_group(&mut copy, &domain, level, cpu, idle, domain.span);
                let asks = idle == IdleType::Idle || sys.rules.balance != BalanceRule::ByLoad;
                let even = asks && is_even(&sys, cpu, level);
                prop_assert!(!even || found.is_none(), "29: CPU {} {}: {:?}", cpu, domain.name, found);
                if found.is_none() {
                    let mut copy = sys.clone();
                    load_balance(&mut copy, cpu, level, idle);
                    prop_assert_eq!(copy.obs.moves_total(), sys.obs.moves_total(), "29: {}", domain.name);
                }
            }
        }
    }

    /// By load (up to 5.4): a CPU without queued tasks has no load, however large its blocked load; a busy CPU pulls from a
    /// group whose load exceeds that of the local group by more than `imbalance_pct`, unless that group is marked; and it
    /// pulls at most the load that is there.
    #[test]
    fn by_load_a_busy_cpu_pulls_from_more_load(s in fair_scenarios(), at in 1..8000u64) {
        let mut s = s;
        s.lanes[0].rules.balance = Some(BalanceRule::ByLoad);
        let sys = state(&s, at);
        for cpu in sys.idle.iter().filter(|&c| sys.nr_running(c) == 0) {
            prop_assert_eq!(sys.cpu_load(cpu), 0);
        }
        for (cpu, idx) in cpus(&sys).flat_map(|cpu| (0..4).map(move |idx| (cpu, idx))) {
            let mut copy = sys.clone();
            let (own, other) = (copy.biased_load(cpu, idx, true), copy.biased_load(cpu, idx, false));
            prop_assert!(other <= sys.cpu_load(cpu) && sys.cpu_load(cpu) <= own, "{other} {own} at {idx}");
            prop_assert!(idx > 0 || other == own);
        }
        for (cpu, levels) in sys.domains.of.each().filter(|&(c, _)| !sys.is_idle(c)) {
            for (level, domain) in levels.iter().enumerate() {
                let mut copy = sys.clone();
                let found = find_busiest_group(&mut copy, domain, level, cpu, IdleType::Busy, domain.span);
                let Some(found) = found else { continue };
                let local = domain.groups.iter().find(|g| g.span.test(cpu)).expect("a local group").span;
                // The group may have updated the load of its idle CPUs.
                let load = |span: CpuMask| span.iter().map(|c| copy.cpu_load(c)).sum::<u64>();
                let (there, here) = (load(found.group), load(local));
                prop_assert_eq!(found.what, Migrate::Load);
                prop_assert!(found.amount <= there.max(1024), "{} of {}", found.amount, there);
                let marked = level > 0
                    && found.group.iter().any(|c| copy.domain_state[c].iter().any(|state| state.group_imbalance));
                // A hardware thread counts less than a whole core.
                let capacity = |span: CpuMask| span.iter().map(|c| copy.cpu_capacity(c)).sum::<u64>();
                let (capacity_there, capacity_here) = (capacity(found.group), capacity(local));
                let pct = u64::from(domain.imbalance_pct);
                // Both are compared as whole numbers.
                let (most, least) = (there * 1024 / capacity_there + 1, here * 1024 / capacity_here);
                let above = 100 * most > (pct - 1) * least;
                prop_assert!(marked || above, "{}: {} against {}", domain.name, there, here);
            }
        }
    }

    #[test]
    fn one_cpu_of_a_group_is_elected(s in fair_scenarios(), at in 1..8000u64) {
        check_elections(&state(&s, at));
    }

    /// 31: the stopper is called after that many failures, for a running task that is allowed on the other CPU.
    #[test]
    fn the_stopper_is_called_after_failures(s in fair_scenarios(), at in 1..8000u64, failed in 0..8u32) {
        let state = state(&s, at);
        for dst in cpus(&state) {
            for (level, domain) in state.domains.of[dst].iter().enumerate() {
                for src in domain.span.iter().filter(|&src| src != dst) {
                    let mut sys = state.clone();
                    sys.domain_state[dst][level].nr_balance_failed = failed;
                    let curr = sys.cpus[src].curr;
                    let due = sys.features.active_balance && failed > domain.cache_nice_tries + 2;
                    let may_go = curr.is_some_and(|curr| sys.tasks[curr].allowed.test(dst));
                    let push = maybe_push(&mut sys, domain, level, src, dst, IdleType::Busy, Migrate::Task);
                    // An earlier call of the stopper may still be pending.
                    let asked = if state.cpus[src].push_to.is_some() { Push::Pending } else { Push::Asked };
                    prop_assert_eq!(push == asked, due && may_go, "31: from CPU {} to {}", src, dst);
                }
            }
        }
    }

    /// 30: without an overloaded CPU the newidle balance does not search.
    #[test]
    fn newidle_does_nothing_without_overload(s in fair_scenarios(), at in 1..8000u64) {
        let mut sys = state(&s, at);
        (sys.rd_overload, sys.features.newidle_balance) = (false, true);
        sys.cpus.iter_mut().for_each(|c| c.avg_idle = Ns::ms(10));
        let moves = sys.obs.moves_total();
        for cpu in sys.idle.iter() {
            prop_assert!(!newidle::newidle_balance(&mut sys, cpu), "30: CPU {}", cpu);
        }
        prop_assert_eq!(sys.obs.moves_total(), moves);
    }
}

/// The kernel after `at` events of a scenario.
fn state(s: &sched_core::scenario::Scenario, at: u64) -> System {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    sim.advance(Ns::MAX, at);
    sim.system().clone()
}

/// By load: three tasks in each cluster but one, which has two; each task has a CPU to itself. Idle CPUs pull nothing
/// (29); a busy one finds 50 % more load in the other group (`imbalance_pct`), like `find_busiest_group` of 5.4.
#[test]
fn by_load_a_busy_cpu_does_not_ask_for_idle_ones() {
    let s = common::scenario("kunpeng920-24", "4.20", common::jobs(17, 4_000_000, 1), |s| {
        s.lanes[0].features.cluster_domain = Some(true);
    });
    let sys = state(&s, 400);
    let asked = |idle: IdleType| {
        let asks = |cpu: &CpuId| (idle == IdleType::Idle) == sys.is_idle(*cpu);
        let found = |cpu: CpuId| {
            let level = sys.domains.of[cpu].iter().position(|d| d.name == "MC").expect("a level");
            let domain = sys.domains.of[cpu][level].clone();
            is_even(&sys, cpu, level)
                .then(|| find_busiest_group(&mut sys.clone(), &domain, level, cpu, idle, domain.span))
        };
        cpus(&sys).filter(asks).filter_map(found).flatten().count()
    };
    assert_eq!(asked(IdleType::Idle), 0);
    assert!(asked(IdleType::Busy) > 0);
}

/// The rule of 29, from the state: no group overloaded or marked, every group of several CPUs, and
/// the local one with at most one more idle CPU than any other.
fn is_even(sys: &System, cpu: CpuId, level: usize) -> bool {
    let domain = &sys.domains.of[cpu][level];
    let child = level.checked_sub(1).map_or(0, |below| sys.domains.of[cpu][below].flags);
    // Any group may be the busiest.
    let of_groups = domain.groups.iter().fold(0, |all, g| all | g.flags);
    let asked = if sys.rules.prefer_sibling_of_busiest { of_groups } else { child };
    let prefer_sibling = asked & flags::PREFER_SIBLING != 0;
    let marked = |span: CpuMask| {
        level > 0
            && span.iter().any(|c| sys.domain_state[c].get(level - 1).is_some_and(|d| d.group_imbalance))
    };
    // A faster CPU takes a task that runs on a slower one, or a misfit task.
    if domain.has(flags::ASYM_PACKING) || domain.span.iter().any(|c| sys.misfit_load(c) > 0) {
        return false;
    }
    // By cores, groups of other sizes are even with other numbers of tasks.
    let same = domain.groups.iter().all(|g| g.cores == domain.groups[0].cores);
    if prefer_sibling && sys.rules.sibling_imbalance && !same {
        return false;
    }
    let mut now = sys.clone();
    sys.idle.iter().for_each(|c| now.update_load(c));
    let sums: Vec<_> =
        domain.groups.iter().map(|g| (g, now.group_sums(g.span.and(domain.span).iter()))).collect();
    let local = sums.iter().find(|(g, _)| g.span.test(cpu)).map(|(_, s)| *s).expect("a local group");
    sums.iter().all(|(g, s)| {
        let pct = domain.imbalance_pct;
        // By load the capacity of a hardware thread is that beside a busy sibling, and limits the utilisation of the CPU.
        let (capacity, util) = match sys.rules.balance {
            BalanceRule::ByLoad => g.span.iter().fold((0, 0), |(capacity, util), c| {
                let own = now.cpu_capacity(c);
                (capacity + own, util + now.queues.load(c).util_avg.min(own))
            }),
            BalanceRule::ByType => (g.capacity, s.util),
        };
        let kind =
            GroupType::classify(g.weight, s.nr_running, capacity, util, s.runnable, marked(g.span), pct);
        g.weight > 1
            && matches!(kind, GroupType::HasSpare | GroupType::FullyBusy)
            && local.idle <= s.idle + 1
            && (!prefer_sibling || s.nr_running <= local.nr_running + 1)
    })
}

/// 32: tasks forked on one CPU are spread by the periodic balance alone.
#[test]
fn the_periodic_balance_spreads_hogs() {
    let s = common::scenario("kunpeng920-24", "5.9", common::jobs(24, 4_000_000, 1), |s| {
        s.limit_ms = 3_000;
        let lane = &mut s.lanes[0];
        (lane.features.exec_balance, lane.features.newidle_balance) = (false, false);
        lane.rules.fork = Some(ForkRule::Parent);
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.advance(Ns(2_000_000_000), u64::MAX);
    let lengths: Vec<u32> = cpus(sim.system()).map(|c| sim.system().nr_running(c)).collect();
    assert!(lengths.iter().all(|n| *n == 1), "{lengths:?}");
}

/// 32: more hogs than CPUs end up spread evenly.
#[test]
fn hogs_spread_evenly() {
    let s = common::scenario("kunpeng920-24", "5.9", common::jobs(48, 2_000_000, 1), |s| s.limit_ms = 1_500);
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.run_to_end();
    let sys = sim.system();
    let lengths: Vec<u32> = cpus(sys).map(|c| sys.nr_running(c)).collect();
    assert!(lengths.iter().all(|n| (1..=3).contains(n)), "{lengths:?}");
}

/// 32: with at most as many hogs as CPUs, each ends up alone on a CPU.
#[test]
fn hogs_find_a_cpu_each() {
    for (machine, kernel, hogs) in [
        ("kunpeng920-24", "4.20", 24),
        ("kunpeng920-24", "5.9", 17),
        ("classroom-8", "5.10", 8),
        ("kunpeng920-48", "6.5", 24),
    ] {
        let s = common::scenario(machine, kernel, common::jobs(hogs, 4_000_000, 1), |s| s.limit_ms = 3_000);
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns(2_000_000_000), u64::MAX);
        let sys = sim.system();
        let alone = cpus(sys).filter(|&c| sys.nr_running(c) == 1 && sys.cpus[c].curr.is_some());
        assert_eq!(alone.count(), hogs as usize, "{machine} {kernel}");
    }
}

/// 28: without `CONFIG_PREEMPT` a newidle pull takes the whole imbalance; with `CONFIG_PREEMPT` it takes one task.
#[test]
fn newidle_takes_one_task_on_a_preemptible_kernel_only() {
    for (machine, expected) in [("kunpeng920-24", 1), ("xeon-e5-2630v4-20", 3)] {
        let s = common::scenario(machine, "4.20", common::hackbench(8, 500, 20, true), |_| {});
        let mut sys = state(&s, 20_000);
        let src = cpus(&sys).max_by_key(|&c| sys.nr_running(c)).expect("a CPU");
        assert!(sys.nr_running(src) > 4, "{machine}");
        let dst = cpus(&sys).cycle().skip_while(|&cpu| cpu != src).nth(1).expect("a CPU");
        let domain = sys.domains.of[dst].iter().find(|d| d.span.test(src)).expect("a domain").clone();
        let idle = IdleType::NewlyIdle;
        // After so many failures heat does not count.
        let pull = Pull { domain: &domain, src, dst, idle, cause: Cause::NewIdle, nr_balance_failed: 10 };
        let imbalance = Imbalance { group: CpuMask::one(src), amount: 3, what: Migrate::Task };
        let mut pinned = Pinned::UNASKED;
        assert_eq!(move_tasks(&mut sys, &pull, &imbalance, &mut pinned).0, expected, "{machine}");
    }
}
