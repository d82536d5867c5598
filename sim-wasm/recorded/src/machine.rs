//! The machine that a recording describes.

use sched_core::machine::topology::LONGEST_NAME;
use sched_core::machine::{Family, Topology, TopologyCpu};
use sched_core::scenario::OwnMachine;
use sched_recording::{Place, Recording};
use std::collections::BTreeMap;

/// The machine of the recording's head. If it describes none, nothing is assumed but the number of its CPUs: each is a core
/// of one cache, one node and one socket.
pub fn machine_of(recording: &Recording, name: &str) -> OwnMachine {
    let places = recording.places();
    let known: Vec<(u16, &Place)> =
        (0..).zip(&places.0).filter_map(|(cpu, place)| Some((cpu, place.as_ref()?))).collect();
    let cpus: Vec<TopologyCpu> = if recording.is_machine_known() {
        let node = |cpu: u16| recording.node(cpu).unwrap_or(0);
        let cpu = |&(cpu, place): &(u16, &Place)| TopologyCpu {
            number: u32::from(cpu),
            core: place.core,
            cluster: place.cluster,
            llc: place.llc,
            node: node(cpu),
            socket: place.socket,
            capacity: None,
        };
        known.iter().map(cpu).collect()
    } else {
        let flat = |cpu: usize| TopologyCpu { number: cpu as u32, core: cpu, ..TopologyCpu::default() };
        (0..recording.cpu_count().max(1)).map(flat).collect()
    };
    // Nodes of several sockets are told apart by the socket.
    let mut nodes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut numbered: Vec<(usize, usize)> = cpus.iter().map(|cpu| (cpu.node, cpu.socket)).collect();
    numbered.sort_unstable();
    numbered.dedup();
    nodes.extend(numbered.iter().copied().zip(0..));
    let cpus: Vec<TopologyCpu> = cpus
        .into_iter()
        .map(|cpu| TopologyCpu { node: nodes.get(&(cpu.node, cpu.socket)).copied().unwrap_or(0), ..cpu })
        .collect();
    let count = nodes.len();
    let distance = |a: usize, b: usize| if a == b { 10 } else { 20 };
    let topology = Topology {
        name: name.chars().take(LONGEST_NAME).collect(),
        cpus,
        nodes: (0..count).map(|node| node as u32).collect(),
        distances: (0..count).map(|a| (0..count).map(|b| distance(a, b)).collect()).collect(),
    };
    OwnMachine::of(&topology, Family::default())
}
