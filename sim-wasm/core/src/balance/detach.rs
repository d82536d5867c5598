//! Taking tasks off a queue: which ones may move, and in which order they are tried.

use super::imbalance::{Imbalance, Migrate};
use super::{IdleType, cache_aware};
use crate::engine::ids::{CpuId, TaskId};
use crate::machine::domains::Domain;
use crate::machine::kernel::BalanceRule;
use crate::observe::steps::{CanMigrateTask, Task};
use crate::observe::vocab::Cause;
use crate::runqueue::{Dequeue, SchedClass, Woken};
use crate::scenario::Policy;
use crate::system::{Enqueue, System};

/// `sched_nr_migrate`
const NR_MIGRATE: usize = 32;

/// What was found about the examined tasks: `LBF_SOME_PINNED`, `LBF_ALL_PINNED`.
#[derive(Clone, Copy, Debug)]
pub struct Pinned {
    /// One is not allowed on the destination.
    pub any_refused: bool,
    /// None came past that: throttled, not eligible, or not allowed.
    pub all_refused: bool,
    /// One prefers another last-level cache (`LBF_LLC_PINNED`).
    pub llc: bool,
}

impl Pinned {
    /// No task has been examined yet.
    pub const UNASKED: Self = Self { any_refused: false, all_refused: true, llc: false };
}

/// What a pull is about.
pub struct Pull<'a> {
    pub domain: &'a Domain,
    pub src: CpuId,
    pub dst: CpuId,
    pub idle: IdleType,
    pub cause: Cause,
    pub nr_balance_failed: u32,
}

/// `can_migrate_task`, for an imbalance of `what`: allowed there, not running, not further from the cache that it prefers, and
/// not hot, unless moving has failed too often.
pub fn can_migrate(sys: &mut System, task: TaskId, pull: &Pull, what: Migrate, pinned: &mut Pinned) -> bool {
    if sys.is_throttled(task, pull.dst) {
        sys.tried(pull.dst, CanMigrateTask::Throttled(Task(task)));
        return false;
    }
    let waits_for_failure = sys.rules.eligible_first && pull.nr_balance_failed == 0;
    if waits_for_failure && sys.queues.owes_on(pull.src, pull.dst, task) {
        sys.tried(pull.src, CanMigrateTask::Ineligible(Task(task)));
        return false;
    }
    if !sys.tasks[task].allowed.test(pull.dst) {
        pinned.any_refused = true;
        sys.tried(pull.src, CanMigrateTask::NotAllowed(Task(task)));
        return false;
    }
    pinned.all_refused = false;
    if sys.cpus[pull.src].curr == Some(task) {
        sys.tried(pull.src, CanMigrateTask::Running(Task(task)));
        return false;
    }
    if cache_aware::degrades(sys, task, pull, what) {
        pinned.llc |= what != Migrate::LlcTask;
        sys.tried(pull.src, CanMigrateTask::DegradesLlc(Task(task)));
        return false;
    }
    let refused =
        task_hot(sys, task, pull.src, pull.dst) && pull.nr_balance_failed <= pull.domain.cache_nice_tries;
    if refused {
        sys.tried(pull.src, CanMigrateTask::Hot(Task(task)));
    }
    !refused
}

/// It ran less than `sched_migration_cost` ago, or is about to run there as a buddy.
fn task_hot(sys: &System, task: TaskId, src: CpuId, dst: CpuId) -> bool {
    if sys.tasks[task].attr.policy == Policy::Idle {
        return false;
    }
    if sys.rules.smt_never_hot && sys.machine.smt_mask[src].test(dst) {
        return false;
    }
    if sys.nr_running(dst) > 0 && sys.queues.is_buddy(src, task) {
        return true;
    }
    sys.now - sys.queues.last_ran(task) < sys.tuned.migration_cost
}

