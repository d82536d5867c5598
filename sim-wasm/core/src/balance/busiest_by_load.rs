//! Which group is the busiest, and how much load should move, by the loads of the groups alone
//! (`find_busiest_group`, `calculate_imbalance`, `fix_small_imbalance`, kernels up to 5.4).

use super::IdleType;
use super::busiest::{Imbalance, Migrate, is_marked, note_group, note_overload};
use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::machine::domains::{Domain, flags};
use crate::runqueue::SchedClass;
use crate::system::{CAPACITY, GroupSums, GroupType, System};

/// What a group is; later ones are pulled from first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Other,
    Imbalanced,
    Overloaded,
}

struct Stats {
    span: CpuMask,
    weight: u32,
    sums: GroupSums,
    kind: Kind,
    capacity: u64,
    /// Present or past load of all its CPUs.
    load: u64,
    /// Load per capacity of one CPU.
    avg_load: u64,
    load_per_task: u64,
}

impl Stats {
    fn has_capacity(&self, pct: u64) -> bool {
        self.sums.nr_running < self.weight || self.capacity * 100 > self.sums.util * pct
    }
}

fn stats(sys: &mut System, domain: &Domain, group: usize, cpus: CpuMask, level: usize, idx: usize) -> Stats {
    let g = &domain.groups[group];
    let span = g.span.and(cpus);
    let mut sums = sys.group_sums(span.iter());
    let capacity: u64 = g.span.iter().map(|c| sys.cpu_capacity(c)).sum();
    sums.load = span.iter().map(|c| sys.cpu_load(c)).sum();
    let load: u64 = span.iter().map(|c| sys.biased_load(c, idx, group == 0)).sum();
    sums.util = span.iter().map(|c| sys.queues.load(c).util_avg.min(sys.cpu_capacity(c))).sum();
    let full = sums.nr_running > g.weight && capacity * 100 < sums.util * u64::from(domain.imbalance_pct);
    Stats {
        span,
        weight: g.weight,
        sums,
        kind: match (full, is_marked(sys, domain, g, level)) {
            (true, _) => Kind::Overloaded,
            (false, true) => Kind::Imbalanced,
            (false, false) => Kind::Other,
        },
        capacity,
        load,
        avg_load: load * CAPACITY / capacity.max(1),
        load_per_task: sums.load.checked_div(u64::from(sums.nr_running)).unwrap_or(0),
    }
}

/// The group to pull from and the load to pull, or none when the domain is balanced.
pub fn find_busiest_group(
    sys: &mut System,
    domain: &Domain,
    level: usize,
    dst: CpuId,
    idle: IdleType,
    cpus: CpuMask,
) -> Option<Imbalance> {
    let pct = u64::from(domain.imbalance_pct);
    let prefer_sibling = level > 0 && sys.domains.of[dst][level - 1].has(flags::PREFER_SIBLING);
    let idx = match idle {
        IdleType::Busy => domain.busy_idx,
        IdleType::Idle => domain.idle_idx,
        IdleType::NewlyIdle => 0,
    };
    let mut groups: Vec<Stats> =
        (0..domain.groups.len()).map(|i| stats(sys, domain, i, cpus, level, idx)).collect();
    let at = domain.groups.iter().position(|g| g.span.test(dst))?;
    let local = groups.remove(at);
    note(sys, &local, pct, dst);
    let (mut load, mut capacity) = (local.load, local.capacity);
    let mut busiest: Option<Stats> = None;
    for mut s in groups {
        load += s.load;
        capacity += s.capacity;
        // Excess tasks go to a sibling that has room.
        if prefer_sibling && local.has_capacity(pct) && s.sums.nr_running > local.sums.nr_running + 1 {
            s.kind = Kind::Overloaded;
        }
        note(sys, &s, pct, dst);
        if busiest.as_ref().is_none_or(|b| (s.kind, s.avg_load) > (b.kind, b.avg_load)) {
            busiest = Some(s);
        }
    }
    note_overload(sys, domain, level, dst);
    let busiest = busiest.filter(|b| b.sums.nr_running > 0)?;
    let average = load * CAPACITY / capacity.max(1);
    let force = busiest.kind == Kind::Imbalanced
        || idle != IdleType::Busy && local.has_capacity(pct) && busiest.kind == Kind::Overloaded;
    if !force {
        let level_enough = if idle == IdleType::Idle {
            busiest.kind != Kind::Overloaded && local.sums.idle <= busiest.sums.idle + 1
        } else {
            100 * busiest.avg_load <= pct * local.avg_load
        };
        if local.avg_load >= busiest.avg_load || local.avg_load >= average || level_enough {
            return None;
        }
    }
    let amount = calculate_imbalance(sys, &local, &busiest, average, dst);
    (amount > 0).then_some(Imbalance { group: busiest.span, amount, what: Migrate::Load })
}

fn note(sys: &mut System, s: &Stats, pct: u64, dst: CpuId) {
    let first = s.span.first().unwrap_or(dst);
    let kind = match s.kind {
        Kind::Other if s.has_capacity(pct) => GroupType::HasSpare,
        Kind::Other => GroupType::FullyBusy,
        Kind::Imbalanced => GroupType::Imbalanced,
        Kind::Overloaded => GroupType::Overloaded,
    };
    note_group(sys, first, kind, &s.sums, s.avg_load);
}

/// The load to move, such that neither group crosses the average and no CPU becomes idle.
fn calculate_imbalance(sys: &System, local: &Stats, busiest: &Stats, average: u64, dst: CpuId) -> u64 {
    let mut per_task = busiest.load_per_task;
    if busiest.kind == Kind::Imbalanced {
        per_task = per_task.min(average);
    }
    if busiest.avg_load <= average || local.avg_load >= average {
        return fix_small_imbalance(sys, local, busiest, per_task, dst);
    }
    let mut above = u64::MAX;
    if busiest.kind == Kind::Overloaded && local.kind == Kind::Overloaded {
        let tasks = u64::from(busiest.sums.nr_running) * CAPACITY;
        if tasks > busiest.capacity {
            above = (tasks - busiest.capacity) * 1024 / busiest.capacity;
        }
    }
    let pull = (busiest.avg_load - average).min(above);
    let amount = (pull * busiest.capacity).min((average - local.avg_load) * local.capacity) / CAPACITY;
    if amount < per_task { fix_small_imbalance(sys, local, busiest, per_task, dst) } else { amount }
}

/// Less than a task: one task moves if the groups are a task apart, or if both together could then use more
/// of their capacity.
fn fix_small_imbalance(sys: &System, local: &Stats, busiest: &Stats, per_task: u64, dst: CpuId) -> u64 {
    let mut apart = 2;
    let mut here = local.load_per_task;
    if local.sums.nr_running == 0 {
        let nr = u64::from(sys.nr_running(dst));
        here = sys.cpu_load(dst).checked_div(nr).unwrap_or(0);
    } else if per_task > here {
        apart = 1;
    }
    let scaled = per_task * CAPACITY / busiest.capacity;
    if busiest.avg_load + scaled >= local.avg_load + scaled * apart {
        return per_task;
    }
    let now = busiest.capacity * per_task.min(busiest.avg_load) + local.capacity * here.min(local.avg_load);
    let less = busiest.avg_load.saturating_sub(scaled);
    let moved = per_task.min(busiest.avg_load * busiest.capacity / CAPACITY) * CAPACITY / local.capacity;
    let then = busiest.capacity * per_task.min(less) + local.capacity * here.min(local.avg_load + moved);
    if then / CAPACITY > now / CAPACITY { per_task } else { 0 }
}
