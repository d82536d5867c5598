//! The hooks of a policy and the releases that differ in them.

use serde::{Deserialize, Serialize};

/// A release of the kernel whose sched_ext is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Release {
    #[serde(rename = "6.12")]
    V6_12,
    #[serde(rename = "6.18")]
    V6_18,
    #[serde(rename = "7.1")]
    V7_1,
}

impl Release {
    pub const ALL: [Self; 3] = [Self::V6_12, Self::V6_18, Self::V7_1];

    pub fn name(self) -> &'static str {
        match self {
            Self::V6_12 => "6.12",
            Self::V6_18 => "6.18",
            Self::V7_1 => "7.1",
        }
    }

    /// The release with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }
}

macro_rules! hooks {
    ($($(#[$doc:meta])* $hook:ident $name:literal $arguments:literal $result:literal $sleeps:literal;)*) => {
        /// A hook of `struct sched_ext_ops`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Hook { $($(#[$doc])* $hook,)* }

        impl Hook {
            /// All hooks.
            pub const ALL: &'static [Self] = &[$(Self::$hook,)*];

            /// The name of the member of `struct sched_ext_ops`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$hook => $name,)* }
            }

            /// The number of arguments. A policy may declare fewer.
            pub fn arguments(self) -> usize {
                match self { $(Self::$hook => $arguments,)* }
            }

            /// Whether the hook returns a value.
            pub fn has_result(self) -> bool {
                match self { $(Self::$hook => $result,)* }
            }

            /// Whether the hook may sleep (`BPF_STRUCT_OPS_SLEEPABLE`).
            pub fn may_sleep(self) -> bool {
                match self { $(Self::$hook => $sleeps,)* }
            }
        }
    };
}

hooks! {
    /// `(p, prev_cpu, wake_flags)` → CPU.
    SelectCpu "select_cpu" 3 true false;
    /// `(p, enq_flags)`.
    Enqueue "enqueue" 2 false false;
    /// `(p, deq_flags)`.
    Dequeue "dequeue" 2 false false;
    /// `(cpu, prev or NULL)`.
    Dispatch "dispatch" 2 false false;
    /// `(p)`.
    Tick "tick" 1 false false;
    /// `(p, enq_flags)`.
    Runnable "runnable" 2 false false;
    /// `(p)`.
    Running "running" 1 false false;
    /// `(p, runnable)`.
    Stopping "stopping" 2 false false;
    /// `(p, deq_flags)`.
    Quiescent "quiescent" 2 false false;
    /// `(from, to or NULL)` → bool.
    Yield "yield" 2 true false;
    /// `(a, b)` → bool.
    CoreSchedBefore "core_sched_before" 2 true false;
    /// `(p, weight)`.
    SetWeight "set_weight" 2 false false;
    /// `(p, mask)`.
    SetCpumask "set_cpumask" 2 false false;
    /// `(cpu, idle)`.
    UpdateIdle "update_idle" 2 false false;
    /// `(cpu, args)`.
    CpuAcquire "cpu_acquire" 2 false false;
    /// `(cpu, args)`.
    CpuRelease "cpu_release" 2 false false;
    /// `(p, args)` → error number.
    InitTask "init_task" 2 true true;
    /// `(p, args)`.
    ExitTask "exit_task" 2 false false;
    /// `(p)`.
    Enable "enable" 1 false false;
    /// `(p)`.
    Disable "disable" 1 false false;
    /// `(context)`.
    Dump "dump" 1 false false;
    /// `(context, cpu, idle)`.
    DumpCpu "dump_cpu" 3 false false;
    /// `(context, p)`.
    DumpTask "dump_task" 2 false false;
    /// `()` → error number.
    Init "init" 0 true true;
    /// `(info)`.
    Exit "exit" 1 false true;
}
