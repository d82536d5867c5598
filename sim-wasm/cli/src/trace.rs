//! A run, or a stretch of one, written for tools that show traces.

use crate::Failure;
use sched_core::engine::time::Ns;
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use sched_traces::{FORMATS, Stretch, Tracing, writer};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// What is written, of which lane.
#[derive(clap::Args)]
pub struct Wanted {
    /// Writes a trace as well: NAME.pftrace for the Perfetto UI, NAME.txt as ftrace prints it, NAME.schedstat as /proc/schedstat
    /// (version 17), NAME.domains as /sys/kernel/debug/sched/domains.
    #[arg(long)]
    trace: Option<PathBuf>,
    /// The lane that is traced: 0 or 1.
    #[arg(long, default_value_t = 0, requires = "trace")]
    lane: usize,
    /// Start of the stretch that is traced (ns of simulated time).
    #[arg(long, default_value_t = 0, requires = "trace")]
    from: u64,
    /// End of the stretch that is traced (ns of simulated time).
    #[arg(long, default_value_t = u64::MAX, requires = "trace")]
    until: u64,
}

/// Writes what is wanted. `title`: what the process of the tasks is called.
pub fn write(scenario: &Scenario, title: &str, wanted: &Wanted) -> Result<(), Failure> {
    let Some(file) = &wanted.trace else { return Ok(()) };
    let sim = Simulation::new(scenario, wanted.lane)?;
    let format = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = if format == "perfetto-trace" { "pftrace" } else { format };
    let Some(writer) = writer(format, &sim) else {
        let known = FORMATS.map(|format| format!(".{format}")).join(", ");
        return Err(Failure::said(format!(
            "{}: a name is needed that ends in one of {known}",
            file.display()
        )));
    };
    let stretch = Stretch { from: Ns(wanted.from), until: Ns(wanted.until) };
    let written = File::create(file).and_then(|opened| {
        let mut out = BufWriter::new(opened);
        for piece in Tracing::new(sim, title, stretch, writer) {
            out.write_all(&piece)?;
        }
        out.flush()
    });
    written.map_err(|error| Failure::said(format!("{}: {error}", file.display())))
}
