//! The cluster-first wake-up scans: the RFC's, the one proposed in its thread, that of version 6, the merged one.

use super::look;
use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::machine::domains::flags;
use crate::machine::kernel::Sis;
use crate::observe::steps::{Left, SelectIdleCluster, SelectIdleCpu};
use crate::observe::vocab::How;
use crate::system::System;

/// How many CPUs a scan may still look at; none: it is not bounded. As in the kernel the count is taken down before
/// the look, so a limit of 4 looks at three.
pub struct Budget {
    left: Option<u32>,
    /// Where looking is free.
    free: CpuMask,
}

impl Budget {
    pub fn new(limit: Option<u32>, free: CpuMask) -> Self {
        Self { left: limit, free }
    }
    pub fn spent(&self) -> bool {
        self.left == Some(0)
    }
    /// The first idle CPU of `cpus` from `start` on, circularly.
    pub fn scan(&mut self, sys: &mut System, cpus: CpuMask, start: CpuId) -> Option<CpuId> {
        for cpu in cpus.iter_wrap(start) {
            if !self.free.test(cpu) {
                self.left = self.left.map(|left| left - 1);
            }
            if self.spent() {
                sys.tried(cpu, SelectIdleCpu::OutOfBudget);
                return None;
            }
            let left = Left(self.left);
            if look(sys, cpu) {
                sys.tried(cpu, SelectIdleCpu::Idle(left));
                return Some(cpu);
            }
            sys.tried(cpu, SelectIdleCpu::Busy(left));
        }
        None
    }
}

/// RFC v2 (December 2020): the target's cluster, from the target on, without a limit. A machine
/// with SMT does not use it.
pub fn select_idle_cluster(sys: &mut System, allowed: CpuMask, target: CpuId) -> Option<CpuId> {
    if sys.machine.has_smt || !sys.machine.has_clusters {
        return None;
    }
    for cpu in sys.machine.cluster_mask[target].and(allowed).iter_wrap(target) {
        if look(sys, cpu) {
            sys.tried(cpu, SelectIdleCluster::Idle);
            return Some(cpu);
        }
        sys.tried(cpu, SelectIdleCluster::Busy);
    }
    None
}

/// The alternative of the RFC's thread, as meant: the levels that share a cache from the inside out,
/// each without the one below, with one budget, back at the first idle CPU.
pub fn scan_levels(
    sys: &mut System,
    target: CpuId,
    cpus: CpuMask,
    budget: &mut Budget,
) -> Option<(CpuId, How)> {
    let mut inner = CpuMask::EMPTY;
    let domains = sys.domains.clone();
    for domain in &domains.of[target] {
        if !domain.has(flags::SHARE_PKG_RESOURCES) {
            break;
        }
        if domain.has(flags::SHARE_CPUCAPACITY) {
            continue;
        }
        let found = budget.scan(sys, cpus.and(domain.span).and_not(inner), target);
        if let Some(cpu) = found {
            let how = if cluster_shared(sys, cpu, target) { How::Cluster } else { How::Llc };
            return Some((cpu, how));
        }
        if budget.spent() {
            return None;
        }
        inner = domain.span;
    }
    None
}

/// Version 6 of the series (April 2021): between CPUs of one LLC the target's cluster, and nothing behind it.
pub fn scan_cluster(
    sys: &mut System,
    target: CpuId,
    cpus: CpuMask,
    budget: &mut Budget,
) -> Option<(CpuId, How)> {
    let cluster = sys.machine.cluster_mask[target];
    budget.scan(sys, cpus.and(cluster), scan_start(sys, target)).map(|cpu| (cpu, How::Cluster))
}

/// The target, or the CPU after it: since v5.15 a scan leaves out CPUs that the wake-up has examined already.
pub fn scan_start(sys: &System, target: CpuId) -> CpuId {
    match sys.rules.sis {
        Sis::Prop => target,
        Sis::Aged | Sis::Util => target.after(),
    }
}

/// v6.7: the cluster from the CPU after the target on, then the rest of the LLC, with one budget.
pub fn scan_merged(
    sys: &mut System,
    target: CpuId,
    cpus: CpuMask,
    budget: &mut Budget,
) -> Option<(CpuId, How)> {
    if !sys.machine.in_cluster(target) {
        return budget.scan(sys, cpus, target.after()).map(|cpu| (cpu, How::Llc));
    }
    let cluster = sys.machine.cluster_mask[target];
    if let Some(cpu) = budget.scan(sys, cpus.and(cluster), target.after()) {
        return Some((cpu, How::Cluster));
    }
    if budget.spent() {
        return None;
    }
    budget.scan(sys, cpus.and_not(cluster), target.after()).map(|cpu| (cpu, How::Llc))
}

/// `sched_cluster_active`: the forms of version 6 and of v6.7 work on the cluster domain and do nothing without it.
pub fn is_active(sys: &System) -> bool {
    sys.features.has_cluster_level() && sys.machine.has_clusters
}

fn cluster_shared(sys: &System, a: CpuId, b: CpuId) -> bool {
    sys.machine.has_clusters && sys.machine.cluster_of[a] == sys.machine.cluster_of[b]
}
