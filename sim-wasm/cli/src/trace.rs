//! A run, or a stretch of one, written for tools that show traces.

use crate::Failure;
use sched_core::engine::time::Ns;
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use sched_traces::ftrace::Ftrace;
use sched_traces::perfetto::Perfetto;
use sched_traces::{Stretch, Tracing, Writer};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What is written, of which lane.
#[derive(clap::Args)]
pub struct Wanted {
    /// Writes a trace as well: NAME.pftrace for the Perfetto UI, NAME.txt as ftrace prints it.
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

/// Who writes a file of this name.
fn writer(file: &Path) -> Option<Box<dyn Writer>> {
    match file.extension()?.to_str()? {
        "pftrace" | "perfetto-trace" => Some(Box::<Perfetto>::default()),
        "txt" => Some(Box::<Ftrace>::default()),
        _ => None,
    }
}

/// Writes what is wanted. `title`: what the process of the tasks is called.
pub fn write(scenario: &Scenario, title: &str, wanted: &Wanted) -> Result<(), Failure> {
    let Some(file) = &wanted.trace else { return Ok(()) };
    let said = |line: String| Failure { lines: vec![line], code: 2 };
    let Some(writer) = writer(file) else {
        return Err(said(format!("{}: a name that ends in .pftrace or .txt is needed", file.display())));
    };
    let sim = Simulation::new(scenario, wanted.lane)?;
    let stretch = Stretch { from: Ns(wanted.from), until: Ns(wanted.until) };
    let written = File::create(file).and_then(|opened| {
        let mut out = BufWriter::new(opened);
        for piece in Tracing::new(sim, title, stretch, writer) {
            out.write_all(&piece)?;
        }
        out.flush()
    });
    written.map_err(|error| said(format!("{}: {error}", file.display())))
}
