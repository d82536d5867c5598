//! The machine: which CPUs share what, how far they are apart, what that costs, and the scheduling
//! domains a kernel builds on it.
//!
//! A machine is data ([`Spec`]); everything else here is derived from it once, before a run.

mod costs;
mod describe;
pub mod domains;
mod fits;
pub mod kernel;
mod presets;
mod spec;
pub mod topology;

pub use costs::{COSTS, CostInfo, Costs, Evidence, Family, Grade, apply_overrides, costs_of};
pub use describe::{Cluster, Core, Link, LinkKind, MachineDescription, Node, Socket, UnitKind};
pub use fits::{FITS, Fit};
pub use kernel::{Balancer, KernelId, KernelRules, RULES, RuleInfo, RuleKind, RuleOverrides};
pub use presets::MachineId;
pub use spec::Spec;
pub use topology::{Counts, Topology, TopologyCpu, TopologyFault};

use crate::engine::ids::{CpuId, Id, PerCpu};
use crate::engine::mask::{CpuMask, MAX_CPUS};
use crate::observe::vocab::Distance;

/// A machine, indexed every way the simulator asks.
#[derive(Clone, Debug)]
pub struct Machine {
    /// What it is called in a document.
    pub id: String,
    /// The model.
    pub name: String,
    /// Whose costs it has.
    pub family: Family,
    pub nr_cpus: usize,
    /// Timer ticks per second.
    pub hz: u32,
    /// An idle CPU's tick is stopped at once: there is one idle state, and no governor that would keep the tick over
    /// short idle times (`cpuidle_idle_call`).
    pub stops_ticks: bool,
    /// Its kernels are built with `CONFIG_PREEMPT`, as arm64's `defconfig` has it; x86 servers are not. Newidle balance heeds
    /// it; a system call is never preempted.
    pub preempt: bool,
    pub core_of: PerCpu<usize>,
    /// Cluster of each CPU; its core where the machine has no clusters.
    pub cluster_of: PerCpu<usize>,
    pub llc_of: PerCpu<usize>,
    pub node_of: PerCpu<usize>,
    pub socket_of: PerCpu<usize>,
    pub nr_nodes: usize,
    pub nr_llcs: usize,
    pub nr_clusters: usize,
    /// SLIT distances, node by node; 10 is local.
    pub node_distance: Vec<Vec<u32>>,
    /// The wires between nodes.
    pub links: Vec<Link>,
    /// The CPUs of a node share a cache (for drawing).
    pub shared_llc: bool,
    /// Per CPU: the hardware threads of its core, itself included.
    pub smt_mask: PerCpu<CpuMask>,
    /// Per CPU: the CPUs of its cluster, itself included.
    pub cluster_mask: PerCpu<CpuMask>,
    /// Per LLC: its CPUs.
    pub llc_mask: Vec<CpuMask>,
    /// Per node: its CPUs.
    pub node_mask: Vec<CpuMask>,
    pub has_smt: bool,
    pub has_clusters: bool,
    /// What the diagram draws as a box of CPUs: cluster, else core with SMT, else node.
    pub unit_of: PerCpu<usize>,
    pub nr_units: usize,
    distance: Vec<Distance>,
}

impl Machine {
    /// The machine of a preset.
    pub fn preset(id: MachineId) -> Self {
        Self::from_spec(&presets::spec(id))
    }

