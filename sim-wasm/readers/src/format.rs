//! Detects the format of a text.

use crate::fault::{Fault, What};
use crate::sysfs;

/// The supported formats.
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

/// Files that are often mistaken for the description of a machine.
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
