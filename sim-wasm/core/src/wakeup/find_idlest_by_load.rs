//! Which group a new or exec'ed task goes to, by what is queued there (`find_idlest_group`, kernels up to 5.4).

use super::note_group::note_group;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::machine::domains::{Domain, Group, flags};
use crate::observe::steps::Counted;
use crate::runqueue::SchedClass;
use crate::system::{CAPACITY, GroupType, System};

struct Stats<'d> {
    group: &'d Group,
    /// Load of what is queued, per capacity of one CPU.
    queued: u64,
    /// The same with blocked tasks, over time.
    average: u64,
    /// Unused capacity of the CPU that has most of it.
    spare: u64,
}

/// The group other than the local one that the task is better off in, if there is any. A task at exec goes where
/// capacity is unused, if it is somewhere; a new one, whose utilisation nobody knows, and a task that finds none, go by
/// what is queued and, where that is about equal, by the average.
pub fn find_idlest_group<'d>(
    sys: &mut System,
    domain: &'d Domain,
    task: TaskId,
    cpu: CpuId,
    allowed: CpuMask,
    flag: u32,
) -> Option<&'d Group> {
    let pct = u64::from(domain.imbalance_pct);
    let margin = 1024 * (pct - 100) / 100;
    let scale = 100 + (pct - 100) / 2;
    let mut local = None;
    let mut idlest: Option<Stats> = None;
    let mut roomiest: Option<(&Group, u64)> = None;
    for group in domain.groups.iter().filter(|g| g.span.intersects(allowed)) {
        let s = stats(sys, group, task);
        if group.span.test(cpu) {
            local = Some(s);
            continue;
        }
        if s.spare > roomiest.map_or(0, |(_, spare)| spare) {
            roomiest = Some((group, s.spare));
        }
        match &mut idlest {
            Some(least) if least.queued <= s.queued + margin => {
                if s.queued < least.queued + margin && 100 * least.average > scale * s.average {
                    (least.group, least.average) = (group, s.average);
                }
            }
            _ => idlest = Some(s),
        }
    }
    let idlest = idlest?;
    let Some(local) = local else {
        return Some(idlest.group);
    };
    if flag == flags::BALANCE_EXEC {
        let needed = sys.queues.task_load(task).util_avg / 2;
        let most = roomiest.map_or(0, |(_, spare)| spare);
        if local.spare > needed && scale * local.spare > 100 * most {
            return None;
        }
        if most > needed {
            return roomiest.map(|(group, _)| group);
        }
    }
    let stay = domain.has(flags::NUMA) && idlest.queued + margin >= local.queued
        || idlest.queued > local.queued + margin
        || local.queued < idlest.queued + margin && 100 * local.average < scale * idlest.average;
    (!stay).then_some(idlest.group)
}

fn stats<'d>(sys: &mut System, group: &'d Group, task: TaskId) -> Stats<'d> {
    let (mut queued, mut average, mut capacity, mut spare) = (0, 0, 0, 0);
    for cpu in group.span.iter() {
        queued += sys.cpu_load(cpu);
        average += sys.queues.load(cpu).load_avg;
        capacity += sys.cpu_capacity(cpu);
        spare = spare.max(sys.cpu_capacity(cpu).saturating_sub(util_without(sys, cpu, task)));
    }
    let per_cpu = |load: u64| load * CAPACITY / capacity.max(1);
    let s = Stats { group, queued: per_cpu(queued), average: per_cpu(average), spare };
    let sums = sys.group_sums(group.cpus.iter().copied());
    let kind = if sums.nr_running < group.weight { GroupType::HasSpare } else { GroupType::FullyBusy };
    let counted = Counted { running: sums.nr_running, idle: sums.idle };
    note_group(sys, group, kind, counted, Some(s.queued));
    s
}

