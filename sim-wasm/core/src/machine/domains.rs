//! The scheduling domains of a machine, built like `build_sched_domains`: levels bottom up per CPU, groups from
//! the child domains, then the degenerate domains are removed.

use super::kernel::{AsymCapacity, AsymPacking, KernelRules, SchedCluster};
use super::topology::{FULL_CAPACITY, LOCAL_DISTANCE};
use super::{Family, Machine};
use crate::engine::ids::{CpuId, Id, PerCpu};
use crate::engine::mask::CpuMask;
use std::fmt::{self, Write};

/// Domain flags (`SD_*`).
pub mod flags {
    pub const BALANCE_NEWIDLE: u32 = 1 << 0;
    pub const BALANCE_EXEC: u32 = 1 << 1;
    pub const BALANCE_FORK: u32 = 1 << 2;
    pub const WAKE_AFFINE: u32 = 1 << 3;
    pub const SHARE_CPUCAPACITY: u32 = 1 << 4;
    pub const SHARE_PKG_RESOURCES: u32 = 1 << 5;
    pub const PREFER_SIBLING: u32 = 1 << 6;
    pub const NUMA: u32 = 1 << 7;
    pub const SERIALIZE: u32 = 1 << 8;
    pub const OVERLAP: u32 = 1 << 9;
    pub const CLUSTER: u32 = 1 << 10;
    /// CPUs of the domain differ in capacity.
    pub const ASYM_CPUCAPACITY: u32 = 1 << 11;
    /// It has CPUs of every capacity of the machine.
    pub const ASYM_CPUCAPACITY_FULL: u32 = 1 << 12;
    pub const ASYM_PACKING: u32 = 1 << 13;

    /// Flags of asymmetric machines only.
    pub(super) const OF_HYBRIDS: u32 = ASYM_CPUCAPACITY | ASYM_CPUCAPACITY_FULL | ASYM_PACKING;

    /// All flags with their names.
    pub const NAMES: &[(u32, &str)] = &[
        (BALANCE_NEWIDLE, "BALANCE_NEWIDLE"),
        (BALANCE_EXEC, "BALANCE_EXEC"),
        (BALANCE_FORK, "BALANCE_FORK"),
        (WAKE_AFFINE, "WAKE_AFFINE"),
        (ASYM_CPUCAPACITY, "ASYM_CPUCAPACITY"),
        (ASYM_CPUCAPACITY_FULL, "ASYM_CPUCAPACITY_FULL"),
        (ASYM_PACKING, "ASYM_PACKING"),
        (SHARE_CPUCAPACITY, "SHARE_CPUCAPACITY"),
        (CLUSTER, "CLUSTER"),
        (SHARE_PKG_RESOURCES, "SHARE_PKG_RESOURCES"),
        (PREFER_SIBLING, "PREFER_SIBLING"),
        (SERIALIZE, "SERIALIZE"),
        (OVERLAP, "OVERLAP"),
        (NUMA, "NUMA"),
    ];

    /// Flags that mean nothing in a domain of one group. Those of NUMA levels are among them from v5.10 on; before, a level
    /// that adds no node stays, and has nothing to balance.
    pub(super) const NEEDS_GROUPS: u32 = BALANCE_NEWIDLE
        | BALANCE_EXEC
        | BALANCE_FORK
        | OF_HYBRIDS
        | SHARE_CPUCAPACITY
        | SHARE_PKG_RESOURCES
        | CLUSTER
        | NUMA
        | SERIALIZE
        | OVERLAP;
}

/// Beyond this distance a NUMA domain neither places at fork and exec nor wakes affine (`RECLAIM_DISTANCE`), unless the
/// machine has another.
const RECLAIM_DISTANCE: u32 = 30;

/// One scheduling domain of one CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// Name of its level.
    pub name: &'static str,
    pub span: CpuMask,
    /// CPUs in the span.
    pub weight: u32,
    /// [`flags`].
    pub flags: u32,
    /// The kernel's name for the flag of a shared cache.
    pub cache_flag: &'static str,
    /// Starts with the group that holds the CPU.
    pub groups: Vec<Group>,
    pub min_interval_ms: u32,
    pub max_interval_ms: u32,
    pub busy_factor: u32,
    pub imbalance_pct: u32,
    pub cache_nice_tries: u32,
    /// `busy_idx` and `idle_idx`: indices into a CPU's past loads, for the periodic balance of a busy and of an idle CPU.
    pub busy_idx: usize,
    pub idle_idx: usize,
    /// The number of tasks that may stay together on a NUMA node (`imb_numa_nr`).
    pub imb_numa_nr: u32,
}

