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
use std::path::Path;

/// One run, as a line of a part has it.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Of the plan: lines of another one are refused. First, since a part that is torn is known by it.
    plan: String,
    /// The number of the run in the plan.
    run: usize,
    report: RunReport,
}

/// Hands on the lines of a part, each once it is known to be a run of the plan.
fn each_line(
    plan: &Plan,
    path: &Path,
    lines: &[u8],
    mut take: impl FnMut(Line) -> Result<(), String>,
) -> Result<(), String> {
    let checked = |line: &[u8]| {
        let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        if line.plan != plan.key {
            return Err("is a run of another plan".into());
        }
        if line.run >= plan.len() {
            return Err("is no run of the plan".into());
        }
        let job = plan.job(line.run);
        let (lane, seed) = (line.report.lane, line.report.seed);
        if (lane as usize, seed) != (job.lane, job.seed) {
            return Err(format!("is seed {seed}, lane {lane}; run {} is {}", line.run, job.name));
        }
        Ok(line)
    };
    for (i, line) in lines.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let taken = checked(line).and_then(&mut take);
        taken.map_err(|what| format!("{} line {}: {what}", path.display(), i + 1))?;
    }
    Ok(())
}
