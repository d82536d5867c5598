//! The data of the scheduling class `ext` (`sched_ext`): dispatch queues, the state of each task, and the masks of idle CPUs.
//!
//! What the class does with them needs the whole kernel and is in [`system::ext`](crate::system::ext). Sources and rules:
//! `docs/model/ext.md`.

pub mod dsq;
pub mod flags;
pub mod idle;
pub mod task;

pub use dsq::{Dsq, DsqRef, Kind};
pub use flags::Release;
pub use task::{ExtTask, Insert, Owner, Verdict};

/// `SCX_SLICE_DFL` (ns)
pub const SLICE_DFL: u64 = 20_000_000;
/// `SCX_SLICE_INF`: never charged.
pub const SLICE_INF: u64 = u64::MAX;
/// `SCX_SLICE_BYPASS` (ns) of 7.1.
pub const SLICE_BYPASS: u64 = 5_000_000;
/// Calls of `dispatch` in one pass of a CPU at most.
pub const MAX_DISPATCHES: u32 = 32;
/// `dispatch_max_batch` where the policy gives none.
pub const MAX_BATCH: u32 = 32;
/// The longest `timeout_ms`, and the one where the policy gives none.
pub const MAX_TIMEOUT_MS: u32 = 30_000;

/// `p->scx.weight` of a weight of the fair class: in hundredths of that of nice 0, from 1 to 10,000.
pub fn weight_of(fair: u64) -> u32 {
    ((fair * 100 + 512) / 1024).clamp(1, 10_000) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runqueue::weight::{WEIGHT_IDLEPRIO, weight_of as fair};

    #[test]
    fn the_forty_nice_values_have_the_weights_that_a_policy_reads() {
        let expected = [
            8668, 7007, 5516, 4519, 3544, 2847, 2271, 1827, 1460, 1164, 932, 744, 596, 479, 381, 305, 244,
            194, 155, 125, 100, 80, 64, 51, 41, 33, 27, 21, 17, 13, 11, 8, 7, 5, 4, 4, 3, 2, 2, 1,
        ];
        let found: Vec<u32> = (-20..20).map(|nice| weight_of(fair(nice))).collect();
        assert_eq!(found, expected);
        assert_eq!(weight_of(WEIGHT_IDLEPRIO), 1);
    }
}