impl Domain {
    #[inline]
    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The names of the flags, without their `SD_`.
    pub fn flag_names(&self) -> Vec<&'static str> {
        let name = |&(flag, name)| if flag == flags::SHARE_PKG_RESOURCES { self.cache_flag } else { name };
        flags::NAMES.iter().filter(|(flag, _)| self.has(*flag)).map(name).collect()
    }

    fn is_degenerate(&self) -> bool {
        self.weight == 1
            || !(self.groups.len() > 1 && self.has(flags::NEEDS_GROUPS) || self.has(flags::WAKE_AFFINE))
    }

    /// `parent` adds nothing to `self`.
    fn makes_degenerate(&self, parent: &Self) -> bool {
        if parent.is_degenerate() {
            return true;
        }
        let mut needed = parent.flags;
        if parent.groups.len() == 1 {
            needed &= !(flags::NEEDS_GROUPS | flags::PREFER_SIBLING);
        }
        parent.span == self.span && needed & !self.flags == 0
    }
}

/// One group of a domain: what balancing compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub span: CpuMask,
    /// The CPUs that may balance on behalf of the group.
    pub balance_mask: CpuMask,
    /// CPUs in the span.
    pub weight: u32,
    /// Number of its cores, if all have as many threads as the core of its first CPU.
    pub cores: u32,
    /// The CPUs of the span in ascending order, as a list: sums over a group are frequent.
    pub cpus: Vec<CpuId>,
    /// Flags of the child domain that the group is made from; 0 for a single CPU.
    pub flags: u32,
    /// `sched_group_capacity`: the sum, the minimum and the maximum of its CPUs' capacities.
    pub capacity: u64,
    pub min_capacity: u32,
    pub max_capacity: u32,
    /// The CPU of highest priority, where tasks are packed.
    pub asym_prefer_cpu: CpuId,
}

impl Group {
    fn new(machine: &Machine, span: CpuMask, flags: u32, balance_mask: CpuMask) -> Self {
        let threads = span.first().map_or(1, |cpu| machine.smt_mask[cpu].weight());
        let weight = span.weight();
        Self {
            span,
            balance_mask,
            weight,
            cores: weight.div_ceil(threads),
            cpus: span.iter().collect(),
            flags: if weight > 1 { flags } else { 0 },
            capacity: u64::from(FULL_CAPACITY * weight),
            min_capacity: FULL_CAPACITY,
            max_capacity: FULL_CAPACITY,
            asym_prefer_cpu: span.first().unwrap_or_default(),
        }
    }
}

/// The domains of all CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    /// The CPUs of the machine.
    pub cpus: CpuMask,
    /// Per CPU, bottom up.
    pub of: PerCpu<Vec<Domain>>,
    /// Per CPU: the index of `sd_llc`, the highest domain whose CPUs share a cache.
    pub llc_level: PerCpu<Option<usize>>,
    /// The capacity of each CPU (`arch_scale_cpu_capacity`), if capacities differ and the kernel knows them; else empty.
    pub capacities: Vec<u32>,
}

/// The CPUs that a level of the topology groups with a CPU.
#[derive(Clone, Copy)]
enum Reach {
    Smt,
    Cluster,
    Llc,
    Node,
    /// The node, and those that are no further away than it is itself.
    Near,
    /// All nodes up to a distance.
    Distance(u32),
}

#[derive(Clone, Copy)]
struct Level {
    name: &'static str,
    reach: Reach,
    flags: u32,
}

impl Level {
    fn mask(&self, machine: &Machine, cpu: CpuId) -> CpuMask {
        match self.reach {
            Reach::Smt => machine.smt_mask[cpu],
            Reach::Cluster => machine.cluster_mask[cpu],
            Reach::Llc => machine.llc_span(cpu),
            Reach::Node => machine.node_span(cpu),
            Reach::Near => within(machine, cpu, LOCAL_DISTANCE),
            Reach::Distance(limit) => within(machine, cpu, limit),
        }
    }

