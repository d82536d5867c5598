//! The numbers of the interface between the class and a policy, by release.

pub use crate::machine::sched_ext::Release;

impl Release {
    fn since_7_1(self, until: u64, since: u64) -> u64 {
        if self < Self::V7_1 { until } else { since }
    }

    /// `SCX_ENQ_HEAD`
    pub fn enq_head(self) -> u64 {
        self.since_7_1(0x10, 0x1_0000)
    }

    /// `ENQUEUE_MIGRATED`
    pub fn enq_migrated(self) -> u64 {
        self.since_7_1(0x40, 0x4_0000)
    }

    /// `ENQUEUE_INITIAL`
    pub fn enq_initial(self) -> u64 {
        self.since_7_1(0x80, 0x8_0000)
    }

    /// `SCX_ENQ_CPU_SELECTED`
    pub fn enq_cpu_selected(self) -> u64 {
        self.since_7_1(0x400, 0x10_0000)
    }

    /// The bits of `ops.flags` that it knows.
    pub fn ops_flags(self) -> u64 {
        match self {
            Self::V6_12_0 | Self::V6_12 => 0xf | ops::HAS_CGROUP_WEIGHT,
            Self::V6_18_2 | Self::V6_18 => 0x7f | ops::HAS_CGROUP_WEIGHT,
            Self::V7_1 => 0xff,
        }
    }
}

/// `wake_flags`
pub mod wake {
    pub const FORK: u64 = 0x4;
    pub const TTWU: u64 = 0x8;
    pub const SYNC: u64 = 0x10;
}

/// `enq_flags`; those that differ between releases are functions of [`Release`](super::Release).
pub mod enq {
    pub const WAKEUP: u64 = 0x1;
    pub const RESTORE: u64 = 0x2;
    pub const MOVE: u64 = 0x4;
    pub const NOCLOCK: u64 = 0x8;
    pub const PREEMPT: u64 = 1 << 32;
    pub const IMMED: u64 = 1 << 33;
    pub const REENQ: u64 = 1 << 40;
    pub const LAST: u64 = 1 << 41;
    /// Bits that only the kernel sets.
    pub const INTERNAL: u64 = 0xff << 56;
    /// The task goes by its vtime.
    pub const DSQ_PRIQ: u64 = 1 << 57;
}

/// `deq_flags`
pub mod deq {
    pub const SLEEP: u64 = 0x1;
    pub const NOCLOCK: u64 = 0x8;
    /// The task ends.
    pub const EXIT: u64 = 0x10;
    pub const CHANGE: u64 = 0xa;
    /// 7.1: another dequeue than for sleep.
    pub const SCHED_CHANGE: u64 = 1 << 33;
}

/// `ops.flags`
pub mod ops {
    pub const KEEP_BUILTIN_IDLE: u64 = 1;
    pub const ENQ_LAST: u64 = 1 << 1;
    pub const ENQ_EXITING: u64 = 1 << 2;
    pub const SWITCH_PARTIAL: u64 = 1 << 3;
    pub const ENQ_MIGRATION_DISABLED: u64 = 1 << 4;
    pub const ALLOW_QUEUED_WAKEUP: u64 = 1 << 5;
    pub const BUILTIN_IDLE_PER_NODE: u64 = 1 << 6;
    pub const ALWAYS_ENQ_IMMED: u64 = 1 << 7;
    pub const HAS_CGROUP_WEIGHT: u64 = 1 << 16;
}

/// Flags of `scx_bpf_kick_cpu`.
pub mod kick {
    pub const IDLE: u64 = 1;
    pub const PREEMPT: u64 = 2;
    pub const WAIT: u64 = 4;
}

/// Flags of the choice of an idle CPU.
pub mod pick {
    pub const CORE: u64 = 1;
    pub const IN_NODE: u64 = 2;
}

/// Names of dispatch queues.
pub mod dsq {
    pub const BUILTIN: u64 = 1 << 63;
    pub const GLOBAL: u64 = BUILTIN | 1;
    pub const LOCAL: u64 = BUILTIN | 2;
    pub const LOCAL_ON: u64 = 3 << 62;
    /// The CPU of a local queue.
    pub const CPU_MASK: u64 = 0xffff_ffff;
    /// Iterate from the tail.
    pub const ITER_REV: u64 = 1 << 16;
}

/// Kinds of exits (`enum scx_exit_kind`).
pub mod exit {
    pub const UNREG_BPF: u32 = 65;
    pub const ERROR: u32 = 1024;
    pub const ERROR_BPF: u32 = 1025;
    pub const ERROR_STALL: u32 = 1026;

    /// `info->reason`
    pub fn reason(kind: u32) -> &'static str {
        match kind {
            UNREG_BPF => "unregistered from BPF",
            ERROR_BPF => "scx_bpf_error",
            ERROR_STALL => "runnable task stall",
            _ => "runtime error",
        }
    }
}

/// Error numbers, negated where a function answers one.
pub mod errno {
    pub const ENOENT: i64 = -2;
    pub const EBUSY: i64 = -16;
    pub const EEXIST: i64 = -17;
    pub const EINVAL: i64 = -22;
}
