//! The slow path, for fork and exec: from the highest domain down, the idlest group, then the
//! idlest CPU in it (`find_idlest_cpu`).

use super::note_group::note_group;
use super::{allowed_or_fallback, find_idlest_by_load};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::machine::domains::{Domain, Group, flags};
use crate::machine::kernel::ForkRule;
use crate::observe::decisions::Why;
use crate::observe::steps::{Counted, FindIdlestGroupCpu, Load};
use crate::observe::vocab::{Cause, Decided};
use crate::runqueue::SchedClass;
use crate::runqueue::ext::flags::wake;
use crate::system::{GroupType, System, adjust_numa_imbalance};

struct Stats {
    kind: GroupType,
    avg_load: u64,
    nr: u32,
    idle: u32,
    util: u64,
    max_capacity: u32,
}

/// The CPU for a task that is created (`flag` = `BALANCE_FORK`) or exec'ed (`BALANCE_EXEC`) on
/// `cpu`.
pub fn find_idlest_cpu(sys: &mut System, task: TaskId, mut cpu: CpuId, flag: u32) -> CpuId {
    sys.begin_placing(task);
    let domains = sys.domains.clone();
    let allowed = sys.tasks[task].allowed;
    let mut below = u32::MAX;
    loop {
        // The highest flagged domain of the present CPU smaller than the last one looked at.
        let Some(domain) = domains.of[cpu].iter().rev().find(|d| d.weight < below && d.has(flag)) else {
            return if allowed.test(cpu) { cpu } else { allowed.first().unwrap_or(cpu) };
        };
        below = domain.weight;
        if let Some(group) = find_idlest_group(sys, domain, task, cpu, allowed, flag) {
            cpu = find_idlest_group_cpu(sys, group.span.and(allowed), cpu);
        } else if !allowed.test(cpu) {
            cpu = find_idlest_group_cpu(sys, domain.span.and(allowed), cpu);
        }
    }
}

/// Where a new task starts, by the kernel's rule.
fn select_task_rq_fork(sys: &mut System, task: TaskId, parent: CpuId) -> CpuId {
    if sys.rules.fork == ForkRule::Parent {
        let allowed = sys.tasks[task].allowed;
        return if allowed.test(parent) { parent } else { allowed.first().unwrap_or(parent) };
    }
    find_idlest_cpu(sys, task, parent, flags::BALANCE_FORK)
}

/// Moves a new task from the CPU of its parent to its first CPU.
pub fn place_new_task(sys: &mut System, task: TaskId, parent: CpuId) {
    sys.inherit(task, parent);
    if sys.is_ext() {
        sys.ext_fork(task);
    }
    sys.decide(Decided::Fork, parent, parent);
    let before = sys.charge;
    let cpu = if sys.is_ext() {
        let cpu = sys.ext_select(parent, task, parent, wake::FORK);
        allowed_or_fallback(sys, task, cpu)
    } else {
        select_task_rq_fork(sys, task, parent)
    };
    sys.decided(Some(task), cpu, Why::Nothing, before);
    sys.set_task_cpu(task, cpu, Cause::Fork);
}

