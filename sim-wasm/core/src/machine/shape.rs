//! The shared resources of CPUs as the kernel sees them: groups, numbered from 0 in the order of their first CPUs.

use super::topology::{Counts, FULL_CAPACITY, LOCAL_DISTANCE, Topology, TopologyCpu};
use crate::engine::ids::{CpuId, Id, PerCpu};

/// Stands for a group where a number has no CPU.
pub const NO_GROUP: usize = 0xffff;

/// The groups of each CPU, indexed by the CPU's number; [`NO_GROUP`] where there is no such CPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    pub core_of: PerCpu<usize>,
    /// Its cluster; its core if it is in no cluster.
    pub cluster_of: PerCpu<usize>,
    pub llc_of: PerCpu<usize>,
    /// Its node: an index into `nodes`.
    pub node_of: PerCpu<usize>,
    pub socket_of: PerCpu<usize>,
    /// The kernel's numbers of the nodes.
    pub nodes: Vec<u32>,
    /// Each CPU's capacity, at most 1024; empty if unknown.
    pub capacities: Vec<u32>,
    /// SLIT distances, node by node; 10 is local.
    pub distances: Vec<Vec<u32>>,
}

/// A run of consecutive, equal CPUs on a one-node machine whose CPUs differ.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub llc: usize,
    pub cores: usize,
    /// Hardware threads of a core, one numbered after the other.
    pub threads: usize,
    /// Cores of a cluster; 1: they are in none.
    pub cluster: usize,
    pub capacity: u32,
}

impl Shape {
    /// A machine of such parts.
    pub fn of_parts(parts: &[Part]) -> Self {
        let mut shape = Self { nodes: vec![0], distances: vec![vec![LOCAL_DISTANCE]], ..Self::default() };
        let (mut cores, mut clusters) = (0, 0);
        for part in parts {
            for cpu in 0..part.cores * part.threads {
                let core = cpu / part.threads;
                shape.core_of.push(cores + core);
                shape.cluster_of.push(clusters + core / part.cluster);
                shape.llc_of.push(part.llc);
                shape.node_of.push(0);
                shape.socket_of.push(0);
                shape.capacities.push(part.capacity);
            }
            cores += part.cores;
            clusters += part.cores / part.cluster;
        }
        shape
    }

    /// A regular machine. Its CPUs are numbered as firmware of x86 does it, the first threads of all cores before the second
    /// ones; or the threads of a core one after the other.
    pub fn regular(counts: Counts, distances: Vec<Vec<u32>>, threads_together: bool) -> Self {
        let Counts { sockets, nodes_per_socket, llcs_per_node, clusters_per_llc, cores, threads } = counts;
        let of_llc = clusters_per_llc.max(1) * cores;
        let of_node = llcs_per_node * of_llc;
        let nodes = sockets * nodes_per_socket;
        let all = nodes * of_node;
        let core = |cpu: usize| if threads_together { cpu / threads } else { cpu % all };
        let groups = |size: usize| (0..all * threads).map(|cpu| core(cpu) / size).collect();
        Self {
            core_of: groups(1),
            cluster_of: groups(if clusters_per_llc > 0 { cores } else { 1 }),
            llc_of: groups(of_llc),
            node_of: groups(of_node),
            socket_of: groups(of_node * nodes_per_socket),
            nodes: (0..nodes as u32).collect(),
            capacities: Vec::new(),
            distances,
        }
    }

    /// The shape of a topology that has passed its [`check`](Topology::check).
    ///
    /// As in the kernel, a last-level cache ends with its node. If a cluster consists of one or more whole caches, the
    /// cluster counts as the cache, and there is no cluster (`cpu_coregroup_mask`, `cpu_clustergroup_mask` of 5.19).
    pub fn of(topology: &Topology) -> Self {
        let Topology { cpus, nodes, distances, .. } = topology;
        let ids = cpus.last().map_or(0, |cpu| cpu.number as usize + 1);
        let mut node_of = vec![NO_GROUP; ids];
        let knows_capacities = cpus.iter().any(|cpu| cpu.capacity.is_some());
        let mut capacities = vec![FULL_CAPACITY; if knows_capacities { ids } else { 0 }];
        for cpu in cpus {
            node_of[cpu.number as usize] = cpu.node;
            if let Some(capacity) = cpu.capacity {
                capacities[cpu.number as usize] = capacity;
            }
        }
        let cluster = |cpu: &TopologyCpu| match cpu.cluster {
            Some(cluster) if cache_of(topology, cpu).0 == 0 => [cluster, 0, 0],
            _ => [cpu.core, 1, 0],
        };
        let llc = |cpu: &TopologyCpu| {
            let (kind, cache) = cache_of(topology, cpu);
            [cache, kind, cpu.node]
        };
        Self {
            core_of: numbered(topology, &|cpu| [cpu.core, 0, 0]),
            cluster_of: numbered(topology, &cluster),
            llc_of: numbered(topology, &llc),
            node_of: node_of.into(),
            socket_of: numbered(topology, &|cpu| [cpu.socket, 0, 0]),
            nodes: nodes.clone(),
            capacities,
            distances: distances.clone(),
        }
    }

