//! Cache-aware balancing: pulling tasks to the last-level cache that their process prefers, and leaving them there
//! (`can_migrate_llc`, `llc_balance`, `migrate_degrades_llc`, `alb_break_llc`, kernel 7.2). Which cache that is:
//! [`system::cache_aware`](crate::system::cache_aware).
//!
//! The stopper moves any task, as with other imbalances. Delayed tasks are not counted among those that an active balance
//! would take from their cache.

use super::IdleType;
use super::detach::Pull;
use super::imbalance::Migrate;
use crate::engine::ids::{CpuId, TaskId};
use crate::machine::domains::{Domain, flags};
use crate::observe::steps::{CanMigrateLlc, Used};
use crate::runqueue::SchedClass;
use crate::system::System;
use crate::system::cache_aware::LlcUse;

/// Whether a task may go from one last-level cache to another (`enum llc_mig`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mig {
    Forbid,
    Llc,
    /// The usual balance decides.
    Unrestricted,
}

/// The bounds within which tasks are gathered.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// From this share (%) of its capacity on a cache is overloaded.
    overaggr_pct: u64,
    /// It may be used by so much (%) more than another one.
    imb_pct: u64,
}

impl Bounds {
    /// `fits_llc_capacity`
    fn fits(self, of: LlcUse) -> bool {
        of.util * 100 < of.capacity * self.overaggr_pct
    }

    /// `util_greater`
    fn greater(self, a: LlcUse, b: LlcUse) -> bool {
        a.util * 100 > b.util * (100 + self.imb_pct)
    }

    /// The answer for two caches that are used like this once the task has gone.
    fn answer(self, src: LlcUse, dst: LlcUse, to_preferred: bool) -> Mig {
        let (src_fits, dst_fits) = (self.fits(src), self.fits(dst));
        if !src_fits && !dst_fits {
            return Mig::Unrestricted;
        }
        let forbidden = if to_preferred {
            !dst_fits && self.greater(dst, src)
        } else {
            src_fits || !self.greater(src, dst)
        };
        if forbidden { Mig::Forbid } else { Mig::Llc }
    }
}

/// Whether a task of this utilisation may go, towards the cache that it prefers or out of it (`can_migrate_llc`).
fn can_migrate_llc(sys: &mut System, src: CpuId, dst: CpuId, util: u64, to_preferred: bool) -> Mig {
    let Some(cache) = &sys.cache_aware else { return Mig::Unrestricted };
    // Without SMT half as much again.
    let overaggr = u64::from(sys.rules.llc_overaggr_pct);
    let overaggr_pct = if cache.threads_per_core == 1 { overaggr * 3 / 2 } else { overaggr };
    let bounds = Bounds { overaggr_pct, imb_pct: sys.rules.llc_imb_pct.into() };
    let used = |cpu: CpuId| cache.llcs[sys.machine.llc_of[cpu]];
    let (mut from, mut to) = (used(src), used(dst));
    from.util = from.util.saturating_sub(util);
    to.util += util;
    let answer = bounds.answer(from, to, to_preferred);
    for (cpu, of) in [(src, from), (dst, to)] {
        // A cache that no pass has summed up counts as overloaded.
        let pct = (of.util * 100).checked_div(of.capacity).unwrap_or(overaggr_pct);
        sys.tried(cpu, CanMigrateLlc::Load(Used(pct)));
    }
    sys.tried(
        dst,
        match answer {
            Mig::Forbid => CanMigrateLlc::MigForbid,
            Mig::Llc => CanMigrateLlc::MigLlc,
            Mig::Unrestricted => CanMigrateLlc::MigUnrestricted,
        },
    );
    answer
}

