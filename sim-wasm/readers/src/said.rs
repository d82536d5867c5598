//! What a file does not say of a machine, or says beyond what a machine here has, and what was taken instead.

use crate::set::{CpuSet, list};
use serde::{Serialize, Serializer};
use std::fmt;

/// One sentence beside a machine that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum NotSaid {
    /// One is taken.
    Nodes,
    /// One is taken for each node.
    Sockets,
    /// So many numbers of sockets for more of them: what the lists of CPUs say is taken.
    PackageIds { count: usize },
    /// Each CPU is taken for one.
    Cores,
    /// What is in one socket and one node is taken to share one.
    Caches,
    /// The core alone is taken.
    CachesOf { cpus: CpuSet },
    /// None is taken.
    Clusters,
    /// An L2 has several cores; not taken for clusters.
    SharedL2,
    /// An L2 has several cores; taken for clusters.
    ClusterOfL2,
    /// 20 is taken.
    Distances,
    /// To and from these nodes 20 is taken.
    DistancesOf { nodes: Vec<u32> },
    /// A machine of one node says something else than 10.
    LocalDistance { said: u32 },
    /// These kinds of cores; taken as equally fast.
    Capacities { kinds: Vec<String> },
    /// Taken as the fastest.
    CapacitiesOf { cpus: CpuSet },
    /// Of more than 1024; 1024 is taken.
    CapacityAbove { cpus: CpuSet, said: u32 },
    /// Left out.
    Offline { cpus: CpuSet },
    /// In the machine, but offline or kept from who wrote the file, which says nothing of them. Left out.
    Unseen { cpus: CpuSet },
    /// Kept from who wrote the file; taken as CPUs like the others.
    NotAllowed { cpus: CpuSet },
    /// Nodes without a CPU.
    NoCpus { nodes: Vec<u32> },
    /// So many sockets without a CPU; left out.
    EmptySockets { count: usize },
    /// Another memory of the CPUs of a node; its own node is without a CPU.
    SameCpus { node: u32, as_node: u32 },
    /// So many; a machine here has none.
    Dies { count: usize },
    /// So many books or drawers of a mainframe; a machine here has none.
    Books { count: usize },
    /// So many groups that are no clusters; a machine here has none.
    Groups { count: usize },
    /// The kernel takes the part in each node for a cache of its own.
    LlcAcrossNodes,
    /// An element says that it has other CPUs than lie in it; what lies in it is taken.
    Holds { line: usize, element: String },
    /// Types of objects that are not known; left out.
    Types { names: Vec<String> },
    /// So many lines that say nothing of a machine.
    Lines { count: usize },
}

impl Serialize for CpuSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct Numbers<'a>(&'a [u32]);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0.iter().copied())
    }
}

impl fmt::Display for NotSaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => write!(f, "Nodes are not said: one is taken."),
            Self::Sockets => write!(f, "Sockets are not said: each node is taken for one."),
            Self::PackageIds { count } => write!(
                f,
                "physical_package_id has {count} numbers for more sockets: those are taken that the lists of CPUs (core_siblings) say."
            ),
            Self::Cores => write!(f, "Cores are not said: each CPU is taken for one."),
            Self::Caches => {
                write!(f, "Caches are not said: the CPUs of one node and socket are taken to share one.")
            }
            Self::CachesOf { cpus } => {
                write!(f, "Caches are not said of these CPUs: {cpus}. Each core is taken to have its own.")
            }
            Self::Clusters => write!(f, "Clusters are not said: none is taken."),
            Self::SharedL2 => write!(
                f,
                "Clusters are not said, but cores share an L2: no cluster is taken. Linux on x86 takes such an L2 for one."
            ),
            Self::ClusterOfL2 => {
                write!(
                    f,
                    "Clusters are not said: cores that share an L2 are taken for one, as Linux does on x86."
                )
            }
            Self::Distances => write!(f, "Distances are not said: 20 is taken between any two nodes."),
            Self::DistancesOf { nodes } => {
                write!(f, "Distances are not said of these nodes: {}. 20 is taken.", Numbers(nodes))
            }
            Self::LocalDistance { said } => {
                write!(f, "The node is said to be at distance {said} from itself: 10 is taken.")
            }
            Self::Capacities { kinds } => write!(
                f,
                "CPUs differ ({}), but their capacities are not said: all are taken as equally fast.",
                kinds.join(", ")
            ),
            Self::CapacitiesOf { cpus } => {
                write!(f, "Capacities are not said of these CPUs: {cpus}. They are taken as the fastest.")
            }
            Self::CapacityAbove { cpus, said } => {
                write!(f, "These CPUs have a capacity up to {said}: {cpus}. 1024, the highest, is taken.")
            }
            Self::Offline { cpus } => write!(f, "Offline CPUs, left out: {cpus}."),
            Self::Unseen { cpus } => write!(
                f,
                "CPUs that are offline or were kept from who wrote the file, which says nothing of them, left out: {cpus}."
            ),
            Self::NotAllowed { cpus } => {
                write!(
                    f,
                    "CPUs that were kept from who wrote the file, taken as CPUs like the others: {cpus}."
                )
            }
            Self::NoCpus { nodes } => write!(f, "Nodes without a CPU: {}.", Numbers(nodes)),
            Self::EmptySockets { count } => write!(f, "Sockets without a CPU, left out: {count}."),
            Self::SameCpus { node, as_node } => write!(
                f,
                "Node {node} is other memory of the CPUs of node {as_node}: they are taken as on node {as_node}."
            ),
            Self::Dies { count } => write!(f, "{count} dies are said; a machine here has none: left out."),
            Self::Books { count } => {
                write!(f, "{count} books or drawers are said; a machine here has none: left out.")
            }
            Self::Groups { count } => write!(
                f,
                "{count} groups are said that are no clusters; a machine here has none: left out, what they hold is not."
            ),
            Self::LlcAcrossNodes => write!(
                f,
                "A last-level cache reaches into several nodes: the kernel takes the part in each for one of its own."
            ),
            Self::Holds { line, element } => write!(
                f,
                "Line {line}: {element} says that it has other CPUs than lie in it; what lies in it is taken."
            ),
            Self::Types { names } => {
                write!(
                    f,
                    "Objects of the types {} are not known: left out, what they hold is not.",
                    names.join(", ")
                )
            }
            Self::Lines { count } => write!(f, "{count} lines say nothing of a machine: left out."),
        }
    }
}
