//! The state of a task in the class (`struct sched_ext_entity`).

use super::{DsqRef, SLICE_DFL};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;

/// Who has a task (`scx_ops_state`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// The class: the task is in a dispatch queue, runs or sleeps.
    #[default]
    Core,
    /// `enqueue` is being called.
    Queueing,
    /// The policy, since the enqueue of this number.
    Policy(u64),
    /// The class: it is about to insert the task into the local queue of another CPU.
    Deferred(CpuId),
}

/// A direct dispatch: where `select_cpu` or `enqueue` inserted the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The queue's name.
    pub dsq: u64,
    pub flags: u64,
}

/// Where a task was inserted last, for the report of a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Insert {
    /// The queue's name; 0 and `at` 0: nowhere yet.
    pub dsq: u64,
    /// The line of the source; 0: the class did it.
    pub line: u32,
    pub at: Ns,
}

/// A task.
#[derive(Clone, Debug)]
pub struct ExtTask {
    /// `p->scx.slice` (ns)
    pub slice: u64,
    /// `p->scx.dsq_vtime`
    pub vtime: u64,
    /// `p->scx.weight`
    pub weight: u32,
    pub owner: Owner,
    /// The queue that it is in.
    pub dsq: Option<DsqRef>,
    /// What `select_cpu` or `enqueue` asked for.
    pub verdict: Option<Verdict>,
    /// `SCX_TASK_QUEUED`: it is runnable.
    pub queued: bool,
    /// `init_task` and `enable` have been called.
    pub enabled: bool,
    /// `select_cpu`, or the default, has chosen its CPU for this wake-up.
    pub selected: bool,
    /// 7.1: the policy has custody of it, which one `dequeue` ends.
    pub custody: bool,
    /// `p->se.exec_start`, and `sum_exec_runtime` (ns).
    pub exec_start: Ns,
    pub sum_exec: Ns,
    /// Since when it has been runnable without running (ns); `None`: it runs or sleeps.
    pub runnable_at: Option<Ns>,
    pub last: Insert,
}

impl ExtTask {
    /// A task that has not entered the class.
    pub fn new(weight: u32) -> Self {
        Self {
            slice: SLICE_DFL,
            vtime: 0,
            weight,
            owner: Owner::Core,
            dsq: None,
            verdict: None,
            queued: false,
            enabled: false,
            selected: false,
            custody: false,
            exec_start: Ns::ZERO,
            sum_exec: Ns::ZERO,
            runnable_at: None,
            last: Insert::default(),
        }
    }
}
