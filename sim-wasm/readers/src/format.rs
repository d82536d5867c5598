//! Which format a text is in.

use crate::fault::{Fault, What};
use crate::sysfs;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `lscpu -J -e`.
    LscpuJson,
    /// `lscpu -p`.
    LscpuParsable,
    /// `lscpu -e`.
    LscpuTable,
    /// `lstopo --of xml`.
    Hwloc,
    /// hwloc's synthetic description.
    Synthetic,
    /// Lists of CPUs, as links have them.
    Lists,
    /// Paths of `/sys` with what stands there.
    Sysfs,
}

/// How many lines tell which format it is.
const LINES: usize = 200;

/// The format of a text.
///
/// # Errors
/// None is known, or a file of another kind is.
pub fn detect(text: &str) -> Result<Format, Fault> {
    let start = text.trim_start();
    if start.is_empty() {
        return Err(What::Empty.into());
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
    if lines().any(|line| sysfs::path_of(line).is_some()) {
        return Ok(Format::Sysfs);
    }
    let first = lines().next().unwrap_or_default();
    if let Some(name) = other(first) {
        return Err(Fault::at_line(1, What::Other { name, instead: crate::lscpu::COMMAND }));
    }
    let mut comments = lines().filter_map(|line| line.strip_prefix('#'));
    if comments.any(|comment| comment.split(',').any(|name| name.trim().eq_ignore_ascii_case("CPU"))) {
        return Ok(Format::LscpuParsable);
    }
    let mut words = first.split_whitespace();
    if words.any(|word| word.eq_ignore_ascii_case("CPU")) {
        return Ok(Format::LscpuTable);
    }
    if crate::synthetic::looks_like(start) { Ok(Format::Synthetic) } else { Err(What::Unknown.into()) }
}

/// Files that people take for a description of a machine.
fn other(first: &str) -> Option<&'static str> {
    let starts: [(&str, &str); 6] = [
        ("Architecture:", "the summary of lscpu"),
        ("processor\t", "/proc/cpuinfo"),
        ("processor  ", "/proc/cpuinfo"),
        ("available:", "what numactl -H prints"),
        ("Machine (", "the drawing of lstopo"),
        ("version 1", "/proc/schedstat"),
    ];
    starts.iter().find(|(start, _)| first.starts_with(start)).map(|&(_, name)| name)
}
