//! Reads recordings of real machines: the texts of tracefs, `trace-cmd report`, `perf script` and systrace, and Perfetto's traces.
//! A [`Reader`] takes bytes in pieces and gives a [`Recording`]: figures, and a sentence for everything that it does not know.
//! There is no IO; memory is bounded whatever the file is; no input panics. docs/recordings.md says what is read.

mod fault;
mod fields;
mod head;
mod intake;
mod line;
mod perfetto;
mod place;
mod reader;
mod record;
mod recording;
mod replay;
mod scan;
mod sniff;
mod tasks;
mod text;
mod ticks;
mod track;
mod wire;

pub use fault::{Fault, Note, count, length, list, seconds};
pub use fields::{Kind, State};
pub use place::{Distance, Place, Places};
pub use reader::{Options, Reader, read};
pub use record::{NO_CPU, NO_PID, Record, flag};
pub use recording::{Counters, Inferred, Known, Recording};
pub use replay::{Costs, Refused, Remark, Taken, Wanted, bound_to, is_recorder, replay};
pub use tasks::{Doing, Task, Why};
pub use track::{Class, Happens, IdleWhile, Interval, Kept, Move, Picture, Step, Sure, Totals, Wait, Waker};

/// CPUs that a recording may have, and one more than the highest number (as a machine of the simulator).
pub const MOST_CPUS: usize = 512;