    /// The machine of a description.
    ///
    /// # Panics
    /// Where it has more CPUs than a set of CPUs has room for.
    pub fn from_spec(spec: &Spec) -> Self {
        let nr_cores = spec.nr_cores();
        let nr_cpus = nr_cores * spec.threads;
        assert!(nr_cpus <= MAX_CPUS, "{}: {nr_cpus} CPUs; at most {MAX_CPUS} are possible", spec.name);
        let has_clusters = spec.clusters_per_llc > 0;
        let has_smt = spec.threads > 1;

        // The first threads of all cores come before the second ones, as firmware numbers them.
        let per_cpu = |of_core: &dyn Fn(usize) -> usize| -> PerCpu<usize> {
            (0..nr_cpus).map(|cpu| of_core(cpu % nr_cores)).collect()
        };
        let core_of = per_cpu(&|core| core);
        let cluster_of =
            if has_clusters { per_cpu(&|core| core / spec.cores_per_cluster) } else { core_of.clone() };
        let llc_of = per_cpu(&|core| core / spec.cores_per_llc());
        let node_of = per_cpu(&|core| core / spec.cores_per_node());
        let socket_of = per_cpu(&|core| core / (spec.cores_per_node() * spec.nodes_per_socket));
        let unit_of = match UnitKind::of(has_clusters, has_smt) {
            UnitKind::Cluster => cluster_of.clone(),
            UnitKind::Core => core_of.clone(),
            UnitKind::Node => node_of.clone(),
        };

        let of_cpu = |group_of: &PerCpu<usize>| -> PerCpu<CpuMask> {
            let masks = masks(group_of);
            group_of.iter().map(|&group| masks[group]).collect()
        };
        let mut machine = Self {
            id: spec.id.clone(),
            name: spec.name.clone(),
            family: spec.family,
            nr_cpus,
            hz: spec.hz,
            stops_ticks: spec.stops_ticks,
            preempt: spec.preempt,
            nr_nodes: spec.nr_nodes(),
            nr_llcs: count(&llc_of),
            nr_clusters: count(&cluster_of),
            node_distance: spec.distances.clone(),
            links: spec.links.clone(),
            shared_llc: spec.shared_llc,
            smt_mask: of_cpu(&core_of),
            cluster_mask: of_cpu(&cluster_of),
            llc_mask: masks(&llc_of),
            node_mask: masks(&node_of),
            has_smt,
            has_clusters,
            nr_units: count(&unit_of),
            core_of,
            cluster_of,
            llc_of,
            node_of,
            socket_of,
            unit_of,
            distance: Vec::new(),
        };
        machine.distance = (0..nr_cpus)
            .flat_map(|a| (0..nr_cpus).map(move |b| (CpuId::new(a), CpuId::new(b))))
            .map(|(a, b)| machine.closest_shared(a, b))
            .collect();
        machine
    }

    /// How far two CPUs are apart.
    #[inline]
    pub fn distance(&self, a: CpuId, b: CpuId) -> Distance {
        self.distance[a.index() * self.nr_cpus + b.index()]
    }

    /// All CPUs.
    pub fn cpus(&self) -> CpuMask {
        CpuMask::first_n(self.nr_cpus)
    }

    /// The CPUs of the LLC of `cpu`.
    #[inline]
    pub fn llc_span(&self, cpu: CpuId) -> CpuMask {
        self.llc_mask[self.llc_of[cpu]]
    }

    /// The CPUs of the node of `cpu`.
    #[inline]
    pub fn node_span(&self, cpu: CpuId) -> CpuMask {
        self.node_mask[self.node_of[cpu]]
    }

    fn closest_shared(&self, a: CpuId, b: CpuId) -> Distance {
        let same = |of: &PerCpu<usize>| of[a] == of[b];
        if a == b {
            Distance::Cpu
        } else if same(&self.core_of) {
            Distance::Smt
        } else if same(&self.cluster_of) {
            Distance::Cluster
        } else if same(&self.llc_of) {
            Distance::Llc
        } else if same(&self.socket_of) {
            Distance::Node
        } else {
            Distance::Socket
        }
    }
}

fn count(group_of: &PerCpu<usize>) -> usize {
    group_of.iter().max().map_or(0, |&last| last + 1)
}

/// The CPUs of each group.
fn masks(group_of: &PerCpu<usize>) -> Vec<CpuMask> {
    let mut masks = vec![CpuMask::EMPTY; count(group_of)];
    for (cpu, &group) in group_of.each() {
        masks[group].set(cpu);
    }
    masks
}
