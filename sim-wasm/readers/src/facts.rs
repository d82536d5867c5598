//! The facts that a reader found, and the machine that follows from them. Missing facts are assumed, and
//! every assumption is reported.

use crate::fault::{Fault, What};
use crate::said::NotSaid;
use crate::set::CpuSet;
use sched_core::document::is_hidden;
use sched_core::machine::topology::{FULL_CAPACITY, LOCAL_DISTANCE, LONGEST_NAME, MOST_NODES};
use sched_core::machine::{Topology, TopologyCpu};
use std::collections::{BTreeMap, BTreeSet};

/// A machine that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Groups are numbered in the order of their first CPUs.
    pub topology: Topology,
    /// The assumptions made for missing facts, and the facts that a topology cannot represent.
    pub not_said: Vec<NotSaid>,
}

/// Distance between two nodes if the file has none (`REMOTE_DISTANCE`).
const REMOTE_DISTANCE: u32 = 20;

/// The facts about a CPU. The group numbers of each kind may be any numbers, unique in the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuFacts {
    pub number: u32,
    pub core: Option<usize>,
    pub cluster: Option<usize>,
    pub llc: Option<usize>,
    /// The kernel's number of its node.
    pub node: Option<u32>,
    pub socket: Option<usize>,
    pub capacity: Option<u32>,
}

/// Nodes, and the distances between them, row by row.
pub type Distances = (Vec<u32>, Vec<u32>);

/// The facts about a machine.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The tool that printed the text.
    pub source: &'static str,
    pub name: Option<String>,
    pub cpus: Vec<CpuFacts>,
    /// The kernel's numbers of the nodes; those of the CPUs are added.
    pub nodes: BTreeSet<u32>,
    pub distances: Option<Distances>,
    /// Whether the format can describe clusters.
    pub knows_clusters: bool,
    pub not_said: Vec<NotSaid>,
    /// The fields that the reader guessed: the same field of another text is preferred.
    pub guessed: BTreeSet<Field>,
    /// The command that prints what the text lacks.
    pub asks: Option<&'static str>,
}

/// A field of a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Core,
    Cluster,
    Llc,
    Node,
    Socket,
    Capacity,
}

/// Numbers groups in the order in which they appear.
#[derive(Debug)]
pub struct Numbering<K> {
    numbers: BTreeMap<K, usize>,
}

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self { numbers: BTreeMap::new() }
    }
}

impl<K: Ord> Numbering<K> {
    pub fn of(&mut self, key: K) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(key).or_insert(next)
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }
}

impl Facts {
    /// Builds the machine, and lists the assumptions.
    pub fn settle(mut self) -> Result<Reading, Fault> {
        self.cpus.sort_by_key(|cpu| cpu.number);
        if self.cpus.is_empty() {
            return Err(What::NoCpu.into());
        }
        if let Some(pair) = self.cpus.windows(2).find(|pair| pair[0].number == pair[1].number) {
            return Err(What::Twice { of: "CPU", number: pair[0].number }.into());
        }
        self.settle_nodes()?;
        self.settle_sockets();
        self.settle_cores();
        self.settle_caches();
        self.split_caches();
        self.settle_clusters();
        self.settle_capacities();
        let distances = self.settle_distances()?;
        if let Some(command) = self.asks.filter(|_| self.lacks_groups()) {
            self.not_said.push(NotSaid::Rest { command });
        }
        self.finish(distances)
    }

    /// Whether cores or caches were assumed.
    fn lacks_groups(&self) -> bool {
        let assumed = |said: &NotSaid| {
            matches!(
                said,
                NotSaid::Cores
                    | NotSaid::Caches
                    | NotSaid::ThreadNumbers { .. }
                    | NotSaid::CacheNumbers { .. }
            )
        };
        self.not_said.iter().any(assumed)
    }

    fn settle_nodes(&mut self) -> Result<(), Fault> {
        self.nodes.extend(self.cpus.iter().filter_map(|cpu| cpu.node));
        if self.nodes.len() > MOST_NODES {
            return Err(What::TooManyNodes.into());
        }
        if self.cpus.iter().all(|cpu| cpu.node.is_none()) {
            // Linux treats a machine without nodes as one node.
            self.nodes.insert(0);
            self.not_said.push(NotSaid::Nodes);
        }
        let first = self.nodes.first().copied().unwrap_or(0);
        for cpu in &mut self.cpus {
            if cpu.node.is_none() && self.nodes.len() > 1 {
                return Err(What::NoNode { cpu: cpu.number }.into());
            }
            cpu.node.get_or_insert(first);
        }
        let with_cpus: BTreeSet<u32> = self.cpus.iter().filter_map(|cpu| cpu.node).collect();
        let shared = |node: &u32| {
            self.not_said
                .iter()
                .any(|said| matches!(said, NotSaid::SameCpus { node: other, .. } if other == node))
        };
        let without = |node: &u32| !with_cpus.contains(node) && !shared(node);
        let nodes: Vec<u32> = self.nodes.iter().copied().filter(without).collect();
        if !nodes.is_empty() {
            self.not_said.push(NotSaid::NoCpus { nodes });
        }
        Ok(())
    }