/// `detach_tasks` and `attach_tasks`: from the least recently run task on, until the imbalance is
/// used up. Returns how many moved, and whether imbalance is left.
pub fn move_tasks(sys: &mut System, pull: &Pull, imbalance: &Imbalance, pinned: &mut Pinned) -> (u32, bool) {
    let mut left = imbalance.amount as i64;
    let mut moved = 0;
    let order = sys.queues.pull_order(pull.src);
    let most = if sys.rules.past_pinned { order.len() } else { NR_MIGRATE };
    let mut asked = 0;
    for task in order.into_iter().take(most) {
        asked += 1;
        if asked > NR_MIGRATE && !pinned.all_refused {
            break;
        }
        if pull.idle != IdleType::Busy && sys.nr_running(pull.src) <= 1 {
            break;
        }
        let util = sys.queues.task_load(task).util_avg as i64;
        let load = sys.task_h_load(task).max(1) as i64;
        let fits = match imbalance.what {
            Migrate::Load if sys.rules.migrate_load_shift => load >> pull.nr_balance_failed.min(32) <= left,
            Migrate::Load => {
                let insists = sys.rules.balance == BalanceRule::ByType;
                load / 2 <= left || insists && pull.nr_balance_failed > pull.domain.cache_nice_tries
            }
            Migrate::Util if sys.rules.migrate_util_shift => util >> pull.nr_balance_failed.min(32) <= left,
            Migrate::Util => util <= left,
            Migrate::Task | Migrate::LlcTask => true,
            Migrate::Misfit => !sys.fits(task, sys.capacity_of(pull.src)),
        };
        let movable = can_migrate(sys, task, pull, imbalance.what, pinned);
        if !movable || !fits {
            if movable {
                sys.tried(pull.src, CanMigrateTask::Misfit(Task(task)));
            }
            sys.queues.pass_over(pull.src, task);
            continue;
        }
        sys.tried(pull.src, CanMigrateTask::Moved(Task(task)));
        left -= match imbalance.what {
            Migrate::Load => load,
            Migrate::Util => util,
            Migrate::Task | Migrate::Misfit | Migrate::LlcTask => 1,
        };
        move_queued(sys, task, pull.dst, pull.cause);
        moved += 1;
        // A preemptible kernel takes one task at a time when it is in a hurry to run something.
        if pull.idle == IdleType::NewlyIdle && sys.is_preemptible() || left <= 0 {
            break;
        }
    }
    (moved, left > 0)
}

