//! Notes on a machine that was read: what the file leaves out and the assumption made instead, and what the
//! model does not have.

use crate::set::{CpuSet, list};
use serde::{Serialize, Serializer};
use std::fmt;

/// One note on a machine that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum NotSaid {
    /// No nodes: one is assumed.
    Nodes,
    /// No sockets: each node is assumed to be one.
    Sockets,
    /// `physical_package_id` has only `count` values for more sockets: the lists of CPUs are used instead.
    PackageIds { count: usize },
    /// No cores: each CPU is assumed to be one.
    Cores,
    /// No caches: the CPUs of one socket and node are assumed to share one.
    Caches,
    /// No caches of these CPUs: each core is assumed to have one.
    CachesOf { cpus: CpuSet },
    /// No clusters: none is assumed.
    Clusters,
    /// No clusters, but cores that share an L2: no cluster is assumed.
    SharedL2,
    /// No clusters, but cores that share an L2: they are assumed to be a cluster.
    ClusterOfL2,
    /// No distances: 20 is assumed between any two nodes.
    Distances,
    /// No distances of these nodes: 20 is assumed.
    DistancesOf { nodes: Vec<u32> },
    /// The local distance of a machine with one node is not 10: 10 is assumed.
    LocalDistance { said: u32 },
    /// These kinds of cores have no capacities: they are assumed to be equally fast.
    Capacities { kinds: Vec<String> },
    /// These CPUs have no capacity: the highest is assumed.
    CapacitiesOf { cpus: CpuSet },
    /// These CPUs have a capacity above 1024: 1024 is assumed.
    CapacityAbove { cpus: CpuSet, said: u32 },
    /// Offline CPUs, left out.
    Offline { cpus: CpuSet },
    /// CPUs that are offline or hidden from the author of the file, which does not describe them. Left out.
    Unseen { cpus: CpuSet },
    /// CPUs that were hidden from the author of the file; treated like all others.
    NotAllowed { cpus: CpuSet },
    /// Nodes without a CPU.
    NoCpus { nodes: Vec<u32> },
    /// Sockets without a CPU, left out.
    EmptySockets { count: usize },
    /// Node `node` is another memory of the CPUs of node `as_node`, and has no CPU here.
    SameCpus { node: u32, as_node: u32 },
    /// Dies, which the model does not have.
    Dies { count: usize },
    /// Books or drawers of a mainframe, which the model does not have.
    Books { count: usize },
    /// Groups that are not clusters, which the model does not have.
    Groups { count: usize },
    /// A last-level cache spans nodes; the kernel treats the part in each node as a separate cache.
    LlcAcrossNodes,
    /// The CPU set of an element differs from its content; the content is used.
    Holds { line: usize, element: String },
    /// Unknown types of objects, left out.
    Types { names: Vec<String> },
    /// Lines that do not describe a machine.
    Lines { count: usize },
    /// A last-level cache spans sockets; each socket gets its section.
    LlcAcrossSockets,
    /// The numbers of cores start again within a socket: other columns of these CPUs show that a number stands for several
    /// cores.
    CoreNumbers { cpus: CpuSet, numbers: usize, cores: usize },
    /// It is assumed which CPUs are threads of one core, such as `a` and `b`.
    ThreadNumbers { a: u32, b: u32 },
    /// It is assumed which CPUs are in one socket.
    SocketNumbers,
    /// It is assumed which cores share a last-level cache: so many, in the order of their numbers.
    CacheNumbers { cores: usize },
    /// A socket has another number of CPUs than each of its CPUs says.
    Siblings { socket: u32, siblings: u32, count: u32 },
    /// Two texts contradict each other; the first is followed.
    Contradicts {
        about: &'static str,
        cpu: Option<u32>,
        first: &'static str,
        second: &'static str,
        a: String,
        b: String,
    },
    /// Groups of CPUs by their latencies, taken for `what`; they could be `or`.
    ByDistance {
        what: &'static str,
        or: Option<&'static str>,
        groups: usize,
        ns: u32,
        next_ns: u32,
        agree: u32,
    },
    /// Groups of CPUs whose latencies to all others of their cache are the same, taken for clusters: how much they differ
    /// within a group and to the next one.
    Alike { groups: usize, size: usize, ps: u64, next_ps: u64, agree: u32 },
    /// No groups of CPUs are nearer to each other than to others: the latencies of the middle 80 % of the pairs.
    NoLevels { from: u32, to: u32 },
    /// Lines or options beside the description of a machine.
    OtherText { count: usize },
    /// Lines about domains that are not known.
    OtherLines { count: usize },
    /// Only these CPUs are in the text, others are not compared.
    Excerpt { cpus: CpuSet },
    /// The command that prints what was assumed.
    Rest { command: &'static str },
}

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Something was assumed.
    Guess,
    /// Two statements contradict each other.
    Contradiction,
    /// Something was left out, or only noticed.
    Note,
}

