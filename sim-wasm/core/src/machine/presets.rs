//! The machines, as data. Sources: `docs/model/topology.md`.

use super::costs::Family;
use super::describe::{Link, LinkKind};
use super::shape::Part;
use super::topology::{Counts, FULL_CAPACITY, LARGEST_DISTANCE, LOCAL_DISTANCE, Topology};
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

/// How far two nodes are apart, the first of lower number, and what joins them.
type Far = fn(usize, usize) -> (u32, Option<LinkKind>);

/// A named machine in short.
struct Row {
    name: &'static str,
    family: Family,
    /// Sockets, nodes of a socket, LLCs of a node, clusters of an LLC, cores and threads.
    counts: [u8; 6],
    far: Far,
    /// What it is made of, where its CPUs are not alike; then the counts say nothing.
    parts: &'static [Part],
    /// The costs of the family were not measured on it.
    unmeasured: bool,
}

const fn row(name: &'static str, family: Family, counts: [u8; 6], far: Far) -> Row {
    Row { name, family, counts, far, parts: &[], unmeasured: false }
}

const fn like(name: &'static str, family: Family, counts: [u8; 6], far: Far) -> Row {
    Row { unmeasured: true, ..row(name, family, counts, far) }
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

/// Two dies of a Kunpeng 920; with two sockets a chain 1-0-2-3: nodes 0 and 2 own the wires between the sockets.
fn chain(a: usize, b: usize) -> (u32, Option<LinkKind>) {
    match (a, b) {
        (0, 1) | (2, 3) => (12, Some(LinkKind::Die)),
        (0, 2) => (20, Some(LinkKind::Socket)),
        (1, 3) => (24, None),
        _ => (22, None),
    }
}

fn two(_: usize, _: usize) -> (u32, Option<LinkKind>) {
    (21, Some(LinkKind::Socket))
}

fn two_of_zen(_: usize, _: usize) -> (u32, Option<LinkKind>) {
    (32, Some(LinkKind::Socket))
}

/// The dies of a socket are all joined, and each with its counterpart on the other.
fn dies_of_zen(a: usize, b: usize) -> (u32, Option<LinkKind>) {
    if a / 4 == b / 4 { (16, Some(LinkKind::Die)) } else { (32, (b == a + 4).then_some(LinkKind::Socket)) }
}

/// Each socket has three wires: to its neighbours in a ring, and to the one across.
fn eight(a: usize, b: usize) -> (u32, Option<LinkKind>) {
    if matches!(b - a, 1 | 4 | 7) { (21, Some(LinkKind::Socket)) } else { (31, None) }
}

/// One crossbar joins all nodes.
fn crossbar(_: usize, _: usize) -> (u32, Option<LinkKind>) {
    (20, Some(LinkKind::Interconnect))
}

/// A ring of four.
fn ring(a: usize, b: usize) -> (u32, Option<LinkKind>) {
    (20, (b - a != 2).then_some(LinkKind::Interconnect))
}

const KUNPENG: &str = "Kunpeng 920";
const E5_2630: &str = "Xeon E5-2630 v4";
const E5_2699: &str = "Xeon E5-2699 v4";

/// In the order of [`MachineId`].
const ROWS: &[Row] = {
    use Family::{Azusa, Epyc, Kunpeng, NumaQ, Xeon};
    &[
        row(KUNPENG, Kunpeng, [1, 1, 1, 6, 4, 1], chain),
        row(KUNPENG, Kunpeng, [1, 2, 1, 6, 4, 1], chain),
        row(KUNPENG, Kunpeng, [2, 2, 1, 6, 4, 1], chain),
        row(KUNPENG, Kunpeng, [2, 2, 1, 8, 4, 1], chain),
        row(E5_2630, Xeon, [1, 1, 1, 0, 10, 2], two),
        row(E5_2630, Xeon, [2, 1, 1, 0, 10, 2], two),
        row(E5_2699, Xeon, [1, 1, 1, 0, 22, 2], two),
        row(E5_2699, Xeon, [2, 1, 1, 0, 22, 2], two),
        row("Xeon E5-2690 v4", Xeon, [2, 1, 1, 0, 14, 2], two),
        row("Xeon E5-2699 v3", Xeon, [2, 1, 1, 0, 18, 2], two),
        row("Ice Lake server", Xeon, [2, 1, 1, 0, 40, 2], two),
        row("NEC Azusa (2003)", Azusa, [4, 1, 1, 0, 2, 1], crossbar),
        row("IBM NUMA-Q (2003)", NumaQ, [4, 1, 1, 0, 4, 1], ring),
        row("Classroom", Kunpeng, [1, 1, 1, 2, 4, 1], chain),
        row("AMD EPYC, virtual", Epyc, [1, 1, 1, 0, 2, 1], two),
        like("AMD EPYC 7451", Epyc, [2, 4, 2, 0, 3, 2], dies_of_zen),
        like("AMD EPYC 9654", Epyc, [2, 1, 12, 0, 8, 2], two_of_zen),
        like("Xeon E7-8895 v3", Xeon, [8, 1, 1, 0, 18, 2], eight),
        like("Kunpeng 920 7280Z", Kunpeng, [2, 2, 1, 10, 4, 2], chain),
        // Its pairs share no cache that the kernel knows, and it takes them for what shares one.
        like("Ampere Altra", Kunpeng, [1, 1, 40, 0, 2, 1], chain),
        like("Jacobsville", Xeon, [1, 1, 1, 6, 4, 1], two),
        Row { parts: LAPTOP, ..like("Core Ultra 5 225U", Xeon, [1; 6], two) },
        Row { parts: SPARK, ..like("NVIDIA DGX Spark", Kunpeng, [1; 6], chain) },
        like("Raspberry Pi 4", Kunpeng, [1, 1, 1, 0, 4, 1], chain),
    ]
};

/// The row of a machine.
fn row_of(id: MachineId) -> &'static Row {
    &ROWS[id as usize]
}