/// `cpu_util_without`: how much a CPU is used by others than the task.
fn util_without(sys: &System, cpu: CpuId, task: TaskId) -> u64 {
    let util = sys.queues.load(cpu).util_avg;
    let t = &sys.tasks[task];
    if t.fresh || t.cpu != cpu {
        return util;
    }
    util.saturating_sub(sys.queues.task_load(task).util_avg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::observe::vocab::Role;
    use crate::scenario::Features;
    use crate::system::Task;

    /// Two sockets, and a task on CPU 0 that is `fresh` at fork and not at exec.
    fn system(fresh: bool) -> System {
        let mut sys = System::bare(MachineId::Xeon40, kernel::rules(KernelId::V4_20), Features::default());
        let rng = Rng::new(1, 0);
        sys.add_task(Task { fresh, ..Task::new(CpuId(0), sys.machine.cpus(), 0, Role::Job, 0, rng) });
        sys
    }

    /// First CPU of the group that the task of CPU 0 should go to, at the level with as many CPUs.
    fn idlest(sys: &mut System, weight: u32, flag: u32) -> Option<CpuId> {
        let domains = sys.domains.clone();
        let domain = domains.of[CpuId(0)].iter().find(|d| d.weight == weight).unwrap();
        let cpus = sys.machine.cpus();
        find_idlest_group(sys, domain, TaskId(0), CpuId(0), cpus, flag).and_then(|g| g.span.first())
    }

    #[test]
    fn a_new_task_leaves_a_node_with_a_quarter_of_a_task_more_per_capacity() {
        let mut sys = system(true);
        let node: Vec<CpuId> = sys.machine.node_mask[0].iter().collect();
        let other = sys.machine.node_mask[1].first();
        // Three tasks on 20 hardware threads of 589 are 267 per 1024, and two are 178.
        for (busy, expected) in [(0, None), (2, None), (3, other)] {
            for &cpu in &node[..busy] {
                let cfs = &mut sys.cfs().queues[cpu];
                (cfs.load.weight, cfs.load.avg.util_avg) = (1024, 1024);
            }
            assert_eq!(idlest(&mut sys, 40, flags::BALANCE_FORK), expected, "{busy}");
        }
    }

    #[test]
    fn with_nothing_queued_the_average_decides_between_cores() {
        let mut sys = system(true);
        for cpu in sys.machine.node_mask[0].iter().collect::<Vec<_>>() {
            sys.cfs().queues[cpu].load.avg.load_avg = if cpu == CpuId(7) { 0 } else { 400 };
        }
        let core = sys.machine.smt_mask[CpuId(7)].first();
        assert_eq!(idlest(&mut sys, 20, flags::BALANCE_FORK), core);
        for cpu in sys.machine.smt_mask[CpuId(0)].iter().collect::<Vec<_>>() {
            sys.cfs().queues[cpu].load.avg.load_avg = 200;
        }
        assert_eq!(idlest(&mut sys, 20, flags::BALANCE_FORK), None);
    }

    #[test]
    fn at_exec_unused_capacity_comes_first() {
        let mut sys = system(false);
        for cpu in sys.machine.node_mask[0].iter().collect::<Vec<_>>() {
            sys.cfs().queues[cpu].load.avg.util_avg = 589;
        }
        assert_eq!(idlest(&mut sys, 40, flags::BALANCE_FORK), None);
        assert_eq!(idlest(&mut sys, 40, flags::BALANCE_EXEC), sys.machine.node_mask[1].first());
        // Its CPU is used by the task alone, and so it is where most is unused.
        sys.cfs().entities[TaskId(0)].load.avg.util_avg = 589;
        assert_eq!(idlest(&mut sys, 40, flags::BALANCE_EXEC), None);
    }

    #[test]
    fn at_exec_more_than_half_of_what_the_task_uses_has_to_be_unused_here_or_there() {
        // What is unused on the CPU of either node that has most of it; 12 % more there are as good as here.
        for (here, there, leaves) in
            [(0, 200, false), (0, 201, true), (200, 205, true), (201, 205, false), (201, 226, true)]
        {
            let mut sys = system(false);
            let far = sys.machine.node_mask[1].first().expect("a CPU");
            for cpu in sys.machine.cpus().iter().collect::<Vec<_>>() {
                sys.cfs().queues[cpu].load.avg.util_avg = 589;
            }
            // Without the task its own CPU is as full as the others.
            sys.cfs().entities[TaskId(0)].load.avg.util_avg = 400;
            sys.cfs().queues[CpuId(0)].load.avg.util_avg = 989;
            sys.cfs().queues[CpuId(1)].load.avg.util_avg = 589 - here;
            sys.cfs().queues[far].load.avg.util_avg = 589 - there;
            assert_eq!(idlest(&mut sys, 40, flags::BALANCE_EXEC), leaves.then_some(far), "{here} {there}");
        }
    }
}