impl NotSaid {
    /// What the note is.
    pub fn sort(&self) -> Sort {
        match self {
            Self::CoreNumbers { .. }
            | Self::Siblings { .. }
            | Self::Contradicts { .. }
            | Self::PackageIds { .. }
            | Self::LocalDistance { .. }
            | Self::CapacityAbove { .. }
            | Self::Holds { .. } => Sort::Contradiction,
            Self::Nodes
            | Self::Sockets
            | Self::Cores
            | Self::Caches
            | Self::CachesOf { .. }
            | Self::Clusters
            | Self::SharedL2
            | Self::ClusterOfL2
            | Self::Distances
            | Self::DistancesOf { .. }
            | Self::Capacities { .. }
            | Self::CapacitiesOf { .. }
            | Self::ThreadNumbers { .. }
            | Self::SocketNumbers
            | Self::CacheNumbers { .. }
            | Self::ByDistance { .. }
            | Self::Alike { .. }
            | Self::NoLevels { .. } => Sort::Guess,
            _ => Sort::Note,
        }
    }
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
            Self::LlcAcrossSockets => write!(
                f,
                "A last-level cache reaches into several sockets: the part in each is taken for one of its own."
            ),
            Self::CoreNumbers { cpus, numbers, cores } => write!(
                f,
                "CORE has {numbers} numbers, but the caches, nodes or clocks of CPUs of one number differ ({cpus}): {cores} cores are taken."
            ),
            Self::ThreadNumbers { a, b } => write!(
                f,
                "It is not said which CPUs are threads of one core: CPUs {a} and {b} are taken for such, and so on."
            ),
            Self::SocketNumbers => {
                write!(
                    f,
                    "It is not said which CPUs are in which socket: they are taken in the order of nodes, then of cores."
                )
            }
            Self::CacheNumbers { cores } => write!(
                f,
                "It is not said which cores share a last-level cache: each {cores} are taken to, in the order of their numbers."
            ),
            Self::Siblings { socket, siblings, count } => write!(
                f,
                "The CPUs of socket {socket} say that there are {siblings}, but {count} are in the text: those are taken."
            ),
            Self::Contradicts { about, cpu: Some(cpu), first, second, a, b } => write!(
                f,
                "{first} and {second} contradict each other about the {about} of CPU {cpu}: {a} in the one, {b} in the other. {first} is followed."
            ),
            Self::Contradicts { about, cpu: None, first, second, a, b } => write!(
                f,
                "{first} and {second} contradict each other about the {about}: {a} in the one, {b} in the other. {first} is followed."
            ),
            Self::ByDistance { what, or, groups, ns, next_ns, agree } => {
                write!(
                    f,
                    "By distance there are {groups} groups of CPUs, {ns} ns within and {next_ns} ns to the next; {agree} % of the comparisons agree. They are taken for {what}"
                )?;
                match or {
                    Some(or) => write!(f, "; they could be {or}."),
                    None => write!(f, "."),
                }
            }
            Self::Alike { groups, size, ps, next_ps, agree } => write!(
                f,
                "There are {groups} groups of {size} CPUs with the same latencies to the other CPUs of their cache: they differ by {ps} ps within a group and by {next_ps} ps to the next; {agree} % of the comparisons agree. They are taken for clusters, though the CPUs of a group are not always the nearest to each other."
            ),
            Self::NoLevels { from, to } => write!(
                f,
                "No groups of CPUs are nearer to each other than to the others; most pairs take {from} to {to} ns: all are taken to share one cache."
            ),
            Self::OtherText { count } => {
                write!(f, "{count} lines or options say nothing that is read of a machine: passed over.")
            }
            Self::OtherLines { count } => write!(f, "{count} lines say nothing of domains: passed over."),
            Self::Excerpt { cpus } => {
                write!(f, "The text has the domains of CPUs {cpus} only: the others are not compared.")
            }
            Self::Rest { command } => write!(f, "What is assumed here, this says: {command}"),
        }
    }
}
