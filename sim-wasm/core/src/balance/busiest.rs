//! Which group is the busiest, and how much should move (`find_busiest_group`,
//! `calculate_imbalance`, kernel 5.9).

use super::imbalance::{Imbalance, Migrate, is_marked, note_group, note_overload};
use super::{IdleType, busiest_by_load, cache_aware};
use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::domains::{Domain, Group, flags};
use crate::machine::kernel::BalanceRule;
use crate::machine::topology::FULL_CAPACITY;
use crate::observe::steps::{FindBusiestQueue, Load};
use crate::runqueue::SchedClass;
use crate::system::{GroupSums, GroupType, System, adjust_numa_imbalance, capacity_greater, fits_capacity};

struct Stats {
    span: CpuMask,
    weight: u32,
    sums: GroupSums,
    kind: GroupType,
    capacity: u64,
    min_capacity: u32,
    max_capacity: u32,
    /// The greatest load of a task that has outgrown its CPU.
    misfit: u64,
    /// Tasks that prefer the last-level cache of the CPU that balances, and are not there.
    preferring: u32,
    /// Its CPU of highest priority.
    prefer: CpuId,
    cores: u32,
    /// Those of the group ([`flags`]).
    flags: u32,
}

impl Stats {
    fn avg_load(&self) -> u64 {
        self.sums.load * 1024 / self.capacity.max(1)
    }

    /// It is one core with several threads.
    fn is_core(&self) -> bool {
        self.flags & flags::SHARE_CPUCAPACITY != 0
    }
}

fn stats(sys: &System, domain: &Domain, group: usize, cpus: CpuMask, level: usize, dst: CpuId) -> Stats {
    let g = &domain.groups[group];
    let span = g.span.and(cpus);
    let sums = sys.group_sums(g.cpus.iter().copied().filter(|&cpu| cpus.test(cpu)));
    let capacity = g.capacity;
    let kind = GroupType::classify(
        g.weight,
        sums.nr_running,
        capacity,
        sums.util,
        sums.runnable,
        is_marked(sys, domain, g, level),
        domain.imbalance_pct,
    );
    let misfit = if takes_misfit(sys, domain, g, dst) {
        span.iter().map(|cpu| sys.misfit_load(cpu)).max().unwrap_or(0)
    } else {
        0
    };
    Stats {
        span,
        weight: g.weight,
        sums,
        kind: if misfit > 0 { kind.max(GroupType::MisfitTask) } else { kind },
        capacity,
        min_capacity: g.min_capacity,
        max_capacity: g.max_capacity,
        misfit,
        preferring: 0,
        prefer: g.asym_prefer_cpu,
        cores: g.cores,
        flags: g.flags,
    }
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
    let child = level.checked_sub(1).map(|below| sys.domains.of[dst][below].flags).unwrap_or(0);
    let of_busiest = sys.rules.prefer_sibling_of_busiest;
    let flags_of = |group: u32| if of_busiest { group } else { child };
    let eases_cores = sys.rules.group_smt_balance && idle != IdleType::Busy;
    for i in 0..domain.groups.len() {
        let mut s = stats(sys, domain, i, cpus, level, dst);
        let has_threads = flags_of(s.flags) & flags::SHARE_CPUCAPACITY != 0;
        if eases_cores && has_threads && s.sums.nr_runnable > 1 && !domain.groups[i].span.test(dst) {
            s.kind = s.kind.max(GroupType::SmtBalance);
        }
        if domain.has(flags::ASYM_PACKING) && packs(sys, domain, i, &s, dst, idle) {
            s.kind = s.kind.max(GroupType::AsymPacking);
        }
        let first = s.span.first().unwrap_or(dst);
        if sys.cache_aware.is_some() {
            note_cache(sys, domain, level, i, &mut s, dst, idle);
        }
        note_group(sys, first, s.kind, &s.sums, s.kind.goes_by_load().then(|| s.avg_load()));
        total_load += s.sums.load;
        total_capacity += s.capacity;
        total_util += s.sums.util;
        if domain.groups[i].span.test(dst) && local.is_none() {
            // A CPU that is going idle does not count as idle yet.
            s.sums.idle -= u32::from(idle == IdleType::NewlyIdle && sys.is_idle(dst));
            local = Some(s);
        } else if s.sums.nr_runnable > 0
            && can_help(sys, domain, &s, local.as_ref(), dst)
            && busiest.as_ref().is_none_or(|b| busier(sys, &s, b))
            && spares(sys, domain, &s, (local.as_ref(), busiest.as_ref()), dst)
        {
            busiest = Some(s);
        }
    }
    note_idle_scan(sys, domain, dst, idle, total_util);
    note_overload(sys, domain, level, dst);
    let (local, busiest) = (local?, busiest?);
    let pct = u64::from(domain.imbalance_pct);
    let avg = total_load * 1024 / total_capacity.max(1);
    let prefer_sibling = flags_of(busiest.flags) & flags::PREFER_SIBLING != 0;

    let regardless =
        matches!(busiest.kind, GroupType::MisfitTask | GroupType::AsymPacking | GroupType::Imbalanced);
    let force = regardless
        || prefer_sibling
            && local.kind == GroupType::HasSpare
            && (busiest.kind == GroupType::LlcBalance || sibling_imbalance(sys, &local, &busiest, idle) > 1);
    if !regardless {
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
            || busiest.sums.nr_runnable == 1)
    {
        return None;
    }
    calculate_imbalance(sys, domain, &local, &busiest, avg, idle, prefer_sibling)
}

/// What a group runs is to run on `dst`, an idle CPU of higher priority (`sched_group_asym`): its first CPU is none that is to
/// come before. Of a core with more than one busy thread the priority says nothing.
#[cold]
#[inline(never)]
fn packs(sys: &System, domain: &Domain, group: usize, s: &Stats, dst: CpuId, idle: IdleType) -> bool {
    let g = &domain.groups[group];
    let core = sys.machine.smt_mask[g.asym_prefer_cpu];
    let busy_core = g.weight > 1 && g.span.is_subset_of(core) && s.weight - s.sums.idle != 1;
    idle != IdleType::Busy
        && !g.span.test(dst)
        && s.sums.nr_runnable > 0
        && !busy_core
        && sys.packs_before(dst, s.prefer)
}

/// Tasks of the group that prefer the last-level cache of `dst` may make it one to pull from; and how much its CPUs are used
/// is recorded.
#[cold]
#[inline(never)]
fn note_cache(
    sys: &mut System,
    domain: &Domain,
    level: usize,
    group: usize,
    s: &mut Stats,
    dst: CpuId,
    idle: IdleType,
) {
    let g = &domain.groups[group];
    let first = g.span.first().unwrap_or(dst);
    if !g.span.test(dst) {
        s.preferring = cache_aware::nr_preferring(sys, s.span.iter(), dst);
        if cache_aware::is_llc_balance(sys, domain, level, first, dst, s.preferring) {
            s.kind = s.kind.max(GroupType::LlcBalance);
        }
    }
    cache_aware::record_use(sys, level, first, dst, idle, (s.sums.util, s.capacity));
}

