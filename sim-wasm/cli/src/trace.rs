//! Writes a trace of a run, or of a time span of it, for trace viewers.

use crate::{Failure, policy};
use sched_core::engine::time::Ns;
use sched_core::scenario::Scenario;
use sched_core::sim::Loaded;
use sched_traces::{FORMATS, Stretch, Tracing, writer};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options of a trace.
#[derive(clap::Args)]
pub struct Wanted {
    /// Also writes a trace. The ending of the name selects the format: .pftrace for the Perfetto UI, .txt as ftrace prints it,
    /// .schedstat as in /proc/schedstat (version 17), .domains as in /sys/kernel/debug/sched/domains.
    #[arg(long)]
    trace: Option<PathBuf>,
    /// The lane to trace: 0 or 1.
    #[arg(long, default_value_t = 0, requires = "trace")]
    lane: usize,
    /// Start of the trace (ns of simulated time).
    #[arg(long, default_value_t = 0, requires = "trace")]
    from: u64,
    /// End of the trace (ns of simulated time).
    #[arg(long, default_value_t = u64::MAX, requires = "trace")]
    until: u64,
}

/// Checks that a time span is at least so long.
pub fn check_stretch(from: Ns, until: Ns, least: Ns) -> Result<(), Failure> {
    let end = from.0.saturating_add(least.0);
    if until.0 >= end {
        return Ok(());
    }
    Err(Failure::said(format!("--until is {until}; expected {end} or more (ns), as --from is {from}")))
}

/// Checks that a run reached the start of a time span.
pub fn check_begun(begun: bool, from: Ns, end: Ns) -> Result<(), Failure> {
    if begun {
        return Ok(());
    }
    Err(Failure::said(format!("--from is {from}; the run ends at {end} (ns)")))
}

/// Whether two paths name the same file.
fn is_same(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// Writes a file as a whole: the earlier content stays until the new content is complete.
pub fn whole(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<Result<(), Failure>>,
) -> Result<(), Failure> {
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.into());
    // A device or a pipe cannot be replaced by a file.
    let direct = fs::metadata(&target).is_ok_and(|found| !found.is_file());
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let place = if direct { target.clone() } else { target.with_file_name(name) };
    let written = File::create(&place).and_then(|opened| {
        let mut out = BufWriter::new(opened);
        let good = write(&mut out)?;
        out.flush()?;
        if good.is_ok() && !direct {
            fs::rename(&place, &target)?;
        }
        Ok(good)
    });
    if !direct && !matches!(written, Ok(Ok(()))) {
        let _ = fs::remove_file(&place);
    }
    written.map_err(|error| Failure::said(format!("{}: {error}", file.display())))?
}

/// Writes a trace of the scenario in `document`. `title`: the process name of the tasks.
pub fn write(
    scenario: &Scenario,
    replay: Option<&Arc<Loaded>>,
    document: &Path,
    title: &str,
    wanted: &Wanted,
) -> Result<(), Failure> {
    let Some(file) = &wanted.trace else { return Ok(()) };
    if is_same(document, file) {
        return Err(Failure::said(format!(
            "{}: this is the scenario document; write the trace to another file",
            file.display()
        )));
    }
    let (from, until) = (Ns(wanted.from), Ns(wanted.until));
    check_stretch(from, until, Ns(1))?;
    let sim = policy::simulation(scenario, wanted.lane, replay)?;
    let format = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = if format == "perfetto-trace" { "pftrace" } else { format };
    let Some(writer) = writer(format, &sim) else {
        let known = FORMATS.map(|format| format!(".{format}")).join(", ");
        return Err(Failure::said(format!("{}: the name has to end in one of {known}", file.display())));
    };
    let kernel = scenario.kernel_of(&scenario.lanes[wanted.lane]);
    let mut tracing = Tracing::new(sim, title, Stretch { from, until }, writer).of_kernel(kernel.key());
    whole(file, |out| {
        for piece in &mut tracing {
            out.write_all(&piece)?;
        }
        let end = tracing.now();
        Ok(check_begun(!tracing.done() || from < end, from, end))
    })
}