impl Row {
    fn nodes(&self) -> usize {
        usize::from(self.counts[0]) * usize::from(self.counts[1])
    }

    #[cold]
    #[inline(never)]
    fn shape(&self) -> Shape {
        if !self.parts.is_empty() {
            return Shape::of_parts(self.parts);
        }
        let [sockets, nodes_per_socket, llcs_per_node, clusters_per_llc, cores, threads] =
            self.counts.map(usize::from);
        let counts = Counts { sockets, nodes_per_socket, llcs_per_node, clusters_per_llc, cores, threads };
        let apart = |a: usize, b: usize| match a == b {
            true => LOCAL_DISTANCE,
            false => (self.far)(a.min(b), a.max(b)).0,
        };
        let nodes = self.nodes();
        let distances = (0..nodes).map(|a| (0..nodes).map(|b| apart(a, b)).collect()).collect();
        // Firmware of arm64 numbers the threads of a core one after the other.
        Shape::regular(counts, distances, self.family == Family::Kunpeng)
    }

    #[cold]
    #[inline(never)]
    fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for a in 0..self.nodes() {
            for b in a + 1..self.nodes() {
                if let (_, Some(kind)) = (self.far)(a, b) {
                    links.push(Link { a: a as u32, b: b as u32, kind });
                }
            }
        }
        links
    }
}

impl Platform {
    /// What the named machines of a family are besides their topology.
    #[cold]
    #[inline(never)]
    pub fn of(family: Family) -> Self {
        let arm = family == Family::Kunpeng;
        let epyc = family == Family::Epyc;
        Self {
            id: String::new(),
            family,
            measured: true,
            tells_capacities: arm,
            reclaim_distance: if epyc { 32 } else { 30 },
            hz: if arm || epyc { 250 } else { 1000 },
            stops_ticks: arm,
            preempt: arm,
            shared_llc: !matches!(family, Family::Azusa | Family::NumaQ),
            links: Vec::new(),
        }
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
    let row = row_of(id);
    Machine::of(row.name.into(), row.shape(), platform(id))
}

/// The machine of a preset: its topology, and what it is besides.
pub fn preset(id: MachineId) -> (Topology, Platform) {
    let row = row_of(id);
    (row.shape().topology(row.name), platform(id))
}

/// What the machine of a preset is besides its topology.
#[cold]
#[inline(never)]
pub(super) fn platform(id: MachineId) -> Platform {
    let row = row_of(id);
    let of = Platform::of(row.family);
    // A guest has no idle states, and so no governor that could leave the tick on.
    let stops_ticks = of.stops_ticks || id == MachineId::EpycVm2;
    Platform { id: id.key().into(), measured: !row.unmeasured, links: row.links(), stops_ticks, ..of }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::topology::{TopologyCpu, evenly_far};

    /// The wires of a machine with nodes on these sockets, so far apart; a node on socket `NONE` has no CPU.
    fn drawn(sockets: &[usize], distances: Vec<Vec<u32>>) -> Vec<(u32, u32, LinkKind)> {
        let with_cpus = sockets.iter().enumerate().filter(|(_, socket)| **socket != NONE);
        let cpu = |(node, &socket): (usize, &usize)| TopologyCpu {
            number: node as u32,
            core: node,
            llc: node,
            node,
            socket,
            ..TopologyCpu::default()
        };
        let (cpus, nodes) = (with_cpus.map(cpu).collect(), (0..sockets.len() as u32).collect());
        let links = wires(&Topology { name: "drawn".into(), cpus, nodes, distances });
        links.into_iter().map(|link| (link.a, link.b, link.kind)).collect()
    }

    const NONE: usize = usize::MAX;

    #[test]
    fn nearest_nodes_are_joined_first_until_all_are_and_all_of_those_that_are_as_far_from_each_other() {
        use LinkKind::{Die, Socket};
        assert_eq!(drawn(&[0], evenly_far(1, 20)), []);
        let three = [(0, 1, Die), (1, 2, Socket), (0, 2, Socket)];
        assert_eq!(drawn(&[0, 0, 1], evenly_far(3, 20)), three);
        // Two sockets of two dies: the pairs, and the shortest way between them.
        let chain =
            vec![vec![10, 12, 20, 22], vec![12, 10, 22, 24], vec![20, 22, 10, 12], vec![22, 24, 12, 10]];
        assert_eq!(drawn(&[0, 0, 1, 1], chain), [(0, 1, Die), (2, 3, Die), (0, 2, Socket)]);
        // Memory alone is joined to nobody.
        let far = vec![vec![10, 80, 30], vec![80, 10, 80], vec![30, 80, 10]];
        assert_eq!(drawn(&[0, NONE, 1], far), [(0, 2, Socket)]);
    }
}
