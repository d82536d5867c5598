//! Active balance: after repeated failures the stopper preempts the source CPU and moves one task.

use super::detach::{Pinned, Pull, can_migrate, move_queued};
use super::imbalance::Migrate;
use super::{IdleType, cache_aware};
use crate::engine::ids::{CpuId, TaskId};
use crate::machine::domains::{Domain, flags};
use crate::observe::decisions::Why;
use crate::observe::steps::{ActiveBalance, Failures};
use crate::observe::vocab::{Cause, Decided};
use crate::runqueue::SchedClass;
use crate::system::System;

/// Whether the stopper was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    Asked,
    /// It was, without failures before.
    AskedAtOnce,
    /// It was before, and has not come yet.
    Pending,
    /// Balancing has not failed often enough, or there is nothing to push.
    NotNeeded,
    /// The running task is not allowed on the destination.
    Pinned,
}

/// A task is pushed whether balancing has failed or not (`need_active_balance`): it has outgrown its CPU, an idle CPU is to run
/// it before the one that does, or it prefers the last-level cache of the other CPU.
fn is_needed(sys: &System, domain: &Domain, src: CpuId, dst: CpuId, idle: IdleType, what: Migrate) -> bool {
    let packs = domain.has(flags::ASYM_PACKING) && idle != IdleType::Busy && sys.packs_before(dst, src);
    matches!(what, Migrate::Misfit | Migrate::LlcTask) || packs
}

/// Asks the stopper of `src` to push a task to `dst` if balancing at this level, by an imbalance of `what`, has failed
/// more than `cache_nice_tries + 2` times, or if that is needed anyway.
pub fn maybe_push(
    sys: &mut System,
    domain: &Domain,
    level: usize,
    src: CpuId,
    dst: CpuId,
    idle: IdleType,
    what: Migrate,
) -> Push {
    let failed = sys.domain_state[dst][level].nr_balance_failed;
    let needed = is_needed(sys, domain, src, dst, idle, what);
    if sys.rules.active_migrate_task && what != Migrate::Task && !needed {
        return Push::NotNeeded;
    }
    if !sys.features.active_balance || failed <= domain.cache_nice_tries + 2 && !needed {
        return Push::NotNeeded;
    }
    if cache_aware::breaks(sys, src, dst) {
        sys.tried(src, ActiveBalance::BreaksLlc(Failures(failed)));
        return Push::NotNeeded;
    }
    let Some(curr) = sys.cpus[src].curr else { return Push::NotNeeded };
    if !sys.tasks[curr].allowed.test(dst) {
        return Push::Pinned;
    }
    sys.tried(src, ActiveBalance::Yes(Failures(failed)));
    let pending = sys.cpus[src].push_to.is_some();
    if !pending {
        sys.cpus[src].push_to = Some(dst);
        sys.resched(src);
    }
    if !sys.rules.active_migrate_task {
        sys.domain_state[dst][level].nr_balance_failed = domain.cache_nice_tries + 1;
    }
    match (pending, needed) {
        (true, _) => Push::Pending,
        (false, true) => Push::AskedAtOnce,
        (false, false) => Push::Asked,
    }
}

/// The stopper runs on `src`, whose running task has been put back: one task goes. Returns it.
pub fn run_stopper(sys: &mut System, src: CpuId) -> Option<TaskId> {
    let dst = sys.cpus[src].push_to.take()?;
    let domains = sys.domains.clone();
    let (level, domain) = domains.of[dst].iter().enumerate().find(|(_, d)| d.span.test(src))?;
    let failed = sys.domain_state[dst][level].nr_balance_failed;
    let pull = Pull {
        domain,
        src,
        dst,
        idle: IdleType::Idle,
        cause: Cause::Active,
        nr_balance_failed: failed.max(domain.cache_nice_tries + 1),
    };
    sys.decide(Decided::Push, dst, src);
    let before = sys.charge;
    let task = detach_one(sys, &pull);
    if let Some(task) = task {
        move_queued(sys, task, dst, Cause::Active);
        sys.domain_state[dst][level].nr_balance_failed = 0;
        sys.interrupt_idle_cpu(dst);
    }
    sys.decided(task, dst, Why::Nothing, before);
    task
}

