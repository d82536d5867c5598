//! A policy: the hooks that it writes (`struct sched_ext_ops`).

use std::fmt::Debug;

use super::Kernel;
use super::vm::Line;
use crate::engine::ids::TaskId;

macro_rules! hooks {
    ($($(#[$doc:meta])* $hook:ident = $key:literal,)+) => {
        /// A hook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Hook { $($(#[$doc])* $hook,)+ }

        impl Hook {
            pub const ALL: &'static [Self] = &[$(Self::$hook,)+];

            /// The member of `struct sched_ext_ops`.
            pub fn key(self) -> &'static str {
                match self { $(Self::$hook => $key,)+ }
            }

            pub(super) const fn index(self) -> usize {
                self as usize
            }

            pub(super) const fn bit(self) -> u32 {
                1 << self as u32
            }
        }
    };
}

hooks! {
    /// `number`: the previous CPU; `flags`: the wake-up's. Answers a CPU.
    SelectCpu = "select_cpu",
    /// `flags`: why.
    Enqueue = "enqueue",
    Dequeue = "dequeue",
    /// `number`: the CPU; the task is the one that ran, if any.
    Dispatch = "dispatch",
    Tick = "tick",
    Running = "running",
    /// `flags` 1: the task stays runnable.
    Stopping = "stopping",
    Runnable = "runnable",
    Quiescent = "quiescent",
    Yield = "yield",
    /// `number`: the weight.
    SetWeight = "set_weight",
    SetCpumask = "set_cpumask",
    /// `number`: the CPU; `flags` 1: it goes idle.
    UpdateIdle = "update_idle",
    /// `flags` 1: at fork. Answers 0 or an error number.
    InitTask = "init_task",
    /// `flags` 1: cancelled.
    ExitTask = "exit_task",
    Enable = "enable",
    Disable = "disable",
    /// Answers 0 or an error number.
    Init = "init",
    Exit = "exit",
    /// The callback of the timer `number`.
    Timer = "timer",
}

/// The arguments of a hook; each hook says what the numbers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args {
    pub task: Option<TaskId>,
    pub number: i64,
    pub flags: u64,
}

/// The data members of `struct sched_ext_ops`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ops {
    pub name: String,
    pub flags: u64,
    /// 0: the longest.
    pub timeout_ms: u32,
    /// 0: 32.
    pub dispatch_max_batch: u32,
}

/// A policy with its state, which is plain data.
pub trait Policy: Debug + Send + Sync {
    fn ops(&self) -> Ops;
    /// Whether a hook is written.
    fn has(&self, hook: Hook) -> bool;
    /// Calls a hook that is written. Answers what the hook returns, or 0.
    fn call(&mut self, hook: Hook, args: Args, kernel: &mut Kernel<'_>) -> i64;
    /// A task has ended: what was kept of it goes with it.
    fn forget(&mut self, _task: TaskId) {}
    /// A copy of it.
    fn boxed(&self) -> Box<dyn Policy>;
    /// What is to be seen of it: the values of its globals and maps, by name.
    fn values(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// What it printed last.
    fn printed(&self) -> &[Line] {
        &[]
    }
}

impl Clone for Box<dyn Policy> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
