//! The texts of a paste: several outputs may follow each other, with the command lines of a terminal between them.

use crate::facts::{Facts, Reading};
use crate::fault::{Fault, What};
use crate::format::{self, Format};
use crate::kind::{Kind, kind_of};
use crate::{combine, containers, costs, domains, matrix, numactl, percpu, sysfs, text, waits};

/// A text of a paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The index of the paste or file.
    pub file: usize,
    /// The number of lines above it.
    pub above: usize,
    pub text: &'a str,
    pub kind: Kind,
    /// What prints such a text.
    pub name: &'static str,
}

/// What a line begins, or belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Machine(Format),
    Xml,
    Json,
    Sysfs,
    Domains(domains::Form),
    Costs,
    Matrix,
    Waits(waits::Tool),
    Containers(containers::Form),
}

impl Head {
    fn of(line: &str) -> Option<Self> {
        if line.starts_with("<?xml") || line.starts_with("<topology") {
            Some(Self::Xml)
        } else if line == "{" {
            Some(Self::Json)
        } else if let Some(form) = domains::form_of(line) {
            Some(Self::Domains(form))
        } else if let Some(form) = containers::form_of(line) {
            Some(Self::Containers(form))
        } else if let Some(tool) = waits::tool_of(line) {
            Some(Self::Waits(tool))
        } else if let Some(format) = format::of_line(line) {
            Some(Self::Machine(format))
        } else if sysfs::path_of(line).is_some() {
            Some(Self::Sysfs)
        } else if costs::is_line(line) {
            Some(Self::Costs)
        } else if matrix::is_row(line) {
            Some(Self::Matrix)
        } else {
            None
        }
    }

    /// Whether the lines of one text have this head repeatedly.
    fn repeats(self) -> bool {
        !matches!(
            self,
            Self::Xml
                | Self::Json
                | Self::Machine(Format::LscpuTable | Format::LscpuSummary | Format::Numactl | Format::Lstopo)
        )
    }

    /// Whether a text with the head `self` may contain a line with the head `next`.
    fn holds(self, next: Self, is_indented: bool) -> bool {
        match (self, next) {
            (Self::Machine(Format::LscpuParsable), Self::Matrix) => true,
            (Self::Waits(a), Self::Waits(b)) => a.holds(b),
            // The lines inside of a manifest look like anything; those at its margin are its own keys.
            (
                Self::Containers(containers::Form::Kubernetes),
                Self::Machine(_) | Self::Xml | Self::Domains(_),
            ) => is_indented,
            (Self::Containers(containers::Form::Kubernetes), _) => true,
            // Values between headings look like a matrix or like costs.
            (Self::Containers(_), next) => next == self || matches!(next, Self::Matrix | Self::Costs),
            (Self::Domains(domains::Form::Debugfs), Self::Sysfs) => true,
            _ => self == next && self.repeats(),
        }
    }
}

/// Programs whose command lines are above their output.
const PROGRAMS: [&str; 9] =
    ["lscpu", "lstopo", "numactl", "perf", "taskset", "cat ", "grep ", "sysctl", "core-to-core-latency"];

/// Whether a line is a command line, or empty: it belongs to what follows.
fn is_command(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line == "```"
        || (is_prompt(line) && PROGRAMS.iter().any(|program| line.contains(program)))
}

/// Whether a line begins with the prompt of a shell.
pub fn is_prompt(line: &str) -> bool {
    let line = line.trim();
    let ends = |mark: &str| {
        line.split_once(mark).is_some_and(|(before, _)| !before.contains(' ') || before.ends_with(']'))
    };
    line.starts_with("$ ")
        || line.starts_with("# ")
        || line == "$"
        || line == "#"
        || ends("$ ")
        || ends("# ")
        || ends("]$")
        || ends("]#")
}

/// A longer paste (bytes) is one text: nobody copies so much out of a terminal.
const MOST_DIVIDED: usize = 1_000_000;

/// The places at which the texts in a paste begin: line and byte.
fn starts(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![(0, 0)];
    if text.len() > MOST_DIVIDED {
        return starts;
    }
    let mut current: Option<Head> = None;
    // The beginning of the command lines above the present line.
    let mut command: Option<(usize, usize)> = None;
    let (mut at, mut is_closed) = (0, true);
    for (i, raw) in text.split_inclusive('\n').enumerate() {
        let line = raw.trim();
        let is_indented = raw.starts_with([' ', '\t']);
        let here = (i, at);
        at += raw.len();
        // A document of XML or JSON ends with its last line.
        if !is_closed {
            is_closed = match current {
                Some(Head::Xml) => line.ends_with("</topology>"),
                _ => raw.trim_end() == "}",
            };
            continue;
        }
        if is_command(line) && containers::form_of(line).is_none() {
            command.get_or_insert(here);
            continue;
        }
        let distances = Head::Machine(Format::Numactl);
        let begins_distances = numactl::is_distances(line) && current != Some(distances);
        let Some(head) = Head::of(line).or(begins_distances.then_some(distances)) else {
            command = None;
            continue;
        };
        if current.is_none() || !current.is_some_and(|current| current.holds(head, is_indented)) {
            // A matrix stands alone, and lists of CPUs look like its rows: other texts contain such lines.
            let stands_alone = || command.is_some() && matrix::is_square(&text[here.1..]);
            if head == Head::Matrix && current.is_some() && !stands_alone() {
                command = None;
                continue;
            }
            if current.is_some() {
                starts.push(command.unwrap_or(here));
            }
            current = Some(head);
            is_closed = !matches!(head, Head::Xml | Head::Json);
        }
        command = None;
    }
    starts
}