    fn domain(&self, machine: &Machine, rules: &KernelRules, span: CpuMask) -> Domain {
        use flags::{
            BALANCE_EXEC, BALANCE_FORK, BALANCE_NEWIDLE, NUMA, OVERLAP, PREFER_SIBLING, SERIALIZE,
            SHARE_CPUCAPACITY, SHARE_PKG_RESOURCES, WAKE_AFFINE,
        };
        let weight = span.weight();
        let mut flags =
            self.flags | BALANCE_NEWIDLE | BALANCE_EXEC | BALANCE_FORK | WAKE_AFFINE | PREFER_SIBLING;
        if let Reach::Distance(distance) = self.reach {
            flags = (flags | NUMA | SERIALIZE | OVERLAP) & !PREFER_SIBLING;
            let zen = rules.zen_reclaim_distance;
            if distance > if zen { machine.platform.reclaim_distance } else { RECLAIM_DISTANCE } {
                flags &= !(BALANCE_EXEC | BALANCE_FORK | WAKE_AFFINE);
            }
        }
        let (imbalance_pct, cache_nice_tries, busy_idx, idle_idx) = if flags & SHARE_CPUCAPACITY != 0 {
            (110, 0, 0, 0)
        } else if flags & SHARE_PKG_RESOURCES != 0 {
            (117, 1, 2, 0)
        } else if flags & NUMA != 0 {
            (rules.numa_imbalance_pct, 2, 3, 2)
        } else {
            (rules.numa_imbalance_pct, 1, 2, 1)
        };
        Domain {
            name: self.name,
            span,
            weight,
            flags,
            cache_flag: rules.cache_flag.key(),
            groups: Vec::new(),
            min_interval_ms: weight,
            max_interval_ms: 2 * weight,
            busy_factor: rules.busy_factor,
            imbalance_pct,
            cache_nice_tries,
            busy_idx,
            idle_idx,
            imb_numa_nr: 0,
        }
    }
}

/// The CPUs of the nodes up to a distance from that of `cpu`.
fn within(machine: &Machine, cpu: CpuId, limit: u32) -> CpuMask {
    let row = &machine.node_distance[machine.node_of[cpu]];
    let near = row.iter().zip(&machine.node_mask).filter(|(distance, _)| **distance <= limit);
    near.fold(CpuMask::EMPTY, |span, (_, mask)| span.or(*mask))
}

/// The levels of the machine, bottom up (`sched_domain_topology`).
fn levels(machine: &Machine, rules: &KernelRules, cluster_domain: bool) -> Vec<Level> {
    let level = |name, reach, flags| Level { name, reach, flags };
    let cluster_flags =
        if rules.sched_cluster_active { flags::CLUSTER } else { 0 } | flags::SHARE_PKG_RESOURCES;
    let mut levels = vec![level("SMT", Reach::Smt, flags::SHARE_CPUCAPACITY | flags::SHARE_PKG_RESOURCES)];
    if cluster_domain {
        levels.push(level(rules.cluster_level.key(), Reach::Cluster, cluster_flags));
    }
    levels.push(level("MC", Reach::Llc, flags::SHARE_PKG_RESOURCES));
    levels.push(level(rules.package_level.key(), Reach::Node, 0));
    if machine.nr_nodes > 1 {
        levels.push(level("NODE", Reach::Near, 0));
        let distances = numa_distances(machine, rules);
        let furthest = distances.iter().copied().max().unwrap_or(LOCAL_DISTANCE);
        let remote = (LOCAL_DISTANCE + 1..=furthest).filter(|distance| distances.contains(distance));
        levels.extend(remote.map(|distance| level("NUMA", Reach::Distance(distance), 0)));
    }
    levels
}

/// Whether a kernel has the cluster level on a machine (`CONFIG_SCHED_CLUSTER`).
#[cold]
#[inline(never)]
pub fn has_cluster_level(machine: &Machine, rules: &KernelRules) -> bool {
    let is_arm = machine.platform.family == Family::Kunpeng;
    machine.has_clusters
        && match rules.sched_cluster {
            SchedCluster::None => false,
            SchedCluster::X86 => !is_arm && !machine.is_hybrid(),
            SchedCluster::X86Hybrid => !is_arm,
            SchedCluster::All => true,
        }
}