fn find_idlest_group<'d>(
    sys: &mut System,
    domain: &'d Domain,
    task: TaskId,
    cpu: CpuId,
    allowed: CpuMask,
    flag: u32,
) -> Option<&'d Group> {
    if sys.rules.fork == ForkRule::ByLoad {
        return find_idlest_by_load::find_idlest_group(sys, domain, task, cpu, allowed, flag);
    }
    let numa = domain.has(flags::NUMA);
    let local_group = domain.groups.iter().find(|g| g.span.test(cpu))?;
    let local = stats(sys, domain, local_group, task);
    note(sys, local_group, &local);
    let mut best: Option<(&Group, Stats)> = None;
    for group in &domain.groups {
        if std::ptr::eq(group, local_group) || !group.span.intersects(allowed) {
            continue;
        }
        let s = stats(sys, domain, group, task);
        note(sys, group, &s);
        let better = match &best {
            None => true,
            Some((_, b)) if s.kind != b.kind => s.kind < b.kind,
            Some((_, b)) if s.kind == GroupType::HasSpare => {
                s.idle > b.idle || s.idle == b.idle && s.util < b.util
            }
            Some((_, b)) if s.kind == GroupType::MisfitTask => s.max_capacity > b.max_capacity,
            Some((_, b)) => s.avg_load < b.avg_load,
        };
        if better {
            best = Some((group, s));
        }
    }
    let (group, idlest) = best?;
    if !local_group.span.intersects(allowed) {
        return Some(group);
    }
    if local.kind != idlest.kind {
        return (idlest.kind < local.kind).then_some(group);
    }
    if local.kind == GroupType::HasSpare {
        let stay = if sys.rules.imb_numa_nr {
            let most = domain.imb_numa_nr.min(local_group.span.and(allowed).weight());
            adjust_numa_imbalance(local.idle.abs_diff(idlest.idle), local.nr + 1, most) == 0
        } else {
            local.idle > 0
        };
        return (!(numa && stay) && idlest.idle > local.idle).then_some(group);
    }
    if local.kind == GroupType::MisfitTask {
        return (idlest.max_capacity > local.max_capacity).then_some(group);
    }
    let imbalance = 1024 * u64::from(domain.imbalance_pct - 100) / 100;
    let stay = (numa && idlest.avg_load + imbalance >= local.avg_load)
        || idlest.avg_load >= local.avg_load + imbalance
        || 100 * local.avg_load <= u64::from(domain.imbalance_pct) * idlest.avg_load;
    (!stay).then_some(group)
}

fn note(sys: &mut System, group: &Group, s: &Stats) {
    let load = s.kind.goes_by_load().then_some(s.avg_load);
    note_group(sys, group, s.kind, Counted { running: s.nr, idle: s.idle }, load);
}

fn stats(sys: &System, domain: &Domain, group: &Group, task: TaskId) -> Stats {
    let t = &sys.tasks[task];
    let counted = if sys.rules.idlest_of_allowed { group.span.and(t.allowed) } else { group.span };
    let s = sys.group_sums(group.cpus.iter().copied().filter(|&cpu| counted.test(cpu)));
    let mut load = s.load;
    let mut util = s.util;
    let mut nr = s.nr_running;
    let mut idle = s.idle;
    let mut runnable = s.runnable;
    if !t.fresh && counted.test(t.cpu) {
        let own = sys.queues.task_load(task);
        load = load.saturating_sub(own.load_avg);
        util = util.saturating_sub(own.util_avg);
        runnable = runnable.saturating_sub(own.runnable_avg);
        nr = nr.saturating_sub(1);
        // Its own CPU would be idle without it.
        idle += u32::from(sys.nr_running(t.cpu) == 1);
    }
    let capacity = group.capacity;
    let kind = GroupType::classify(group.weight, nr, capacity, util, runnable, false, domain.imbalance_pct);
    let most = || counted.iter().map(|cpu| sys.capacity_of(cpu)).max().unwrap_or(0);
    let misfit = domain.has(flags::ASYM_CPUCAPACITY) && !t.fresh && !sys.fits(task, most());
    Stats {
        kind: if misfit { kind.max(GroupType::MisfitTask) } else { kind },
        avg_load: load * 1024 / capacity.max(1),
        nr,
        idle,
        util,
        max_capacity: group.max_capacity,
    }
}

