//! A dispatch queue (`struct scx_dispatch_q`).

use std::collections::VecDeque;

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;

/// A dispatch queue that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DsqRef {
    /// Of a CPU.
    Local(CpuId),
    /// Of a NUMA node.
    Global(usize),
    /// Made by the policy.
    User(u64),
}

/// The order of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Fifo,
    /// By `dsq_vtime`, which wraps.
    Vtime,
}

/// A task in a queue.
#[derive(Clone, Copy, Debug)]
pub struct Queued {
    pub task: TaskId,
    /// Its `dsq_vtime` when it was inserted.
    pub vtime: u64,
    /// The number of its insertion: an iteration sees only tasks that were there before it began.
    pub seq: u64,
}

/// A queue.
#[derive(Clone, Debug)]
pub struct Dsq {
    tasks: VecDeque<Queued>,
    kind: Kind,
    /// The CPU that used it last, which has its cache line.
    pub line: CpuId,
    /// Until when its lock is held (ns).
    pub locked_until: Ns,
}

impl Dsq {
    /// An empty queue, the line of which is at a CPU.
    pub fn new(line: CpuId) -> Self {
        Self { tasks: VecDeque::new(), kind: Kind::Fifo, line, locked_until: Ns::ZERO }
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The order of its tasks; of an empty queue either may be inserted.
    pub fn kind(&self) -> Option<Kind> {
        (!self.tasks.is_empty()).then_some(self.kind)
    }

    pub fn first(&self) -> Option<TaskId> {
        self.tasks.front().map(|queued| queued.task)
    }

    /// The tasks, from the head.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Queued> {
        self.tasks.iter()
    }

    /// Inserts a task as a FIFO does: at the head, or at the tail.
    pub fn insert(&mut self, task: TaskId, seq: u64, head: bool) {
        if self.tasks.is_empty() {
            self.kind = Kind::Fifo;
        }
        let queued = Queued { task, vtime: 0, seq };
        if head {
            self.tasks.push_front(queued);
        } else {
            self.tasks.push_back(queued);
        }
    }

    /// Inserts a task behind those whose vtime is not greater.
    pub fn insert_vtime(&mut self, task: TaskId, seq: u64, vtime: u64) {
        if self.tasks.is_empty() {
            self.kind = Kind::Vtime;
        }
        let before = |other: u64| (vtime.wrapping_sub(other) as i64) < 0;
        let behind = self.tasks.iter().rev().take_while(|queued| before(queued.vtime)).count();
        self.tasks.insert(self.tasks.len() - behind, Queued { task, vtime, seq });
    }

    /// Takes a task out. Whether it was there.
    pub fn remove(&mut self, task: TaskId) -> bool {
        let at = self.tasks.iter().position(|queued| queued.task == task);
        at.and_then(|at| self.tasks.remove(at)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn order(dsq: &Dsq) -> Vec<u16> {
        dsq.iter().map(|queued| queued.task.0).collect()
    }

    #[test]
    fn vtimes_wrap_and_equal_ones_keep_their_order() {
        // Vector 12.
        let mut dsq = Dsq::new(CpuId(0));
        let tasks = [(0, 30), (1, 10), (2, 10), (3, u64::MAX - 4), (4, 10)];
        for (seq, (task, vtime)) in (0..).zip(tasks) {
            dsq.insert_vtime(TaskId(task), seq, vtime);
        }
        assert_eq!(order(&dsq), [3, 1, 2, 4, 0]);
        assert_eq!(dsq.kind(), Some(Kind::Vtime));
    }

    #[test]
    fn a_fifo_keeps_the_order_of_insertion_but_for_the_head() {
        // Vector 13.
        let mut dsq = Dsq::new(CpuId(0));
        for (task, head) in [(0, false), (1, false), (2, true)] {
            dsq.insert(TaskId(task), 0, head);
        }
        assert_eq!(order(&dsq), [2, 0, 1]);
        assert_eq!(dsq.kind(), Some(Kind::Fifo));
        (0..3).for_each(|task| assert!(dsq.remove(TaskId(task))));
        assert!(!dsq.remove(TaskId(0)));
        assert_eq!(dsq.kind(), None);
    }

    proptest! {
        #[test]
        fn the_order_is_by_vtime_with_ties_first_in(start: u64, steps in prop::collection::vec(0..40_u64, 1..40)) {
            let mut dsq = Dsq::new(CpuId(0));
            for (at, &step) in steps.iter().enumerate() {
                dsq.insert_vtime(TaskId(at as u16), at as u64, start.wrapping_add(step));
            }
            let mut expected: Vec<usize> = (0..steps.len()).collect();
            expected.sort_by_key(|&at| steps[at]);
            prop_assert_eq!(order(&dsq), expected.iter().map(|&at| at as u16).collect::<Vec<_>>());
        }
    }
}