    fn settle_sockets(&mut self) {
        let said = self.cpus.iter().filter_map(|cpu| cpu.socket).max();
        if self.cpus.iter().any(|cpu| cpu.socket.is_none()) {
            self.not_said.push(NotSaid::Sockets);
        }
        let above = said.map_or(0, |last| last + 1);
        for cpu in &mut self.cpus {
            cpu.socket.get_or_insert(above + cpu.node.unwrap_or(0) as usize);
        }
    }

    fn settle_cores(&mut self) {
        if self.cpus.iter().any(|cpu| cpu.core.is_none()) {
            self.not_said.push(NotSaid::Cores);
        }
        let above = self.cpus.iter().filter_map(|cpu| cpu.core).max().map_or(0, |last| last + 1);
        for cpu in &mut self.cpus {
            cpu.core.get_or_insert(above + cpu.number as usize);
        }
    }

    fn settle_caches(&mut self) {
        let silent: CpuSet = self.cpus.iter().filter(|cpu| cpu.llc.is_none()).map(|cpu| cpu.number).collect();
        if silent.is_empty() {
            return;
        }
        let above = self.cpus.iter().filter_map(|cpu| cpu.llc).max().map_or(0, |last| last + 1);
        let mut taken = Numbering::default();
        if silent.len() as usize == self.cpus.len() {
            // `cpu_coregroup_mask` falls back to this if firmware describes no cache.
            self.cpus.iter_mut().for_each(|cpu| cpu.llc = Some(taken.of((cpu.socket, cpu.node))));
            self.not_said.push(NotSaid::Caches);
        } else {
            let mut taken = Numbering::default();
            for cpu in self.cpus.iter_mut().filter(|cpu| cpu.llc.is_none()) {
                cpu.llc = Some(above + taken.of(cpu.core));
            }
            self.not_said.push(NotSaid::CachesOf { cpus: silent });
        }
    }

    /// A cache that reaches into several sockets becomes one for each socket, as for nodes: firmware of phones has a package
    /// per cluster, and virtual machines have one per core.
    fn split_caches(&mut self) {
        let mut sockets: BTreeMap<Option<usize>, BTreeSet<Option<usize>>> = BTreeMap::new();
        for cpu in &self.cpus {
            sockets.entry(cpu.llc).or_default().insert(cpu.socket);
        }
        if sockets.values().all(|sockets| sockets.len() == 1) {
            return;
        }
        let mut caches = Numbering::default();
        self.cpus.iter_mut().for_each(|cpu| cpu.llc = Some(caches.of((cpu.llc, cpu.socket))));
        self.not_said.push(NotSaid::LlcAcrossSockets);
    }

    /// Drops clusters of a single core.
    fn settle_clusters(&mut self) {
        let mut cores: BTreeMap<usize, BTreeSet<Option<usize>>> = BTreeMap::new();
        for cpu in &self.cpus {
            if let Some(cluster) = cpu.cluster {
                cores.entry(cluster).or_default().insert(cpu.core);
            }
        }
        for cpu in &mut self.cpus {
            cpu.cluster =
                cpu.cluster.filter(|cluster| cores.get(cluster).is_some_and(|cores| cores.len() > 1));
        }
        let said_otherwise = |said: &NotSaid| matches!(said, NotSaid::SharedL2 | NotSaid::ClusterOfL2);
        if !self.knows_clusters && !self.not_said.iter().any(said_otherwise) {
            self.not_said.push(NotSaid::Clusters);
        }
    }

    fn settle_capacities(&mut self) {
        let above =
            self.cpus.iter().filter(|cpu| cpu.capacity.is_some_and(|capacity| capacity > FULL_CAPACITY));
        let above: CpuSet = above.map(|cpu| cpu.number).collect();
        let said = self.cpus.iter().filter_map(|cpu| cpu.capacity).max().unwrap_or(0);
        if !above.is_empty() {
            self.not_said.push(NotSaid::CapacityAbove { cpus: above, said });
            self.cpus.iter_mut().for_each(|cpu| cpu.capacity = cpu.capacity.map(|c| c.min(FULL_CAPACITY)));
        }
        let silent: CpuSet =
            self.cpus.iter().filter(|cpu| cpu.capacity.is_none()).map(|cpu| cpu.number).collect();
        if silent.len() as usize == self.cpus.len() {
            return;
        }
        if !silent.is_empty() {
            self.not_said.push(NotSaid::CapacitiesOf { cpus: silent });
            self.cpus.iter_mut().for_each(|cpu| cpu.capacity = cpu.capacity.or(Some(FULL_CAPACITY)));
        }
        // Capacities are left out if all CPUs are equally fast.
        let first = self.cpus[0].capacity;
        if self.cpus.iter().all(|cpu| cpu.capacity == first) {
            self.cpus.iter_mut().for_each(|cpu| cpu.capacity = None);
        }
    }

