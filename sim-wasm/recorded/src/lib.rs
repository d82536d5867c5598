//! A recording as a lane. [`Tape`] is what was read of a window; [`RecordedLane`] plays it, and gives the same frames, log
//! records, series and reports as a simulated run. Nothing is invented: what a recording does not say is unknown or empty.

mod about;
mod lane;
mod machine;
mod tape;
mod text;

pub use about::{About, CpuMoment, Lists, SaidNote, TaskMoment, WakeMoment};
pub use lane::RecordedLane;
pub use machine::{is_placed, machine_of};
pub use tape::{Tape, TapeTask, process_of};
pub use text::anonymized;