/// Moves a waiting task to another CPU's queue.
pub fn move_queued(sys: &mut System, task: TaskId, dst: CpuId, cause: Cause) {
    sys.dequeue(task, Dequeue::Move);
    sys.set_task_cpu(task, dst, cause);
    sys.enqueue(task, Enqueue::Move);
    sys.check_preempt(dst, task, Woken::Plain);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::runqueue::RunQueues;
    use crate::scenario::Features;

    #[test]
    fn failures_make_a_task_lighter_where_the_rule_says_so() {
        for (migrate_util_shift, failed, moves) in [(false, 2, 0), (true, 1, 0), (true, 2, 1)] {
            let rules = KernelRules { migrate_util_shift, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            sys.now = Ns::s(1);
            let (src, dst) = (CpuId(5), CpuId(0));
            sys.crowd(src, 2);
            for task in [TaskId(0), TaskId(1)] {
                sys.cfs().entities[task].load.avg.util_avg = 300;
            }
            let domains = sys.domains.clone();
            let pull = Pull {
                domain: &domains.of[dst][1],
                src,
                dst,
                idle: IdleType::Idle,
                cause: Cause::Periodic,
                nr_balance_failed: failed,
            };
            let imbalance = Imbalance { group: domains.of[dst][1].span, amount: 100, what: Migrate::Util };
            let (moved, _) = move_tasks(&mut sys, &pull, &imbalance, &mut Pinned::UNASKED.clone());
            assert_eq!(moved, moves, "{migrate_util_shift} after {failed}");
        }
    }

    /// CPU 5 with so many tasks that have waited for a second and have this load, and a pull to CPU 0.
    fn pulls(
        tasks: usize,
        load: u64,
        rules: KernelRules,
        change: impl FnOnce(&mut System, &mut Pull, &mut Imbalance),
    ) -> (u32, bool) {
        let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
        sys.now = Ns::s(1);
        let (src, dst) = (CpuId(5), CpuId(0));
        sys.crowd(src, tasks);
        for entity in sys.cfs().entities.iter_mut() {
            entity.load.avg.load_avg = load;
        }
        let domains = sys.domains.clone();
        let domain = &domains.of[dst][1];
        let mut pull =
            Pull { domain, src, dst, idle: IdleType::Idle, cause: Cause::Periodic, nr_balance_failed: 0 };
        let mut imbalance = Imbalance { group: domain.span, amount: 1000, what: Migrate::Load };
        change(&mut sys, &mut pull, &mut imbalance);
        let before = sys.nr_running(src);
        let pulled = move_tasks(&mut sys, &pull, &imbalance, &mut Pinned::UNASKED.clone());
        assert_eq!(sys.nr_running(src), before - pulled.0);
        pulled
    }

    #[test]
    fn tasks_move_until_the_imbalance_is_used_up_and_a_cpu_that_is_not_busy_leaves_one_there() {
        let rules = || kernel::rules(KernelId::V5_9);
        for (tasks, amount, what, idle, moved) in [
            (9, 1000, Migrate::Load, IdleType::Idle, (3, false)),
            (9, 999, Migrate::Load, IdleType::Idle, (2, true)),
            (9, 800, Migrate::Load, IdleType::Idle, (2, false)),
            // Half of a task's load is enough for it.
            (9, 200, Migrate::Load, IdleType::Idle, (1, false)),
            (9, 199, Migrate::Load, IdleType::Idle, (0, true)),
            (9, 2, Migrate::Task, IdleType::Idle, (2, false)),
            (3, 9, Migrate::Task, IdleType::Idle, (2, true)),
            (3, 9, Migrate::Task, IdleType::Busy, (3, true)),
            (3, 9, Migrate::Task, IdleType::NewlyIdle, (2, true)),
            // Of a long queue 32 tasks are examined.
            (40, 99, Migrate::Task, IdleType::Idle, (32, true)),
        ] {
            let pulled = pulls(tasks, 400, rules(), |sys, pull, imbalance| {
                (pull.idle, imbalance.amount, imbalance.what) = (idle, amount, what);
                assert!(!sys.machine.platform.preempt);
            });
            assert_eq!(pulled, moved, "{tasks} {amount} {what:?} {idle:?}");
        }
    }

    #[test]
    fn where_the_first_32_tasks_may_not_come_the_next_one_is_asked_from_6_1_to_6_10() {
        for (kernel, moved) in
            [(KernelId::V5_10, 0), (KernelId::V6_5, 1), (KernelId::V6_8, 1), (KernelId::V6_12_0, 0)]
        {
            let mut sys = System::bare(MachineId::Xeon40, kernel::rules(kernel), Features::default());
            sys.now = Ns::s(1);
            let (src, dst) = (CpuId(5), CpuId(0));
            sys.crowd(src, 40);
            for task in sys.queues.pull_order(src).into_iter().take(35) {
                sys.tasks[task].allowed.clear(dst);
            }
            let domains = sys.domains.clone();
            let domain = &domains.of[dst][1];
            let (idle, cause) = (IdleType::Idle, Cause::Periodic);
            let pull = Pull { domain, src, dst, idle, cause, nr_balance_failed: 9 };
            let imbalance = Imbalance { group: domain.span, amount: 99, what: Migrate::Task };
            let mut pinned = Pinned::UNASKED;
            // Once one has come, the limit is as it was.
            assert_eq!(move_tasks(&mut sys, &pull, &imbalance, &mut pinned), (moved, true), "{kernel:?}");
            assert_eq!(pinned.all_refused, moved == 0);
        }
    }

    #[test]
    fn a_newly_idle_cpu_takes_one_task_where_the_kernel_can_be_preempted() {
        for (preempt_dynamic, moved) in [(false, 2), (true, 1)] {
            let rules = KernelRules { preempt_dynamic, ..kernel::rules(KernelId::V5_9) };
            let pulled = pulls(3, 400, rules, |_, pull, imbalance| {
                (pull.idle, imbalance.amount, imbalance.what) = (IdleType::NewlyIdle, 9, Migrate::Task);
            });
            assert_eq!(pulled.0, moved);
        }
    }

    #[test]
    fn who_owes_time_moves_to_a_queue_of_others_only_after_a_failure() {
        for (eligible_first, failed, others, moved) in
            [(true, 0, 1, 0), (true, 1, 1, 1), (true, 0, 0, 1), (false, 0, 1, 1)]
        {
            let rules = KernelRules { eligible_first, ..kernel::rules(KernelId::V6_18_2) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            sys.now = Ns::s(1);
            let (src, dst) = (CpuId(5), CpuId(0));
            sys.crowd(src, 2);
            sys.crowd(dst, others);
            let RunQueues::Eevdf(eevdf) = &mut sys.queues else { panic!("EEVDF") };
            // The one that waits has had more than the other.
            let (turn, entity) = (&mut eevdf.turns[src], &mut eevdf.entities[TaskId(1)]);
            turn.rq.unwait(TaskId(1));
            entity.vruntime += 5_000_000;
            turn.rq.wait(TaskId(1), entity, None);
            sys.set_curr(src, Some(TaskId(0)));
            let domains = sys.domains.clone();
            let domain = &domains.of[dst][1];
            let pull = Pull {
                domain,
                src,
                dst,
                idle: IdleType::Busy,
                cause: Cause::Periodic,
                nr_balance_failed: failed,
            };
            let mut pinned = Pinned::UNASKED;
            assert_eq!(
                can_migrate(&mut sys, TaskId(1), &pull, Migrate::Task, &mut pinned),
                moved > 0,
                "{eligible_first} {failed} {others}"
            );
            // Refused for that, it counts as pinned.
            assert_eq!(pinned.all_refused, moved == 0);
        }
    }

    #[test]
    fn a_heavy_task_moves_once_that_has_failed_often_enough() {
        let by_load = kernel::rules(KernelId::V4_20);
        for (rules, failed, moved) in [
            (kernel::rules(KernelId::V5_9), 1, 0),
            (kernel::rules(KernelId::V5_9), 2, 1),
            (by_load, 2, 0),
            // Since 5.10 it is lighter by half with every failure.
            (kernel::rules(KernelId::V5_10), 4, 0),
            (kernel::rules(KernelId::V5_10), 5, 1),
        ] {
            let balance = rules.balance;
            let pulled = pulls(3, 3200, rules, |sys, pull, imbalance| {
                (pull.nr_balance_failed, imbalance.amount) = (failed, 100);
                if balance == BalanceRule::ByLoad {
                    // Its share of the entity's load is as much.
                    let avg = &mut sys.cfs().queues[CpuId(5)].load.avg;
                    (avg.load_avg, avg.util_avg) = (3071, 1024);
                }
            });
            assert_eq!(pulled.0, moved, "{balance:?} {failed}");
        }
    }

    #[test]
    fn who_runs_may_not_come_or_has_a_hot_cache_stays() {
        type Change = fn(&mut System, &mut Pull);
        let none: Change = |_, _| {};
        for (change, moves, refused) in [
            (none, true, (false, false)),
            ((|sys, _| sys.tasks[TaskId(0)].allowed.clear(CpuId(0))) as Change, false, (true, true)),
            (|sys, _| sys.set_curr(CpuId(5), Some(TaskId(0))), false, (false, false)),
            // It ran half a millisecond ago, or less.
            (
                |sys, _| sys.cfs().entities[TaskId(0)].load.exec_start = Ns::s(1) - Ns::us(500),
                true,
                (false, false),
            ),
            (
                |sys, _| sys.cfs().entities[TaskId(0)].load.exec_start = Ns::s(1) - Ns(499_999),
                false,
                (false, false),
            ),
            (
                |sys, pull| {
                    sys.cfs().entities[TaskId(0)].load.exec_start = Ns::s(1);
                    pull.nr_balance_failed = pull.domain.cache_nice_tries;
                },
                false,
                (false, false),
            ),
            (
                |sys, pull| {
                    sys.cfs().entities[TaskId(0)].load.exec_start = Ns::s(1);
                    pull.nr_balance_failed = pull.domain.cache_nice_tries + 1;
                },
                true,
                (false, false),
            ),
            // It is the next one there; that counts where somebody runs here.
            (|sys, _| sys.cfs().queues[CpuId(5)].next = Some(TaskId(0)), true, (false, false)),
            (
                |sys, _| {
                    sys.cfs().queues[CpuId(5)].next = Some(TaskId(0));
                    sys.crowd(CpuId(0), 1);
                },
                false,
                (false, false),
            ),
        ] {
            let mut sys = System::bare(MachineId::Xeon40, kernel::rules(KernelId::V5_9), Features::default());
            sys.now = Ns::s(1);
            sys.crowd(CpuId(5), 2);
            let domains = sys.domains.clone();
            let (idle, cause) = (IdleType::Idle, Cause::Periodic);
            let domain = &domains.of[CpuId(0)][1];
            let mut pull = Pull { domain, src: CpuId(5), dst: CpuId(0), idle, cause, nr_balance_failed: 0 };
            change(&mut sys, &mut pull);
            let mut pinned = Pinned::UNASKED;
            assert_eq!(can_migrate(&mut sys, TaskId(0), &pull, Migrate::Task, &mut pinned), moves);
            assert_eq!((pinned.any_refused, pinned.all_refused), refused);
        }
        // Since 5.10 a cache that both threads of a core have is never hot.
        for (kernel, hot) in [(KernelId::V5_9, true), (KernelId::V5_10, false)] {
            let mut sys = System::bare(MachineId::Xeon40, kernel::rules(kernel), Features::default());
            sys.crowd(CpuId(0), 1);
            let sibling = sys.machine.smt_mask[CpuId(0)].iter().last().expect("a sibling");
            assert_eq!(task_hot(&sys, TaskId(0), CpuId(0), sibling), hot);
            assert!(task_hot(&sys, TaskId(0), CpuId(0), CpuId(1)));
        }
    }
}
