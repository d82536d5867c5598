//! One balancing pass of a CPU at one of its domains (`load_balance`).

use super::active::Push;
use super::busiest::{find_busiest_group, find_busiest_queue};
use super::detach::{Pinned, Pull, move_tasks};
use super::imbalance::Migrate;
use super::{IdleType, active};
use crate::engine::ids::CpuId;
use crate::machine::domains::{Domain, flags};
use crate::machine::kernel::BalanceRule;
use crate::observe::decisions::Why;
use crate::observe::steps::{Cpus, FindBusiestGroup, FindBusiestQueue, Imbalance as Amount, ShouldWeBalance};
use crate::observe::vocab::{Cause, Decided};
use crate::system::System;

/// With all tasks pinned, the interval grows up to here (ms).
const MAX_PINNED_INTERVAL: u32 = 512;

/// What a pass did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    pub moved: u32,
    /// This CPU was elected at this level; otherwise higher levels are not its business either.
    pub elected: bool,
}

/// A pass that moved nothing, as its interval takes it.
#[derive(Clone, Copy, Debug, Default)]
struct InVain {
    /// All tasks there are pinned: the interval may grow beyond the level's longest.
    pinned: bool,
    /// It was for a misfit task, where those lengthen no interval.
    misfit: bool,
}

/// Who balances (`should_we_balance`): the first idle CPU of the own group (since 6.6 the first on an idle core, if there
/// is one), else the group's first; a newly idle CPU always.
fn elected(sys: &System, domain: &Domain, cpu: CpuId, idle: IdleType) -> Option<CpuId> {
    if idle == IdleType::NewlyIdle {
        return Some(cpu);
    }
    let mask = domain.groups[0].balance_mask;
    let idle = mask.and(sys.idle);
    let cores_first = sys.rules.idle_cores_first && !domain.has(flags::SHARE_CPUCAPACITY);
    let core = idle.iter().find(|&c| cores_first && sys.machine.smt_mask[c].is_subset_of(sys.idle));
    core.or(idle.first()).or(mask.first())
}

/// Whether this CPU is the one that balances.
pub fn should_we_balance(sys: &System, domain: &Domain, cpu: CpuId, idle: IdleType) -> bool {
    elected(sys, domain, cpu, idle) == Some(cpu)
}

/// Pulls towards `cpu` at one level.
pub fn load_balance(sys: &mut System, cpu: CpuId, level: usize, idle: IdleType) -> Outcome {
    let kind = if idle == IdleType::NewlyIdle { Decided::NewIdle } else { Decided::Periodic };
    sys.decide(kind, cpu, cpu);
    let before = sys.charge;
    let outcome = balance(sys, cpu, level, idle);
    sys.decided(None, cpu, Why::Level(level as u8), before);
    outcome
}

/// The CPU that balances where only one may (`sched_balance_running`), at this moment of the present event.
fn running_elsewhere(sys: &System) -> Option<CpuId> {
    let now = sys.now + sys.charge;
    sys.serialized.as_ref().filter(|(_, time)| time.contains(&now)).map(|&(cpu, _)| cpu)
}

fn balance(sys: &mut System, cpu: CpuId, level: usize, idle: IdleType) -> Outcome {
    let domains = sys.domains.clone();
    let domain = &domains.of[cpu][level];
    let who = elected(sys, domain, cpu, idle);
    let outcome = Outcome { elected: who == Some(cpu), moved: 0 };
    let weight = Cpus(domain.weight);
    let step = if outcome.elected { ShouldWeBalance::Yes(weight) } else { ShouldWeBalance::No(weight) };
    sys.tried(who.unwrap_or(cpu), step);
    if !outcome.elected {
        balanced(sys, cpu, level, idle, InVain::default());
        return outcome;
    }
    if !sys.rules.sd_serialize || !domain.has(flags::SERIALIZE) {
        return search(sys, domain, cpu, level, idle);
    }
    if let Some(other) = running_elsewhere(sys) {
        sys.tried(other, ShouldWeBalance::Serialized(weight));
        balanced(sys, cpu, level, idle, InVain::default());
        return outcome;
    }
    let from = sys.now + sys.charge;
    let outcome = search(sys, domain, cpu, level, idle);
    sys.serialized = Some((cpu, from..sys.now + sys.charge));
    outcome
}

