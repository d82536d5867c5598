//! What people's tools say of a machine, read: text becomes a [`Topology`], a list of what the text does not say, or one
//! sentence with its place. No IO, no guess that is not said, time linear in the text.

pub mod costs;
pub mod domains;
mod facts;
mod fault;
mod format;
pub mod hwloc;
mod kind;
pub mod lscpu;
pub mod rtapp;
mod said;
mod set;
pub mod synthetic;
pub mod sysfs;

pub use fault::{Fault, What};
pub use format::Format;
pub use kind::{Kind, kind};
pub use said::NotSaid;
pub use set::CpuSet;

use facts::{CpuFacts, Facts};
use sched_core::machine::{Topology, TopologyCpu, notation};

/// Most bytes of a text: thirty times what a machine with as many CPUs as are possible takes in the longest format.
pub const MOST_BYTES: usize = 16_000_000;

/// A machine that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Groups are numbered in the order of their first CPUs.
    pub topology: Topology,
    /// What the text does not say and what was taken instead, and what it says that a topology cannot.
    pub not_said: Vec<NotSaid>,
}

/// Reads a text in any format that is known.
///
/// # Errors
/// Why it is no machine, with the place.
pub fn read(bytes: &[u8]) -> Result<Reading, Fault> {
    let text = text_of(bytes)?;
    match format::detect(text)? {
        Format::LscpuJson => lscpu::read_json(text),
        Format::LscpuParsable => lscpu::read_parsable(text),
        Format::LscpuTable => lscpu::read_table(text),
        Format::Hwloc => hwloc::read(text),
        Format::Synthetic => synthetic::read(text),
        Format::Lists => read_lists(text),
        Format::Sysfs => sysfs::read(text),
    }
}

/// What a link says, which has names and distances elsewhere.
fn read_lists(text: &str) -> Result<Reading, Fault> {
    let topology = notation::read(text).map_err(What::from)?;
    // Gathered by their numbers, two nodes of one number would be one.
    if let Some(pair) = topology.nodes.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(What::Twice { of: "Node", number: pair[0] }.into());
    }
    let cpu = |cpu: &TopologyCpu| CpuFacts {
        number: cpu.number,
        core: Some(cpu.core),
        cluster: cpu.cluster,
        llc: Some(cpu.llc),
        node: topology.nodes.get(cpu.node).copied(),
        socket: Some(cpu.socket),
        capacity: cpu.capacity,
    };
    let cpus = topology.cpus.iter().map(cpu).collect();
    let nodes = topology.nodes.iter().copied().collect();
    Facts { cpus, nodes, knows_clusters: true, ..Facts::default() }.settle()
}

/// The text of a file, without the mark that some put before it.
fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.len() > MOST_BYTES {
        return Err(What::TooLong.into());
    }
    if let Some(looks) = format::no_text(bytes) {
        return Err(What::NoText { looks: Some(looks) }.into());
    }
    let text = str::from_utf8(bytes).map_err(|_| What::NoText { looks: None })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
