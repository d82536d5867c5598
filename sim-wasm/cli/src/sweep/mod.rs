//! A sweep divided between processes or machines: scenarios × values of one field × seeds, a line of JSON for each run.
//! The result does not depend on the division. A part that was interrupted continues where it stopped.

mod merge;
mod part;
mod plan;

pub use merge::merge;
pub use part::{Shard, run};
pub use plan::Plan;

use crate::version::MODEL;
use sched_core::observe::report::RunReport;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::BufRead;
use std::path::Path;

/// One run, as one line of a part.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The key of the plan; lines of another plan are refused. It is the first field, so that a torn line
    /// still shows it.
    plan: String,
    /// The model of the simulator; lines of another model are refused.
    #[serde(default)]
    model: String,
    /// The number of the run in the plan.
    run: usize,
    report: RunReport,
}

/// Passes the lines of a part on, each after a check that it is a run of the plan.
fn each_line(
    plan: &Plan,
    path: &Path,
    mut lines: impl BufRead,
    mut take: impl FnMut(Line) -> Result<(), String>,
) -> Result<(), String> {
    let checked = |line: &[u8]| {
        let line: Line = serde_json::from_slice(line).map_err(|_| "is not a run")?;
        if line.plan != plan.key {
            return Err("is a run of another plan".into());
        }
        if line.model != *MODEL {
            let of = if line.model.is_empty() { "an older model" } else { &line.model };
            return Err(format!(
                "was run by another version of the simulator: {of}; this one has the model {}",
                *MODEL
            ));
        }
        if line.run >= plan.len() {
            return Err("is not a run of the plan".into());
        }
        let job = plan.job(line.run);
        let (lane, seed) = (line.report.lane, line.report.seed);
        if (lane as usize, seed) != (job.lane, job.seed) {
            return Err(format!("is seed {seed}, lane {lane}; run {} is {}", line.run, job.name));
        }
        Ok(line)
    };
    let (mut line, mut number) = (Vec::new(), 0);
    while lines.read_until(b'\n', &mut line).map_err(|error| format!("{}: {error}", path.display()))? > 0 {
        number += 1;
        let taken = checked(&line).and_then(&mut take);
        taken.map_err(|what| format!("{} line {number}: {what}", path.display()))?;
        line.clear();
    }
    Ok(())
}

/// Opens a part, which must be a regular file: a device or a pipe may have no end.
fn open(path: &Path, options: &std::fs::OpenOptions) -> Result<File, String> {
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("{}: not a regular file; a part needs one", path.display()));
    }
    options.open(path).map_err(|error| format!("{}: {error}", path.display()))
}
