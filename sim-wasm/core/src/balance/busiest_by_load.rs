//! Which group is the busiest, and how much load should move, by the loads of the groups alone
//! (`find_busiest_group`, `calculate_imbalance`, `fix_small_imbalance`, kernels up to 5.4).

use super::IdleType;
use super::imbalance::{Imbalance, Migrate, is_marked, note_group, note_overload};
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
    note_group(sys, first, kind, &s.sums, Some(s.avg_load));
}

/// The load to move, such that neither group crosses the average and no CPU becomes idle.
fn calculate_imbalance(sys: &System, local: &Stats, busiest: &Stats, average: u64, dst: CpuId) -> u64 {
    let mut per_task = busiest.load_per_task;
    if busiest.kind == Kind::Imbalanced {
        per_task = per_task.min(average);
    }
    if busiest.avg_load <= average || local.avg_load >= average {
        return fix_small_imbalance(sys, local, busiest, (0, per_task), dst);
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
    if amount < per_task { fix_small_imbalance(sys, local, busiest, (amount, per_task), dst) } else { amount }
}

/// Less than a task: one task moves if the groups are a task apart, or if both together could then use more
/// of their capacity; else it stays at the amount that was found.
fn fix_small_imbalance(
    sys: &System,
    local: &Stats,
    busiest: &Stats,
    (amount, per_task): (u64, u64),
    dst: CpuId,
) -> u64 {
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
    if then / CAPACITY > now / CAPACITY { per_task } else { amount }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;

    fn system() -> System {
        System::bare(MachineId::Xeon40, kernel::rules(KernelId::V4_20), Features::default())
    }

    /// A group of so many full CPUs with so many tasks and this load of each CPU, of which a task has so much.
    fn group(kind: Kind, weight: u32, nr_running: u32, avg_load: u64, load_per_task: u64) -> Stats {
        let capacity = u64::from(weight) * CAPACITY;
        let load = avg_load * u64::from(weight);
        let sums = GroupSums { nr_running, load, ..GroupSums::default() };
        Stats { span: CpuMask::EMPTY, weight, sums, kind, capacity, load, avg_load, load_per_task }
    }

    #[test]
    fn a_group_has_room_below_a_task_a_cpu_or_the_percentage_of_its_capacity() {
        let of = |nr_running, util| {
            let mut stats = group(Kind::Other, 4, nr_running, 0, 0);
            (stats.capacity, stats.sums.util) = (1000, util);
            stats.has_capacity(125)
        };
        assert_eq!(
            [(3, 2000), (4, 800), (4, 799), (5, 800)].map(|(nr, util)| of(nr, util)),
            [true, false, true, false]
        );
    }

    #[test]
    fn load_moves_until_one_of_both_groups_is_at_the_average_and_no_cpu_there_is_without_a_task() {
        let sys = system();
        let amount = |local: &Stats, busiest: &Stats, average| {
            calculate_imbalance(&sys, local, busiest, average, CpuId(0))
        };
        let local = |avg_load| group(Kind::Other, 4, 4, avg_load, avg_load);
        let busiest = |kind, tasks| group(kind, 4, tasks, 2048, 1000);
        assert_eq!(amount(&local(0), &busiest(Kind::Other, 8), 1024), 4096);
        assert_eq!(amount(&local(512), &busiest(Kind::Other, 8), 1024), 2048);
        assert_eq!(amount(&local(512), &busiest(Kind::Other, 8), 1548), 2000);
        // Of twice as large a group it is twice as much.
        let large = group(Kind::Other, 8, 8, 1324, 1000);
        assert_eq!(
            [amount(&local(0), &large, 1024), amount(&large, &busiest(Kind::Other, 8), 1548)],
            [2400, 1792]
        );
        // Where both are overloaded, what is above a task a CPU.
        let full = group(Kind::Overloaded, 4, 8, 512, 512);
        for (tasks, load) in [(5, 1024), (6, 2048), (8, 2048), (4, 2048)] {
            assert_eq!(amount(&full, &busiest(Kind::Overloaded, tasks), 1024), load, "{tasks}");
            assert_eq!(amount(&local(512), &busiest(Kind::Overloaded, tasks), 1024), 2048, "{tasks}");
        }
    }

    #[test]
    fn less_than_a_task_is_one_task_if_that_makes_the_groups_more_even_or_uses_more_of_them() {
        let sys = system();
        // Load of each CPU here and there, and of a task: which is what moves, if one does.
        let moves = |here: (u32, u64, u64), there: (u64, u64), busiest_cpus: u32| {
            let local = group(Kind::Other, 1, here.0, here.1, here.2);
            let busiest = group(Kind::Other, busiest_cpus, 2, there.0, there.1);
            let amount = fix_small_imbalance(&sys, &local, &busiest, (7, there.1), CpuId(0));
            assert!(amount == 7 || amount == there.1);
            amount > 7
        };
        for (here, there, cpus, one) in [
            // A heavier task than those here goes if the groups are no less apart than they will be.
            ((1, 300, 500), (300, 1000), 1, true),
            ((1, 301, 500), (300, 1000), 1, false),
            // One like those here only if they are a task apart, in a group of two CPUs half as much.
            ((1, 600, 1000), (1600, 1000), 1, true),
            ((1, 600, 1000), (1599, 1000), 1, false),
            ((1, 600, 1000), (1100, 1000), 2, true),
            ((1, 600, 1000), (1099, 1000), 2, false),
            // Nothing runs here: an empty CPU takes one whose group has a task's load a CPU.
            ((0, 0, 0), (1000, 1000), 1, true),
            ((0, 0, 0), (999, 1000), 1, false),
            // Here is more to do than the CPU was seen to do.
            ((1, 600, 3000), (1500, 1000), 1, true),
            ((1, 600, 1101), (1500, 1000), 1, true),
            ((1, 600, 1100), (1500, 1000), 1, false),
        ] {
            assert_eq!(moves(here, there, cpus), one, "{here:?} {there:?} {cpus}");
        }
    }

    /// What CPU 0 finds at the domain of both nodes, where as many CPUs of its node and of the other one run a task each.
    fn found(here: u16, there: u16, idle: IdleType) -> Option<u64> {
        let mut sys = system();
        for (node, busy) in [(0, here), (1, there)] {
            let cpus: Vec<CpuId> = sys.machine.node_mask[node].iter().skip(1).take(busy.into()).collect();
            for cpu in cpus {
                sys.crowd(cpu, 1);
                sys.cfs().queues[cpu].load.avg.util_avg = 1024;
            }
        }
        let domains = sys.domains.clone();
        let (level, domain) = domains.of[CpuId(0)].iter().enumerate().next_back().expect("a domain");
        let found = find_busiest_group(&mut sys, domain, level, CpuId(0), idle, domain.span)?;
        assert_eq!((found.what, found.group), (Migrate::Load, sys.machine.node_mask[1]));
        Some(found.amount)
    }

    #[test]
    fn an_idle_cpu_takes_what_is_more_than_a_task_more_and_a_busy_one_only_what_is_a_quarter_more() {
        use IdleType::{Busy, Idle, NewlyIdle};
        for (here, there, idle, pulled) in [
            (4, 4, Idle, false),
            (5, 4, Idle, false),
            (4, 5, Idle, false),
            (4, 6, Idle, true),
            (4, 6, NewlyIdle, true),
            (4, 5, Busy, false),
            (4, 6, Busy, true),
            (12, 14, Busy, false),
            (12, 14, Idle, true),
            (0, 0, Idle, false),
        ] {
            assert_eq!(found(here, there, idle).is_some(), pulled, "{here} {there} {idle:?}");
        }
        // Half of the difference, in load.
        for (here, there, load) in [(0, 8, 4096), (4, 12, 4096), (4, 8, 2048)] {
            let taken = found(here, there, Idle).expect("load");
            assert!(load - 20 < taken && taken <= load, "{here} {there}: {taken}");
        }
    }
}
