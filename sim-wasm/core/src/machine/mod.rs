//! The machine: which CPUs share what, how far they are apart, what that costs, and the scheduling
//! domains a kernel builds on it.
//!
//! A machine is data ([`Topology`] and [`Platform`]); everything else here is derived from it once, before a run.
//! A CPU has the number its kernel gave it. Where numbers have gaps, lists indexed by CPU have unused entries.

pub mod changes;
mod costs;
mod describe;
pub mod domains;
mod fits;
mod func_names;
pub mod kernel;
pub mod names;
pub mod notation;
mod presets;
pub mod sched_ext;
mod shape;
pub mod synthetic;
pub mod topology;

pub use costs::{
    COSTS, CostInfo, Costs, Evidence, Family, Grade, apply_overrides, cost, costs_of, line_cost,
};
pub use describe::{Cluster, Core, Link, LinkKind, MachineDescription, Node, Socket, UnitKind};
pub use fits::{FITS, Fit};
pub use func_names::name_of;
pub use kernel::{Balancer, KernelId, KernelRules, RULES, RuleInfo, RuleKind, RuleOverrides};
pub use presets::{MachineId, preset, wires};
pub use shape::{NO_GROUP, Shape};
pub use topology::{Counts, Topology, TopologyCpu, TopologyFault};

use crate::engine::ids::{CpuId, Id, PerCpu};
use crate::engine::mask::{CpuMask, MAX_CPUS};
use crate::observe::vocab::Distance;

/// The properties of a machine besides its topology.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The machine's name in a document; empty for a custom machine.
    pub id: String,
    /// The family whose costs it has.
    pub family: Family,
    /// The evidence for the family's costs holds for this machine, too. Otherwise all costs are assumed.
    pub measured: bool,
    /// Its firmware reports the CPUs' capacities to the kernel (`capacity-dmips-mhz`, ACPI's CPPC), as on arm64.
    pub tells_capacities: bool,
    /// Fork, exec and wake-ups do not place tasks on nodes further apart than this
    /// (`node_reclaim_distance`; before v5.4 it was 30 everywhere).
    pub reclaim_distance: u32,
    /// Timer ticks per second.
    pub hz: u32,
    /// An idle CPU's tick is stopped at once: there is one idle state, and no governor that would keep the tick over
    /// short idle times (`cpuidle_idle_call`).
    pub stops_ticks: bool,
    /// Its kernels are built with `CONFIG_PREEMPTION`, as arm64's `defconfig` has it; x86 servers are not. Newidle balance
    /// heeds it. Where a system call is preempted is a rule of the kernel.
    pub preempt: bool,
    /// Its last-level caches are real caches (for drawing).
    pub shared_llc: bool,
    /// The wires between nodes.
    pub links: Vec<Link>,
}

/// A machine, with an index for each query of the simulator.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Name of the model or host.
    pub name: String,
    pub platform: Platform,
    /// Number of CPUs.
    pub nr_cpus: usize,
    /// One more than the highest number of a CPU (`nr_cpu_ids`): the length of lists indexed by CPU.
    pub nr_cpu_ids: usize,
    pub core_of: PerCpu<usize>,
    /// Cluster of each CPU; its core if it is in no cluster.
    pub cluster_of: PerCpu<usize>,
    pub llc_of: PerCpu<usize>,
    pub node_of: PerCpu<usize>,
    pub socket_of: PerCpu<usize>,
    /// Number of nodes, including nodes without a CPU.
    pub nr_nodes: usize,
    /// The kernel's numbers of the nodes.
    pub node_numbers: Vec<u32>,
    pub nr_llcs: usize,
    pub nr_clusters: usize,
    /// SLIT distances, node by node; 10 is local.
    pub node_distance: Vec<Vec<u32>>,
    /// Each CPU's capacity, at most 1024, indexed by the CPU's number; empty if unknown.
    pub capacities: Vec<u32>,
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
    /// The unit that the diagram draws as one box of CPUs.
    pub unit_kind: UnitKind,
    pub unit_of: PerCpu<usize>,
    pub nr_units: usize,
    all: CpuMask,
    distance: Vec<Distance>,
}

/// Most units. A larger machine gets coarser units, since statistics by pairs of units grow with the square.
const MOST_UNITS: usize = 128;

impl Machine {
    /// The machine of a preset.
    pub fn preset(id: MachineId) -> Self {
        presets::machine(id)
    }

    /// The machine of a topology that has passed its [`check`](Topology::check).
    pub fn from_topology(topology: &Topology, platform: Platform) -> Self {
        Self::of(topology.name.clone(), Shape::of(topology), platform)
    }

