//! The releases whose `sched_ext` differs.

use super::KernelId;

/// The releases whose interface differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    V6_12_0,
    /// 6.12.33 and later.
    V6_12,
    V6_18_2,
    /// 6.18.44.
    V6_18,
    /// 7.0 and later, by 7.1.
    V7_1,
}

impl Release {
    /// The release of a kernel; `None`: it has no such class.
    pub fn of(kernel: KernelId) -> Option<Self> {
        match kernel {
            KernelId::V6_12_0 => Some(Self::V6_12_0),
            KernelId::V6_12 => Some(Self::V6_12),
            KernelId::V6_18_2 => Some(Self::V6_18_2),
            KernelId::V6_18 => Some(Self::V6_18),
            KernelId::V7_0 | KernelId::V7_1 | KernelId::V7_3 => Some(Self::V7_1),
            _ => None,
        }
    }

    /// The interface for which a policy is compiled.
    pub fn interface(self) -> sched_vm::Release {
        match self {
            Self::V6_12_0 | Self::V6_12 => sched_vm::Release::V6_12,
            Self::V6_18_2 | Self::V6_18 => sched_vm::Release::V6_18,
            Self::V7_1 => sched_vm::Release::V7_1,
        }
    }
}
