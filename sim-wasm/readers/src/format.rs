//! Detects the format of a text, and the texts that a paste consists of.

use crate::fault::{Fault, What};
use crate::kind::{Kind, kind_of};
use crate::{cpuinfo, lstopo, numactl, oneline, percpu, summary, sysfs};

/// The supported formats of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `lscpu -J -e`, or `lscpu -J`.
    LscpuJson,
    /// `lscpu -p`.
    LscpuParsable,
    /// `lscpu -e`.
    LscpuTable,
    /// `lscpu`.
    LscpuSummary,
    /// `lstopo --of xml`.
    Hwloc,
    /// `lstopo` on a terminal.
    Lstopo,
    /// `numactl -H`.
    Numactl,
    /// `/proc/cpuinfo`.
    CpuInfo,
    /// Lines such as `cpu0 core=0 capacity=1024`.
    PerCpu,
    /// `1n2l4c1t`, or QEMU's `-smp`.
    OneLine,
    /// hwloc's synthetic description.
    Synthetic,
    /// Lists of CPUs, as in links.
    Lists,
    /// Paths of `/sys` with the content of each file.
    Sysfs,
}

/// The number of lines that are searched for the format.
const LINES: usize = 200;

/// The format of a text.
///
/// # Errors
/// The format is unknown, or the file is of another kind.
pub fn detect(text: &str) -> Result<Format, Fault> {
    let start = text.trim_start();
    if start.is_empty() {
        return Err(What::Empty.into());
    }
    if let Some((name, reader)) = elsewhere(start) {
        return Err(What::Elsewhere { name, reader }.into());
    }
    if start.starts_with('<') {
        return Ok(Format::Hwloc);
    }
    if start.starts_with('{') {
        return Ok(Format::LscpuJson);
    }
    if start.starts_with("pu=") {
        return Ok(Format::Lists);
    }
    let lines = || start.lines().take(LINES).map(str::trim);
    if let Some(format) =
        lines().find_map(|line| of_line(line).filter(|format| *format != Format::LscpuParsable))
    {
        return Ok(format);
    }
    if lines().any(|line| sysfs::path_of(line).is_some()) {
        return Ok(Format::Sysfs);
    }
    if lines().any(numactl::is_distances) {
        return Ok(Format::Numactl);
    }
    if lines().any(is_columns) {
        return Ok(Format::LscpuParsable);
    }
    let mut words = lines().next().unwrap_or_default().split_whitespace();
    if words.any(|word| word.eq_ignore_ascii_case("CPU")) {
        return Ok(Format::LscpuTable);
    }
    // What is quoted of `lscpu` may begin in the middle.
    if lines().any(|line| line.starts_with("CPU(s):")) {
        return Ok(Format::LscpuSummary);
    }
    if let Some(name) = other(start) {
        return Err(Fault::whole(What::Other { name, instead: crate::lscpu::COMMAND }));
    }
    if crate::synthetic::looks_like(start) {
        return Ok(Format::Synthetic);
    }
    if oneline::looks_like(start) { Ok(Format::OneLine) } else { Err(What::Unknown.into()) }
}

/// A text that another part of the page and another command read: what it is, and who reads it.
fn elsewhere(start: &str) -> Option<(&'static str, &'static str)> {
    let mut lines = start.lines().take(LINES);
    if start.starts_with("# tracer:")
        || lines.any(|line| line.contains(" sched_switch: ") || line.contains(" sched:sched_switch: "))
    {
        return Some(("a recording", "“Your recording” or sched trace"));
    }
    if ["BPF_STRUCT_OPS(", "struct sched_ext_ops ", "#include <scx/"].iter().any(|word| start.contains(word))
    {
        return Some(("a scheduler in C", "“Your scheduler” or sched policy check"));
    }
    let is_scenario = start.starts_with('{') && start.contains("\"lanes\"") && start.contains("\"workload\"");
    is_scenario.then_some(("a scenario", "“Share” or sched run"))
}

/// Whether a comment names the columns of `lscpu -p`.
fn is_columns(line: &str) -> bool {
    let names = line.strip_prefix('#').map(|comment| comment.split(','));
    names.is_some_and(|mut names| names.any(|name| name.trim().eq_ignore_ascii_case("CPU")))
}

/// Whether a line is the heading of `lscpu -e`.
fn is_heading(line: &str) -> bool {
    let is_word = |word: &str| {
        word.chars().all(|c| {
            c.is_ascii_uppercase() || c.is_ascii_digit() || c == 'd' || c == 'i' || c == ':' || c == '-'
        })
    };
    let mut words = line.split_whitespace();
    let all = || line.split_whitespace();
    all().count() > 1
        && all().all(is_word)
        && words.any(|word| word == "CPU")
        && all().any(|word| {
            matches!(word, "CORE" | "SOCKET" | "NODE" | "ONLINE" | "CLUSTER" | "MAXMHZ") || word.contains(':')
        })
}

/// The format that begins with a line.
pub fn of_line(line: &str) -> Option<Format> {
    if summary::is_line(line) {
        Some(Format::LscpuSummary)
    } else if numactl::is_line(line) {
        Some(Format::Numactl)
    } else if lstopo::is_line(line) {
        Some(Format::Lstopo)
    } else if cpuinfo::is_line(line) {
        Some(Format::CpuInfo)
    } else if percpu::is_line(line) {
        Some(Format::PerCpu)
    } else if is_heading(line) {
        Some(Format::LscpuTable)
    } else if line.starts_with("# The following is the parsable format") || is_columns(line) {
        Some(Format::LscpuParsable)
    } else {
        None
    }
}

/// Texts that describe no machine.
fn other(text: &str) -> Option<&'static str> {
    match kind_of(text) {
        Kind::Domains => Some("a text about domains"),
        Kind::Costs => Some("a text about costs"),
        Kind::Workload => Some("a workload of rt-app"),
        Kind::Waits => Some("a table of waits"),
        Kind::Containers => Some("limits of containers"),
        Kind::Machine => None,
    }
}
