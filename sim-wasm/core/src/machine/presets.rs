//! The machines, as data. Sources: `docs/model/topology.md`.

use super::costs::Family;
use super::describe::{Link, LinkKind};
use super::shape::Part;
use super::topology::{Counts, FULL_CAPACITY, LARGEST_DISTANCE, LOCAL_DISTANCE, Topology, evenly_far};
use super::{Machine, Platform, Shape};

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
        /// AMD EPYC 7451 (Zen), two sockets: 48 cores, 96 CPUs in 8 nodes of 2 LLCs.
        Epyc96 = "epyc-7451-96",
        /// AMD EPYC 9654 (Zen 4), two sockets: 192 cores, 384 CPUs in 2 nodes of 12 LLCs.
        Epyc384 = "epyc-9654-384",
        /// Xeon E7-8895 v3, eight sockets: 144 cores, 288 CPUs.
        Xeon288 = "xeon-e7-8895v3-288",
        /// Kunpeng 920 7280Z, two sockets: 160 cores of 2 threads, 320 CPUs in 4 nodes.
        Kunpeng320 = "kunpeng920-7280z-320",
        /// Ampere Altra, one socket: 80 CPUs in pairs.
        Altra80 = "altra-80",
        /// Jacobsville: 24 CPUs, 6 clusters of 4 that share an L2.
        Jacobsville24 = "jacobsville-24",
        /// Core Ultra 5 225U, a hybrid laptop: 14 CPUs of three kinds.
        Laptop14 = "core-ultra5-225u-14",
        /// NVIDIA DGX Spark: 20 CPUs of two kinds.
        Spark20 = "dgx-spark-20",
        /// Raspberry Pi 4: 4 CPUs.
        Board4 = "raspberry-pi4-4",
    }
}

fn links(kind: LinkKind, pairs: &[(u32, u32)]) -> Vec<Link> {
    pairs.iter().map(|&(a, b)| Link { a, b, kind }).collect()
}

/// A named machine in short.
struct Named {
    name: &'static str,
    counts: Counts,
    distances: Vec<Vec<u32>>,
    /// The threads of a core are numbered one after the other.
    threads_together: bool,
    /// What it is made of, where its CPUs are not alike; then the counts say nothing.
    parts: &'static [Part],
    platform: Platform,
}

impl Named {
    fn shape(&self) -> Shape {
        if self.parts.is_empty() {
            Shape::regular(self.counts, self.distances.clone(), self.threads_together)
        } else {
            Shape::of_parts(self.parts)
        }
    }

    /// Nobody has measured its costs.
    fn unmeasured(self) -> Self {
        Self { platform: Platform { measured: false, ..self.platform }, ..self }
    }
}

const fn part(llc: usize, cores: usize, threads: usize, cluster: usize, capacity: u32) -> Part {
    Part { llc, cores, threads, cluster, capacity }
}

/// Cores with two threads, two clusters, and two cores with a cache of their own.
const LAPTOP: &[Part] = &[part(0, 2, 2, 1, FULL_CAPACITY), part(0, 8, 1, 4, 608), part(1, 2, 1, 1, 384)];

const SPARK: &[Part] = &[
    part(0, 5, 1, 1, 718),
    part(0, 5, 1, 1, 997),
    part(1, 5, 1, 1, 731),
    part(1, 4, 1, 1, 1017),
    part(1, 1, 1, 1, FULL_CAPACITY),
];

/// One node of a Kunpeng 920.
fn kunpeng() -> Named {
    Named {
        name: "Kunpeng 920",
        counts: Counts {
            sockets: 1,
            nodes_per_socket: 1,
            llcs_per_node: 1,
            clusters_per_llc: 6,
            cores: 4,
            threads: 1,
        },
        distances: evenly_far(1, 10),
        threads_together: false,
        parts: &[],
        platform: Platform {
            id: String::new(),
            family: Family::Kunpeng,
            measured: true,
            tells_capacities: true,
            reclaim_distance: 30,
            hz: 250,
            stops_ticks: true,
            preempt: true,
            shared_llc: true,
            links: Vec::new(),
        },
    }
}

/// Two sockets of two dies as a chain 1-0-2-3: nodes 0 and 2 own the wires between the sockets.
fn kunpeng_pair(clusters: usize) -> Named {
    let mut links = links(LinkKind::Die, &[(0, 1), (2, 3)]);
    links.insert(1, Link { a: 0, b: 2, kind: LinkKind::Socket });
    let one = kunpeng();
    Named {
        counts: Counts { sockets: 2, nodes_per_socket: 2, clusters_per_llc: clusters, ..one.counts },
        distances: vec![
            vec![10, 12, 20, 22],
            vec![12, 10, 22, 24],
            vec![20, 22, 10, 12],
            vec![22, 24, 12, 10],
        ],
        platform: Platform { links, ..one.platform },
        ..one
    }
}

