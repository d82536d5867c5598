//! The machine as a nested description for drawing.

use super::{Family, Machine};
use crate::engine::ids::CpuId;
use serde::Serialize;

/// A machine from the outside in: sockets, nodes, clusters, cores, CPUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct MachineDescription {
    /// What it is called in a document.
    pub id: String,
    pub name: String,
    /// Number of CPUs.
    pub cpus: u32,
    /// Timer ticks per second.
    pub hz: u32,
    /// Some core has more than one hardware thread.
    pub smt: bool,
    /// The machine has clusters.
    pub cluster_level: bool,
    pub sockets: Vec<Socket>,
    /// SLIT distances, node by node; 10 is local.
    pub distances: Vec<Vec<u32>>,
    /// Nodes with a wire between them.
    pub links: Vec<Link>,
    /// What a unit is on this machine.
    pub unit_kind: UnitKind,
    /// Unit of each CPU, by its number; 65535 for a number that no CPU has.
    pub units: Vec<u16>,
    /// What each CPU gets done, of 1024, by its number; empty where nothing is known of it.
    pub capacities: Vec<u32>,
    /// For each distance from `smt` to `node`, what each CPU has of that kind: its core, its cluster, its last-level cache, its
    /// socket. Two CPUs are as far apart as the first that they share.
    pub shared: Vec<Vec<u32>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Socket {
    pub id: u32,
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Node {
    /// Its place among the nodes.
    pub id: u32,
    /// What its kernel calls it.
    pub number: u32,
    /// The CPUs of the node share a last-level cache.
    pub shared_llc: bool,
    /// The clusters; one that holds the whole node where the machine has none.
    pub clusters: Vec<Cluster>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Cluster {
    pub id: u32,
    /// The cluster has a part of the L3 tag, as on a Kunpeng; on x86 its CPUs share an L2 instead.
    pub l3_tag: bool,
    pub cores: Vec<Core>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Core {
    pub id: u32,
    /// Its hardware threads.
    pub cpus: Vec<u32>,
}

/// A wire between two nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Link {
    pub a: u32,
    pub b: u32,
    pub kind: LinkKind,
}

/// What a wire between nodes connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum LinkKind {
    /// Two dies of one socket.
    Die,
    /// Two sockets of one board.
    Socket,
    /// Two boards or cells.
    Interconnect,
}

/// What the diagram draws as one box of CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum UnitKind {
    Cluster,
    /// A last-level cache, where a node has several.
    Llc,
    Core,
    Node,
}

/// The distinct values of `of` over `cpus`, ascending, each with its CPUs.
fn split(cpus: &[CpuId], of: impl Fn(CpuId) -> usize) -> Vec<(u32, Vec<CpuId>)> {
    let with = |id: usize| cpus.iter().copied().filter(|&cpu| of(cpu) == id).collect();
    let most = cpus.iter().map(|&cpu| of(cpu)).max();
    let all = most.map_or(0..0, |most| 0..most + 1).map(|id| (id as u32, with(id)));
    all.filter(|(_, cpus): &(u32, Vec<CpuId>)| !cpus.is_empty()).collect()
}

impl Machine {
    /// The machine as a nested description.
    pub fn describe(&self) -> MachineDescription {
        let cpus: Vec<CpuId> = self.cpus().iter().collect();
        let cores = |cpus: &[CpuId]| {
            split(cpus, |cpu| self.core_of[cpu])
                .into_iter()
                .map(|(id, cpus)| Core { id, cpus: cpus.into_iter().map(u32::from).collect() })
                .collect()
        };
        let cluster_or_node =
            |cpu: CpuId| if self.has_clusters { self.cluster_of[cpu] } else { self.node_of[cpu] };
        let clusters = |cpus: &[CpuId]| {
            split(cpus, cluster_or_node)
                .into_iter()
                .map(|(id, cpus)| Cluster {
                    id,
                    l3_tag: self.has_clusters && self.platform.family == Family::Kunpeng,
                    cores: cores(&cpus),
                })
                .collect()
        };
        let nodes = |cpus: &[CpuId]| {
            split(cpus, |cpu| self.node_of[cpu])
                .into_iter()
                .map(|(id, cpus)| {
                    let number = self.node_numbers[id as usize];
                    let one_llc = cpus.iter().all(|&cpu| self.llc_of[cpu] == self.llc_of[cpus[0]]);
                    let shared_llc = self.platform.shared_llc && one_llc;
                    Node { id, number, shared_llc, clusters: clusters(&cpus) }
                })
                .collect()
        };
        let shared = [&self.core_of, &self.cluster_of, &self.llc_of, &self.socket_of]
            .map(|of| of.iter().map(|&id| id as u32).collect())
            .to_vec();
        MachineDescription {
            id: self.platform.id.clone(),
            name: format!("{}, {} CPUs", self.name, self.nr_cpus),
            cpus: self.nr_cpus as u32,
            hz: self.platform.hz,
            smt: self.has_smt,
            cluster_level: self.has_clusters,
            sockets: split(&cpus, |cpu| self.socket_of[cpu])
                .into_iter()
                .map(|(id, cpus)| Socket { id, nodes: nodes(&cpus) })
                .collect(),
            distances: self.node_distance.clone(),
            links: self.platform.links.clone(),
            unit_kind: self.unit_kind,
            units: self.unit_of.iter().map(|&unit| unit as u16).collect(),
            capacities: self.capacities.clone(),
            shared,
        }
    }
}