/// The same for a certain task (`can_migrate_llc_task`).
fn can_migrate_llc_task(sys: &mut System, task: TaskId, src: CpuId, dst: CpuId) -> Mig {
    let Some(preferred) = sys.cache_of_process(task) else { return Mig::Unrestricted };
    if sys.share_llc(src, dst) || !sys.keeps_its_cache(task, dst) {
        return Mig::Unrestricted;
    }
    let to_preferred = sys.machine.llc_of[dst] == preferred;
    if !to_preferred && sys.machine.llc_of[src] != preferred {
        return Mig::Unrestricted;
    }
    let util = sys.queues.task_load(task).util_avg;
    can_migrate_llc(sys, src, dst, util, to_preferred)
}

/// A task would get further from the cache that it prefers (`migrate_degrades_llc`). Once balancing has failed too often,
/// that does not matter.
pub fn degrades(sys: &mut System, task: TaskId, pull: &Pull, what: Migrate) -> bool {
    if sys.cache_aware.is_none() || pull.nr_balance_failed > pull.domain.cache_nice_tries {
        return false;
    }
    let llc = sys.machine.llc_of[pull.dst];
    if what == Migrate::LlcTask && sys.preferred_llc(task) != Some(llc) {
        return true;
    }
    can_migrate_llc_task(sys, task, pull.src, pull.dst) == Mig::Forbid
}

/// Tasks of a group that prefer the last-level cache of `dst`, which the group's CPUs do not share.
pub fn nr_preferring(sys: &System, cpus: impl Iterator<Item = CpuId>, dst: CpuId) -> u32 {
    let llc = sys.machine.llc_of[dst];
    cpus.filter(|&cpu| sys.machine.llc_of[cpu] != llc).map(|cpu| sys.nr_preferring(cpu, llc)).sum()
}

/// So many tasks of another group may come to the cache that they prefer, that of `dst` (`llc_balance`). `first` is a CPU of
/// the group.
pub fn is_llc_balance(
    sys: &mut System,
    domain: &Domain,
    level: usize,
    first: CpuId,
    dst: CpuId,
    preferring: u32,
) -> bool {
    !domain.has(flags::SHARE_PKG_RESOURCES)
        && sys.domain_state[dst][level].nr_balance_failed <= domain.cache_nice_tries
        && preferring > 0
        && can_migrate_llc(sys, first, dst, 0, true) == Mig::Llc
}

/// A pass over the level above the caches sums up how much they are used, unless the CPU has just gone idle
/// (`record_sg_llc_stats`).
pub fn record_use(sys: &mut System, level: usize, first: CpuId, dst: CpuId, idle: IdleType, of: (u64, u64)) {
    let above = sys.domains.llc_level[dst].is_some_and(|llc| llc + 1 == level);
    let llc = sys.machine.llc_of[first];
    if let Some(cache) = &mut sys.cache_aware
        && above
        && idle != IdleType::NewlyIdle
    {
        cache.llcs[llc] = LlcUse { util: of.0, capacity: of.1 };
    }
}

