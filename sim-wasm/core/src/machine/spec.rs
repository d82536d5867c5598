//! A machine as plain data, from which everything else about it is derived.

use super::costs::Family;
use super::describe::Link;

/// A regular machine: everything is a product of counts, apart from distances and wires.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What it is called in a document.
    pub id: String,
    /// What it is called on the page: the model, then the number of CPUs.
    pub name: String,
    /// Whose costs it has.
    pub family: Family,
    /// Timer ticks per second.
    pub hz: u32,
    /// See [`Machine::stops_ticks`](super::Machine::stops_ticks).
    pub stops_ticks: bool,
    /// See [`Machine::preempt`](super::Machine::preempt).
    pub preempt: bool,
    pub sockets: usize,
    pub nodes_per_socket: usize,
    /// Last-level caches of a node.
    pub llcs_per_node: usize,
    /// 0: the machine has no clusters, and an LLC has `cores_per_cluster` cores.
    pub clusters_per_llc: usize,
    pub cores_per_cluster: usize,
    /// Hardware threads of a core.
    pub threads: usize,
    /// The CPUs of a node share a cache (for drawing).
    pub shared_llc: bool,
    /// SLIT distances, node by node; 10 is local.
    pub distances: Vec<Vec<u32>>,
    /// Node pairs with a wire between them.
    pub links: Vec<Link>,
}

impl Spec {
    pub fn cores_per_llc(&self) -> usize {
        self.clusters_per_llc.max(1) * self.cores_per_cluster
    }

    pub fn cores_per_node(&self) -> usize {
        self.llcs_per_node * self.cores_per_llc()
    }

    pub fn nr_nodes(&self) -> usize {
        self.sockets * self.nodes_per_socket
    }

    pub fn nr_cores(&self) -> usize {
        self.nr_nodes() * self.cores_per_node()
    }
}