/// The distances that make levels (`sched_init_numa`): those of node 0 to all others; from 5.18 on those between nodes that
/// have CPUs.
fn numa_distances(machine: &Machine, rules: &KernelRules) -> Vec<u32> {
    if !rules.all_distance_rows {
        return machine.node_distance.first().cloned().unwrap_or_default();
    }
    let with_cpus = || (0..machine.nr_nodes).filter(|&node| !machine.node_mask[node].is_empty());
    let mut distances = Vec::new();
    for from in with_cpus() {
        distances.extend(with_cpus().map(|to| machine.node_distance[from][to]));
    }
    distances
}

/// The capacities of the CPUs, if they differ and the kernel knows them.
#[cold]
#[inline(never)]
fn capacities(machine: &Machine, rules: &KernelRules) -> Vec<u32> {
    if machine.is_hybrid() && rules.asym_capacity != AsymCapacity::Off && is_told(machine, rules) {
        machine.capacities.clone()
    } else {
        Vec::new()
    }
}

/// Whether the kernel knows the CPUs' capacities.
fn is_told(machine: &Machine, rules: &KernelRules) -> bool {
    machine.platform.tells_capacities || rules.hybrid_capacity && !machine.has_smt
}

/// `asym_cpu_capacity_classify`: the flags of a span whose CPUs differ in capacity.
#[cold]
#[inline(never)]
fn asym_flags(capacities: &[u32], all: CpuMask, span: CpuMask) -> u32 {
    if capacities.is_empty() {
        return 0;
    }
    let kinds = |cpus: CpuMask| {
        let mut kinds: Vec<u32> = Vec::new();
        for cpu in cpus.iter() {
            let capacity = capacities[cpu.index()];
            if !kinds.contains(&capacity) {
                kinds.push(capacity);
            }
        }
        kinds.len()
    };
    match kinds(span) {
        0 | 1 => 0,
        some if some == kinds(all) => flags::ASYM_CPUCAPACITY | flags::ASYM_CPUCAPACITY_FULL,
        _ => flags::ASYM_CPUCAPACITY,
    }
}

/// `asym_cpu_capacity_level`, up to v5.13: the lowest of the levels at which every CPU sees one of the largest. It alone has
/// the flag.
#[cold]
#[inline(never)]
fn asym_level(machine: &Machine, levels: &[Level], capacities: &[u32]) -> Option<usize> {
    let most = capacities.iter().max()?;
    let sees_most =
        |level: &Level, from| level.mask(machine, from).iter().any(|cpu| capacities[cpu.index()] == *most);
    machine.cpus().iter().filter_map(|cpu| levels.iter().position(|level| sees_most(level, cpu))).max()
}

/// The flag of levels on which tasks are packed (`x86_core_flags`, `x86_die_flags`): only where the kernel does not
/// know the capacities.
fn packing_flag(machine: &Machine, rules: &KernelRules, reach: Reach) -> u32 {
    let here = match reach {
        Reach::Cluster | Reach::Llc => rules.asym_packing != AsymPacking::Off,
        Reach::Node => rules.asym_packing == AsymPacking::Package,
        _ => false,
    };
    if here && machine.is_hybrid() && !is_told(machine, rules) { flags::ASYM_PACKING } else { 0 }
}

/// Sets the capacities of a group of a hybrid machine, and its CPU of highest priority.
#[cold]
#[inline(never)]
fn weigh(machine: &Machine, capacities: &[u32], group: &mut Group) {
    let of = |cpu: CpuId| capacities.get(cpu.index()).copied().unwrap_or(FULL_CAPACITY);
    (group.capacity, group.min_capacity, group.max_capacity) = (0, FULL_CAPACITY, 0);
    for &cpu in &group.cpus {
        group.capacity += u64::from(of(cpu));
        group.min_capacity = group.min_capacity.min(of(cpu));
        group.max_capacity = group.max_capacity.max(of(cpu));
        if machine.priority(cpu) > machine.priority(group.asym_prefer_cpu) {
            group.asym_prefer_cpu = cpu;
        }
    }
}

