//! Taking tasks off a queue: which ones may move, and in which order they are tried.

use super::IdleType;
use super::busiest::{Imbalance, Migrate};
use crate::engine::ids::{CpuId, TaskId};
use crate::machine::domains::Domain;
use crate::machine::kernel::BalanceRule;
use crate::observe::steps::{CanMigrateTask, Task};
use crate::observe::vocab::Cause;
use crate::runqueue::{Dequeue, SchedClass};
use crate::system::{Enqueue, System};

/// `sched_nr_migrate`
const NR_MIGRATE: usize = 32;

/// Which of the tasks that were asked are not allowed on the destination.
#[derive(Clone, Copy, Debug)]
pub struct Pinned {
    pub any_refused: bool,
    pub all_refused: bool,
}

impl Pinned {
    /// None has been asked yet.
    pub const UNASKED: Self = Self { any_refused: false, all_refused: true };
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

/// `can_migrate_task`: allowed there, not running, and not hot, unless moving has failed too often.
pub fn can_migrate(sys: &mut System, task: TaskId, pull: &Pull, pinned: &mut Pinned) -> bool {
    if !sys.tasks[task].allowed.test(pull.dst) {
        pinned.any_refused = true;
        sys.tried(pull.src, CanMigrateTask::NotAllowed(Task(task)));
        return false;
    }
    if sys.is_throttled(task, pull.dst) {
        sys.tried(pull.dst, CanMigrateTask::Throttled(Task(task)));
        return false;
    }
    pinned.all_refused = false;
    if sys.cpus[pull.src].curr == Some(task) {
        sys.tried(pull.src, CanMigrateTask::Running(Task(task)));
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
    for task in sys.queues.pull_order(pull.src).into_iter().take(NR_MIGRATE) {
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
            Migrate::Task => true,
            Migrate::Misfit => !sys.fits(task, sys.capacity_of(pull.src)),
        };
        let movable = can_migrate(sys, task, pull, pinned);
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
            Migrate::Task | Migrate::Misfit => 1,
        };
        move_queued(sys, task, pull.dst, pull.cause);
        moved += 1;
        // A preemptible kernel takes one task at a time when it is in a hurry to run something.
        if pull.idle == IdleType::NewlyIdle && sys.machine.platform.preempt || left <= 0 {
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
    sys.check_preempt(dst, task);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
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
                sys.cfs().entities[task].avg.util_avg = 300;
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
}
