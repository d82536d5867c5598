//! The scheduling domains that a kernel built, and how those that are built here stand to them.

mod check;
mod debugfs;
mod schedstat;

pub use check::{Difference, Row, check};
pub use debugfs::is_line;

use crate::fault::{Fault, What, number};
use crate::set::CpuSet;
use sched_core::machine::KernelId;
use std::collections::{BTreeMap, BTreeSet};

/// Prints the domains; only root may read them, and kernels since 6.4 tell them only while `verbose` is on. `/proc/schedstat`
/// tells their CPUs to everyone.
pub const COMMAND: &str =
    "echo Y > /sys/kernel/debug/sched/verbose; grep -r . /sys/kernel/debug/sched/domains";

/// Most domains of a CPU. A kernel has about eight: five levels and one for each further NUMA distance.
const MOST_LEVELS: u32 = 16;

/// The number of a domain: its place among those of its CPU, bottom up.
fn level_number(text: &str) -> Result<u32, What> {
    let level = number(text, "domain")?;
    if level < MOST_LEVELS {
        Ok(level)
    } else {
        Err(What::TooMany { of: "domains of a CPU", most: MOST_LEVELS })
    }
}

/// A domain as its kernel tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenDomain {
    pub name: Option<String>,
    /// Its CPUs, which debugfs does not tell.
    pub span: Option<CpuSet>,
    /// The names of its flags without `SD_`.
    pub flags: Option<BTreeSet<String>>,
    /// Other numbers, by the names of their files.
    pub numbers: BTreeMap<&'static str, u32>,
}

/// The domains of all CPUs, of each bottom up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Of `/proc/schedstat`.
    pub version: Option<u32>,
    pub cpus: BTreeMap<u32, Vec<SeenDomain>>,
}

impl Seen {
    /// A kernel that tells its domains so.
    pub fn kernel(&self) -> KernelId {
        match self.version {
            Some(17) => KernelId::V6_18,
            Some(16) | None => KernelId::V6_12,
            Some(_) => KernelId::V6_5,
        }
    }
}

/// Reads `/proc/schedstat` of version 15, 16 or 17, or what [`COMMAND`] prints: nothing, where there is one CPU.
///
/// # Errors
/// Why it is neither.
pub fn read(bytes: &[u8]) -> Result<Seen, Fault> {
    let text = crate::text::of(bytes)?;
    if text.trim().is_empty() {
        return Ok(Seen::default());
    }
    let seen =
        if text.trim_start().starts_with("version") { schedstat::read(text)? } else { debugfs::read(text)? };
    if seen.cpus.is_empty() { Err(What::NoCpu.into()) } else { Ok(seen) }
}
