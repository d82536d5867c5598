//! Facts of the machine that the playground writes into global variables of documented names.
//!
//! No release lets a policy ask for last-level caches, clusters or siblings. In practice a loader writes them into
//! global arrays; [`NAMES`] has the names that are filled in.

use serde::{Deserialize, Serialize};

/// One CPU of the machine. Numbers count from 0 and have no gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    pub core: u32,
    pub cluster: u32,
    pub llc: u32,
    pub node: u32,
    /// 1 to 1024, 1024 for the strongest CPU.
    pub capacity: u32,
}

/// The machine of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topology {
    pub cpus: Vec<Cpu>,
}

macro_rules! names {
    ($($fact:ident [$($name:literal),+] $what:literal;)*) => {
        /// What is written into a global variable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Fact { $($fact,)* }

        /// Each fact, the names of global variables that get it, and what it is in one sentence.
        pub const NAMES: &[(Fact, &[&str], &str)] = &[$((Fact::$fact, &[$($name),+], $what),)*];
    };
}

names! {
    NrCpus ["nr_cpu_ids", "nr_cpus", "num_possible_cpus", "nr_online_cpus"] "The number of CPUs.";
    NrNodes ["nr_nodes", "nr_node_ids"] "The number of NUMA nodes.";
    NrLlcs ["nr_llcs", "nr_doms"] "The number of last-level caches.";
    NrClusters ["nr_clusters"] "The number of clusters.";
    NrCores ["nr_cores"] "The number of cores.";
    SmtEnabled ["smt_enabled"] "1 if a core has several CPUs, otherwise 0.";
    NumaEnabled ["numa_enabled"] "1 if there are several nodes, otherwise 0.";
    CpuLlc ["cpu_llc_id_map", "cpu_llc_id", "cpu_dom_id_map"] "Array by CPU: the number of its last-level cache.";
    CpuNode ["cpu_node_id_map", "cpu_node_id"] "Array by CPU: the number of its node.";
    CpuCluster ["cpu_cluster_id_map", "cpu_cluster_id"] "Array by CPU: the number of its cluster.";
    CpuCore ["cpu_core_id_map", "cpu_core_id"] "Array by CPU: the number of its core.";
    CpuSibling ["__sibling_cpu", "cpu_sibling"] "Array by CPU: the next CPU of its core; the CPU itself if there is none.";
    CpuCapacity ["cpu_capacity_map", "cpu_capacity"] "Array by CPU: its capacity, 1024 for the strongest.";
    LlcNode ["llc_numa_id_map", "dom_numa_id_map"] "Array by last-level cache: the number of its node.";
    NodeMasks ["numa_cpumasks"] "Array by node of words of 64 bits: its CPUs.";
    LlcMasks ["llc_cpumasks", "dom_cpumasks"] "Array by last-level cache of words of 64 bits: its CPUs.";
    AllCpus ["all_cpus"] "Words of 64 bits: all CPUs.";
}

impl Fact {
    /// The fact that a global variable of this name gets.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, names, _)| names.contains(&name)).map(|(fact, ..)| *fact)
    }
}

impl Topology {
    /// A machine whose CPUs have a core of their own and share the rest.
    pub fn flat(cpus: u32) -> Self {
        Self { cpus: (0..cpus).map(|core| Cpu { core, capacity: 1024, ..Cpu::default() }).collect() }
    }

    fn count(&self, of: impl Fn(&Cpu) -> u32) -> u64 {
        self.cpus.iter().map(of).max().map_or(0, |most| u64::from(most) + 1)
    }

    /// The CPUs of a group as words of 64 bits, group after group, each of `words` words.
    fn masks(&self, groups: u64, words: u64, of: impl Fn(&Cpu) -> u32) -> Vec<u64> {
        let mut out = vec![0; (groups * words) as usize];
        for (cpu, one) in self.cpus.iter().enumerate() {
            let word = cpu as u64 / 64;
            if word < words
                && let Some(slot) = out.get_mut((u64::from(of(one)) * words + word) as usize)
            {
                *slot |= 1 << (cpu % 64);
            }
        }
        out
    }

    /// The values of a fact: one for a scalar, otherwise the elements of the array. `row` is the length of a row if the
    /// variable is an array of arrays.
    pub fn values(&self, fact: Fact, row: Option<u32>) -> Vec<u64> {
        let cpus = |of: fn(&Cpu) -> u32| self.cpus.iter().map(|cpu| u64::from(of(cpu))).collect();
        let words = row.map_or((self.cpus.len() as u64).div_ceil(64), u64::from);
        match fact {
            Fact::NrCpus => vec![self.cpus.len() as u64],
            Fact::NrNodes => vec![self.count(|cpu| cpu.node)],
            Fact::NrLlcs => vec![self.count(|cpu| cpu.llc)],
            Fact::NrClusters => vec![self.count(|cpu| cpu.cluster)],
            Fact::NrCores => vec![self.count(|cpu| cpu.core)],
            Fact::SmtEnabled => vec![u64::from(self.count(|cpu| cpu.core) < self.cpus.len() as u64)],
            Fact::NumaEnabled => vec![u64::from(self.count(|cpu| cpu.node) > 1)],
            Fact::CpuLlc => cpus(|cpu| cpu.llc),
            Fact::CpuNode => cpus(|cpu| cpu.node),
            Fact::CpuCluster => cpus(|cpu| cpu.cluster),
            Fact::CpuCore => cpus(|cpu| cpu.core),
            Fact::CpuCapacity => cpus(|cpu| cpu.capacity),
            Fact::CpuSibling => {
                let next = |cpu: usize| {
                    let same = |&other: &usize| other != cpu && self.cpus[other].core == self.cpus[cpu].core;
                    (cpu + 1..self.cpus.len()).chain(0..cpu).find(same).unwrap_or(cpu) as u64
                };
                (0..self.cpus.len()).map(next).collect()
            }
            Fact::LlcNode => {
                let node =
                    |llc| self.cpus.iter().find(|cpu| u64::from(cpu.llc) == llc).map_or(0, |cpu| cpu.node);
                (0..self.count(|cpu| cpu.llc)).map(|llc| u64::from(node(llc))).collect()
            }
            Fact::NodeMasks => self.masks(self.count(|cpu| cpu.node), words, |cpu| cpu.node),
            Fact::LlcMasks => self.masks(self.count(|cpu| cpu.llc), words, |cpu| cpu.llc),
            Fact::AllCpus => self.masks(1, (self.cpus.len() as u64).div_ceil(64), |_| 0),
        }
    }
}
