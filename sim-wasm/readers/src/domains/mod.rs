//! The scheduling domains of a real kernel, compared with the simulated ones.

mod check;
mod debugfs;
mod schedstat;

pub use check::{Difference, Row, check};
pub use debugfs::is_line;

use crate::fault::{Fault, What, number};
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
    pub cpus: BTreeMap<u32, Vec<SeenDomain>>,
}

impl Seen {
    /// A kernel that prints this version.
    pub fn kernel(&self) -> KernelId {
        match self.version {
            Some(17) => KernelId::V6_18,
            Some(16) | None => KernelId::V6_12,
            Some(_) => KernelId::V6_5,
        }
    }
}

/// Reads `/proc/schedstat` of version 15, 16 or 17, or the output of [`COMMAND`], which is empty on a machine
/// with one CPU.
///
/// # Errors
/// The text is neither.
pub fn read(bytes: &[u8]) -> Result<Seen, Fault> {
    let text = crate::text::of(bytes)?;
    if text.trim().is_empty() {
        return Ok(Seen::default());
    }
    let seen =
        if text.trim_start().starts_with("version") { schedstat::read(text)? } else { debugfs::read(text)? };
    if seen.cpus.is_empty() { Err(What::NoCpu.into()) } else { Ok(seen) }
}