/// A misfit task is pulled by a faster CPU whose group has room.
fn can_help(sys: &System, domain: &Domain, s: &Stats, local: Option<&Stats>, dst: CpuId) -> bool {
    let misfit = domain.has(flags::ASYM_CPUCAPACITY) && s.kind == GroupType::MisfitTask;
    let can_do_more = |local: &Stats| {
        if sys.rules.capacity_greater {
            capacity_greater(sys.capacity_of(dst), s.max_capacity)
        } else {
            fits_capacity(s.max_capacity, local.max_capacity)
        }
    };
    !misfit || local.is_some_and(|local| local.kind == GroupType::HasSpare && can_do_more(local))
}

/// A task that has a CPU to itself is not pulled from faster CPUs.
fn spares(
    sys: &System,
    domain: &Domain,
    s: &Stats,
    (local, best): (Option<&Stats>, Option<&Stats>),
    dst: CpuId,
) -> bool {
    let can_do_more = || {
        if sys.rules.capacity_greater {
            capacity_greater(s.min_capacity, sys.capacity_of(dst))
        } else {
            local.is_some_and(|local| fits_capacity(local.min_capacity, s.min_capacity))
        }
    };
    let alike = s.kind == best.map_or(GroupType::HasSpare, |best| best.kind);
    !(domain.has(flags::ASYM_CPUCAPACITY) && alike && s.kind <= GroupType::FullyBusy && can_do_more())
}

/// `update_sd_pick_busiest`: `a` is busier than `b`, the busiest so far.
fn busier(sys: &System, a: &Stats, b: &Stats) -> bool {
    if a.kind != b.kind {
        return a.kind > b.kind;
    }
    let has_less_spare =
        a.sums.idle < b.sums.idle || a.sums.idle == b.sums.idle && a.sums.nr_running > b.sums.nr_running;
    let last = u32::from(sys.rules.asym_tie_last);
    match a.kind {
        GroupType::Overloaded => a.avg_load() > b.avg_load(),
        GroupType::FullyBusy if !sys.rules.fully_busy_first => a.avg_load() > b.avg_load(),
        GroupType::FullyBusy => sys.rules.fully_busy_last && !b.is_core(),
        GroupType::MisfitTask => a.misfit + u64::from(last) > b.misfit,
        // Rather what runs on the last of all CPUs.
        GroupType::AsymPacking => sys.machine.priority(b.prefer) + last > sys.machine.priority(a.prefer),
        GroupType::SmtBalance => (a.sums.idle > 0 || b.sums.idle > 0) && has_less_spare,
        GroupType::Imbalanced => false,
        GroupType::LlcBalance => a.preferring > b.preferring,
        GroupType::HasSpare => has_less_spare,
    }
}

/// How many tasks more than its share the busiest group has, where groups are to be even (`sibling_imbalance`).
fn sibling_imbalance(sys: &System, local: &Stats, busiest: &Stats, idle: IdleType) -> u32 {
    let (here, there) = (local.sums.nr_running, busiest.sums.nr_running);
    if !sys.rules.sibling_imbalance {
        return there.saturating_sub(here);
    }
    if idle == IdleType::Busy {
        return 0;
    }
    if local.cores == busiest.cores {
        return there.saturating_sub(here);
    }
    let cores = local.cores + busiest.cores;
    let more = (local.cores * there).saturating_sub(busiest.cores * here);
    let even = (2 * more + cores) / cores;
    // An empty group takes a second task from a smaller one.
    if even <= 1 && here == 0 && there > 1 { 2 } else { even }
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
    match busiest.kind {
        GroupType::MisfitTask => return of(Migrate::Misfit, 1),
        GroupType::AsymPacking => return of(Migrate::Task, busiest.sums.nr_runnable.into()),
        GroupType::Imbalanced | GroupType::SmtBalance => return of(Migrate::Task, 1),
        GroupType::LlcBalance => return of(Migrate::LlcTask, 1),
        _ => {}
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
            sibling_imbalance(sys, local, busiest, idle)
        } else {
            local.sums.idle.saturating_sub(busiest.sums.idle)
        };
        // A few that communicate may stay together on a node.
        let moving = if !domain.has(flags::NUMA) {
            tasks
        } else if sys.rules.imb_numa_nr {
            adjust_numa_imbalance(tasks, local.sums.nr_running + 1, domain.imb_numa_nr)
        } else if busiest.sums.nr_running <= 2 {
            0
        } else {
            tasks
        };
        return of(Migrate::Task, u64::from(moving / 2));
    }
    if local.avg_load() >= busiest.avg_load() || busiest.kind != GroupType::Overloaded {
        return None;
    }
    if sys.rules.full_group_stops && local.avg_load() >= avg {
        return None;
    }
    // Numbers without a sign: who is on the other side of the average sets no bound.
    let out = busiest.avg_load().wrapping_sub(avg).wrapping_mul(busiest.capacity);
    let room = avg.wrapping_sub(local.avg_load()).wrapping_mul(local.capacity);
    of(Migrate::Load, out.min(room) / 1024)
}

/// Whether a group is searched for misfit tasks: not the local one, and since v7.2 none for a CPU whose core is busy.
fn takes_misfit(sys: &System, domain: &Domain, group: &Group, dst: CpuId) -> bool {
    let core = !sys.rules.asym_idle_cores || sys.beside_idle(dst);
    domain.has(flags::ASYM_CPUCAPACITY) && !group.span.test(dst) && core
}

/// `SIS_UTIL`: the utilisation of the LLC, or of the domain with every capacity, decides how many CPUs a wake-up may look at.
fn note_idle_scan(sys: &mut System, domain: &Domain, dst: CpuId, idle: IdleType, util: u64) {
    let shared = sys.shared_of[dst];
    let span =
        sys.sd_asym_shared(dst).map_or(sys.machine.llc_mask[sys.machine.llc_of[dst]], |domain| domain.span);
    if idle == IdleType::NewlyIdle || domain.span != span {
        return;
    }
    sys.nr_idle_scan[shared] = idle_scan(domain, util);
}

/// How many CPUs of a domain of this utilisation a wake-up may look at.
pub fn idle_scan(domain: &Domain, util: u64) -> u32 {
    let weight = u64::from(domain.weight);
    let x = util / weight * u64::from(domain.imbalance_pct);
    let used = (x * x / (10_000 * 1024)).min(1024);
    ((1024 - used) * weight / 1024) as u32
}

