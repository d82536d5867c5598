//! A sweep that several processes, or machines, share: scenarios × values of one field × seeds, a line of JSON for each run.
//! Which part runs what has no say in the outcome; a part that was killed goes on where it was.

mod merge;
mod part;
mod plan;

pub use merge::merge;
pub use part::{Shard, run};
pub use plan::Plan;

use sched_core::observe::report::RunReport;
use serde::{Deserialize, Serialize};

/// One run, as a line of a part has it.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Of the plan: lines of another one are refused.
    plan: String,
    /// The number of the run in the plan.
    run: usize,
    report: RunReport,
}