    /// The same as a topology: all CPUs have their numbers.
    pub fn topology(self, name: &str) -> Topology {
        let of = |cpu: CpuId| {
            let cluster = self.cluster_of[cpu];
            let mate =
                |other: CpuId| self.cluster_of[other] == cluster && self.core_of[other] != self.core_of[cpu];
            TopologyCpu {
                number: cpu.index() as u32,
                core: self.core_of[cpu],
                cluster: self.core_of.ids().any(mate).then_some(cluster),
                llc: self.llc_of[cpu],
                node: self.node_of[cpu],
                socket: self.socket_of[cpu],
                capacity: self.capacities.get(cpu.index()).copied(),
            }
        };
        let cpus = self.core_of.ids().map(of).collect();
        Topology { name: name.into(), cpus, nodes: self.nodes, distances: self.distances }
    }

    /// As numbers, for the page (`src/scenario/rows.ts`): how many numbers of CPUs and nodes there are, then the groups of each
    /// CPU, the nodes and the capacities.
    pub fn write(&self) -> String {
        let mut numbers = vec![self.core_of.len(), self.nodes.len()];
        for of in [&self.core_of, &self.cluster_of, &self.llc_of, &self.node_of, &self.socket_of] {
            numbers.extend(of.iter());
        }
        numbers.extend(self.nodes.iter().chain(&self.capacities).map(|&number| number as usize));
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
    }
}

/// The last-level cache of a CPU, as a kind and a number: an LLC as described, or a cluster of one or several LLCs.
fn cache_of(topology: &Topology, cpu: &TopologyCpu) -> (usize, usize) {
    let of_llc = |other: &&TopologyCpu| other.llc == cpu.llc;
    let is_cache = cpu.cluster.is_some()
        && topology.cpus.iter().filter(of_llc).all(|other| other.cluster == cpu.cluster);
    match cpu.cluster {
        Some(cluster) if is_cache => (1, cluster),
        _ => (0, cpu.llc),
    }
}

/// The groups of all CPUs, numbered from 0 by their first CPUs. CPUs of one group have the same key.
fn numbered(topology: &Topology, key: &dyn Fn(&TopologyCpu) -> [usize; 3]) -> PerCpu<usize> {
    let mut known: Vec<[usize; 3]> = Vec::new();
    let ids = topology.cpus.last().map_or(0, |cpu| cpu.number as usize + 1);
    let mut of: PerCpu<usize> = vec![NO_GROUP; ids].into();
    for cpu in &topology.cpus {
        let key = key(cpu);
        let at = known.iter().position(|one| *one == key);
        of[CpuId::new(cpu.number as usize)] = at.unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_the_counts_then_the_groups_the_nodes_and_the_capacities() {
        let topology = Topology {
            name: "Mine".into(),
            cpus: [(0, 0, 0), (1, 0, 0), (3, 7, 1)]
                .map(|(number, core, node)| TopologyCpu {
                    number,
                    core,
                    cluster: None,
                    llc: node,
                    node,
                    socket: 0,
                    capacity: Some(1024 >> node),
                })
                .to_vec(),
            nodes: vec![0, 2],
            distances: vec![vec![10, 20], vec![20, 10]],
        };
        let hole = NO_GROUP.to_string();
        let groups = [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 0]]
            .map(|[a, b, d]| format!("{a},{b},{hole},{d}"))
            .join(",");
        assert_eq!(Shape::of(&topology).write(), format!("4,2,{groups},0,2,1024,1024,1024,512"));
    }
}