/// No task is pushed out of the cache that all tasks of `src` prefer, unless its use allows that (`alb_break_llc`).
pub fn breaks(sys: &mut System, src: CpuId, dst: CpuId) -> bool {
    if sys.cache_aware.is_none() || sys.share_llc(src, dst) {
        return false;
    }
    let llc = sys.machine.llc_of[src];
    let tasks = sys.queues.pull_order(src);
    if tasks.is_empty() || tasks.iter().any(|&task| sys.preferred_llc(task) != Some(llc)) {
        return false;
    }
    if sys.nr_running(src) <= 1 {
        return true;
    }
    let util = sys.cpus[src].curr.map_or(0, |curr| sys.queues.task_load(curr).util_avg);
    can_migrate_llc(sys, src, dst, util, false) == Mig::Forbid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::active::{Push, maybe_push};
    use crate::balance::detach::{Pinned, can_migrate};
    use crate::balance::load_balance::load_balance;
    use crate::engine::time::Ns;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::observe::vocab::Cause;
    use crate::scenario::Features;

    /// By hand: caches of a capacity of 1000, of which 500 may be used, and 20 % more than the other.
    #[test]
    fn a_cache_is_filled_up_to_its_half_and_then_to_a_fifth_more_than_the_other() {
        let bounds = Bounds { overaggr_pct: 50, imb_pct: 20 };
        let of = |util| LlcUse { util, capacity: 1000 };
        for (src, dst, to_preferred, answer) in [
            (0, 499, true, Mig::Llc),
            // Full, and more than a fifth above an idle one.
            (0, 500, true, Mig::Forbid),
            (416, 500, true, Mig::Forbid),
            (417, 500, true, Mig::Llc),
            // Both are full: the usual balance.
            (500, 500, true, Mig::Unrestricted),
            (500, 900, false, Mig::Unrestricted),
            // Out of a cache with room nothing goes, however idle the other one is.
            (499, 0, false, Mig::Forbid),
            (500, 416, false, Mig::Llc),
            (500, 417, false, Mig::Forbid),
        ] {
            assert_eq!(bounds.answer(of(src), of(dst), to_preferred), answer, "{src} {dst} {to_preferred}");
        }
        // Nothing is known of caches that no pass has summed up.
        let unknown = LlcUse::default();
        assert_eq!(bounds.answer(unknown, unknown, true), Mig::Unrestricted);
    }

    /// Two threads of a process that run on CPUs 0 and 8, under two caches, of which the process prefers that of CPU 8; CPU 9
    /// is idle. How much the caches are used, in % of their capacity.
    fn system(rules: KernelRules, used: [u64; 2]) -> (System, usize, CpuId) {
        let mut sys = System::bare(MachineId::Epyc384, rules, Features::default());
        sys.now = Ns::s(1);
        sys.crowd(CpuId(0), 1);
        sys.crowd(CpuId(8), 1);
        for (cpu, task) in [(CpuId(0), TaskId(0)), (CpuId(8), TaskId(1))] {
            sys.pick_next(cpu);
            sys.set_curr(cpu, Some(task));
        }
        // It has run on the second cache only.
        sys.now = Ns::s(1) + Ns::ms(8);
        for cpu in [CpuId(8), CpuId(0), CpuId(8)] {
            sys.now += Ns::ms(4);
            sys.task_tick(cpu, 1);
        }
        sys.prefer(TaskId(0), CpuId(8));
        if let Some(cache) = &mut sys.cache_aware {
            for (cpu, used) in [CpuId(0), CpuId(8)].into_iter().zip(used) {
                let capacity = 16 * 1024;
                cache.llcs[sys.machine.llc_of[cpu]] = LlcUse { util: capacity * used / 100, capacity };
            }
        }
        let dst = CpuId(9);
        let domains = sys.domains.clone();
        let level = domains.of[dst].iter().position(|domain| domain.span.test(CpuId(0))).expect("a level");
        (sys, level, dst)
    }

    fn rules() -> KernelRules {
        kernel::rules(KernelId::V7_3)
    }

    fn pull(domain: &Domain, src: CpuId, dst: CpuId, failed: u32) -> Pull<'_> {
        let idle = IdleType::Idle;
        Pull { domain, src, dst, idle, cause: Cause::Periodic, nr_balance_failed: failed }
    }

    #[test]
    fn an_idle_cpu_of_the_preferred_cache_has_the_running_task_pushed_to_it() {
        for (sched_cache, used, pushed) in [
            (true, [10, 10], true),
            (true, [10, 49], true),
            // Its cache is full.
            (true, [10, 60], false),
            (false, [10, 10], false),
        ] {
            let rules = KernelRules { sched_cache, ..rules() };
            let (mut sys, level, dst) = system(rules, used);
            let asked = load_balance(&mut sys, dst, level, IdleType::NewlyIdle);
            assert_eq!(asked.moved, 0, "it runs");
            assert_eq!(sys.cpus[CpuId(0)].push_to, pushed.then_some(dst), "{sched_cache} {used:?}");
        }
    }

    #[test]
    fn a_task_is_left_in_the_cache_that_it_prefers_until_balancing_has_failed_often_enough() {
        for (used, failed, what, moves) in [
            ([10, 10], 0, Migrate::Task, false),
            ([10, 49], 0, Migrate::Load, false),
            // That is full, and a fifth fuller.
            ([10, 60], 0, Migrate::Task, true),
            ([60, 60], 0, Migrate::Task, true),
            ([10, 10], 9, Migrate::Task, true),
        ] {
            let (mut sys, _, _) = system(rules(), used);
            let (src, dst) = (CpuId(8), CpuId(1));
            sys.put_prev(src);
            let domains = sys.domains.clone();
            let domain = domains.of[dst].iter().find(|domain| domain.span.test(src)).expect("a domain");
            let mut pinned = Pinned::UNASKED;
            sys.now = Ns::s(2);
            let may = can_migrate(&mut sys, TaskId(1), &pull(domain, src, dst, failed), what, &mut pinned);
            assert_eq!((may, pinned.llc), (moves, !moves), "{used:?} {failed}");
        }
    }

    #[test]
    fn a_pull_for_a_cache_takes_no_task_that_does_not_prefer_it() {
        let (mut sys, _, dst) = system(rules(), [10, 10]);
        let src = CpuId(0);
        sys.put_prev(src);
        sys.now = Ns::s(2);
        let domains = sys.domains.clone();
        let domain = domains.of[dst].iter().find(|domain| domain.span.test(src)).expect("a domain");
        for (cpu, moves) in [(CpuId(8), true), (CpuId(0), false)] {
            sys.prefer(TaskId(0), cpu);
            let mut pinned = Pinned::UNASKED;
            let pull = pull(domain, src, dst, 0);
            assert_eq!(can_migrate(&mut sys, TaskId(0), &pull, Migrate::LlcTask, &mut pinned), moves);
            assert!(!pinned.llc, "that counts as a failed pass");
        }
    }

    #[test]
    fn the_stopper_is_not_asked_to_take_the_only_tasks_of_a_cpu_from_the_cache_that_they_prefer() {
        for (used, preferred, asked) in [
            ([10, 10], CpuId(8), Push::NotNeeded),
            ([10, 10], CpuId(0), Push::Asked),
            ([90, 90], CpuId(8), Push::NotNeeded),
        ] {
            let (mut sys, _, _) = system(rules(), used);
            let (src, dst) = (CpuId(8), CpuId(1));
            sys.prefer(TaskId(1), preferred);
            let domains = sys.domains.clone();
            let level = domains.of[dst].iter().position(|domain| domain.span.test(src)).expect("a level");
            sys.domain_state[dst][level].nr_balance_failed = 9;
            let domain = &domains.of[dst][level];
            let push = maybe_push(&mut sys, domain, level, src, dst, IdleType::Idle, Migrate::Task);
            assert_eq!(push, asked, "{used:?} {preferred}");
        }
    }

    #[test]
    fn only_a_pass_above_the_caches_that_is_not_newly_idle_sums_up_their_use() {
        let (mut sys, level, dst) = system(rules(), [0, 0]);
        let llc = sys.machine.llc_of[CpuId(0)];
        let used = |sys: &System| sys.cache_aware.as_ref().map(|cache| cache.llcs[llc].util);
        for (level, idle, util) in [
            (level, IdleType::NewlyIdle, 0),
            (level - 1, IdleType::Idle, 0),
            (level + 1, IdleType::Idle, 0),
            (level, IdleType::Idle, 7),
        ] {
            record_use(&mut sys, level, CpuId(0), dst, idle, (7, 16 * 1024));
            assert_eq!(used(&sys), Some(util), "{level} {idle:?}");
        }
    }
}
