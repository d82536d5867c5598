//! The machines, as data. Sources: `docs/model/topology.md`.

use super::costs::Family;
use super::describe::{Link, LinkKind};
use super::shape::Part;
use super::topology::{Counts, FULL_CAPACITY, LARGEST_DISTANCE, LOCAL_DISTANCE, Topology};
use super::{Machine, Platform, Shape};

/// The distance of two nodes, the lower number first, and the link between them.
type Far = fn(usize, usize) -> (u32, Option<LinkKind>);

/// The description of a named machine.
struct Row {
    name: &'static str,
    family: Family,
    /// Sockets, nodes of a socket, LLCs of a node, clusters of an LLC, cores and threads.
    counts: [u8; 6],
    far: Far,
    /// Its runs of equal CPUs, if the CPUs differ; `counts` is unused then.
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

/// Cores with two threads, two clusters, and two cores with a separate cache.
const LAPTOP: &[Part] = &[part(0, 2, 2, 1, FULL_CAPACITY), part(0, 8, 1, 4, 608), part(1, 2, 1, 1, 384)];

const SPARK: &[Part] = &[
    part(0, 5, 1, 1, 718),
    part(0, 5, 1, 1, 997),
    part(1, 5, 1, 1, 731),
    part(1, 4, 1, 1, 1017),
    part(1, 1, 1, 1, FULL_CAPACITY),
];

/// Two dies of a Kunpeng 920; with two sockets a chain 1-0-2-3: the link between the sockets joins nodes 0 and 2.
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

/// A row makes a [`MachineId`] and the [`Row`] of that machine. The first machine is the default.
macro_rules! machines {
    (
        $(#[doc = $first_doc:literal])+ $first:ident = $first_key:literal => $first_row:expr,
        $($(#[doc = $doc:literal])+ $id:ident = $key:literal => $row:expr,)*
    ) => {
        choices! {
            /// The named machines.
            MachineId {
                $(#[doc = $first_doc])+ #[default] $first = $first_key,
                $($(#[doc = $doc])+ $id = $key,)*
            }
        }

        impl MachineId {
            /// Its sockets, nodes, clusters and cores, in words.
            pub fn shape(self) -> &'static str {
                match self {
                    Self::$first => concat!($($first_doc),+),
                    $(Self::$id => concat!($($doc),+),)*
                }
            }
        }

        /// The row of a machine.
        fn row_of(id: MachineId) -> &'static Row {
            use Family::{Azusa, Epyc, Kunpeng, NumaQ, Xeon};
            match id {
                MachineId::$first => const { &$first_row },
                $(MachineId::$id => const { &$row },)*
            }
        }
    };
}

// A machine is one line here: its shape in words, its key in links and documents, and its row.
machines! {
    /// Kunpeng 920, one node: 6 clusters of 4.
    Kunpeng24 = "kunpeng920-24" => row("Kunpeng 920", Kunpeng, [1, 1, 1, 6, 4, 1], chain),
    /// Kunpeng 920, one socket of 2 nodes, 6 clusters of 4 each.
    Kunpeng48 = "kunpeng920-48" => row("Kunpeng 920", Kunpeng, [1, 2, 1, 6, 4, 1], chain),
    /// Kunpeng 920, 2 sockets of 2 nodes, 6 clusters of 4 each.
    Kunpeng96 = "kunpeng920-96" => row("Kunpeng 920", Kunpeng, [2, 2, 1, 6, 4, 1], chain),
    /// Kunpeng 920, 2 sockets of 2 nodes, 8 clusters of 4 each.
    Kunpeng128 = "kunpeng920-128" => row("Kunpeng 920", Kunpeng, [2, 2, 1, 8, 4, 1], chain),
    /// Xeon E5-2630 v4, one socket: 10 cores of 2 threads.
    Xeon20 = "xeon-e5-2630v4-20" => row("Xeon E5-2630 v4", Xeon, [1, 1, 1, 0, 10, 2], two),
    /// Xeon E5-2630 v4, 2 sockets of 10 cores of 2 threads.
    Xeon40 = "xeon-e5-2630v4-40" => row("Xeon E5-2630 v4", Xeon, [2, 1, 1, 0, 10, 2], two),
    /// Xeon E5-2699 v4, one socket: 22 cores of 2 threads.
    Xeon44 = "xeon-e5-2699v4-44" => row("Xeon E5-2699 v4", Xeon, [1, 1, 1, 0, 22, 2], two),
    /// Xeon E5-2699 v4, 2 sockets of 22 cores of 2 threads.
    Xeon88 = "xeon-e5-2699v4-88" => row("Xeon E5-2699 v4", Xeon, [2, 1, 1, 0, 22, 2], two),
    /// Xeon E5-2690 v4, 2 sockets of 14 cores of 2 threads.
    Xeon56 = "xeon-e5-2690v4-56" => row("Xeon E5-2690 v4", Xeon, [2, 1, 1, 0, 14, 2], two),
    /// Xeon E5-2699 v3, 2 sockets of 18 cores of 2 threads.
    Xeon72 = "xeon-e5-2699v3-72" => row("Xeon E5-2699 v3", Xeon, [2, 1, 1, 0, 18, 2], two),
    /// Ice Lake server, 2 sockets of 40 cores of 2 threads.
    IceLake160 = "icelake-160" => row("Ice Lake server", Xeon, [2, 1, 1, 0, 40, 2], two),
    /// NEC Azusa (2003): 4 nodes of 2.
    Azusa8 = "azusa-8" => row("NEC Azusa (2003)", Azusa, [4, 1, 1, 0, 2, 1], crossbar),
    /// IBM NUMA-Q (2003): 4 nodes of 4.
    NumaQ16 = "numaq-16" => row("IBM NUMA-Q (2003)", NumaQ, [4, 1, 1, 0, 4, 1], ring),
    /// A machine for the classroom: 2 clusters of 4.
    Classroom8 = "classroom-8" => row("Classroom", Kunpeng, [1, 1, 1, 2, 4, 1], chain),
    /// A virtual machine on an AMD EPYC: 2 cores of one LLC.
    EpycVm2 = "epyc-vm-2" => row("AMD EPYC, virtual", Epyc, [1, 1, 1, 0, 2, 1], two),
    /// AMD EPYC 7451 (Zen), 2 sockets of 4 nodes, each of 2 LLCs of 3 cores of 2 threads.
    Epyc96 = "epyc-7451-96" => like("AMD EPYC 7451", Epyc, [2, 4, 2, 0, 3, 2], dies_of_zen),
    /// AMD EPYC 9654 (Zen 4), 2 sockets, each of 12 LLCs of 8 cores of 2 threads.
    Epyc384 = "epyc-9654-384" => like("AMD EPYC 9654", Epyc, [2, 1, 12, 0, 8, 2], two_of_zen),
    /// Xeon E7-8895 v3, 8 sockets of 18 cores of 2 threads.
    Xeon288 = "xeon-e7-8895v3-288" => like("Xeon E7-8895 v3", Xeon, [8, 1, 1, 0, 18, 2], eight),
    /// Kunpeng 920 7280Z, 2 sockets of 2 nodes, 10 clusters of 4 cores of 2 threads each.
    Kunpeng320 = "kunpeng920-7280z-320" => like("Kunpeng 920 7280Z", Kunpeng, [2, 2, 1, 10, 4, 2], chain),
    /// Ampere Altra, one socket: 40 pairs.
    // Its pairs share no cache that the kernel knows, and it takes them for what shares one.
    Altra80 = "altra-80" => like("Ampere Altra", Kunpeng, [1, 1, 40, 0, 2, 1], chain),
    /// Jacobsville (Atom): 6 clusters of 4 that share an L2.
    Jacobsville24 = "jacobsville-24" => like("Jacobsville", Xeon, [1, 1, 1, 6, 4, 1], two),
    /// Core Ultra 5 225U, a hybrid laptop: 2 cores of 2 threads, 2 clusters of 4, 2 slow cores.
    Laptop14 = "core-ultra5-225u-14" => Row { parts: LAPTOP, ..like("Core Ultra 5 225U", Xeon, [1; 6], two) },
    /// NVIDIA DGX Spark: 2 LLCs of 5 fast and 5 slow cores each.
    Spark20 = "dgx-spark-20" => Row { parts: SPARK, ..like("NVIDIA DGX Spark", Kunpeng, [1; 6], chain) },
    /// Raspberry Pi 4: 4 cores of one LLC.
    Board4 = "raspberry-pi4-4" => like("Raspberry Pi 4", Kunpeng, [1, 1, 1, 0, 4, 1], chain),
    /// Sapphire Rapids server, 2 sockets of 56 cores of 2 threads.
    SapphireRapids224 = "sapphire-rapids-224" => like("Sapphire Rapids server", Xeon, [2, 1, 1, 0, 56, 2], two),
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
    /// The platform of the named machines of a family.
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

/// The links of a machine of which only distances are known, for drawing. Nearest nodes are joined first, in their
/// order, until the graph is connected; nodes at equal distances are all joined.
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

/// The topology and the platform of a preset.
pub fn preset(id: MachineId) -> (Topology, Platform) {
    let row = row_of(id);
    (row.shape().topology(row.name), platform(id))
}

/// The platform of a preset.
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
    fn every_machine_has_its_shape() {
        use MachineId::*;
        // CPUs, nodes, clusters, units, HZ.
        let shapes = [
            (Kunpeng24, (24, 1, 6, 6, 250)),
            (Kunpeng48, (48, 2, 12, 12, 250)),
            (Kunpeng96, (96, 4, 24, 24, 250)),
            (Kunpeng128, (128, 4, 32, 32, 250)),
            (Xeon20, (20, 1, 10, 10, 1000)),
            (Xeon40, (40, 2, 20, 20, 1000)),
            (Xeon44, (44, 1, 22, 22, 1000)),
            (Xeon88, (88, 2, 44, 44, 1000)),
            (Xeon56, (56, 2, 28, 28, 1000)),
            (Xeon72, (72, 2, 36, 36, 1000)),
            (IceLake160, (160, 2, 80, 80, 1000)),
            (Azusa8, (8, 4, 8, 4, 1000)),
            (NumaQ16, (16, 4, 16, 4, 1000)),
            (Classroom8, (8, 1, 2, 2, 250)),
            (EpycVm2, (2, 1, 2, 1, 250)),
            // So hwloc describes the same models (AMD-17h-Zen-2xEpyc-7451.xml, AMD-19h-Zen4-2xEpyc-9654.xml), nodes apart.
            (Epyc96, (96, 8, 48, 16, 250)),
            (Epyc384, (384, 2, 192, 24, 250)),
            (Xeon288, (288, 8, 144, 8, 1000)),
            (Kunpeng320, (320, 4, 40, 40, 250)),
            (Altra80, (80, 1, 80, 40, 250)),
            (Jacobsville24, (24, 1, 6, 6, 1000)),
            (Laptop14, (14, 1, 6, 6, 1000)),
            (Spark20, (20, 1, 20, 2, 250)),
            (Board4, (4, 1, 4, 1, 250)),
            (SapphireRapids224, (224, 2, 112, 112, 1000)),
        ];
        assert_eq!(shapes.map(|(id, _)| id), MachineId::ALL);
        for (id, shape) in shapes {
            let m = Machine::preset(id);
            assert_eq!((m.nr_cpus, m.nr_nodes, m.nr_clusters, m.nr_units, m.platform.hz), shape, "{id:?}");
        }
    }

    #[test]
    fn nearest_nodes_are_joined_first_and_equally_distant_nodes_all() {
        use LinkKind::{Die, Socket};
        assert_eq!(drawn(&[0], evenly_far(1, 20)), []);
        let three = [(0, 1, Die), (1, 2, Socket), (0, 2, Socket)];
        assert_eq!(drawn(&[0, 0, 1], evenly_far(3, 20)), three);
        // Two sockets of two dies: the pairs, and the shortest link between them.
        let chain =
            vec![vec![10, 12, 20, 22], vec![12, 10, 22, 24], vec![20, 22, 10, 12], vec![22, 24, 12, 10]];
        assert_eq!(drawn(&[0, 0, 1, 1], chain), [(0, 1, Die), (2, 3, Die), (0, 2, Socket)]);
        // A node without a CPU has no link.
        let far = vec![vec![10, 80, 30], vec![80, 10, 80], vec![30, 80, 10]];
        assert_eq!(drawn(&[0, NONE, 1], far), [(0, 2, Socket)]);
    }
}