/// The queue of the group to take from (`find_busiest_queue`).
pub fn find_busiest_queue(
    sys: &mut System,
    domain: &Domain,
    dst: CpuId,
    imbalance: &Imbalance,
    cpus: CpuMask,
) -> Option<CpuId> {
    let (mut most, mut busiest) = (0, None);
    let asym = domain.has(flags::ASYM_CPUCAPACITY);
    let packed = domain.has(flags::ASYM_PACKING);
    for cpu in imbalance.group.and(cpus).iter() {
        let nr = u64::from(sys.nr_runnable(cpu));
        if nr == 0 {
            continue;
        }
        // The only task of a CPU that can do as much, or is to come first, stays.
        let (own, other) = (sys.capacity_of(dst), sys.capacity_of(cpu));
        let more = if sys.rules.capacity_greater { capacity_greater(own, other) } else { own >= other };
        let better = asym && !more || packed && sys.machine.priority(cpu) > sys.machine.priority(dst);
        if nr == 1 && better {
            continue;
        }
        let load = sys.cpu_load(cpu);
        let value = match imbalance.what {
            Migrate::Task => nr,
            Migrate::Util if nr > 1 => sys.queues.load(cpu).util_avg,
            Migrate::Load if (nr > 1 || load <= imbalance.amount) && asym => {
                load * u64::from(FULL_CAPACITY) / u64::from(sys.capacity_of(cpu))
            }
            Migrate::Load if nr > 1 || load <= imbalance.amount => load,
            Migrate::Misfit => sys.misfit_load(cpu),
            Migrate::LlcTask => cache_aware::nr_preferring(sys, std::iter::once(cpu), dst).into(),
            _ => continue,
        };
        sys.tried(cpu, FindBusiestQueue::Load(Load(value)));
        if value > most {
            (most, busiest) = (value, Some(cpu));
        }
    }
    busiest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::{Id, TaskId};
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::runqueue::{Dequeue, RunQueues};
    use crate::scenario::Features;

    /// The imbalance that a CPU finds at its domain of so many CPUs, with so many tasks on CPUs.
    fn found(sys: &mut System, dst: CpuId, weight: u32, idle: IdleType) -> Option<(CpuId, Migrate, u64)> {
        let domains = sys.domains.clone();
        let level = domains.of[dst].iter().position(|d| d.weight == weight).expect("a level");
        let domain = &domains.of[dst][level];
        let found = find_busiest_group(sys, domain, level, dst, idle, domain.span)?;
        Some((found.group.first()?, found.what, found.amount))
    }

    fn system(machine: MachineId, rules: KernelRules) -> System {
        System::bare(machine, rules, Features { cluster_domain: Some(true), ..Features::default() })
    }

    #[test]
    fn of_queues_to_take_load_from_one_of_several_tasks_counts_and_a_single_task_only_if_it_is_small_enough()
    {
        let mut sys = system(MachineId::Spark20, kernel::rules(KernelId::V5_10));
        let domains = sys.domains.clone();
        let all = sys.machine.cpus();
        let fast = all.iter().max_by_key(|&cpu| sys.capacity_of(cpu)).expect("a fast CPU");
        let slow = sys.capacity_of(all.iter().min_by_key(|&cpu| sys.capacity_of(cpu)).expect("a slow CPU"));
        let [one, two] = all
            .iter()
            .filter(|&cpu| sys.capacity_of(cpu) == slow)
            .collect::<Vec<_>>()
            .first_chunk::<2>()
            .copied()
            .expect("slow CPUs");
        sys.crowd(one, 1);
        sys.crowd(two, 2);
        let domain = domains.of[fast].iter().find(|d| d.has(flags::ASYM_CPUCAPACITY)).expect("a domain");
        let plain = domains.of[fast].iter().find(|d| !d.has(flags::ASYM_CPUCAPACITY)).unwrap_or(domain);
        let imbalance =
            Imbalance { group: CpuMask::one(one).or(CpuMask::one(two)), amount: 500, what: Migrate::Load };
        for domain in [domain, plain] {
            for (loads, from) in [((3000, 2000), Some(two)), ((500, 499), Some(one)), ((501, 0), None)] {
                sys.cfs().queues[one].load.avg.load_avg = loads.0;
                sys.cfs().queues[two].load.avg.load_avg = loads.1;
                assert_eq!(find_busiest_queue(&mut sys, domain, fast, &imbalance, all), from, "{loads:?}");
            }
        }
    }

    /// A group of so many cores with so many tasks.
    fn group(cores: u32, nr_running: u32) -> Stats {
        Stats {
            span: CpuMask::EMPTY,
            weight: cores,
            sums: GroupSums { nr_running, nr_runnable: nr_running, ..GroupSums::default() },
            kind: GroupType::HasSpare,
            capacity: 1,
            min_capacity: FULL_CAPACITY,
            max_capacity: FULL_CAPACITY,
            misfit: 0,
            preferring: 0,
            prefer: CpuId(0),
            cores,
            flags: 0,
        }
    }

    #[test]
    fn the_busiest_group_is_told_by_its_kind_and_among_its_kind_by_what_is_wrong_there() {
        let rules = KernelRules { fully_busy_first: false, ..kernel::rules(KernelId::V6_12_0) };
        let plain = system(MachineId::Laptop14, rules);
        let first = kernel::rules(KernelId::V5_10);
        let first = system(MachineId::Laptop14, first);
        let of = |kind: GroupType, change: fn(&mut Stats)| {
            let mut stats = Stats { kind, ..group(4, 4) };
            change(&mut stats);
            stats
        };
        let same = |_: &mut Stats| {};
        type Change = fn(&mut Stats);
        let more: [(GroupType, Change); 4] = [
            (GroupType::Overloaded, |s| s.sums.load = 1),
            (GroupType::FullyBusy, |s| s.sums.load = 1),
            (GroupType::MisfitTask, |s| s.misfit = 1),
            (GroupType::HasSpare, |s| s.sums.nr_running = 5),
        ];
        for (kind, change) in more {
            let (most, least) = (of(kind, change), of(kind, same));
            let actual =
                [(&most, &least), (&least, &most), (&least, &least)].map(|(a, b)| busier(&plain, a, b));
            assert_eq!(actual, [true, false, false], "{kind:?}");
        }
        // Whoever of the fully busy ones comes first stays, where the kernel has it so.
        let busy = |load: fn(&mut Stats)| of(GroupType::FullyBusy, load);
        assert!(!busier(&first, &busy(|s| s.sums.load = 1), &busy(same)));
        // Idle CPUs tell before tasks do.
        let spare = |idle, nr_running| {
            let mut stats = group(4, nr_running);
            stats.sums.idle = idle;
            stats
        };
        for (a, b, expected) in
            [((1, 1), (2, 9), true), ((2, 9), (1, 1), false), ((2, 4), (2, 3), true), ((2, 3), (2, 3), false)]
        {
            assert_eq!(busier(&plain, &spare(a.0, a.1), &spare(b.0, b.1)), expected, "{a:?} {b:?}");
            let smt = |(idle, tasks)| Stats { kind: GroupType::SmtBalance, ..spare(idle, tasks) };
            assert_eq!(busier(&plain, &smt(a), &smt(b)), expected, "{a:?} {b:?}");
        }
        // Cores with two busy threads are even where nothing idles.
        let smt = |(idle, tasks)| Stats { kind: GroupType::SmtBalance, ..spare(idle, tasks) };
        assert!(!busier(&plain, &smt((0, 4)), &smt((0, 3))));
        assert!(busier(&plain, &smt((0, 3)), &smt((1, 4))));
        let none = |change| of(GroupType::Imbalanced, change);
        assert!(!busier(&plain, &none(|s| s.sums.nr_running = 9), &none(same)));
        let kinds = [
            GroupType::HasSpare,
            GroupType::FullyBusy,
            GroupType::MisfitTask,
            GroupType::SmtBalance,
            GroupType::AsymPacking,
            GroupType::Imbalanced,
            GroupType::Overloaded,
        ];
        for pair in kinds.windows(2) {
            let [less, more] = [pair[0], pair[1]].map(|kind| of(kind, same));
            assert!(busier(&plain, &more, &less) && !busier(&plain, &less, &more), "{pair:?}");
        }
        // Rather what runs on the last of all CPUs.
        let packed = |prefer| Stats { kind: GroupType::AsymPacking, prefer, ..group(4, 4) };
        let by_priority = |sys: &System, cpu: &CpuId| std::cmp::Reverse(sys.machine.priority(*cpu));
        let best = plain.machine.cpus().iter().min_by_key(|cpu| by_priority(&plain, cpu)).expect("a CPU");
        let worst = plain.machine.cpus().iter().max_by_key(|cpu| by_priority(&plain, cpu)).expect("a CPU");
        let actual =
            [(worst, best), (best, worst), (best, best)].map(|(a, b)| busier(&plain, &packed(a), &packed(b)));
        assert_eq!(actual, [true, false, false]);
    }

    #[test]
    fn a_core_with_more_than_one_task_gives_one() {
        for (group_smt_balance, tasks) in [(false, 2), (true, 1)] {
            let rules = KernelRules { group_smt_balance, ..kernel::rules(KernelId::V5_10) };
            let mut sys = system(MachineId::Xeon20, rules);
            sys.crowd(CpuId(5), 4);
            let pull = found(&mut sys, CpuId(0), 20, IdleType::Idle);
            assert_eq!(pull, Some((CpuId(5), Migrate::Task, tasks)));
        }
    }

    #[test]
    fn nothing_is_pulled_from_where_all_are_asleep_in_the_queue_unless_those_count() {
        for (kernel, pulls) in [(KernelId::V6_12_0, true), (KernelId::V6_18_2, false)] {
            let mut sys = System::bare(MachineId::Kunpeng24, kernel::rules(kernel), Features::default());
            sys.crowd(CpuId(4), 3);
            let RunQueues::Eevdf(eevdf) = &mut sys.queues else { panic!("EEVDF") };
            // Two have had more than the third.
            for task in [TaskId(1), TaskId(2)] {
                let (turn, entity) = (&mut eevdf.turns[CpuId(4)], &mut eevdf.entities[task]);
                turn.rq.unwait(task);
                entity.vruntime += 5_000_000;
                turn.rq.wait(task, entity, None);
            }
            for task in [TaskId(1), TaskId(2), TaskId(0)] {
                sys.dequeue(task, Dequeue::Sleep);
            }
            assert_eq!(sys.nr_running(CpuId(4)), 2);
            assert_eq!(found(&mut sys, CpuId(0), 24, IdleType::Idle).is_some(), pulls, "{kernel:?}");
        }
    }

    #[test]
    fn groups_are_even_by_cores_and_a_busy_cpu_does_not_pull_for_it() {
        for (sibling_imbalance, pull) in [(false, Some((CpuId(4), Migrate::Task, 1))), (true, None)] {
            let rules = KernelRules { sibling_imbalance, ..kernel::rules(KernelId::V5_10) };
            let mut sys = system(MachineId::Kunpeng24, rules);
            sys.crowd(CpuId(0), 1);
            sys.crowd(CpuId(4), 4);
            assert_eq!(found(&mut sys, CpuId(0), 24, IdleType::Busy), pull);
            for (local, busiest, by_tasks, by_cores) in [
                ((4, 0), (12, 6), 6, 4),
                ((4, 1), (4, 5), 4, 4),
                ((12, 0), (4, 2), 2, 4),
                ((1, 0), (12, 2), 2, 2),
            ] {
                let (local, busiest) = (group(local.0, local.1), group(busiest.0, busiest.1));
                let more = super::sibling_imbalance(&sys, &local, &busiest, IdleType::Idle);
                assert_eq!(more, if sibling_imbalance { by_cores } else { by_tasks });
            }
        }
    }

    #[test]
    fn a_few_tasks_stay_together_on_a_node() {
        // (here, there) and whether one is pulled: 40 CPUs on two nodes keep two.
        for (here, there, plain, imb) in [(0, 2, false, false), (1, 3, true, false), (2, 4, true, true)] {
            for (imb_numa_nr, pulls) in [(false, plain), (true, imb)] {
                let rules = KernelRules { imb_numa_nr, ..kernel::rules(KernelId::V5_10) };
                let mut sys = system(MachineId::Xeon40, rules);
                let [near, far] = [1, 0].map(|node| sys.machine.node_mask[node]);
                near.iter().skip(1).take(here).for_each(|cpu| sys.crowd(cpu, 1));
                far.iter().take(there).for_each(|cpu| sys.crowd(cpu, 1));
                let dst = near.first().unwrap();
                assert_eq!(found(&mut sys, dst, 40, IdleType::Idle).is_some(), pulls, "{here} {there}");
            }
        }
    }

    #[test]
    fn of_fully_busy_groups_the_first_the_last_or_the_most_loaded() {
        for (fully_busy_first, fully_busy_last, from) in
            [(false, false, 8), (true, false, 4), (true, true, 12), (false, true, 8)]
        {
            let rules = KernelRules { fully_busy_first, fully_busy_last, ..kernel::rules(KernelId::V5_10) };
            let mut sys = system(MachineId::Kunpeng24, rules);
            for cpu in (4..16).map(CpuId) {
                sys.crowd(cpu, 1);
                let avg = &mut sys.cfs().queues[cpu].load.avg;
                (avg.util_avg, avg.load_avg) = (1024, if cpu.0 / 4 == 2 { 200 } else { 100 });
            }
            let pull = found(&mut sys, CpuId(0), 24, IdleType::Idle);
            assert_eq!(pull.map(|(group, ..)| group), Some(CpuId(from)));
        }
        // A core with several threads goes before those that come after it.
        let last = system(MachineId::Laptop14, kernel::rules(KernelId::V6_12_0));
        let busy = |stats| Stats { kind: GroupType::FullyBusy, ..stats };
        let (core, cores) = (Stats { flags: flags::SHARE_CPUCAPACITY, ..group(1, 2) }, group(4, 4));
        let is_busier = |a: &Stats, b: &Stats| busier(&last, a, b);
        let (core, cores) = (busy(core), busy(cores));
        assert_eq!(
            [is_busier(&cores, &core), is_busier(&core, &cores), is_busier(&cores, &cores)],
            [false, true, true]
        );
    }

    #[test]
    fn of_groups_with_misfit_tasks_alike_or_cpus_alike_the_last_is_the_busiest_up_to_6_8() {
        for (kernel, takes_last) in
            [(KernelId::V5_9, true), (KernelId::V6_8, true), (KernelId::V6_12_0, false)]
        {
            let sys = system(MachineId::Laptop14, kernel::rules(kernel));
            let of = |kind, misfit| Stats { kind, misfit, ..group(4, 4) };
            let misfit = |a, b| busier(&sys, &of(GroupType::MisfitTask, a), &of(GroupType::MisfitTask, b));
            assert_eq!([misfit(8, 7), misfit(7, 7), misfit(6, 7)], [true, takes_last, false], "{kernel:?}");
            let packed = of(GroupType::AsymPacking, 0);
            assert_eq!(busier(&sys, &packed, &packed), takes_last, "{kernel:?}");
        }
    }

    #[test]
    fn up_to_5_12_capacities_of_groups_are_compared_by_a_quarter() {
        let early = KernelRules { capacity_greater: false, ..kernel::rules(KernelId::V6_12_0) };
        for (rules, by_cpu) in [(early, false), (kernel::rules(KernelId::V6_12_0), true)] {
            let sys = system(MachineId::Spark20, rules);
            let dst = sys.machine.cpus().iter().max_by_key(|&cpu| sys.capacity_of(cpu)).expect("a CPU");
            let domain =
                &sys.domains.of[dst].iter().find(|d| d.has(flags::ASYM_CPUCAPACITY)).expect("a domain");
            let of =
                |kind, least, most| Stats { kind, min_capacity: least, max_capacity: most, ..group(4, 4) };
            // The pulling CPU can do 1,024; the others of its group as it says.
            for (local, group, helps) in [(1024, 900, by_cpu), (1024, 819, true), (900, 819, by_cpu)] {
                let misfit = of(GroupType::MisfitTask, group, group);
                let local = of(GroupType::HasSpare, local, local);
                let actual = can_help(&sys, domain, &misfit, Some(&local), dst);
                assert_eq!(actual, helps, "{group} beside {local:?}", local = local.max_capacity);
            }
            let slow = sys.machine.cpus().iter().min_by_key(|&cpu| sys.capacity_of(cpu)).expect("a CPU");
            let local = of(GroupType::HasSpare, sys.capacity_of(slow), 0);
            let near = of(GroupType::FullyBusy, sys.capacity_of(slow) * 110 / 100, 0);
            assert_eq!(spares(&sys, domain, &near, (Some(&local), Some(&near)), slow), !by_cpu);
        }
    }

    #[test]
    fn whether_groups_are_to_be_even_is_asked_of_the_busiest_since_6_5() {
        // Four nodes of two sockets: at the level of node 0 and its far neighbours one group is a socket, the other a node.
        for prefer_sibling_of_busiest in [false, true] {
            let rules = KernelRules { prefer_sibling_of_busiest, ..kernel::rules(KernelId::V6_5) };
            let mut sys = system(MachineId::Kunpeng96, rules);
            for cpu in 0..6 {
                sys.crowd(CpuId(cpu), 1);
            }
            for cpu in 48..68 {
                sys.crowd(CpuId(cpu), 1);
            }
            sys.idle = sys.machine.cpus();
            (0..6).chain(48..68).for_each(|cpu| sys.idle.clear(CpuId(cpu)));
            let pull = found(&mut sys, CpuId(10), 72, IdleType::Idle);
            // By idle CPUs (42 and 4), or by tasks (6 and 20): half of the difference.
            let amount = if prefer_sibling_of_busiest { 7 } else { 19 };
            assert_eq!(pull, Some((CpuId(48), Migrate::Task, amount)));
        }
    }

    /// A group of four full CPUs, given its kind, tasks, idle CPUs, load and utilisation.
    fn four(kind: GroupType, nr_running: u32, idle: u32, load: u64, util: u64) -> Stats {
        let sums = GroupSums { load, util, runnable: 0, nr_running, nr_runnable: nr_running, idle };
        Stats { kind, sums, capacity: 4 * 1024, ..group(4, nr_running) }
    }

    /// What a CPU of the first group takes from the second one in a domain of 40 CPUs on two nodes, or of 20 that share a cache.
    fn amount(
        rules: KernelRules,
        weight: u32,
        (local, busiest): (&Stats, &Stats),
        average: u64,
        idle: IdleType,
        even: bool,
    ) -> Option<(Migrate, u64)> {
        let sys = system(MachineId::Xeon40, rules);
        let domain = sys.domains.of[CpuId(0)].iter().find(|d| d.weight == weight).expect("a level");
        let found = calculate_imbalance(&sys, domain, local, busiest, average, idle, even);
        found.map(|found| (found.what, found.amount))
    }

    #[test]
    fn what_is_wrong_with_the_busiest_group_says_what_is_taken() {
        use GroupType::{AsymPacking, FullyBusy, HasSpare, Imbalanced, MisfitTask, Overloaded, SmtBalance};
        let rules = || kernel::rules(KernelId::V5_10);
        let spare = four(HasSpare, 1, 3, 100, 1000);
        let of = |busiest: &Stats, even| amount(rules(), 20, (&spare, busiest), 0, IdleType::Idle, even);
        for (kind, taken) in [
            (MisfitTask, (Migrate::Misfit, 1)),
            (AsymPacking, (Migrate::Task, 7)),
            (Imbalanced, (Migrate::Task, 1)),
            (SmtBalance, (Migrate::Task, 1)),
        ] {
            assert_eq!(of(&four(kind, 7, 0, 100, 1000), false), Some(taken), "{kind:?}");
        }
        // Who is asleep in its queue is not counted.
        let mut packed = four(AsymPacking, 7, 0, 100, 1000);
        packed.sums.nr_runnable = 5;
        assert_eq!(of(&packed, false), Some((Migrate::Task, 5)));
        // Half of the difference in tasks, or in idle CPUs where groups need not be even.
        assert_eq!(of(&four(FullyBusy, 8, 0, 100, 1000), true), Some((Migrate::Task, 3)));
        assert_eq!(of(&four(FullyBusy, 8, 0, 100, 1000), false), Some((Migrate::Task, 1)));
        assert_eq!(of(&four(HasSpare, 2, 2, 100, 1000), true), None);
        let one = Stats { weight: 1, ..four(FullyBusy, 5, 0, 100, 1000) };
        assert_eq!(of(&one, false), Some((Migrate::Task, 2)));
        // Between nodes of 5.10 two tasks stay together.
        for (nr, taken) in [(2, None), (3, Some((Migrate::Task, 1)))] {
            let busiest = four(FullyBusy, nr, 0, 100, 1000);
            let local = four(HasSpare, 0, 4, 0, 0);
            let found = amount(rules(), 40, (&local, &busiest), 0, IdleType::Idle, true);
            assert_eq!(found, taken, "{nr}");
        }
        // An overloaded group fills what is unused here; where nothing is, a CPU without work takes a task.
        for (used, idle, taken) in [
            (1000, IdleType::Busy, Some((Migrate::Util, 3096))),
            (4096, IdleType::Busy, None),
            (4096, IdleType::Idle, Some((Migrate::Task, 1))),
            (4096, IdleType::NewlyIdle, Some((Migrate::Task, 1))),
        ] {
            let local = four(HasSpare, 1, 0, 0, used);
            let busiest = four(Overloaded, 9, 0, 9000, 4096);
            assert_eq!(amount(rules(), 40, (&local, &busiest), 0, idle, false), taken, "{used} {idle:?}");
            let util_in_llc = |migrate_util_in_llc| {
                let rules = KernelRules { migrate_util_in_llc, ..rules() };
                amount(rules, 20, (&local, &busiest), 0, idle, true)
            };
            assert_eq!(util_in_llc(true), taken, "{used} {idle:?}");
            assert_eq!(util_in_llc(false), Some((Migrate::Task, 4)), "{used} {idle:?}");
        }
    }

    #[test]
    fn load_moves_until_one_of_both_groups_is_at_the_average() {
        use GroupType::{FullyBusy, Overloaded};
        // Per CPU the groups have a quarter of their load.
        for (here, there, average, taken) in [
            (2000, 6000, 1000, Some(2000)),
            (3600, 6000, 1000, Some(400)),
            (2000, 4400, 1000, Some(400)),
            (4000, 6000, 1000, None),
            (6000, 6000, 2000, None),
            (8000, 6000, 2500, None),
        ] {
            let of = |kind| {
                let (local, busiest) = (four(FullyBusy, 4, 0, here, 4096), four(kind, 8, 0, there, 4096));
                let rules = kernel::rules(KernelId::V5_10);
                amount(rules, 20, (&local, &busiest), average, IdleType::Idle, false)
            };
            assert_eq!(of(Overloaded), taken.map(|load| (Migrate::Load, load)), "{here} {there} {average}");
            assert_eq!(of(FullyBusy), None);
        }
        // A group of fewer CPUs takes or gives less for the same distance from the average.
        let half = |stats: Stats| Stats { capacity: 2 * 1024, ..stats };
        for (local, busiest, taken) in [
            (half(four(FullyBusy, 4, 0, 1000, 2048)), four(Overloaded, 8, 0, 6000, 4096), 1000),
            (four(FullyBusy, 4, 0, 2000, 4096), half(four(Overloaded, 8, 0, 3000, 2048)), 1000),
        ] {
            let rules = kernel::rules(KernelId::V5_10);
            let found = amount(rules, 20, (&local, &busiest), 1000, IdleType::Idle, false);
            assert_eq!(found, Some((Migrate::Load, taken)));
        }
    }

    #[test]
    fn a_fully_busy_group_above_the_average_takes_what_the_overloaded_one_has_above_it_up_to_6_2() {
        use GroupType::{FullyBusy, Overloaded};
        // Per CPU the groups have 1475 and 1500.
        let (local, busiest) = (four(FullyBusy, 4, 0, 5900, 4096), four(Overloaded, 8, 0, 6000, 4096));
        for (average, before, since) in
            [(1400, Some(400), None), (1475, None, None), (1476, Some(4), Some(4))]
        {
            for (full_group_stops, taken) in [(false, before), (true, since)] {
                let rules = KernelRules { full_group_stops, ..kernel::rules(KernelId::V5_10) };
                let found = amount(rules, 20, (&local, &busiest), average, IdleType::Idle, false);
                let taken = taken.map(|load| (Migrate::Load, load));
                assert_eq!(found, taken, "{full_group_stops} {average}");
            }
        }
    }

    #[test]
    fn on_its_side_of_the_average_the_local_group_alone_says_how_much_where_the_busiest_is_below_too() {
        // Clusters with a heavy task a CPU, three tasks a CPU, and two: the first is above the average and not overloaded.
        for kernel in [KernelId::V5_9, KernelId::V5_10, KernelId::V6_5] {
            let mut sys = system(MachineId::Kunpeng24, kernel::rules(kernel));
            for (cpu, tasks, load) in (0..24).map(|cpu| match cpu / 4 {
                0 => (CpuId(cpu), 2, 2048),
                1 => (CpuId(cpu), 3, 3072),
                _ => (CpuId(cpu), 1, 10_000),
            }) {
                sys.crowd(cpu, tasks);
                let avg = &mut sys.cfs().queues[cpu].load.avg;
                (avg.util_avg, avg.load_avg) = (1024, load);
            }
            let average = (2048 + 3072 + 4 * 10_000) / 6;
            let found = found(&mut sys, CpuId(0), 24, IdleType::Busy);
            let taken = (CpuId(4), Migrate::Load, (average - 2048) * 4);
            assert_eq!(found, Some(taken), "{kernel:?}");
        }
    }

    #[test]
    fn an_overloaded_group_gives_if_it_has_more_than_the_percentage_above_and_this_one_is_below_the_average()
    {
        // Six groups of four CPUs; the loads of the first, the second and the others, per CPU.
        for (here, there, others, taken) in [
            (100, 118, 100, Some(12)),
            (100, 117, 100, None),
            (100, 118, 50, None),
            (100, 100, 200, Some(136)),
            (300, 300, 300, None),
        ] {
            let mut sys = system(MachineId::Kunpeng24, kernel::rules(KernelId::V5_10));
            for cpu in (0..24).map(CpuId) {
                sys.crowd(cpu, 2);
                let load = [here, there].get(usize::from(cpu.0 / 4)).copied().unwrap_or(others);
                let avg = &mut sys.cfs().queues[cpu].load.avg;
                (avg.util_avg, avg.load_avg) = (1024, load);
            }
            let found = found(&mut sys, CpuId(0), 24, IdleType::Idle);
            let taken = taken.map(|load| (Migrate::Load, load));
            assert_eq!(found.map(|(_, what, load)| (what, load)), taken, "{here} {there} {others}");
        }
    }

    #[test]
    fn a_busy_cpu_takes_from_no_group_but_an_overloaded_one_unless_groups_are_to_be_even() {
        // Tasks of the node of CPU 0, of the other one, who asks, and how many are taken; one CPU holds all of a node's tasks
        // or each its own.
        use IdleType::{Busy, Idle, NewlyIdle};
        for (here, there, idle, taken) in [
            (1, 2, Busy, None),
            (1, 2, Idle, None),
            (0, 3, Busy, Some(1)),
            (0, 3, Idle, Some(1)),
            (0, 3, NewlyIdle, Some(1)),
            (0, 9, Idle, Some(4)),
            (5, 4, Idle, None),
        ] {
            let mut sys = system(MachineId::Xeon40, kernel::rules(KernelId::V5_10));
            let [near, far] = [0, 1].map(|node| sys.machine.node_mask[node]);
            near.iter().skip(1).take(here).for_each(|cpu| sys.crowd(cpu, 1));
            far.iter().take(there).for_each(|cpu| sys.crowd(cpu, 1));
            let found = found(&mut sys, CpuId(0), 40, idle);
            assert_eq!(found.map(|(_, _, tasks)| tasks), taken, "{here} {there} {idle:?}");
        }
    }

    #[test]
    fn the_queue_to_take_from_has_most_of_what_is_to_move() {
        let mut sys = system(MachineId::Xeon20, kernel::rules(KernelId::V5_10));
        let all = sys.machine.cpus();
        // Tasks, utilisation and load of the CPUs from 4 on.
        for (cpu, tasks, util, load) in
            [(4, 1, 900, 100), (5, 3, 300, 400), (6, 2, 500, 300), (7, 2, 400, 900), (8, 0, 1024, 2000)]
        {
            sys.crowd(CpuId(cpu), tasks);
            let avg = &mut sys.cfs().queues[CpuId(cpu)].load.avg;
            (avg.util_avg, avg.load_avg) = (util, load);
        }
        let domains = sys.domains.clone();
        let domain = domains.of[CpuId(0)].last().expect("a domain");
        let mut queue = |what, cpus| {
            let imbalance = Imbalance { group: all, amount: 1, what };
            find_busiest_queue(&mut sys, domain, CpuId(0), &imbalance, cpus)
        };
        // Of a single task neither load nor utilisation is taken, unless the task is small enough.
        for (what, cpu) in [(Migrate::Task, 5), (Migrate::Util, 6), (Migrate::Load, 7)] {
            assert_eq!(queue(what, all), Some(CpuId(cpu)), "{what:?}");
        }
        let without = |cpu| all.and_not(CpuMask::one(CpuId(cpu)));
        assert_eq!(queue(Migrate::Load, without(7)), Some(CpuId(5)));
        // Equals stay: the first is taken from.
        assert_eq!(queue(Migrate::Task, without(5)), Some(CpuId(6)));
        assert_eq!(queue(Migrate::Load, CpuMask::one(CpuId(4))), None);
        assert_eq!(queue(Migrate::Misfit, all), None);
    }

    #[test]
    fn a_task_that_has_a_cpu_to_itself_is_not_taken_to_one_that_can_do_less() {
        let mut sys = system(MachineId::Spark20, kernel::rules(KernelId::V6_12_0));
        let domains = sys.domains.clone();
        let all = sys.machine.cpus();
        let (mut slow, mut fast) = (CpuId(0), CpuId(0));
        for cpu in all.iter() {
            slow = if sys.capacity_of(cpu) < sys.capacity_of(slow) { cpu } else { slow };
            fast = if sys.capacity_of(cpu) > sys.capacity_of(fast) { cpu } else { fast };
        }
        let domain = domains.of[slow].iter().find(|d| d.has(flags::ASYM_CPUCAPACITY)).expect("a domain");
        let task = Imbalance { group: all, amount: 1, what: Migrate::Task };
        sys.crowd(fast, 1);
        assert_eq!(find_busiest_queue(&mut sys, domain, slow, &task, all), None);
        sys.crowd(slow, 1);
        assert_eq!(find_busiest_queue(&mut sys, domain, fast, &task, CpuMask::one(slow)), Some(slow));
        sys.crowd(fast, 1);
        assert_eq!(find_busiest_queue(&mut sys, domain, slow, &task, CpuMask::one(fast)), Some(fast));

        // Of groups: those of one kind with the busiest so far, up to fully busy ones.
        let of = |kind, least, most| Stats { kind, min_capacity: least, max_capacity: most, ..group(4, 4) };
        let (little, much) = (sys.capacity_of(slow), sys.capacity_of(fast));
        let busy = of(GroupType::FullyBusy, much, much);
        let spare = of(GroupType::HasSpare, much, much);
        assert!(!spares(&sys, domain, &busy, (None, Some(&busy)), slow));
        assert!(!spares(&sys, domain, &spare, (None, None), slow));
        assert!(
            spares(&sys, domain, &busy, (None, None), slow)
                && spares(&sys, domain, &busy, (None, Some(&busy)), fast)
        );
        let full = of(GroupType::Overloaded, much, much);
        assert!(spares(&sys, domain, &full, (None, Some(&full)), slow));
        // A task that has outgrown its CPU goes to a larger one, if its group has room.
        let misfit = of(GroupType::MisfitTask, little, little);
        for (dst, kind, helps) in [
            (fast, GroupType::HasSpare, true),
            (fast, GroupType::FullyBusy, false),
            (slow, GroupType::HasSpare, false),
        ] {
            let local = of(kind, little, much);
            assert_eq!(can_help(&sys, domain, &misfit, Some(&local), dst), helps, "{dst} {kind:?}");
            assert!(can_help(&sys, domain, &full, Some(&local), dst));
        }
        assert!(!can_help(&sys, domain, &misfit, None, fast));
    }

    #[test]
    fn an_idle_cpu_of_higher_priority_runs_what_a_group_runs_unless_that_is_a_core_with_more_than_one_task() {
        let mut sys = system(MachineId::Laptop14, kernel::rules(KernelId::V6_8));
        let domains = sys.domains.clone();
        let all = sys.machine.cpus();
        let fast = all.iter().max_by_key(|&cpu| sys.machine.priority(cpu)).expect("a CPU");
        let shared = sys.machine.llc_span(fast);
        let slow = shared.iter().min_by_key(|&cpu| sys.machine.priority(cpu)).expect("a CPU");
        sys.idle = all;
        let packs = |sys: &System, dst: CpuId, src: CpuId, tasks, asleep, idle| {
            let domain = domains.of[dst].iter().find(|d| d.has(flags::ASYM_PACKING) && d.span.test(src));
            let domain = domain.expect("a level on which tasks are packed");
            let at = domain.groups.iter().position(|g| g.span.test(src)).expect("a group");
            let g = &domain.groups[at];
            let mut s = Stats { prefer: g.asym_prefer_cpu, weight: g.weight, ..group(g.cores, tasks) };
            s.sums.nr_runnable = if asleep { 0 } else { tasks };
            s.sums.idle = g.weight.saturating_sub(tasks);
            super::packs(sys, domain, at, &s, dst, idle)
        };
        for (dst, src, tasks, idle, expected) in [
            (fast, slow, 1, IdleType::Idle, true),
            (fast, slow, 1, IdleType::NewlyIdle, true),
            (fast, slow, 1, IdleType::Busy, false),
            (fast, slow, 0, IdleType::Idle, false),
            (slow, fast, 1, IdleType::Idle, false),
            (fast, fast, 1, IdleType::Idle, false),
        ] {
            assert_eq!(
                packs(&sys, dst, src, tasks, false, idle),
                expected,
                "{src} to {dst}: {tasks} {idle:?}"
            );
        }
        assert!(!packs(&sys, fast, slow, 1, true, IdleType::Idle));
        // Were the slow one the fastest of all, it would leave a core with two busy threads alone.
        let mut machine = (*sys.machine).clone();
        machine.capacities[slow.index()] = 2 * FULL_CAPACITY;
        sys.machine = std::sync::Arc::new(machine);
        assert_eq!(
            [0, 1, 2].map(|tasks| packs(&sys, slow, fast, tasks, false, IdleType::Idle)),
            [false, true, false]
        );
    }

    #[test]
    fn a_misfit_task_does_not_go_beside_a_busy_thread_since_7_2() {
        for (asym_idle_cores, busy, takes) in [(false, true, true), (true, true, false), (true, false, true)]
        {
            let mut sys = crate::system::with_threads_and_capacities(asym_idle_cores);
            let (dst, beside) = (CpuId(0), CpuId(1));
            let domains = sys.domains.clone();
            let domain = domains.of[dst].iter().find(|d| d.has(flags::ASYM_CPUCAPACITY)).expect("a domain");
            sys.idle = if busy { CpuMask::EMPTY } else { CpuMask::one(beside) };
            let of = |group: &Group| takes_misfit(&sys, domain, group, dst);
            let taken: Vec<bool> = domain.groups.iter().map(of).collect();
            let expected: Vec<bool> =
                domain.groups.iter().map(|group| takes && !group.span.test(dst)).collect();
            assert_eq!(taken, expected, "{asym_idle_cores} {busy}");
            assert_eq!(taken.contains(&true), takes);
        }
    }

    #[test]
    fn where_capacities_differ_their_domain_bounds_the_scan_since_7_2() {
        for (asym_idle_cores, bounds) in [(false, [10, 10]), (true, [20, 10])] {
            let rules = KernelRules { asym_idle_cores, ..kernel::rules(KernelId::V7_3) };
            let mut sys = system(MachineId::Spark20, rules);
            assert_eq!(sys.nr_idle_scan, bounds, "{asym_idle_cores}");
            let domains = sys.domains.clone();
            // Of its two LLCs, then of both.
            for domain in &domains.of[CpuId(0)] {
                note_idle_scan(&mut sys, domain, CpuId(0), IdleType::Idle, 1024 * 20);
            }
            let left = sys.nr_idle_scan.clone();
            sys.nr_idle_scan = bounds.to_vec();
            let last = domains.of[CpuId(0)].last().expect("a domain");
            note_idle_scan(&mut sys, last, CpuId(0), IdleType::Idle, 1024 * 20);
            assert_eq!(left[0], 0);
            assert_eq!(sys.nr_idle_scan[0] == 0, asym_idle_cores);
        }
    }

    #[test]
    fn the_more_an_llc_is_used_the_fewer_of_its_cpus_a_wake_up_looks_at() {
        let mut sys = system(MachineId::Xeon40, kernel::rules(KernelId::V6_5));
        let domains = sys.domains.clone();
        let llc = domains.of[CpuId(0)].iter().find(|d| d.weight == 20).expect("the LLC's domain");
        // Half used, with 117 %: 1024 · 0.585² of 1024 are not looked at.
        for (used, idle, looks) in [
            (0, IdleType::Idle, 20),
            (10_240, IdleType::Idle, 13),
            (10_240, IdleType::Busy, 13),
            (20_480, IdleType::Idle, 0),
            (40_960, IdleType::Idle, 0),
            (20_480, IdleType::NewlyIdle, 7),
        ] {
            sys.nr_idle_scan = vec![7, 7];
            note_idle_scan(&mut sys, llc, CpuId(0), idle, used);
            assert_eq!(sys.nr_idle_scan[0], looks, "{used} {idle:?}");
            assert_eq!(sys.nr_idle_scan[1], 7);
        }
        let numa = domains.of[CpuId(0)].last().expect("a domain");
        note_idle_scan(&mut sys, numa, CpuId(0), IdleType::Idle, 0);
        assert_eq!(sys.nr_idle_scan[0], 7);
    }

    #[test]
    fn a_pass_of_the_highest_level_says_whether_any_cpu_has_more_than_one_task() {
        let mut sys = system(MachineId::Xeon40, kernel::rules(KernelId::V5_10));
        let domains = sys.domains.clone();
        let levels = &domains.of[CpuId(0)];
        for (tasks, overload) in [(1, false), (2, true)] {
            sys.crowd(CpuId(3), tasks);
            for (level, domain) in levels.iter().enumerate() {
                sys.rd_overload = !overload;
                note_overload(&mut sys, domain, level, CpuId(0));
                let highest = level + 1 == levels.len();
                assert_eq!(sys.rd_overload, if highest { overload } else { !overload }, "{tasks} {level}");
            }
        }
    }

    #[test]
    fn a_group_is_marked_one_level_down_on_any_of_its_cpus() {
        let mut sys = system(MachineId::Xeon40, kernel::rules(KernelId::V5_10));
        let domains = sys.domains.clone();
        let levels = &domains.of[CpuId(0)];
        let marked = |sys: &System, level: usize| -> Vec<bool> {
            let of = |group| is_marked(sys, &levels[level], group, level);
            levels[level].groups.iter().map(of).collect()
        };
        let far = sys.machine.node_mask[1].first().expect("a CPU");
        assert!((0..levels.len()).all(|level| !marked(&sys, level).contains(&true)));
        // Two threads that could not give a task: their core is marked among cores.
        let core = domains.of[CpuId(1)][0].span;
        sys.domain_state[CpuId(1)][0].group_imbalance = true;
        assert!(!marked(&sys, 0).contains(&true));
        let expected: Vec<bool> = levels[1].groups.iter().map(|group| group.span == core).collect();
        assert_eq!(marked(&sys, 1), expected);
        assert!(!marked(&sys, levels.len() - 1).contains(&true));
        // A node is marked among nodes.
        let top = levels.len() - 1;
        sys.domain_state[far][top - 1].group_imbalance = true;
        assert_eq!(marked(&sys, top), [false, true]);
    }
}