/// One socket of a Xeon with so many cores.
fn xeon(name: &'static str, cores: usize) -> Named {
    let one = kunpeng();
    Named {
        name,
        counts: Counts { clusters_per_llc: 0, cores, threads: 2, ..one.counts },
        platform: Platform {
            family: Family::Xeon,
            hz: 1000,
            stops_ticks: false,
            preempt: false,
            tells_capacities: false,
            ..one.platform
        },
        ..one
    }
}

/// Two of these sockets.
fn xeon_pair(name: &'static str, cores: usize) -> Named {
    let one = xeon(name, cores);
    Named {
        counts: Counts { sockets: 2, ..one.counts },
        distances: evenly_far(2, 21),
        platform: Platform { links: links(LinkKind::Socket, &[(0, 1)]), ..one.platform },
        ..one
    }
}

/// Four nodes that are all one hop apart, of so many CPUs that share no cache, and the wires between them.
fn four_nodes(name: &'static str, family: Family, cpus: usize, wires: &[(u32, u32)]) -> Named {
    let one = xeon(name, cpus);
    let links = links(LinkKind::Interconnect, wires);
    Named {
        counts: Counts { sockets: 4, threads: 1, ..one.counts },
        distances: evenly_far(4, 20),
        platform: Platform { family, shared_llc: false, links, ..one.platform },
        ..one
    }
}

fn named(id: MachineId) -> Named {
    match id {
        MachineId::Kunpeng24 => kunpeng(),
        MachineId::Kunpeng48 => {
            let one = kunpeng();
            Named {
                counts: Counts { nodes_per_socket: 2, ..one.counts },
                distances: evenly_far(2, 12),
                platform: Platform { links: links(LinkKind::Die, &[(0, 1)]), ..one.platform },
                ..one
            }
        }
        MachineId::Kunpeng96 => kunpeng_pair(6),
        MachineId::Kunpeng128 => kunpeng_pair(8),
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
        MachineId::Classroom8 => {
            let one = kunpeng();
            Named { name: "Classroom", counts: Counts { clusters_per_llc: 2, ..one.counts }, ..one }
        }
        MachineId::EpycVm2 => epyc("AMD EPYC, virtual", Counts { cores: 2, ..ONE_CORE }),
        MachineId::Epyc96 => {
            let counts = Counts {
                sockets: 2,
                nodes_per_socket: 4,
                llcs_per_node: 2,
                cores: 3,
                threads: 2,
                ..ONE_CORE
            };
            let apart = |a: usize, b: usize| match (a == b, a / 4 == b / 4) {
                (true, _) => 10,
                (_, true) => 16,
                _ => 32,
            };
            // The dies of a socket are all joined, and each with its counterpart on the other.
            let wire = |&(a, b): &(u32, u32)| a / 4 == b / 4 || b == a + 4;
            let pairs = (0..8).flat_map(|a| (a + 1..8).map(move |b| (a, b)));
            let kind = |(a, b): (u32, u32)| Link {
                a,
                b,
                kind: if a / 4 == b / 4 { LinkKind::Die } else { LinkKind::Socket },
            };
            let links = pairs.filter(wire).map(kind).collect();
            let one = epyc("AMD EPYC 7451", counts).unmeasured();
            let distances = (0..8).map(|a| (0..8).map(|b| apart(a, b)).collect()).collect();
            Named { distances, platform: Platform { links, ..one.platform }, ..one }
        }
        MachineId::Epyc384 => {
            let counts = Counts { sockets: 2, llcs_per_node: 12, cores: 8, threads: 2, ..ONE_CORE };
            let one = epyc("AMD EPYC 9654", counts).unmeasured();
            let links = links(LinkKind::Socket, &[(0, 1)]);
            Named { distances: evenly_far(2, 32), platform: Platform { links, ..one.platform }, ..one }
        }
        MachineId::Xeon288 => {
            // Each socket has three wires: to its neighbours in a ring, and to the one across.
            let near = |a: usize, b: usize| matches!((a + 8 - b) % 8, 1 | 4 | 7);
            let apart = |a, b| {
                if a == b {
                    10
                } else if near(a, b) {
                    21
                } else {
                    31
                }
            };
            let one = xeon_pair("Xeon E7-8895 v3", 18).unmeasured();
            let pairs = (0..8).flat_map(|a| (a + 1..8).map(move |b| (a, b)));
            let wires: Vec<_> =
                pairs.filter(|&(a, b)| near(a, b)).map(|(a, b)| (a as u32, b as u32)).collect();
            Named {
                counts: Counts { sockets: 8, ..one.counts },
                distances: (0..8).map(|a| (0..8).map(|b| apart(a, b)).collect()).collect(),
                platform: Platform { links: links(LinkKind::Socket, &wires), ..one.platform },
                ..one
            }
        }
        MachineId::Kunpeng320 => {
            let one = kunpeng_pair(10).unmeasured();
            let counts = Counts { threads: 2, ..one.counts };
            Named { name: "Kunpeng 920 7280Z", counts, threads_together: true, ..one }
        }
        MachineId::Altra80 => {
            let one = kunpeng().unmeasured();
            // Pairs share no cache that the kernel knows, and it takes them for what shares one.
            let counts = Counts { llcs_per_node: 40, clusters_per_llc: 0, cores: 2, ..one.counts };
            Named { name: "Ampere Altra", counts, ..one }
        }
        MachineId::Jacobsville24 => {
            let one = xeon("Jacobsville", 4).unmeasured();
            Named { counts: Counts { clusters_per_llc: 6, threads: 1, ..one.counts }, ..one }
        }
        MachineId::Laptop14 => Named { parts: LAPTOP, ..xeon("Core Ultra 5 225U", 1).unmeasured() },
        MachineId::Spark20 => Named { name: "NVIDIA DGX Spark", parts: SPARK, ..kunpeng().unmeasured() },
        MachineId::Board4 => {
            let one = kunpeng().unmeasured();
            Named { name: "Raspberry Pi 4", counts: Counts { clusters_per_llc: 0, ..one.counts }, ..one }
        }
    }
}

