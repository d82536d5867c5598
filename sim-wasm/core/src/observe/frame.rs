//! The layout of a frame's header, as indices of words. The reader is `src/engine/wire/frame.ts`.

use super::field::Field;
use super::vocab::{Cause, Distance};

pub const CAUSE_COUNT: usize = Cause::ALL.len();
pub const DISTANCE_COUNT: usize = Distance::ALL.len();

/// Simulated time, two words (low, high).
pub const NOW: usize = 0;
/// Bits of [`FrameFlag`](super::vocab::FrameFlag).
pub const FLAGS: usize = 2;
pub const CPUS: usize = 3;
/// The number of listed waiting tasks.
pub const WAITING: usize = 4;
pub const UNITS: usize = 5;
pub const NODES: usize = 6;
pub const EVENTS: usize = 8;
pub const HASH: usize = 10;
pub const MESSAGES: usize = 12;
pub const BUSY: usize = 14;
pub const WASTED: usize = 16;
pub const SCHED: usize = 18;
pub const GOIDLE: usize = 19;
pub const TTWU: usize = 20;
pub const STEAL: usize = 21;
/// Percentiles of the time from a wake-up to running (ns) without the warm-up, two words each.
pub const WAKE_P50: usize = 22;
pub const WAKE_P99: usize = 24;
pub const MOVES: usize = 26;
pub const WAKES: usize = MOVES + CAUSE_COUNT * DISTANCE_COUNT;
pub const LINES: usize = WAKES + DISTANCE_COUNT;
/// The start of the measured part, two words.
pub const STARTED: usize = LINES + DISTANCE_COUNT;
/// The start of the window of rates and shares, and the counters at that time, two words each.
pub const SINCE: usize = STARTED + 2;
pub const SINCE_MESSAGES: usize = SINCE + 2;
pub const SINCE_BUSY: usize = SINCE_MESSAGES + 2;
pub const SINCE_WASTED: usize = SINCE_BUSY + 2;
/// `cpu.stat` summed over all control groups: periods, periods with a throttled queue, and throttled time (ns, two words).
pub const NR_PERIODS: usize = SINCE_WASTED + 2;
pub const NR_THROTTLED: usize = NR_PERIODS + 1;
pub const THROTTLED: usize = NR_THROTTLED + 1;
/// Percentiles of the latency of a request (ns) without the warm-up, two words each; 0: there are none.
pub const REQUEST_P50: usize = THROTTLED + 2;
pub const REQUEST_P99: usize = REQUEST_P50 + 2;
/// Words of the header.
pub const HEADER: usize = REQUEST_P99 + 2;

/// In the word of a CPU: the running task.
pub const CPU_TASK: Field = Field::new(0, 0, 16);
/// The number of its waiting tasks that the frame lists.
pub const CPU_WAITING: Field = Field::new(0, 16, 8);
/// Bits of [`CpuFlag`](super::vocab::CpuFlag).
pub const CPU_FLAGS: Field = Field::new(0, 24, 8);