/// The texts in several pastes.
///
/// # Errors
/// A paste is no text: its index, and why.
pub fn parts<'a>(pastes: &[&'a [u8]]) -> Result<Vec<Part<'a>>, (usize, Fault)> {
    let mut parts = Vec::new();
    for (file, bytes) in pastes.iter().enumerate() {
        let text = text::of(bytes).map_err(|fault| (file, fault))?;
        let starts = starts(text);
        for (i, &(above, from)) in starts.iter().enumerate() {
            let to = starts.get(i + 1).map_or(text.len(), |&(_, to)| to);
            let text = &text[from..to];
            let kind = kind_of(text);
            parts.push(Part { file, above, text, kind, name: name(text, kind) });
        }
    }
    Ok(parts)
}

/// The texts in several pastes that can be read, and the first fault of the others with the index of its paste: a paste
/// that is no text, or a text that no reader knows beside some that are known. Such a text alone is among the texts:
/// its reader says why.
pub fn known<'a>(pastes: &[&'a [u8]]) -> (Vec<Part<'a>>, Option<(usize, Fault)>) {
    let mut all = Vec::new();
    let mut fault = None;
    for (file, &paste) in pastes.iter().enumerate() {
        match parts(&[paste]) {
            Ok(texts) => all.extend(texts.into_iter().map(|part| Part { file, ..part })),
            Err((_, refused)) => fault = fault.or(Some((file, refused))),
        }
    }
    let refused = |part: &Part| match part.kind {
        Kind::Machine => format::detect(part.text).err(),
        _ => None,
    };
    if all.iter().any(|part| refused(part).is_none()) {
        let first = all.iter().find_map(|part| Some((part.file, part.placed(refused(part)?))));
        fault = fault.or(first);
        all.retain(|part| refused(part).is_none());
    }
    (all, fault)
}

/// What prints a text.
fn name(text: &str, kind: Kind) -> &'static str {
    match kind {
        Kind::Machine => match format::detect(text) {
            Ok(Format::LscpuJson | Format::LscpuTable) => "lscpu -e",
            Ok(Format::LscpuParsable) => "lscpu -p",
            Ok(Format::LscpuSummary) => "lscpu",
            Ok(Format::Hwloc) => "lstopo --of xml",
            Ok(Format::Lstopo) => "lstopo",
            Ok(Format::Numactl) => "numactl -H",
            Ok(Format::CpuInfo) => "/proc/cpuinfo",
            Ok(Format::PerCpu) => percpu::SOURCE,
            Ok(Format::OneLine | Format::Synthetic | Format::Lists) => "a machine in one line",
            Ok(Format::Sysfs) => "/sys",
            Err(_) => "unknown",
        },
        Kind::Domains => domains::form(text).map_or("unknown", domains::Form::name),
        Kind::Costs => costs::name(text),
        Kind::Workload => "rt-app",
        Kind::Waits => waits::tool(text).map_or("unknown", waits::Tool::name),
        Kind::Containers => containers::form(text).map_or("unknown", containers::Form::name),
    }
}

impl Part<'_> {
    /// A fault with the line in the paste.
    pub fn placed(&self, mut fault: Fault) -> Fault {
        fault.line = fault.line.map(|line| line + self.above);
        fault
    }
}

/// Reads the texts about a machine, of which there is at least one.
///
/// # Errors
/// A text does not describe a machine: the index of its paste, and the fault.
pub fn machine(parts: &[Part]) -> Result<Reading, (usize, Fault)> {
    let of = |part: &Part| crate::facts(part.text).map_err(|fault| (part.file, part.placed(fault)));
    let about = parts.iter().filter(|part| part.kind == Kind::Machine);
    let first = about.clone().next().map_or(0, |part| part.file);
    let all = about.map(of).collect::<Result<Vec<Facts>, _>>()?;
    combine::all(all)
        .ok_or_else(|| Fault::from(What::Empty))
        .and_then(Facts::settle)
        .map_err(|fault| (first, fault))
}
