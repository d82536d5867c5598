//! A machine's topology as data: its CPUs, their shared resources, and the distances of its nodes. Named machines,
//! custom machines of a scenario and imported files all become a [`Topology`]; [`check`](Topology::check) refuses
//! impossible ones.

use super::shape::Shape;
use std::fmt;

/// Most CPUs, and one more than the highest number of a CPU.
pub const MOST_CPUS: usize = 512;
/// Most NUMA nodes.
pub const MOST_NODES: usize = 128;
/// The highest number of a node: links write it in at most four digits.
pub const HIGHEST_NODE: u32 = 9999;
/// Most characters of a name.
pub const LONGEST_NAME: usize = 60;
/// Capacity of the fastest CPU (`SCHED_CAPACITY_SCALE`).
pub const FULL_CAPACITY: u32 = 1024;
/// Distance of a node to itself (`LOCAL_DISTANCE`).
pub const LOCAL_DISTANCE: u32 = 10;
/// The largest distance: 255 marks unreachable nodes.
pub const LARGEST_DISTANCE: u32 = 254;

/// The CPUs, caches, nodes and sockets of a machine. Offline CPUs are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// Name of the model or host. At most [`LONGEST_NAME`] characters.
    pub name: String,
    /// The CPUs in ascending order of their numbers; at most [`MOST_CPUS`].
    pub cpus: Vec<TopologyCpu>,
    /// The kernel's numbers of the nodes, in ascending order, including nodes without a CPU; at most [`MOST_NODES`], none above
    /// [`HIGHEST_NODE`].
    pub nodes: Vec<u32>,
    /// SLIT distances: a row for each of `nodes`, in their order. 10 is local, others are 10 (nodes of one memory, as with
    /// `numa=fake`) to 254.
    pub distances: Vec<Vec<u32>>,
}

/// A CPU: its number and its groups. CPUs with the same core number share that core, and so on. Each kind of group is
/// numbered separately, throughout the machine; the numbers may have gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopologyCpu {
    /// The kernel's number of the CPU, below [`MOST_CPUS`]. Numbers may have gaps.
    pub number: u32,
    /// Its core: the hardware threads.
    pub core: usize,
    /// Its cluster (`cluster_cpus_list`; on x86 the CPUs that share the L2), if known and larger than the core.
    pub cluster: Option<usize>,
    /// Its last-level cache. If a cache spans several nodes, the kernel treats its section in each node as a separate
    /// cache (`cpu_coregroup_mask`; `match_llc` with sub-NUMA clusters), and so does [`Machine`](super::Machine).
    pub llc: usize,
    /// Its node: an index into [`Topology::nodes`].
    pub node: usize,
    /// Its socket (`physical_package_id`).
    pub socket: usize,
    /// Its capacity (`cpu_capacity`): 1024 for the fastest CPU; `None`: unknown.
    pub capacity: Option<u32>,
}

/// A regular machine: all groups of a level have the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub sockets: usize,
    pub nodes_per_socket: usize,
    pub llcs_per_node: usize,
    /// 0: the machine has no clusters, and `cores` counts the cores of an LLC.
    pub clusters_per_llc: usize,
    /// Cores of a cluster.
    pub cores: usize,
    /// Hardware threads of a core.
    pub threads: usize,
}

/// A level of the topology: the resource that its CPUs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Core,
    Cluster,
    Llc,
    Node,
    Socket,
}

impl Level {
    /// As in a sentence.
    fn word(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Cluster => "cluster",
            Self::Llc => "last-level cache",
            Self::Node => "node",
            Self::Socket => "socket",
        }
    }
}

/// Why a topology is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum TopologyFault {
    /// The name has so many characters.
    Name {
        characters: usize,
    },
    NoCpu,
    /// So many CPUs.
    TooManyCpus {
        cpus: usize,
    },
    /// A CPU with such a number.
    CpuNumber {
        number: u32,
    },
    /// This CPU's number is there twice, or comes after a higher one.
    CpuOrder {
        number: u32,
    },
    /// So many nodes.
    TooManyNodes {
        nodes: usize,
    },
    /// A node with such a number.
    NodeNumber {
        number: u32,
    },
    /// This node's number is there twice, or comes after a higher one.
    NodeOrder {
        number: u32,
    },
    /// The CPU is on the node of this index, and there is none.
    NoNode {
        cpu: u32,
        node: usize,
    },
    /// The CPU has such a capacity.
    Capacity {
        cpu: u32,
        capacity: u32,
    },
    /// CPUs of one group are in several groups of a level that should hold it.
    Split {
        level: Level,
        group: usize,
        across: Level,
    },
    /// A cluster and an LLC have CPUs in common, and neither holds the other.
    Crossing {
        cluster: usize,
        llc: usize,
    },
    /// So many rows of distances for so many nodes.
    DistanceRows {
        rows: usize,
        nodes: usize,
    },
    /// The row of a node has so many distances for so many nodes.
    DistanceRow {
        node: u32,
        distances: usize,
        nodes: usize,
    },
    /// A node is so far from itself.
    LocalDistance {
        node: u32,
        distance: u32,
    },
    /// A node is so far from another.
    Distance {
        from: u32,
        to: u32,
        distance: u32,
    },
}

