//! The file of a replay. It has two parts, so that one file holds what was recorded and what can be run:
//!
//! - the [`Tape`]: what each task does, as steps (run so long, wake that task, sleep until something happens);
//! - [`Recorded`]: the picture of the recorded window: runs, waits, moves and wake-ups, for drawing.
//!
//! [`File::encode`] writes a file, [`File::decode`] reads it whole. The simulator needs the tape only: [`Tape::decode`].
//! [`hash`] names the content; a scenario names its replay by it. No input panics; memory is bounded by the length of the
//! input. docs/model/replay.md says what the steps mean.

mod bytes;
mod fault;
mod file;
mod recorded;
mod tape;

pub use fault::Fault;
pub use file::{File, Loaded, hash};
pub use recorded::{By, Move, Name, Recorded, Run, Wait, Wake};
pub use tape::{Begin, Place, Source, Step, Tape, Task};

/// Tasks that a replay has at most, as a workload of the simulator.
pub const MOST_TASKS: usize = 4000;
/// CPUs of a recording at most.
pub const MOST_CPUS: usize = 512;
/// The length of a window at most (ns): the longest run of the simulator.
pub const MOST_NS: u64 = 600_000_000_000;
/// Steps of all tasks at most.
pub const MOST_STEPS: usize = 4_000_000;
/// Rows of each table of the picture at most.
pub const MOST_ROWS: usize = 1_000_000;
/// Bytes of a name at most.
pub const MOST_NAME: usize = 256;