/// All domains before degeneration: per CPU one per level, up to the first that spans the machine.
type Full = PerCpu<Vec<Domain>>;

/// The domains of a machine under the rules of a kernel, with or without the cluster level.
pub fn build(machine: &Machine, rules: &KernelRules, cluster_domain: bool) -> Domains {
    let capacities = capacities(machine, rules);
    let mut of: PerCpu<Vec<Domain>> = if !rules.has_domains() {
        vec![Vec::new(); machine.nr_cpu_ids].into()
    } else {
        let full = spans(machine, rules, &levels(machine, rules, cluster_domain), &capacities);
        full.ids()
            .map(|cpu| {
                let with_groups = |level| {
                    let groups = groups(machine, &full, rules, cpu, level);
                    Domain { groups, ..full[cpu][level].clone() }
                };
                attach((0..full[cpu].len()).map(with_groups))
            })
            .collect()
    };
    of.iter_mut().for_each(Vec::shrink_to_fit);
    if machine.is_hybrid() {
        let groups = of.iter_mut().flatten().flat_map(|domain| &mut domain.groups);
        groups.for_each(|group| weigh(machine, &capacities, group));
    }
    let llc_level = of.iter().map(|domains| sd_llc(domains)).collect();
    Domains { cpus: machine.cpus(), of, llc_level, capacities }
}

fn spans(machine: &Machine, rules: &KernelRules, levels: &[Level], capacities: &[u32]) -> Full {
    let one = if machine.is_hybrid() && !rules.asym_levels {
        asym_level(machine, levels, capacities)
    } else {
        None
    };
    let build_cpu = |cpu| {
        let mut domains: Vec<Domain> = Vec::new();
        for (i, level) in levels.iter().enumerate() {
            let span = level.mask(machine, cpu);
            let asym = match one {
                Some(at) if at == i => flags::ASYM_CPUCAPACITY,
                Some(_) => 0,
                None => asym_flags(capacities, machine.cpus(), span),
            };
            // Tasks are not spread over CPUs of different capacity.
            if let Some(child) = domains.last_mut().filter(|_| asym != 0) {
                child.flags &= !flags::PREFER_SIBLING;
            }
            let mut domain = level.domain(machine, rules, span);
            domain.flags |= asym | packing_flag(machine, rules, level.reach);
            domains.push(domain);
            if domains.last().is_some_and(|top| top.span == machine.cpus()) {
                break;
            }
        }
        set_imb_numa_nr(&mut domains);
        domains
    };
    let all = machine.cpus();
    machine.node_of.ids().map(|cpu| if all.test(cpu) { build_cpu(cpu) } else { Vec::new() }).collect()
}

/// `imb_numa_nr` of a CPU's domains, bottom up: an eighth of a node that has one LLC, of a node with several their
/// number; further out as many times more as the domain holds the first NUMA domain.
fn set_imb_numa_nr(domains: &mut [Domain]) {
    let (mut nr, mut unit) = (0, 1);
    for level in 1..domains.len() {
        let (below, above) = domains.split_at_mut(level);
        let Some((domain, parents)) = above.split_first_mut() else { return };
        let child = &below[level - 1];
        let is_node = child.has(flags::SHARE_PKG_RESOURCES) && !domain.has(flags::SHARE_PKG_RESOURCES);
        if is_node {
            let llcs = domain.weight / child.weight;
            nr = if llcs == 1 { domain.weight / 8 } else { llcs }.max(1);
            let numa = parents.iter().find(|parent| parent.has(flags::NUMA));
            unit = numa.map_or(domain.weight, |numa| numa.weight);
            domain.imb_numa_nr = nr;
        } else {
            domain.imb_numa_nr = nr * (domain.weight / unit).max(1);
        }
    }
}

