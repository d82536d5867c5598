//! The machine that a recording describes.

use sched_core::machine::topology::LONGEST_NAME;
use sched_core::machine::{Family, Topology, TopologyCpu};
use sched_core::scenario::OwnMachine;
use sched_recording::{Place, Recording, list};
use std::collections::BTreeMap;

/// The machine of the recording's head. If it describes none, nothing is said but the number of its CPUs.
pub fn machine_of(recording: &Recording, name: &str) -> OwnMachine {
    let name: String = name.chars().take(LONGEST_NAME).collect();
    if !recording.is_machine_known() {
        let last = recording.cpu_count().max(1) - 1;
        let topology = format!("pu=0-{last}");
        let (capacities, hz) = (capacities(recording), recording.hz());
        return OwnMachine { name, topology, capacities, hz, ..OwnMachine::default() };
    }
    let places = recording.places();
    let known = (0..).zip(&places.0).filter_map(|(cpu, place)| Some((cpu, place.as_ref()?)));
    let cpus: Vec<TopologyCpu> = known
        .map(|(cpu, place): (u16, &Place)| TopologyCpu {
            number: u32::from(cpu),
            core: place.core,
            cluster: place.cluster,
            llc: place.llc,
            node: recording.node(cpu).unwrap_or(0),
            socket: place.socket,
            capacity: recording.capacity(cpu),
        })
        .collect();
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
        name,
        cpus,
        nodes: (0..count).map(|node| node as u32).collect(),
        distances: (0..count).map(|a| (0..count).map(|b| distance(a, b)).collect()).collect(),
    };
    OwnMachine { hz: recording.hz(), ..OwnMachine::of(&topology, Family::default()) }
}

/// What CPUs get done, as a document says it (`0-3:1024 4-7:446`); `None`: it is unknown, or the same for all.
fn capacities(recording: &Recording) -> Option<String> {
    let mut by_capacity: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
    for cpu in (0..recording.cpu_count()).filter_map(|cpu| u16::try_from(cpu).ok()) {
        by_capacity.entry(recording.capacity(cpu)?).or_default().push(cpu);
    }
    let word = |(capacity, cpus): (&u32, &Vec<u16>)| format!("{}:{capacity}", list(cpus.iter().copied()));
    (by_capacity.len() > 1).then(|| by_capacity.iter().rev().map(word).collect::<Vec<_>>().join(" "))
}

/// Whether a machine says what its CPUs share: its text names more than the CPUs.
pub fn is_placed(machine: &OwnMachine) -> bool {
    machine.topology.split_whitespace().any(|level| !level.starts_with("pu"))
}