/// Looks for the busiest queue, and moves what it can.
fn search(sys: &mut System, domain: &Domain, cpu: CpuId, level: usize, idle: IdleType) -> Outcome {
    let mut outcome = Outcome { elected: true, moved: 0 };
    let mut cpus = domain.span;
    let mut vain = InVain::default();
    let cause = if idle == IdleType::NewlyIdle { Cause::NewIdle } else { Cause::Periodic };
    loop {
        let found = find_busiest_group(sys, domain, level, cpu, idle, cpus);
        let Some(imbalance) = found else {
            sys.tried(cpu, FindBusiestGroup::Balanced);
            balanced(sys, cpu, level, idle, vain);
            return outcome;
        };
        // As the kernel keeps `migration_type`: also over a second look.
        vain.misfit = imbalance.what == Migrate::Misfit && sys.rules.misfit_no_failure;
        sys.tried(imbalance.group.first().unwrap_or(cpu), imbalance.step());
        let Some(src) = find_busiest_queue(sys, domain, cpu, &imbalance, cpus).filter(|&s| s != cpu) else {
            balanced(sys, cpu, level, idle, vain);
            return outcome;
        };
        sys.tried(src, FindBusiestQueue::Chosen(Amount(imbalance.amount)));
        sys.obs.decisions.turn_to(src);
        let mut pinned = Pinned::UNASKED;
        if sys.nr_running(src) > 1 {
            let failed = sys.domain_state[cpu][level].nr_balance_failed;
            let pull = Pull { domain, src, dst: cpu, idle, cause, nr_balance_failed: failed };
            let left;
            (outcome.moved, left) = move_tasks(sys, &pull, &imbalance, &mut pinned);
            if outcome.moved == 0 && pinned.all_refused {
                cpus.clear(src);
                if cpus.and_not(domain.groups[0].span).is_empty() {
                    balanced(sys, cpu, level, idle, InVain { pinned: true, ..vain });
                    return outcome;
                }
                continue;
            }
            if pinned.any_refused && left {
                sys.domain_state[cpu][level].group_imbalance = true;
            }
        }
        if outcome.moved > 0 {
            let state = &mut sys.domain_state[cpu][level];
            state.nr_balance_failed = 0;
            state.balance_interval = domain.min_interval_ms;
            return outcome;
        }
        if idle != IdleType::NewlyIdle && !vain.misfit && !pinned.llc {
            sys.domain_state[cpu][level].nr_balance_failed += 1;
        }
        let push = active::maybe_push(sys, domain, level, src, cpu, idle, imbalance.what);
        match push {
            Push::Asked if !sys.rules.active_migrate_task => {
                lengthen(sys, cpu, level, false);
            }
            Push::NotNeeded | Push::Asked | Push::AskedAtOnce | Push::Pending => {
                sys.domain_state[cpu][level].balance_interval = domain.min_interval_ms;
            }
            Push::Pinned => {
                let pinned = pinned.all_refused || !sys.rules.active_migrate_task;
                looked_in_vain(sys, cpu, level, idle, InVain { pinned, ..vain });
            }
        }
        return outcome;
    }
}

/// Nothing to do here.
fn balanced(sys: &mut System, cpu: CpuId, level: usize, idle: IdleType, vain: InVain) {
    let state = &mut sys.domain_state[cpu][level];
    state.nr_balance_failed = 0;
    if !vain.pinned {
        state.group_imbalance = false;
    }
    looked_in_vain(sys, cpu, level, idle, vain);
}

