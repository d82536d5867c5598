//! The machines, as data. Sources: `docs/model/topology.md`.

use super::costs::Family;
use super::describe::{Link, LinkKind};
use super::spec::Spec;

choices! {
    /// The machine presets.
    MachineId {
        #[default]
        /// Kunpeng 920, one node: 24 CPUs, 6 clusters of 4.
        Kunpeng24 = "kunpeng920-24",
        /// Kunpeng 920, one socket: 48 CPUs in 2 nodes.
        Kunpeng48 = "kunpeng920-48",
        /// Kunpeng 920, two sockets: 96 CPUs in 4 nodes.
        Kunpeng96 = "kunpeng920-96",
        /// Kunpeng 920, two sockets: 128 CPUs in 4 nodes.
        Kunpeng128 = "kunpeng920-128",
        /// Xeon E5-2630 v4, one socket: 10 cores, 20 CPUs.
        Xeon20 = "xeon-e5-2630v4-20",
        /// Xeon E5-2630 v4, two sockets: 20 cores, 40 CPUs.
        Xeon40 = "xeon-e5-2630v4-40",
        /// Xeon E5-2699 v4, one socket: 22 cores, 44 CPUs.
        Xeon44 = "xeon-e5-2699v4-44",
        /// Xeon E5-2699 v4, two sockets: 44 cores, 88 CPUs.
        Xeon88 = "xeon-e5-2699v4-88",
        /// Xeon E5-2690 v4, two sockets: 28 cores, 56 CPUs.
        Xeon56 = "xeon-e5-2690v4-56",
        /// Xeon E5-2699 v3, two sockets: 36 cores, 72 CPUs.
        Xeon72 = "xeon-e5-2699v3-72",
        /// Ice Lake server, two sockets: 80 cores, 160 CPUs.
        IceLake160 = "icelake-160",
        /// NEC Azusa (2003): 8 CPUs in 4 nodes.
        Azusa8 = "azusa-8",
        /// IBM NUMA-Q (2003): 16 CPUs in 4 nodes.
        NumaQ16 = "numaq-16",
        /// A machine for the classroom: 2 clusters of 4 CPUs.
        Classroom8 = "classroom-8",
        /// A virtual machine on an AMD EPYC: 2 CPUs of one LLC.
        EpycVm2 = "epyc-vm-2",
    }
}

fn links(kind: LinkKind, pairs: &[(u32, u32)]) -> Vec<Link> {
    pairs.iter().map(|&(a, b)| Link { a, b, kind }).collect()
}

/// Distances of nodes that are all as far from each other.
fn evenly_far(nodes: usize, distance: u32) -> Vec<Vec<u32>> {
    (0..nodes).map(|a| (0..nodes).map(|b| if a == b { 10 } else { distance }).collect()).collect()
}

/// One node of a Kunpeng 920.
fn kunpeng() -> Spec {
    Spec {
        id: String::new(),
        name: "Kunpeng 920".into(),
        family: Family::Kunpeng,
        hz: 250,
        stops_ticks: true,
        preempt: true,
        sockets: 1,
        nodes_per_socket: 1,
        llcs_per_node: 1,
        clusters_per_llc: 6,
        cores_per_cluster: 4,
        threads: 1,
        shared_llc: true,
        distances: evenly_far(1, 10),
        links: Vec::new(),
    }
}

/// Two sockets of two dies as a chain 1-0-2-3: nodes 0 and 2 own the wires between the sockets.
fn kunpeng_pair() -> Spec {
    let mut links = links(LinkKind::Die, &[(0, 1), (2, 3)]);
    links.insert(1, Link { a: 0, b: 2, kind: LinkKind::Socket });
    Spec {
        sockets: 2,
        nodes_per_socket: 2,
        distances: vec![
            vec![10, 12, 20, 22],
            vec![12, 10, 22, 24],
            vec![20, 22, 10, 12],
            vec![22, 24, 12, 10],
        ],
        links,
        ..kunpeng()
    }
}

/// One socket of a Xeon with so many cores.
fn xeon(name: &str, cores: usize) -> Spec {
    Spec {
        name: name.into(),
        family: Family::Xeon,
        hz: 1000,
        stops_ticks: false,
        preempt: false,
        clusters_per_llc: 0,
        cores_per_cluster: cores,
        threads: 2,
        ..kunpeng()
    }
}

/// Two of these sockets.
fn xeon_pair(name: &str, cores: usize) -> Spec {
    Spec {
        sockets: 2,
        distances: evenly_far(2, 21),
        links: links(LinkKind::Socket, &[(0, 1)]),
        ..xeon(name, cores)
    }
}

/// Four nodes that are all one hop apart, of so many CPUs that share no cache, and the wires between them.
fn four_nodes(name: &str, family: Family, cpus: usize, wires: &[(u32, u32)]) -> Spec {
    Spec {
        sockets: 4,
        threads: 1,
        shared_llc: false,
        family,
        distances: evenly_far(4, 20),
        links: links(LinkKind::Interconnect, wires),
        ..xeon(name, cpus)
    }
}

/// The machine of a preset.
pub fn spec(id: MachineId) -> Spec {
    let spec = match id {
        MachineId::Kunpeng24 => kunpeng(),
        MachineId::Kunpeng48 => Spec {
            nodes_per_socket: 2,
            distances: evenly_far(2, 12),
            links: links(LinkKind::Die, &[(0, 1)]),
            ..kunpeng()
        },
        MachineId::Kunpeng96 => kunpeng_pair(),
        MachineId::Kunpeng128 => Spec { clusters_per_llc: 8, ..kunpeng_pair() },
        MachineId::Xeon20 => xeon("Xeon E5-2630 v4", 10),
        MachineId::Xeon40 => xeon_pair("Xeon E5-2630 v4", 10),
        MachineId::Xeon44 => xeon("Xeon E5-2699 v4", 22),
        MachineId::Xeon88 => xeon_pair("Xeon E5-2699 v4", 22),
        MachineId::Xeon56 => xeon_pair("Xeon E5-2690 v4", 14),
        MachineId::Xeon72 => xeon_pair("Xeon E5-2699 v3", 18),
        MachineId::IceLake160 => xeon_pair("Ice Lake server", 40),
        MachineId::Azusa8 => {
            // One crossbar joins all four nodes.
            let crossbar = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            four_nodes("NEC Azusa (2003)", Family::Azusa, 2, &crossbar)
        }
        MachineId::NumaQ16 => {
            // A ring of quads.
            four_nodes("IBM NUMA-Q (2003)", Family::NumaQ, 4, &[(0, 1), (1, 2), (2, 3), (3, 0)])
        }
        MachineId::Classroom8 => Spec { name: "Classroom".into(), clusters_per_llc: 2, ..kunpeng() },
        MachineId::EpycVm2 => Spec {
            name: "AMD EPYC, virtual".into(),
            family: Family::Epyc,
            clusters_per_llc: 0,
            cores_per_cluster: 2,
            ..kunpeng()
        },
    };
    Spec { id: id.key().into(), ..spec }
}
