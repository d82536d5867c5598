//! Which group is the busiest, and how much should move (`find_busiest_group`,
//! `calculate_imbalance`, kernel 5.9).

use super::{IdleType, busiest_by_load};
use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::domains::{Domain, flags};
use crate::machine::kernel::BalanceRule;
use crate::observe::steps::{
    CalculateImbalance, Counted, FindBusiestGroup, FindBusiestQueue, Group as Seen, Imbalance as Amount, Load,
};
use crate::runqueue::SchedClass;
use crate::system::{GroupSums, GroupType, System};

/// What the imbalance is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migrate {
    Load,
    Util,
    Task,
}

/// An imbalance: where from, how much of what.
#[derive(Clone, Debug)]
pub struct Imbalance {
    pub group: CpuMask,
    pub amount: u64,
    pub what: Migrate,
}

impl Imbalance {
    /// As a record tells it.
    pub fn step(&self) -> CalculateImbalance {
        let amount = Amount(self.amount);
        match self.what {
            Migrate::Load => CalculateImbalance::MigrateLoad(amount),
            Migrate::Util => CalculateImbalance::MigrateUtil(amount),
            Migrate::Task => CalculateImbalance::MigrateTask(amount),
        }
    }
}

struct Stats {
    span: CpuMask,
    weight: u32,
    sums: GroupSums,
    kind: GroupType,
    capacity: u64,
}

impl Stats {
    fn avg_load(&self) -> u64 {
        self.sums.load * 1024 / self.capacity.max(1)
    }
}

fn stats(sys: &System, domain: &Domain, group: usize, cpus: CpuMask, level: usize) -> Stats {
    let g = &domain.groups[group];
    let span = g.span.and(cpus);
    let sums = sys.group_sums(span);
    let capacity = 1024 * u64::from(g.weight);
    Stats {
        span,
        weight: g.weight,
        sums,
        kind: GroupType::classify(
            g.weight,
            sums.nr_running,
            capacity,
            sums.util,
            sums.runnable,
            is_marked(sys, g.span, level),
            domain.imbalance_pct,
        ),
        capacity,
    }
}

/// `sgc->imbalance` of a group of `level`: it is set one level down, on the domain whose span the group is.
pub(super) fn is_marked(sys: &System, group: CpuMask, level: usize) -> bool {
    level > 0 && group.iter().any(|c| sys.domain_state[c].get(level - 1).is_some_and(|d| d.group_imbalance))
}

/// Notes what the decision being recorded saw of a group.
pub(super) fn note_group(sys: &mut System, first: CpuId, kind: GroupType, sums: &GroupSums, avg_load: u64) {
    let seen = Seen(Counted { running: sums.nr_running, idle: sums.idle });
    let step = match kind {
        GroupType::HasSpare => FindBusiestGroup::HasSpare(seen),
        GroupType::FullyBusy => FindBusiestGroup::FullyBusy(seen),
        GroupType::Imbalanced => FindBusiestGroup::Imbalanced(seen),
        GroupType::Overloaded => FindBusiestGroup::Overloaded(seen),
    };
    sys.tried(first, step);
    sys.tried(first, FindBusiestGroup::Load(Load(avg_load)));
}

/// The group to pull from, or none when the domain is balanced.
pub fn find_busiest_group(
    sys: &mut System,
    domain: &Domain,
    level: usize,
    dst: CpuId,
    idle: IdleType,
    cpus: CpuMask,
) -> Option<Imbalance> {
    for cpu in domain.span.and(sys.idle).iter() {
        sys.update_load(cpu);
    }
    sys.charge += Ns::from(sys.costs.balance_cpu) * u64::from(domain.weight);
    if sys.rules.balance == BalanceRule::ByLoad {
        return busiest_by_load::find_busiest_group(sys, domain, level, dst, idle, cpus);
    }

    let mut local = None;
    let mut busiest: Option<Stats> = None;
    let (mut total_load, mut total_capacity, mut total_util) = (0, 0, 0);
    for i in 0..domain.groups.len() {
        let mut s = stats(sys, domain, i, cpus, level);
        let first = s.span.first().unwrap_or(dst);
        note_group(sys, first, s.kind, &s.sums, s.avg_load());
        total_load += s.sums.load;
        total_capacity += s.capacity;
        total_util += s.sums.util;
        if domain.groups[i].span.test(dst) && local.is_none() {
            // A CPU on its way to idle is not an idle CPU yet.
            s.sums.idle -= u32::from(idle == IdleType::NewlyIdle && sys.is_idle(dst));
            local = Some(s);
        } else if s.sums.nr_running > 0 && busiest.as_ref().is_none_or(|b| busier(&s, b)) {
            busiest = Some(s);
        }
    }
    note_idle_scan(sys, domain, dst, idle, total_util);
    note_overload(sys, domain, level, dst);
    let (local, busiest) = (local?, busiest?);
    let pct = u64::from(domain.imbalance_pct);
    let avg = total_load * 1024 / total_capacity.max(1);
    let prefer_sibling = level > 0 && sys.domains.of[dst][level - 1].has(flags::PREFER_SIBLING);

    let force = busiest.kind == GroupType::Imbalanced
        || prefer_sibling
            && local.kind == GroupType::HasSpare
            && busiest.sums.nr_running > local.sums.nr_running + 1;
    if busiest.kind != GroupType::Imbalanced {
        if local.kind > busiest.kind {
            return None;
        }
        if local.kind == GroupType::Overloaded
            && (local.avg_load() >= busiest.avg_load()
                || local.avg_load() >= avg
                || 100 * busiest.avg_load() <= pct * local.avg_load())
        {
            return None;
        }
    }
    if !force
        && busiest.kind != GroupType::Overloaded
        && (idle == IdleType::Busy
            || busiest.weight > 1 && local.sums.idle <= busiest.sums.idle + 1
            || busiest.sums.nr_running == 1)
    {
        return None;
    }
    calculate_imbalance(sys, domain, &local, &busiest, avg, idle, prefer_sibling)
}

