//! Readers for the output of tools that describe a machine. A text becomes a `Topology` and a list of what the text leaves out,
//! or a [`Fault`] with its place. There is no IO, every assumption is reported, and the time is linear in the length of the text.

mod combine;
pub mod containers;
pub mod costs;
pub mod cpuinfo;
pub mod domains;
mod facts;
mod fault;
mod format;
pub mod hwloc;
mod kind;
pub mod lscpu;
pub mod lstopo;
pub mod matrix;
pub mod numactl;
pub mod oneline;
pub mod percpu;
pub mod pile;
pub mod rtapp;
pub mod rtapp_out;
mod said;
mod set;
pub mod summary;
pub mod synthetic;
pub mod sysfs;
mod text;
pub mod waits;

pub use facts::Reading;
pub use fault::{Fault, What};
pub use format::Format;
pub use kind::{Kind, kind};
pub use said::{NotSaid, Sort};
pub use set::CpuSet;
pub use text::MOST_BYTES;

use facts::{CpuFacts, Facts};
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};
use sched_core::machine::{TopologyCpu, notation};

/// Reads a text in any supported format.
///
/// # Errors
/// The text does not describe a machine; the fault has the place.
pub fn read(bytes: &[u8]) -> Result<Reading, Fault> {
    let parts = pile::parts(&[bytes]).map_err(|(_, fault)| fault)?;
    match parts.iter().any(|part| part.kind == Kind::Machine) {
        true => pile::machine(&parts).map_err(|(_, fault)| fault),
        // The reader of machines says what the text is instead.
        false => facts(text::of(bytes)?)?.settle(),
    }
}

/// The facts in a text.
fn facts(text: &str) -> Result<Facts, Fault> {
    match format::detect(text)? {
        Format::LscpuJson => lscpu::read_json(text),
        Format::LscpuParsable => lscpu::read_parsable(text),
        Format::LscpuTable => lscpu::read_table(text),
        Format::LscpuSummary => summary::read(text),
        Format::Hwloc => hwloc::read(text),
        Format::Lstopo => lstopo::read(text),
        Format::Numactl => numactl::read(text),
        Format::CpuInfo => cpuinfo::read(text),
        Format::PerCpu => percpu::read(text),
        Format::OneLine => oneline::read(text),
        Format::Synthetic => synthetic::read(text),
        Format::Lists => read_lists(text),
        Format::Sysfs => sysfs::read(text),
    }
}

/// Reads the lists of a link, in which names and distances are separate fields.
fn read_lists(text: &str) -> Result<Facts, Fault> {
    let topology = notation::read(text).map_err(What::from)?;
    // Nodes are grouped by number, so two nodes of the same number would become one.
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
    Ok(Facts { source: "the lists", cpus, nodes, knows_clusters: true, ..Facts::default() })
}