impl TopologyFault {
    /// The field at fault: `name`, `topology`, `distances` or `capacities`.
    pub fn field(self) -> &'static str {
        match self {
            Self::Name { .. } => "name",
            Self::Capacity { .. } => "capacities",
            Self::DistanceRows { .. }
            | Self::DistanceRow { .. }
            | Self::LocalDistance { .. }
            | Self::Distance { .. } => "distances",
            _ => "topology",
        }
    }
}

impl fmt::Display for TopologyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Name { characters } => {
                write!(f, "The name has {characters} characters; 1 to {LONGEST_NAME} are possible.")
            }
            Self::NoCpu => write!(f, "There is no CPU."),
            Self::TooManyCpus { cpus } => {
                write!(f, "There are {cpus} CPUs; at most {MOST_CPUS} are possible.")
            }
            Self::CpuNumber { number } => {
                write!(f, "There is a CPU {number}; numbers up to {} are possible.", MOST_CPUS - 1)
            }
            Self::CpuOrder { number } => {
                write!(f, "CPU {number} is there twice, or comes after a higher number.")
            }
            Self::TooManyNodes { nodes } => {
                write!(f, "There are {nodes} nodes; at most {MOST_NODES} are possible.")
            }
            Self::NodeNumber { number } => {
                write!(f, "There is a node {number}; numbers up to {HIGHEST_NODE} are possible.")
            }
            Self::NodeOrder { number } => {
                write!(f, "Node {number} is there twice, or comes after a higher number.")
            }
            Self::NoNode { cpu, node } => {
                write!(f, "CPU {cpu} is on node {node} of the list, which has none.")
            }
            Self::Capacity { cpu, capacity } => {
                write!(f, "CPU {cpu} has the capacity {capacity}; 1 to {FULL_CAPACITY} are possible.")
            }
            Self::Split { level, group, across } => {
                write!(f, "The CPUs of {} {group} are not all in one {}.", level.word(), across.word())
            }
            Self::Crossing { cluster, llc } => write!(
                f,
                "Cluster {cluster} and last-level cache {llc} have CPUs in common, and neither holds the other."
            ),
            Self::DistanceRows { rows, nodes } => {
                write!(f, "There are {rows} rows of distances for {nodes} nodes.")
            }
            Self::DistanceRow { node, distances, nodes } => {
                write!(f, "Node {node} has {distances} distances; there are {nodes} nodes.")
            }
            Self::LocalDistance { node, distance } => {
                write!(f, "Node {node} is at distance {distance} from itself; that is {LOCAL_DISTANCE}.")
            }
            Self::Distance { from, to, distance } => write!(
                f,
                "Node {from} is at distance {distance} from node {to}; \
                 {LOCAL_DISTANCE} to {LARGEST_DISTANCE} are possible."
            ),
        }
    }
}

impl Topology {
    /// A regular machine, numbered as firmware does it: the first threads of all cores come before the second ones. All
    /// nodes are 20 apart, and it has no name.
    pub fn regular(counts: Counts) -> Self {
        let nodes = counts.sockets * counts.nodes_per_socket;
        Shape::regular(counts, evenly_far(nodes, 20), false).topology("")
    }

