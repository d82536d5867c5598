//! The scheduling domains of a real kernel, compared with the simulated ones.

mod check;
mod debugfs;
mod schedstat;
mod verbose;

pub use check::{Difference, Row, check};

use crate::fault::{Fault, What, number};
use crate::said::NotSaid;
use crate::set::CpuSet;
use sched_core::machine::KernelId;
use std::collections::{BTreeMap, BTreeSet};

/// Prints the domains. Only root may read them; since 6.4 the kernel exports them only while `verbose` is on.
/// `/proc/schedstat` shows the CPUs of each domain to every user.
pub const COMMAND: &str =
    "echo Y > /sys/kernel/debug/sched/verbose; grep -r . /sys/kernel/debug/sched/domains";

/// Maximum number of domains of a CPU. A kernel has about eight: five levels and one for each further NUMA
/// distance.
const MOST_LEVELS: u32 = 16;

/// The number of a domain: its position among the domains of its CPU, bottom up.
fn level_number(text: &str) -> Result<u32, What> {
    let level = number(text, "domain")?;
    if level < MOST_LEVELS {
        Ok(level)
    } else {
        Err(What::TooMany { of: "domains of a CPU", most: MOST_LEVELS })
    }
}

/// A domain of a real kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenDomain {
    pub name: Option<String>,
    /// Its CPUs, which debugfs does not show.
    pub span: Option<CpuSet>,
    /// The names of its flags without `SD_`.
    pub flags: Option<BTreeSet<String>>,
    /// Other numbers, by the names of their files.
    pub numbers: BTreeMap<&'static str, u32>,
}

/// The domains of all CPUs, bottom up for each CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The version of `/proc/schedstat`.
    pub version: Option<u32>,
    pub form: Option<Form>,
    pub cpus: BTreeMap<u32, Vec<SeenDomain>>,
    /// Lines that were passed over.
    pub other_lines: usize,
}

/// The form of a text about domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `/proc/schedstat`.
    Schedstat,
    /// The kernel's messages with `sched_verbose`.
    Verbose,
    /// `sysctl kernel.sched_domain`, up to 5.12.
    Sysctl,
    /// `/sys/kernel/debug/sched/domains`.
    Debugfs,
}

impl Form {
    pub fn name(self) -> &'static str {
        match self {
            Self::Schedstat => "/proc/schedstat",
            Self::Verbose => "dmesg, sched_verbose",
            Self::Sysctl => "sysctl kernel.sched_domain",
            Self::Debugfs => "/sys/kernel/debug/sched/domains",
        }
    }
}

/// The form of a text to which a line belongs.
pub fn form_of(line: &str) -> Option<Form> {
    if schedstat::is_line(line) {
        Some(Form::Schedstat)
    } else if verbose::is_line(line) {
        Some(Form::Verbose)
    } else {
        debugfs::form_of(line)
    }
}

/// The number of lines that are searched for the form.
const LINES: usize = 200;

/// The form of a text. A kernel's messages may be far down.
pub fn form(text: &str) -> Option<Form> {
    let first = text.lines().take(LINES).find_map(form_of);
    first.or_else(|| text.lines().any(verbose::is_line).then_some(Form::Verbose))
}

impl Seen {
    /// Whether the text is an excerpt: it lacks most of the CPUs of its domains.
    pub fn is_excerpt(&self) -> bool {
        let spans = self.cpus.values().flatten().filter_map(|domain| domain.span);
        let all = spans.fold(CpuSet::default(), |all, span| all.iter().chain(span.iter()).collect());
        let lacks = all.iter().filter(|cpu| !self.cpus.contains_key(cpu)).count();
        matches!(self.form, Some(Form::Sysctl)) || lacks * 2 > all.len() as usize
    }

    /// What to know of the text beside its domains.
    pub fn notes(&self) -> Vec<NotSaid> {
        let mut notes = Vec::new();
        if self.other_lines > 0 {
            notes.push(NotSaid::OtherLines { count: self.other_lines });
        }
        if self.is_excerpt() {
            notes.push(NotSaid::Excerpt { cpus: self.cpus.keys().copied().collect() });
        }
        notes
    }

    /// A kernel that prints this version.
    pub fn kernel(&self) -> KernelId {
        // Names of levels and `busy_factor` are those of such a kernel.
        if self.form == Some(Form::Sysctl) {
            return KernelId::V4_20;
        }
        match self.version {
            Some(17) => KernelId::V6_18,
            Some(16) | None => KernelId::V6_12,
            Some(_) => KernelId::V6_5,
        }
    }
}

/// Reads a text of any [`Form`]. The output of [`COMMAND`] is empty on a machine with one CPU.
///
/// # Errors
/// The text has no domains.
pub fn read(bytes: &[u8]) -> Result<Seen, Fault> {
    let text = crate::text::of(bytes)?;
    if text.trim().is_empty() {
        return Ok(Seen::default());
    }
    let form = form(text).ok_or(What::NoDomains)?;
    let mut seen = match form {
        Form::Schedstat => schedstat::read(text)?,
        Form::Verbose => verbose::read(text)?,
        Form::Sysctl | Form::Debugfs => debugfs::read(text)?,
    };
    seen.form = Some(form);
    if seen.cpus.is_empty() { Err(What::NoCpu.into()) } else { Ok(seen) }
}