fn busier(a: &Stats, b: &Stats) -> bool {
    if a.kind != b.kind {
        return a.kind > b.kind;
    }
    match a.kind {
        GroupType::Overloaded | GroupType::FullyBusy => a.avg_load() > b.avg_load(),
        GroupType::Imbalanced => false,
        GroupType::HasSpare => {
            a.sums.idle < b.sums.idle || a.sums.idle == b.sums.idle && a.sums.nr_running > b.sums.nr_running
        }
    }
}

fn calculate_imbalance(
    sys: &System,
    domain: &Domain,
    local: &Stats,
    busiest: &Stats,
    avg: u64,
    idle: IdleType,
    prefer_sibling: bool,
) -> Option<Imbalance> {
    let of = |what, amount| (amount > 0).then_some(Imbalance { group: busiest.span, amount, what });
    if busiest.kind == GroupType::Imbalanced {
        return of(Migrate::Task, 1);
    }
    if local.kind == GroupType::HasSpare {
        let util_here = sys.rules.migrate_util_in_llc || !domain.has(flags::SHARE_PKG_RESOURCES);
        if busiest.kind == GroupType::Overloaded && util_here {
            let amount = local.capacity.saturating_sub(local.sums.util);
            if amount == 0 && idle != IdleType::Busy {
                return of(Migrate::Task, 1);
            }
            return of(Migrate::Util, amount);
        }
        let tasks = if busiest.weight == 1 || prefer_sibling {
            u64::from(busiest.sums.nr_running.saturating_sub(local.sums.nr_running)) / 2
        } else {
            u64::from(local.sums.idle.saturating_sub(busiest.sums.idle)) / 2
        };
        // One communicating pair may stay together on a node.
        if domain.has(flags::NUMA) && busiest.sums.nr_running <= 2 {
            return None;
        }
        return of(Migrate::Task, tasks);
    }
    if local.avg_load() >= busiest.avg_load() || busiest.kind != GroupType::Overloaded {
        return None;
    }
    let out = busiest.avg_load().saturating_sub(avg) * busiest.capacity;
    let room = avg.saturating_sub(local.avg_load()) * local.capacity;
    of(Migrate::Load, out.min(room) / 1024)
}

/// The highest level's pass says whether any CPU has more than one task (`rd->overload`).
pub fn note_overload(sys: &mut System, domain: &Domain, level: usize, dst: CpuId) {
    if level + 1 == sys.domains.of[dst].len() {
        sys.rd_overload = sys.overload.any_in(domain.span);
    }
}

/// `SIS_UTIL`: the utilisation of the LLC decides how many CPUs a wake-up may look at.
fn note_idle_scan(sys: &mut System, domain: &Domain, dst: CpuId, idle: IdleType, util: u64) {
    let llc = sys.machine.llc_of[dst];
    if idle == IdleType::NewlyIdle || domain.span != sys.machine.llc_mask[llc] {
        return;
    }
    let weight = u64::from(domain.weight);
    let x = util / weight * u64::from(domain.imbalance_pct);
    let used = (x * x / (10_000 * 1024)).min(1024);
    sys.nr_idle_scan[llc] = ((1024 - used) * weight / 1024) as u32;
}

/// The queue of the group to take from (`find_busiest_queue`).
pub fn find_busiest_queue(sys: &mut System, imbalance: &Imbalance, cpus: CpuMask) -> Option<CpuId> {
    let (mut most, mut busiest) = (0, None);
    for cpu in imbalance.group.and(cpus).iter() {
        let nr = u64::from(sys.nr_running(cpu));
        if nr == 0 {
            continue;
        }
        let load = sys.cpu_load(cpu);
        let value = match imbalance.what {
            Migrate::Task => nr,
            Migrate::Util if nr > 1 => sys.queues.load(cpu).util_avg,
            Migrate::Load if nr > 1 || load <= imbalance.amount => load,
            _ => continue,
        };
        sys.tried(cpu, FindBusiestQueue::Load(Load(value)));
        if value > most {
            (most, busiest) = (value, Some(cpu));
        }
    }
    busiest
}