fn groups(machine: &Machine, full: &Full, rules: &KernelRules, cpu: CpuId, level: usize) -> Vec<Group> {
    let domain = &full[cpu][level];
    let mut covered = CpuMask::EMPTY;
    let mut groups = Vec::new();
    for member in domain.span.iter_wrap(cpu) {
        // With asymmetric distances, a member's domain of this level may be absent or may not
        // contain the member.
        let reaches_itself = full[member].get(level).is_some_and(|d| d.span.test(member));
        if covered.test(member) || !reaches_itself {
            continue;
        }
        let group = if domain.has(flags::OVERLAP) {
            overlapping_group(machine, full, rules, domain.span, member, level)
        } else if level == 0 {
            Group::new(machine, CpuMask::one(member), 0, CpuMask::one(member))
        } else {
            let own = &full[member];
            let child = own[level - 1].span;
            Group::new(machine, child, own[without_degenerate(own, level - 1)].flags, child)
        };
        covered = covered.or(group.span);
        groups.push(group);
    }
    groups
}

/// The group of a NUMA domain made from `member`: the span of its child domain. The CPUs with the
/// same child span balance it.
fn overlapping_group(
    machine: &Machine,
    full: &Full,
    rules: &KernelRules,
    span: CpuMask,
    member: CpuId,
    level: usize,
) -> Group {
    let own = &full[member];
    let mut child = level - 1;
    if rules.groups_inside_span {
        while child > 0 && !own[child].span.is_subset_of(span) {
            child -= 1;
        }
        child = without_degenerate(own, child);
    }
    let group = own[child].span;
    let speaks_for_group = |cpu: &CpuId| full[*cpu].get(child).is_some_and(|d| d.span == group);
    let flags = own[without_degenerate(own, child)].flags;
    Group::new(machine, group, flags, group.iter().filter(speaks_for_group).collect())
}

/// The lowest level of a CPU with the same span as `level`; the levels between are degenerate.
fn without_degenerate(own: &[Domain], mut level: usize) -> usize {
    while level > 0 && own[level - 1].span == own[level].span {
        level -= 1;
    }
    level
}

/// Removes degenerate domains (`cpu_attach_domain`).
fn attach(domains: impl Iterator<Item = Domain>) -> Vec<Domain> {
    let mut kept: Vec<Domain> = Vec::new();
    for domain in domains {
        match kept.last_mut() {
            Some(child) if child.makes_degenerate(&domain) => {
                child.flags |= domain.flags & flags::PREFER_SIBLING
            }
            _ => kept.push(domain),
        }
    }
    if kept.first().is_some_and(Domain::is_degenerate) {
        kept.remove(0);
    }
    kept
}

/// Index of the highest domain that shares a cache, in the unbroken run from the lowest.
fn sd_llc(domains: &[Domain]) -> Option<usize> {
    domains.iter().take_while(|domain| domain.has(flags::SHARE_PKG_RESOURCES)).count().checked_sub(1)
}

impl fmt::Display for Domains {
    /// Like the kernel's `sched_debug` output, with the figures that a balancer reads of each domain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cpu in self.cpus.iter() {
            let domains = &self.of[cpu];
            if domains.is_empty() {
                writeln!(f, "CPU{cpu} attaching NULL sched-domain.")?;
                continue;
            }
            writeln!(f, "CPU{cpu} attaching sched-domain(s):")?;
            for (level, domain) in domains.iter().enumerate() {
                let indent = " ".repeat(level + 1);
                writeln!(f, "{indent}domain-{level}: span={} level={}", domain.span.to_list(), domain.name)?;
                writeln!(f, "{indent} groups: {}", groups_line(&domain.groups)?)?;
                writeln!(
                    f,
                    "{indent} interval={}-{} ms busy_factor={} imbalance_pct={} flags={}",
                    domain.min_interval_ms,
                    domain.max_interval_ms,
                    domain.busy_factor,
                    domain.imbalance_pct,
                    domain.flag_names().join("|"),
                )?;
            }
        }
        Ok(())
    }
}

fn groups_line(groups: &[Group]) -> Result<String, fmt::Error> {
    let mut line = String::new();
    for group in groups {
        if !line.is_empty() {
            line.push_str(", ");
        }
        write!(line, "{}:{{ span={}", group.balance_mask.first().unwrap_or_default(), group.span.to_list())?;
        if group.balance_mask != group.span {
            write!(line, " mask={}", group.balance_mask.to_list())?;
        }
        line.push_str(" }");
    }
    Ok(line)
}