    /// A machine with the groups of a shape.
    ///
    /// # Panics
    /// If a CPU's number is too large for a [`CpuMask`].
    pub fn of(name: String, shape: Shape, platform: Platform) -> Self {
        let Shape { core_of, cluster_of, llc_of, node_of, socket_of, nodes, capacities, distances } = shape;
        let nr_cpu_ids = core_of.len();
        assert!(nr_cpu_ids <= MAX_CPUS, "{name}: CPU {}; at most {MAX_CPUS}", nr_cpu_ids - 1);
        let all: CpuMask = core_of.ids().filter(|&cpu| core_of[cpu] != NO_GROUP).collect();
        let nr_nodes = nodes.len();
        let (smt_mask, cluster_mask) = (spans(&core_of), spans(&cluster_of));
        let llc_mask = masks(&llc_of, count(&llc_of));
        let node_mask = masks(&node_of, nr_nodes);
        let has_cpus = |node: &usize| node_mask.get(*node).is_some_and(|cpus| !cpus.is_empty());
        let has_clusters = cluster_of != core_of;
        let has_smt = count(&core_of) < all.weight() as usize;
        let several_llcs = llc_mask.len() > (0..nr_nodes).filter(has_cpus).count();
        let kinds = [
            (UnitKind::Cluster, has_clusters, &cluster_of),
            (UnitKind::Llc, several_llcs, &llc_of),
            (UnitKind::Core, has_smt, &core_of),
            (UnitKind::Llc, several_llcs || has_smt, &llc_of),
        ];
        let fitting = kinds.into_iter().find(|(_, there, of)| *there && count(of) <= MOST_UNITS);
        let (unit_kind, unit_of) = match fitting {
            Some((kind, _, of)) => (kind, of.clone()),
            // Of nodes, only those that have a CPU are units.
            None => {
                let rank = |&node: &usize| (0..node).filter(has_cpus).count();
                let unit = |node: &usize| if *node == NO_GROUP { NO_GROUP } else { rank(node) };
                (UnitKind::Node, node_of.iter().map(unit).collect())
            }
        };

        let mut machine = Self {
            name,
            platform,
            nr_cpus: all.weight() as usize,
            nr_cpu_ids,
            nr_nodes,
            node_numbers: nodes,
            nr_llcs: llc_mask.len(),
            nr_clusters: count(&cluster_of),
            node_distance: distances,
            capacities,
            smt_mask,
            cluster_mask,
            llc_mask,
            node_mask,
            has_smt,
            has_clusters,
            unit_kind,
            nr_units: count(&unit_of),
            core_of,
            cluster_of,
            llc_of,
            node_of,
            socket_of,
            unit_of,
            all,
            distance: Vec::new(),
        };
        machine.distance = (0..nr_cpu_ids)
            .flat_map(|a| (0..nr_cpu_ids).map(move |b| (CpuId::new(a), CpuId::new(b))))
            .map(|(a, b)| machine.closest_shared(a, b))
            .collect();
        machine
    }

    /// How far two CPUs are apart.
    #[inline]
    pub fn distance(&self, a: CpuId, b: CpuId) -> Distance {
        self.distance[a.index() * self.nr_cpu_ids + b.index()]
    }

    /// All CPUs.
    pub fn cpus(&self) -> CpuMask {
        self.all
    }

    /// The CPU with a number; `None`: the machine has no such CPU.
    pub fn cpu(&self, number: i64) -> Option<CpuId> {
        let cpu = u16::try_from(number).ok().map(CpuId)?;
        (cpu.index() < MAX_CPUS && self.all.test(cpu)).then_some(cpu)
    }

    /// The CPUs differ in capacity.
    #[cold]
    #[inline(never)]
    pub fn is_hybrid(&self) -> bool {
        let first = self.all.first().unwrap_or_default();
        let of = |cpu: CpuId| self.capacities.get(cpu.index());
        self.all.iter().any(|cpu| of(cpu) != of(first))
    }

    /// The capacity of a CPU, at most 1024.
    #[inline]
    pub fn capacity(&self, cpu: CpuId) -> u32 {
        self.capacities.get(cpu.index()).copied().unwrap_or(topology::FULL_CAPACITY)
    }

    /// The priority of a CPU for packing (`arch_asym_cpu_priority`): higher on faster CPUs, equal for the threads of a core.
    pub fn priority(&self, cpu: CpuId) -> u32 {
        self.capacity(cpu)
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

    /// The CPU is in a cluster that is larger than its core.
    #[inline]
    pub fn in_cluster(&self, cpu: CpuId) -> bool {
        self.has_clusters && self.cluster_mask[cpu] != self.smt_mask[cpu]
    }

    /// `cpus_share_resources`: the same cluster, or, for CPUs outside clusters, the same last-level cache.
    #[inline]
    pub fn share_resources(&self, a: CpuId, b: CpuId) -> bool {
        self.cluster_of[a] == self.cluster_of[b]
            || self.llc_of[a] == self.llc_of[b] && !self.in_cluster(a) && !self.in_cluster(b)
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
    group_of.iter().filter(|&&group| group != NO_GROUP).max().map_or(0, |&last| last + 1)
}

/// The CPUs of each of so many groups.
fn masks(group_of: &PerCpu<usize>, groups: usize) -> Vec<CpuMask> {
    let mut masks = vec![CpuMask::EMPTY; groups];
    for (cpu, &group) in group_of.each() {
        if group != NO_GROUP {
            masks[group].set(cpu);
        }
    }
    masks
}

/// Per CPU: the CPUs of its group.
fn spans(group_of: &PerCpu<usize>) -> PerCpu<CpuMask> {
    let masks = masks(group_of, count(group_of));
    group_of.iter().map(|&group| masks.get(group).copied().unwrap_or_default()).collect()
}