    /// Checks that such a machine is possible.
    ///
    /// Cores lie within one cluster, LLC, node and socket; clusters and LLCs within one socket. An LLC may reach into several
    /// nodes, a node into several sockets, and a cluster may hold several LLCs (each core's L2, on an Ampere Altra).
    ///
    /// # Errors
    /// All faults, in the order of the fields; for a list with too many entries, only that fault.
    #[cold]
    #[inline(never)]
    pub fn check(&self) -> Result<(), Vec<TopologyFault>> {
        let mut faults = Vec::new();
        let characters = self.name.chars().count();
        if !(1..=LONGEST_NAME).contains(&characters) {
            faults.push(TopologyFault::Name { characters });
        }
        self.check_cpus(&mut faults);
        self.check_nodes(&mut faults);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    #[cold]
    #[inline(never)]
    fn check_cpus(&self, faults: &mut Vec<TopologyFault>) {
        match self.cpus.len() {
            0 => return faults.push(TopologyFault::NoCpu),
            cpus if cpus > MOST_CPUS => return faults.push(TopologyFault::TooManyCpus { cpus }),
            _ => {}
        }
        let mut above = None;
        for &TopologyCpu { number, node, capacity, .. } in &self.cpus {
            if number as usize >= MOST_CPUS {
                faults.push(TopologyFault::CpuNumber { number });
            }
            if above.is_some_and(|before| number <= before) {
                faults.push(TopologyFault::CpuOrder { number });
            }
            above = Some(number);
            if node >= self.nodes.len() {
                faults.push(TopologyFault::NoNode { cpu: number, node });
            }
            if let Some(capacity) = capacity.filter(|capacity| !(1..=FULL_CAPACITY).contains(capacity)) {
                faults.push(TopologyFault::Capacity { cpu: number, capacity });
            }
        }
        use Level::{Cluster, Core, Llc, Node, Socket};
        for (level, across) in [(Core, Llc), (Core, Node), (Core, Socket), (Cluster, Socket), (Llc, Socket)] {
            let split = self.split(level, across).into_iter();
            faults.extend(split.map(|group| TopologyFault::Split { level, group, across }));
        }
        // A core has one cluster, or none.
        let torn = |cpu: &&TopologyCpu| {
            self.cpus.iter().any(|other| other.core == cpu.core && other.cluster != cpu.cluster)
        };
        if let Some(cpu) = self.cpus.iter().find(torn) {
            faults.push(TopologyFault::Split { level: Core, group: cpu.core, across: Cluster });
        }
        let (clusters, llcs) = (self.split(Cluster, Llc), self.split(Llc, Cluster));
        let crosses = |cpu: &&TopologyCpu| {
            cpu.cluster.is_some_and(|cluster| clusters.contains(&cluster)) && llcs.contains(&cpu.llc)
        };
        if let Some((cpu, cluster)) = self.cpus.iter().find(crosses).and_then(|cpu| Some((cpu, cpu.cluster?)))
        {
            faults.push(TopologyFault::Crossing { cluster, llc: cpu.llc });
        }
    }

    #[cold]
    #[inline(never)]
    fn check_nodes(&self, faults: &mut Vec<TopologyFault>) {
        let nodes = self.nodes.len();
        if nodes > MOST_NODES {
            return faults.push(TopologyFault::TooManyNodes { nodes });
        }
        let too_high = self.nodes.iter().filter(|&&number| number > HIGHEST_NODE);
        faults.extend(too_high.map(|&number| TopologyFault::NodeNumber { number }));
        let unordered = self.nodes.windows(2).filter(|pair| pair[1] <= pair[0]);
        faults.extend(unordered.map(|pair| TopologyFault::NodeOrder { number: pair[1] }));
        if self.distances.len() != nodes {
            return faults.push(TopologyFault::DistanceRows { rows: self.distances.len(), nodes });
        }
        for (i, (&from, row)) in self.nodes.iter().zip(&self.distances).enumerate() {
            if row.len() != nodes {
                faults.push(TopologyFault::DistanceRow { node: from, distances: row.len(), nodes });
                continue;
            }
            for (j, (&to, &distance)) in self.nodes.iter().zip(row).enumerate() {
                if i == j && distance != LOCAL_DISTANCE {
                    faults.push(TopologyFault::LocalDistance { node: from, distance });
                } else if !(LOCAL_DISTANCE..=LARGEST_DISTANCE).contains(&distance) {
                    faults.push(TopologyFault::Distance { from, to, distance });
                }
            }
        }
    }

    /// The groups of a level whose CPUs are in several groups of another level. CPUs without a cluster do not count.
    #[cold]
    #[inline(never)]
    fn split(&self, level: Level, across: Level) -> Vec<usize> {
        let mut split = Vec::new();
        for cpu in &self.cpus {
            let Some(group) = cpu.group(level) else { continue };
            let first = self.cpus.iter().find(|other| other.group(level) == Some(group));
            let apart = |first: &TopologyCpu| first.group(across) != cpu.group(across);
            if first.is_some_and(apart) && !split.contains(&group) {
                split.push(group);
            }
        }
        split
    }
}

impl TopologyCpu {
    /// Its group of a level.
    pub fn group(&self, level: Level) -> Option<usize> {
        match level {
            Level::Core => Some(self.core),
            Level::Cluster => self.cluster,
            Level::Llc => Some(self.llc),
            Level::Node => Some(self.node),
            Level::Socket => Some(self.socket),
        }
    }
}

/// Distances of nodes that are all as far from each other.
pub fn evenly_far(nodes: usize, distance: u32) -> Vec<Vec<u32>> {
    let row = |a| (0..nodes).map(|b| if a == b { LOCAL_DISTANCE } else { distance }).collect();
    (0..nodes).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Topology {
        let counts = Counts {
            sockets: 2,
            nodes_per_socket: 2,
            llcs_per_node: 2,
            clusters_per_llc: 2,
            cores: 2,
            threads: 2,
        };
        Topology { name: "own".into(), ..Topology::regular(counts) }
    }

    fn faults(change: impl Fn(&mut Topology)) -> Vec<TopologyFault> {
        let mut topology = own();
        change(&mut topology);
        topology.check().expect_err("a fault")
    }

    #[test]
    fn a_regular_machine_numbers_first_threads_first() {
        let topology = own();
        assert_eq!(topology.check(), Ok(()));
        assert_eq!(topology.cpus.len(), 64);
        let expected =
            TopologyCpu { number: 37, core: 5, cluster: Some(2), llc: 1, node: 0, socket: 0, capacity: None };
        assert_eq!(topology.cpus[37], expected);
        assert_eq!(topology.distances[1], [20, 10, 20, 20]);
    }

    #[test]
    fn a_node_without_a_cpu_holes_and_a_cluster_of_several_llcs_are_possible() {
        let mut topology = own();
        topology.nodes.push(252);
        topology.distances.iter_mut().for_each(|row| row.push(80));
        topology.distances.push(vec![80, 80, 80, 80, 10]);
        topology.cpus.retain(|cpu| cpu.number % 7 != 3);
        for cpu in &mut topology.cpus {
            cpu.number *= 2;
            cpu.llc = cpu.core;
        }
        assert_eq!(topology.check(), Ok(()));
    }

    #[test]
    fn an_impossible_topology_is_refused_with_a_sentence() {
        use TopologyFault as F;
        assert_eq!(faults(|t| t.cpus.clear()), [F::NoCpu]);
        assert_eq!(faults(|t| t.name.clear()), [F::Name { characters: 0 }]);
        assert_eq!(faults(|t| t.cpus[63].number = 512), [F::CpuNumber { number: 512 }]);
        assert_eq!(faults(|t| t.cpus[5].number = 4), [F::CpuOrder { number: 4 }]);
        assert_eq!(faults(|t| t.nodes[2] = 1), [F::NodeOrder { number: 1 }]);
        assert!(faults(|t| t.cpus[5].node = 4).contains(&F::NoNode { cpu: 5, node: 4 }));
        assert_eq!(faults(|t| t.cpus[5].capacity = Some(0)), [F::Capacity { cpu: 5, capacity: 0 }]);
        let split = |level, across| F::Split { level, group: 5, across };
        assert!(faults(|t| t.cpus[5].llc = 7).contains(&split(Level::Core, Level::Llc)));
        assert!(faults(|t| t.cpus[5].socket = 1).contains(&split(Level::Core, Level::Socket)));
        assert_eq!(faults(|t| t.cpus[5].cluster = None), [split(Level::Core, Level::Cluster)]);
        let crossing = faults(|t| t.cpus.iter_mut().for_each(|cpu| cpu.cluster = Some((cpu.core + 2) / 4)));
        assert!(crossing.iter().any(|fault| matches!(fault, F::Crossing { .. })), "{crossing:?}");
        assert_eq!(faults(|t| t.distances.truncate(3)), [F::DistanceRows { rows: 3, nodes: 4 }]);
        assert_eq!(
            faults(|t| t.distances[1].truncate(3)),
            [F::DistanceRow { node: 1, distances: 3, nodes: 4 }]
        );
        assert_eq!(faults(|t| t.distances[1][1] = 11), [F::LocalDistance { node: 1, distance: 11 }]);
        assert_eq!(faults(|t| t.distances[1][2] = 9), [F::Distance { from: 1, to: 2, distance: 9 }]);
        let many = faults(|t| t.cpus = vec![t.cpus[0]; 10_000]);
        assert_eq!(many, [F::TooManyCpus { cpus: 10_000 }]);
        assert_eq!(many[0].to_string(), "There are 10000 CPUs; at most 512 are possible.");
    }
}