const ONE_CORE: Counts =
    Counts { sockets: 1, nodes_per_socket: 1, llcs_per_node: 1, clusters_per_llc: 0, cores: 1, threads: 1 };

/// An EPYC of this shape.
fn epyc(name: &'static str, counts: Counts) -> Named {
    let one = kunpeng();
    Named {
        name,
        counts,
        platform: Platform {
            family: Family::Epyc,
            tells_capacities: false,
            reclaim_distance: 32,
            ..one.platform
        },
        ..one
    }
}

impl Platform {
    /// What the first named machine of a family is besides its topology.
    pub fn of(family: Family) -> Self {
        let like = match family {
            Family::Kunpeng => kunpeng(),
            Family::Xeon => xeon("", 1),
            Family::Azusa | Family::NumaQ => four_nodes("", family, 1, &[]),
            Family::Epyc => named(MachineId::EpycVm2),
        };
        like.platform
    }
}

/// The wires of a machine of which only distances are known, for drawing: nodes that are nearest to each other are joined
/// first, in their order; where all are as far from each other, all are.
#[cold]
#[inline(never)]
pub fn wires(topology: &Topology) -> Vec<Link> {
    let node = |i: usize| topology.cpus.iter().find(|cpu| cpu.node == i);
    let nodes: Vec<usize> = (0..topology.nodes.len()).filter(|&i| node(i).is_some()).collect();
    let apart = |a: usize, b: usize| topology.distances[a][b];
    let pairs = || (1..nodes.len()).flat_map(|by| nodes.iter().zip(&nodes[by..]).map(|(&a, &b)| (a, b)));
    let Some(first) = pairs().next() else { return Vec::new() };
    let evenly = pairs().all(|(a, b)| apart(a, b) == apart(first.0, first.1));
    let mut group: Vec<usize> = (0..topology.nodes.len()).collect();
    let mut links = Vec::new();
    for distance in LOCAL_DISTANCE..=LARGEST_DISTANCE {
        for (a, b) in pairs().filter(|&(a, b)| apart(a, b) == distance) {
            let (from, to) = (group[a], group[b]);
            if !evenly && from == to {
                continue;
            }
            group.iter_mut().filter(|of| **of == to).for_each(|of| *of = from);
            let socket = |i: usize| node(i).map(|cpu| cpu.socket);
            let kind = if socket(a) == socket(b) { LinkKind::Die } else { LinkKind::Socket };
            links.push(Link { a: a as u32, b: b as u32, kind });
        }
    }
    links
}

/// The machine of a preset.
pub(super) fn machine(id: MachineId) -> Machine {
    let named = named(id);
    Machine::of(named.name.into(), named.shape(), platform(id))
}

/// The machine of a preset: its topology, and what it is besides.
pub fn preset(id: MachineId) -> (Topology, Platform) {
    let named = named(id);
    (named.shape().topology(named.name), platform(id))
}

/// What the machine of a preset is besides its topology.
pub(super) fn platform(id: MachineId) -> Platform {
    Platform { id: id.key().into(), ..named(id).platform }
}