/// The first task that may go, the least recently run one first.
fn detach_one(sys: &mut System, pull: &Pull) -> Option<TaskId> {
    let order = sys.queues.pull_order(pull.src);
    let mut pinned = Pinned::UNASKED;
    order.into_iter().find(|&t| can_migrate(sys, t, pull, Migrate::Task, &mut pinned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::scenario::Features;

    #[test]
    fn since_5_12_only_an_imbalance_of_tasks_asks_the_stopper() {
        for active_migrate_task in [false, true] {
            let rules = KernelRules { active_migrate_task, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon20, rules, Features::default());
            let (src, dst) = (CpuId(5), CpuId(0));
            sys.crowd(src, 1);
            sys.set_curr(src, Some(TaskId(0)));
            let domains = sys.domains.clone();
            let domain = &domains.of[dst][1];
            let mut ask = |what| {
                sys.domain_state[dst][1].nr_balance_failed = 9;
                sys.cpus[src].push_to = None;
                let push = maybe_push(&mut sys, domain, 1, src, dst, IdleType::Idle, what);
                (push, sys.domain_state[dst][1].nr_balance_failed)
            };
            let reset = domain.cache_nice_tries + 1;
            if active_migrate_task {
                assert_eq!(ask(Migrate::Load), (Push::NotNeeded, 9));
                assert_eq!(ask(Migrate::Task), (Push::Asked, 9));
            } else {
                assert_eq!(ask(Migrate::Load), (Push::Asked, reset));
                assert_eq!(ask(Migrate::Task), (Push::Asked, reset));
            }
        }
    }

    #[test]
    fn the_stopper_is_asked_after_so_many_failures_and_what_it_moves_ends_them() {
        type Change = fn(&mut System);
        let none: Change = |_| {};
        let push = |failed, change: Change| {
            let mut sys = System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_9), Features::default());
            let (src, dst) = (CpuId(5), CpuId(0));
            sys.crowd(src, 1);
            sys.set_curr(src, Some(TaskId(0)));
            change(&mut sys);
            let domains = sys.domains.clone();
            sys.domain_state[dst][1].nr_balance_failed = failed;
            let asked = maybe_push(&mut sys, &domains.of[dst][1], 1, src, dst, IdleType::Idle, Migrate::Task);
            (asked, sys.cpus[src].push_to, sys)
        };
        // Tasks have been hot twice in vain here: `cache_nice_tries` is 1.
        for (failed, change, asked) in [
            (3, none, Push::NotNeeded),
            (4, none, Push::Asked),
            (4, (|sys| sys.features.active_balance = false) as Change, Push::NotNeeded),
            (4, |sys| sys.set_curr(CpuId(5), None), Push::NotNeeded),
            (4, |sys| sys.tasks[TaskId(0)].allowed.clear(CpuId(0)), Push::Pinned),
        ] {
            let (answer, to, _) = push(failed, change);
            assert_eq!((answer, to), (asked, (asked == Push::Asked).then_some(CpuId(0))), "{failed}");
        }
        // Another CPU has started it already: that push stays, and counts as the push of this CPU.
        let (answer, to, sys) = push(4, |sys| sys.cpus[CpuId(5)].push_to = Some(CpuId(3)));
        assert_eq!((answer, to), (Push::Pending, Some(CpuId(3))));
        assert_eq!(sys.domain_state[CpuId(0)][1].nr_balance_failed, 2);
        let (_, _, mut sys) = push(4, none);
        assert!(sys.cpus[CpuId(5)].need_resched);
        sys.put_prev(CpuId(5));
        assert_eq!(run_stopper(&mut sys, CpuId(5)), Some(TaskId(0)));
        assert_eq!((sys.tasks[TaskId(0)].cpu, sys.cpus[CpuId(5)].push_to), (CpuId(0), None));
        assert_eq!(sys.domain_state[CpuId(0)][1].nr_balance_failed, 0);
        assert_eq!(run_stopper(&mut sys, CpuId(5)), None, "nobody has asked");
    }
}