    fn settle_distances(&mut self) -> Result<Vec<Vec<u32>>, Fault> {
        let known: BTreeMap<(u32, u32), u32> = match &self.distances {
            None => BTreeMap::new(),
            Some((nodes, values)) => {
                let expected = nodes.len() * nodes.len();
                if values.len() != expected {
                    let what = What::Distances { values: values.len(), expected };
                    return Err(Fault::whole(what));
                }
                let pairs = nodes.iter().flat_map(|&from| nodes.iter().map(move |&to| (from, to)));
                pairs.zip(values.iter().copied()).collect()
            }
        };
        if let &[node] = &self.nodes.iter().copied().collect::<Vec<_>>()[..]
            && let Some(&said) = known.get(&(node, node))
            && said != LOCAL_DISTANCE
        {
            self.not_said.push(NotSaid::LocalDistance { said });
            return Ok(vec![vec![LOCAL_DISTANCE]]);
        }
        let silent = |node: &u32| !known.contains_key(&(*node, *node));
        let nodes: Vec<u32> = self.nodes.iter().copied().filter(silent).collect();
        if self.nodes.len() > 1 && !nodes.is_empty() {
            let all = nodes.len() == self.nodes.len();
            self.not_said.push(if all { NotSaid::Distances } else { NotSaid::DistancesOf { nodes } });
        }
        let taken = |from, to| if from == to { LOCAL_DISTANCE } else { REMOTE_DISTANCE };
        let distance = |from, to| known.get(&(from, to)).copied().unwrap_or_else(|| taken(from, to));
        Ok(self.nodes.iter().map(|&from| self.nodes.iter().map(|&to| distance(from, to)).collect()).collect())
    }

    fn finish(mut self, distances: Vec<Vec<u32>>) -> Result<Reading, Fault> {
        let nodes: Vec<u32> = self.nodes.iter().copied().collect();
        let (mut cores, mut clusters) = (Numbering::default(), Numbering::default());
        let (mut llcs, mut sockets) = (Numbering::default(), Numbering::default());
        let cpu = |cpu: &CpuFacts| TopologyCpu {
            number: cpu.number,
            core: cores.of(cpu.core),
            cluster: cpu.cluster.map(|cluster| clusters.of(cluster)),
            llc: llcs.of(cpu.llc),
            node: nodes.iter().position(|&node| Some(node) == cpu.node).unwrap_or(0),
            socket: sockets.of(cpu.socket),
            capacity: cpu.capacity,
        };
        let cpus: Vec<TopologyCpu> = self.cpus.iter().map(cpu).collect();
        let name = self.name.as_deref().map(plain).filter(|name| name.contains(char::is_alphabetic));
        let name = name.unwrap_or_else(|| format!("{} CPUs", cpus.len()));
        let topology = Topology { name, cpus, nodes, distances };
        if let Err(faults) = topology.check()
            && let Some(fault) = faults.into_iter().next()
        {
            return Err(What::Topology { fault }.into());
        }
        let mut node_of = BTreeMap::new();
        if topology.cpus.iter().any(|cpu| *node_of.entry(cpu.llc).or_insert(cpu.node) != cpu.node) {
            self.not_said.push(NotSaid::LlcAcrossNodes);
        }
        Ok(Reading { topology, not_said: self.not_said })
    }
}

/// Whether an L2 is shared by several cores and is not their last-level cache.
pub fn shares_below_llc<K: Ord>(cpus: &[CpuFacts], l2: &[Option<K>]) -> bool {
    let mut core_of = BTreeMap::new();
    let mut l2_of = BTreeMap::new();
    let (mut shared, mut below) = (BTreeSet::new(), BTreeSet::new());
    for (cpu, l2) in cpus.iter().zip(l2).filter_map(|(cpu, l2)| Some((cpu, l2.as_ref()?))) {
        if *core_of.entry(l2).or_insert(cpu.core) != cpu.core {
            shared.insert(l2);
        }
        let first = *l2_of.entry(cpu.llc).or_insert(l2);
        if first != l2 {
            below.extend([first, l2]);
        }
    }
    shared.intersection(&below).next().is_some()
}

/// The name of a processor without trademark signs, cut to the longest name allowed.
fn plain(name: &str) -> String {
    let mut name = name.split(" @ ").next().unwrap_or_default().to_string();
    for mark in ["(R)", "(r)", "(TM)", "(tm)"] {
        name = name.replace(mark, "");
    }
    let words = name.split_whitespace().filter(|word| !["CPU", "Processor", "processor"].contains(word));
    let name = words.collect::<Vec<_>>().join(" ");
    name.chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect::<String>().trim_end().to_string()
}
