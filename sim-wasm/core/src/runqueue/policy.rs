//! Scheduling policies of the fair class: who preempts whom at a wake-up before any clock is asked.

use crate::scenario::Policy;

/// The answer to a wake-up of the policies of two tasks, and of the entities that stand for them in their common queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Another task than one of `SCHED_IDLE` preempts at once.
    Preempts,
    Stays,
    /// As the class orders its tasks.
    ByOrder,
}

/// Whether a task, or an entity that stands for it, is of `SCHED_IDLE`.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub task: Policy,
    /// `se_is_idle`: the entity in the common queue.
    pub idle: bool,
}

impl Side {
    /// A task that stands for itself.
    pub fn alone(task: Policy) -> Self {
        Self { task, idle: task == Policy::Idle }
    }
}

/// `check_preempt_wakeup`. `strict`: only the entities' being idle counts, not that of tasks below them.
pub fn judge(curr: Side, woken: Side, strict: bool) -> Judged {
    if !strict {
        if curr.task == Policy::Idle && woken.task != Policy::Idle {
            return Judged::Preempts;
        }
        if woken.task != Policy::Normal {
            return Judged::Stays;
        }
    }
    match (curr.idle, woken.idle) {
        (true, false) => Judged::Preempts,
        (false, true) => Judged::Stays,
        _ if woken.task != Policy::Normal => Judged::Stays,
        _ => Judged::ByOrder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judged::{ByOrder, Preempts, Stays};
    use Policy::{Batch, Idle, Normal};

    #[test]
    fn idle_tasks_are_preempted_by_all_others_and_batch_tasks_preempt_no_normal_one() {
        for (curr, woken, judged) in [
            (Normal, Normal, ByOrder),
            (Normal, Batch, Stays),
            (Normal, Idle, Stays),
            (Batch, Normal, ByOrder),
            (Batch, Batch, Stays),
            (Batch, Idle, Stays),
            (Idle, Normal, Preempts),
            (Idle, Batch, Preempts),
            (Idle, Idle, Stays),
        ] {
            for strict in [false, true] {
                assert_eq!(
                    judge(Side::alone(curr), Side::alone(woken), strict),
                    judged,
                    "{curr:?} {woken:?}"
                );
            }
        }
    }

    #[test]
    fn between_groups_their_entities_count_and_until_6_11_the_tasks_before() {
        // The tasks, whether their entities are idle, and the answers until 6.11 and since.
        for (curr, woken, until, since) in [
            // A task of SCHED_IDLE in a normal group.
            ((Idle, false), (Normal, false), Preempts, ByOrder),
            ((Idle, false), (Normal, true), Preempts, Stays),
            // Normal tasks in an idle group (`cpu.idle`), beside others, and beside each other.
            ((Normal, true), (Normal, false), Preempts, Preempts),
            ((Normal, false), (Normal, true), Stays, Stays),
            ((Normal, true), (Normal, true), ByOrder, ByOrder),
            // A batch task is woken beside an idle group.
            ((Normal, true), (Batch, false), Stays, Preempts),
            ((Normal, true), (Idle, false), Stays, Preempts),
        ] {
            let side = |(task, idle)| Side { task, idle };
            let judged = [false, true].map(|strict| judge(side(curr), side(woken), strict));
            assert_eq!(judged, [until, since], "{curr:?} {woken:?}");
        }
    }
}
