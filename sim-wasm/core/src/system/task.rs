//! A task as the scheduler knows it.

use super::task_history::TaskHistory;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::observe::vocab::Role;
use crate::runqueue::Attr;

/// Where a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// Not created, or ended.
    Dead,
    /// Running on its CPU.
    Running,
    /// Waiting in its CPU's queue.
    Waiting,
    /// Asleep.
    Sleeping,
    /// Woken; the interrupt that will queue it is pending.
    InFlight,
}

#[derive(Clone, Debug)]
pub struct Task {
    pub state: TaskState,
    /// `task_cpu`: where it runs, waits or last ran.
    pub cpu: CpuId,
    /// `cpus_ptr`
    pub allowed: CpuMask,
    /// Address space.
    pub mm: u32,
    pub role: Role,
    /// What it asks of the scheduler.
    pub attr: Attr,
    /// Which of the [`System`](super::System)'s kinds it is of.
    pub kind: usize,
    /// Communication group, for drawing.
    pub group: u16,
    pub last_wakee: Option<TaskId>,
    pub wakee_flips: u32,
    pub flips_decay_at: Ns,
    /// Set on the waker by an affine wake-up.
    pub recent_used_cpu: CpuId,
    /// When it was woken and has not run since (ns); 0: not waiting for that.
    pub woken_at: Ns,
    /// When the request came that it works on (ns); 0: none, or its workload has no requests.
    pub asked: Ns,
    /// Cache refill still to be paid after migrations (ns).
    pub refill: Ns,
    /// Came to its CPU since it was last queued.
    pub migrated: bool,
    /// Never queued yet.
    pub fresh: bool,
    pub rng: Rng,
    /// Its memory, once it has any.
    pub memory: Option<Memory>,
    pub history: TaskHistory,
}

/// The memory of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The node that holds it.
    pub node: usize,
    pub mb: u32,
    /// Share of the task's work that waits for it (%).
    pub pct: u32,
}

impl Task {
    /// Whether it has ever been queued: a task that could be forked may never be.
    pub fn has_begun(&self) -> bool {
        !(self.fresh && self.state == TaskState::Dead)
    }

    pub fn new(cpu: CpuId, allowed: CpuMask, mm: u32, role: Role, group: u16, rng: Rng) -> Self {
        Self {
            state: TaskState::Dead,
            cpu,
            allowed,
            mm,
            role,
            attr: Attr::default(),
            kind: 0,
            group,
            last_wakee: None,
            wakee_flips: 0,
            flips_decay_at: Ns::ZERO,
            recent_used_cpu: cpu,
            woken_at: Ns::ZERO,
            asked: Ns::ZERO,
            refill: Ns::ZERO,
            migrated: false,
            fresh: true,
            rng,
            memory: None,
            history: TaskHistory::default(),
        }
    }
}