/// The first CPU whose tasks all are of `SCHED_IDLE`, else the most recently idled one, else the least loaded.
fn find_idlest_group_cpu(sys: &mut System, cpus: CpuMask, this: CpuId) -> CpuId {
    if !cpus.is_one()
        && let Some(cpu) = cpus.iter().find(|&cpu| sys.takes_for_idle(cpu))
    {
        sys.tried(cpu, FindIdlestGroupCpu::Load(Load(sys.cpu_load(cpu))));
        return cpu;
    }
    let idle = cpus.and(sys.idle).iter().max_by_key(|&c| (sys.cpus[c].idled_at, std::cmp::Reverse(c)));
    let cpu = idle.or_else(|| cpus.iter().min_by_key(|&c| sys.cpu_load(c))).unwrap_or(this);
    let load = Load(sys.cpu_load(cpu));
    let step = if idle.is_some() { FindIdlestGroupCpu::Idle(load) } else { FindIdlestGroupCpu::Load(load) };
    sys.tried(cpu, step);
    cpu
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::observe::vocab::Role;
    use crate::scenario::Features;
    use crate::system::Task;

    #[test]
    fn a_node_keeps_children_while_it_has_an_idle_cpu_or_up_to_imb_numa_nr() {
        // Of 40 CPUs on two nodes one keeps two.
        for (running, imb_numa_nr, stays) in
            [(1, false, true), (2, false, true), (1, true, true), (2, true, false)]
        {
            let rules = KernelRules { imb_numa_nr, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            (0..running).for_each(|cpu| sys.crowd(CpuId(cpu), 1));
            let cpus = sys.machine.cpus();
            let child = sys.add_task(Task::new(CpuId(0), cpus, 0, Role::Job, 0, Rng::new(1, 0)));
            let domains = sys.domains.clone();
            let numa = domains.of[CpuId(0)].last().unwrap();
            let group = find_idlest_group(&mut sys, numa, child, CpuId(0), cpus, flags::BALANCE_FORK);
            assert_eq!(group.is_none(), stays, "{running} {imb_numa_nr}");
        }
    }

    /// `sched_balance_find_dst_group`: `imb_numa_nr = min(cpumask_weight(cpus), sd->imb_numa_nr)`.
    #[test]
    fn a_node_keeps_no_more_children_than_it_has_cpus_that_the_child_may_run_on() {
        for (allowed_here, stays) in [(1, false), (2, true), (20, true)] {
            let rules = KernelRules { imb_numa_nr: true, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            sys.crowd(CpuId(0), 1);
            let nodes = sys.machine.node_mask.clone();
            let allowed = nodes[0].iter().take(allowed_here).chain(nodes[1].iter()).collect::<CpuMask>();
            let child = sys.add_task(Task::new(CpuId(0), allowed, 0, Role::Job, 0, Rng::new(1, 0)));
            let domains = sys.domains.clone();
            let numa = domains.of[CpuId(0)].last().expect("a domain");
            assert_eq!(numa.imb_numa_nr, 2);
            let group = find_idlest_group(&mut sys, numa, child, CpuId(0), allowed, flags::BALANCE_FORK);
            assert_eq!(group.is_none(), stays, "{allowed_here} CPUs of the node");
        }
    }

    /// The example of 82d6e01a0699: 4 of the other node's CPUs are allowed and busy, its others idle.
    #[test]
    fn idle_cpus_that_a_child_may_not_use_attract_it_only_until_6_18() {
        for (idlest_of_allowed, stays) in [(false, false), (true, true)] {
            let rules = KernelRules { idlest_of_allowed, ..kernel::rules(KernelId::V6_12_0) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            let nodes = sys.machine.node_mask.clone();
            let few: CpuMask = nodes[1].iter().take(4).collect();
            for cpu in nodes[0].iter().take(14).chain(few.iter()) {
                sys.crowd(cpu, 1);
            }
            let allowed = nodes[0].or(few);
            let child = sys.add_task(Task::new(CpuId(0), allowed, 0, Role::Job, 0, Rng::new(1, 0)));
            let domains = sys.domains.clone();
            let numa = domains.of[CpuId(0)].last().expect("a domain");
            let group = find_idlest_group(&mut sys, numa, child, CpuId(0), allowed, flags::BALANCE_FORK);
            assert_eq!(group.is_none(), stays, "{idlest_of_allowed}");
        }
    }

    /// The first CPU of the group to which a task of CPU 0 goes at the domain of both nodes, where so many CPUs of the nodes
    /// run tasks, so many each, that have this load and utilisation.
    fn goes(rules: KernelRules, fresh: bool, nodes: [(usize, usize, u64, u64); 2]) -> Option<CpuId> {
        let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
        for (node, (cpus, tasks, load, util)) in nodes.into_iter().enumerate() {
            for cpu in sys.machine.node_mask[node].iter().take(cpus).collect::<Vec<_>>() {
                sys.crowd(cpu, tasks);
                let avg = &mut sys.cfs().queues[cpu].load.avg;
                (avg.load_avg, avg.util_avg) = (load, util);
            }
        }
        let cpus = sys.machine.cpus();
        let task = Task { fresh, ..Task::new(CpuId(0), cpus, 0, Role::Job, 0, Rng::new(1, 0)) };
        let task = sys.add_task(task);
        let domains = sys.domains.clone();
        let numa = domains.of[CpuId(0)].last().expect("a domain");
        find_idlest_group(&mut sys, numa, task, CpuId(0), cpus, flags::BALANCE_FORK)?.span.first()
    }

    #[test]
    fn a_node_without_an_idle_cpu_gives_a_child_to_one_that_is_less_busy_by_more_than_the_imbalance() {
        let rules = || kernel::rules(KernelId::V5_9);
        let far = Some(CpuId(10));
        // With 25 % of imbalance between nodes: by 256, and by a quarter.
        for (here, there, to) in [
            // The one has room, the other has not.
            ((20, 1, 500, 1024), (19, 1, 500, 500), far),
            ((20, 2, 1000, 1024), (20, 1, 1000, 500), far),
            ((20, 1, 500, 500), (20, 2, 100, 1024), None),
            // Both are overloaded.
            ((20, 2, 2000, 1024), (20, 2, 1743, 1024), None),
            ((20, 2, 2000, 1024), (20, 2, 1599, 1024), far),
            ((20, 2, 2000, 1024), (20, 2, 1601, 1024), None),
            ((20, 2, 800, 1024), (20, 2, 544, 1024), None),
            ((20, 2, 800, 1024), (20, 2, 543, 1024), far),
            ((20, 2, 1000, 1024), (20, 2, 2000, 1024), None),
        ] {
            assert_eq!(goes(rules(), true, [here, there]), to, "{here:?} {there:?}");
        }
    }

    #[test]
    fn at_exec_a_task_does_not_count_itself() {
        // Its own CPU would be idle without it, so that its node has room.
        let rules = || kernel::rules(KernelId::V5_9);
        let nodes = [(20, 1, 500, 1024), (20, 1, 500, 1024)];
        let full = [(20, 1, 500, 1024), (19, 1, 500, 1000)];
        assert_eq!([nodes, full].map(|nodes| goes(rules(), true, nodes)), [None, Some(CpuId(10))]);
        assert_eq!([nodes, full].map(|nodes| goes(rules(), false, nodes)), [None, None]);
    }

    #[test]
    fn in_a_group_the_cpu_that_went_idle_last_is_taken_and_else_the_least_loaded() {
        let mut sys = System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_9), Features::default());
        let cpus: CpuMask = (2..6).map(CpuId).collect();
        for (cpu, idled, load) in [(2, 10, 30), (3, 40, 20), (4, 40, 10), (5, 30, 40)] {
            sys.cpus[CpuId(cpu)].idled_at = crate::engine::time::Ns(idled);
            sys.cfs().queues[CpuId(cpu)].load.avg.load_avg = load;
        }
        for (idle, cpu) in
            [(vec![2, 3, 4, 5], 3), (vec![2, 4, 5], 4), (vec![2, 5], 5), (vec![2], 2), (vec![], 4)]
        {
            sys.idle = idle.iter().copied().map(CpuId).collect();
            assert_eq!(find_idlest_group_cpu(&mut sys, cpus, CpuId(0)), CpuId(cpu), "{idle:?}");
        }
        assert_eq!(find_idlest_group_cpu(&mut sys, CpuMask::EMPTY, CpuId(7)), CpuId(7));
    }
}