/// The next look comes later. A newly idle CPU does not ask for the interval, and lengthens it only before 5.0.
fn looked_in_vain(sys: &mut System, cpu: CpuId, level: usize, idle: IdleType, vain: InVain) {
    if !vain.misfit && (idle != IdleType::NewlyIdle || sys.rules.balance == BalanceRule::ByLoad) {
        lengthen(sys, cpu, level, vain.pinned);
    }
}

/// Doubles the interval while it is below the level's longest; where all tasks are pinned, below 512 ms.
fn lengthen(sys: &mut System, cpu: CpuId, level: usize, pinned: bool) {
    let max = sys.domains.of[cpu][level].max_interval_ms;
    let interval = &mut sys.domain_state[cpu][level].balance_interval;
    if *interval < max || pinned && *interval < MAX_PINNED_INTERVAL {
        *interval *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::{Id, TaskId};
    use crate::engine::mask::CpuMask;
    use crate::engine::time::Ns;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::observe::vocab::Left;
    use crate::scenario::Features;

    #[test]
    fn one_cpu_at_a_time_balances_over_nodes_since_6_19() {
        for (sd_serialize, after, finds) in [(true, 0, false), (true, 1_000_000, true), (false, 0, true)] {
            let rules = KernelRules { sd_serialize, ..kernel::rules(KernelId::V7_0) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            sys.now = Ns::s(1);
            let level = sys.domains.of[CpuId(0)].len() - 1;
            assert!(sys.domains.of[CpuId(0)][level].has(flags::SERIALIZE));
            // The other node has tasks to give, and both CPUs come for them.
            let far = sys.machine.node_mask[1];
            far.iter().for_each(|cpu| sys.crowd(cpu, 4));
            let pulls = |sys: &mut System, cpu| {
                (sys.actor, sys.charge) = (cpu, Ns::ZERO);
                load_balance(sys, cpu, level, IdleType::NewlyIdle).moved > 0
            };
            assert!(pulls(&mut sys, CpuId(0)));
            let took = sys.charge;
            assert!(took > Ns(1) && took < Ns(1_000_000));
            sys.now += Ns(after);
            assert_eq!(pulls(&mut sys, CpuId(1)), finds, "{sd_serialize} {after}");
            if !finds {
                // Inside a node it may.
                sys.crowd(CpuId(2), 4);
                let inside = load_balance(&mut sys, CpuId(1), level - 1, IdleType::NewlyIdle);
                assert!(inside.moved > 0);
            }
        }
    }

    #[test]
    fn an_idle_core_is_elected_before_an_idle_thread() {
        for (idle_cores_first, elected_cpu) in [(false, CpuId(0)), (true, CpuId(1))] {
            let rules = KernelRules { idle_cores_first, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            let domains = sys.domains.clone();
            let (threads, numa) = (&domains.of[CpuId(0)][0], domains.of[CpuId(0)].last().unwrap());
            let beside = sys.machine.smt_mask[CpuId(0)].iter().last().unwrap();
            sys.idle.clear(beside);
            assert_eq!(elected(&sys, numa, CpuId(0), IdleType::Idle), Some(elected_cpu));
            assert_eq!(elected(&sys, threads, CpuId(0), IdleType::Idle), Some(CpuId(0)));
        }
    }

    #[test]
    fn an_interval_doubles_up_to_the_longest_of_its_level_and_where_all_are_pinned_to_half_a_second() {
        for (ms, pinned, then) in [
            (20, false, 40),
            (39, false, 78),
            (40, false, 40),
            (40, true, 80),
            (511, true, 1022),
            (512, true, 512),
        ] {
            let mut sys =
                System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_10), Features::default());
            assert_eq!(sys.domains.of[CpuId(0)][1].max_interval_ms, 40);
            sys.domain_state[CpuId(0)][1].balance_interval = ms;
            lengthen(&mut sys, CpuId(0), 1, pinned);
            assert_eq!(sys.domain_state[CpuId(0)][1].balance_interval, then, "{ms} {pinned}");
        }
    }

    #[test]
    fn a_pass_that_finds_nothing_forgets_failures_and_lengthens_the_interval_unless_the_cpu_has_just_gone_idle()
     {
        for (kernel, idle, pinned, misfit, interval) in [
            (KernelId::V5_10, IdleType::Idle, false, false, 40),
            (KernelId::V5_10, IdleType::Busy, true, false, 40),
            (KernelId::V5_10, IdleType::NewlyIdle, false, false, 20),
            (KernelId::V4_20, IdleType::NewlyIdle, false, false, 40),
            (KernelId::V6_12_0, IdleType::Idle, true, true, 20),
        ] {
            let mut sys = System::bare(MachineId::Xeon20, kernel::rules(kernel), Features::default());
            let state = &mut sys.domain_state[CpuId(0)][1];
            (state.nr_balance_failed, state.group_imbalance, state.balance_interval) = (3, true, 20);
            balanced(&mut sys, CpuId(0), 1, idle, InVain { pinned, misfit });
            let state = &sys.domain_state[CpuId(0)][1];
            let told = (state.nr_balance_failed, state.group_imbalance, state.balance_interval);
            assert_eq!(told, (0, pinned, interval), "{kernel:?} {idle:?}");
        }
    }

    /// A pass of a fast CPU that sees a slow one whose running task has outgrown it and may not come, with so many others that
    /// wait there. By how much it lengthens the interval, which is the level's least, or its longest.
    fn lengthens(rules: KernelRules, others: usize, may_come: bool, longest: bool) -> u32 {
        let mut sys = System::bare(MachineId::Spark20, rules, Features::default());
        let (domains, all) = (sys.domains.clone(), sys.machine.cpus());
        let fast = all.iter().max_by_key(|&cpu| sys.capacity_of(cpu)).expect("a fast CPU");
        let has_both = |domain: &Domain| domain.has(flags::ASYM_CPUCAPACITY);
        let level = domains.of[fast].iter().position(has_both).expect("a level of both");
        let domain = &domains.of[fast][level];
        let dst = elected(&sys, domain, fast, IdleType::Idle).expect("a CPU");
        let slow = domain.span.iter().min_by_key(|&cpu| sys.capacity_of(cpu)).expect("a slow CPU");
        sys.crowd(slow, others + 1);
        let runs = sys.pick_next(slow).expect("a task");
        sys.cfs().entities[runs].load.avg.util_avg = 1024;
        for (id, task) in sys.tasks.iter_mut().enumerate() {
            if id == runs.index() || !may_come {
                task.allowed.clear(dst);
            }
        }
        sys.switch_to(slow, runs, None, Left::Idle);
        assert!(sys.any_misfit());
        let interval = if longest { domain.max_interval_ms } else { domain.min_interval_ms };
        sys.domain_state[dst][level].balance_interval = interval;
        assert_eq!(load_balance(&mut sys, dst, level, IdleType::Idle).moved, 0);
        sys.domain_state[dst][level].balance_interval / interval
    }

    #[test]
    fn a_misfit_task_that_may_not_come_lengthens_no_interval_since_6_10() {
        for (misfit_no_failure, times) in [(false, 2), (true, 1)] {
            let rules = || KernelRules { misfit_no_failure, ..kernel::rules(KernelId::V6_5) };
            assert_eq!([0, 1].map(|others| lengthens(rules(), others, false, false)), [times; 2]);
        }
    }

    #[test]
    fn since_5_12_a_running_task_that_may_not_come_counts_for_all_only_where_no_other_one_may() {
        for (active_migrate_task, others, times) in [(false, 1, 2), (true, 1, 1), (true, 0, 2)] {
            let rules = KernelRules { active_migrate_task, ..kernel::rules(KernelId::V6_5) };
            assert_eq!(lengthens(rules, others, true, true), times, "{active_migrate_task} {others}");
        }
    }

    #[test]
    fn asking_for_a_push_lengthens_the_interval_up_to_5_11_but_not_while_one_is_pending() {
        for (kernel, pending, interval) in [
            (KernelId::V4_20, false, 60),
            (KernelId::V4_20, true, 20),
            (KernelId::V5_10, false, 60),
            (KernelId::V5_10, true, 20),
            (KernelId::V6_5, false, 20),
            (KernelId::V6_5, true, 20),
        ] {
            let mut sys = System::bare(MachineId::Xeon20, kernel::rules(kernel), Features::default());
            // Two threads of a core run a task each; the machine is idle otherwise.
            let beside = sys.machine.smt_mask[CpuId(5)].iter().last().expect("a thread");
            for (cpu, task) in [(CpuId(5), TaskId(0)), (beside, TaskId(1))] {
                sys.crowd(cpu, 1);
                sys.pick_next(cpu);
                sys.switch_to(cpu, task, None, Left::Idle);
                sys.cfs().queues[cpu].load.avg.util_avg = 1024;
            }
            let other = pending.then_some(CpuId(3));
            (sys.cpus[CpuId(5)].push_to, sys.cpus[beside].push_to) = (other, other);
            let state = &mut sys.domain_state[CpuId(0)][1];
            (state.nr_balance_failed, state.balance_interval) = (9, 30);
            assert_eq!(load_balance(&mut sys, CpuId(0), 1, IdleType::Idle).moved, 0);
            let asked = sys.cpus[CpuId(5)].push_to.or(sys.cpus[beside].push_to);
            assert_eq!(asked, Some(if pending { CpuId(3) } else { CpuId(0) }), "{kernel:?}");
            assert_eq!(sys.domain_state[CpuId(0)][1].balance_interval, interval, "{kernel:?} {pending}");
        }
    }

    #[test]
    fn a_pass_takes_a_waiting_task_and_one_that_fails_counts_that_unless_the_cpu_has_just_gone_idle() {
        for (idle, allowed_here, moved, failed) in [
            (IdleType::Idle, true, 1, 0),
            (IdleType::NewlyIdle, true, 1, 0),
            // No task of that CPU may run here.
            (IdleType::Idle, false, 0, 0),
        ] {
            let mut sys =
                System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_10), Features::default());
            (sys.now, sys.rd_overload) = (Ns::s(1), true);
            sys.crowd(CpuId(5), 3);
            if !allowed_here {
                sys.tasks.iter_mut().for_each(|task| task.allowed = CpuMask::one(CpuId(5)));
            }
            let state = &mut sys.domain_state[CpuId(0)][1];
            (state.nr_balance_failed, state.balance_interval) = (2, 30);
            let outcome = load_balance(&mut sys, CpuId(0), 1, idle);
            assert_eq!((outcome.moved, outcome.elected), (moved, true), "{idle:?} {allowed_here}");
            assert_eq!(sys.nr_running(CpuId(0)), moved);
            let state = &sys.domain_state[CpuId(0)][1];
            assert_eq!(state.nr_balance_failed, failed);
            assert_eq!(state.balance_interval, if moved > 0 { 20 } else { 60 });
        }
        // Their caches are hot: nothing moves until that has failed too often.
        let mut sys = System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_10), Features::default());
        sys.crowd(CpuId(5), 3);
        for (idle, failed) in [(IdleType::NewlyIdle, 0), (IdleType::Idle, 1), (IdleType::Idle, 2)] {
            assert_eq!(load_balance(&mut sys, CpuId(0), 1, idle).moved, 0);
            assert_eq!(sys.domain_state[CpuId(0)][1].nr_balance_failed, failed, "{idle:?}");
        }
        assert_eq!(load_balance(&mut sys, CpuId(0), 1, IdleType::Idle).moved, 1);
        // Another CPU of the group is the one that balances.
        assert!(!load_balance(&mut sys, CpuId(13), 1, IdleType::Idle).elected);
    }
}
