//! `load_balance` of the O(1) scheduler (2.5.5x): one busiest queue, a threshold, a pull.

use super::detach::move_queued;
use super::{IdleType, cross_node, node_restricted};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::decisions::Why;
use crate::observe::steps::{CanMigrateTask, FindBusiestQueue, Imbalance, Load, Task};
use crate::observe::vocab::{Cause, Decided};
use crate::runqueue::SchedClass;
use crate::system::System;

/// A task that left a CPU less than this long ago (ms) is cache-hot.
const CACHE_DECAY_MS: u64 = 10;

/// The tick of an idle CPU.
pub fn idle_tick(sys: &mut System, cpu: CpuId) {
    let tick = sys.tick();
    sys.cpus[cpu].next_balance = tick * (sys.now / tick + 1);
    if sys.features.periodic_balance {
        load_balance(sys, cpu, IdleType::Idle);
    }
}

/// The ticks of a busy CPU since the one that was due at `due` (ns).
pub fn busy_tick(sys: &mut System, cpu: CpuId, due: Ns) {
    let every = Ns::ms(sys.rules.o1_busy_tick_ms.into());
    let crossed = (due - Ns(1)) / every != sys.now / every;
    if crossed && sys.features.periodic_balance {
        load_balance(sys, cpu, IdleType::Busy);
    }
}

/// A CPU has run out of tasks. Whether one came.
pub fn newly_idle(sys: &mut System, cpu: CpuId) -> bool {
    sys.features.newidle_balance && load_balance(sys, cpu, IdleType::NewlyIdle) > 0
}

/// Pulls towards `cpu`. An idle CPU takes one task, a busy one half the difference.
pub fn load_balance(sys: &mut System, cpu: CpuId, idle: IdleType) -> u32 {
    sys.decide(Decided::O1Balance, cpu, cpu);
    let before = sys.charge;
    let moved = balance(sys, cpu, idle);
    sys.decided(None, cpu, Why::Nothing, before);
    moved
}

fn balance(sys: &mut System, cpu: CpuId, idle: IdleType) -> u32 {
    let own = node_restricted::balance_mask(sys, cpu);
    let mask = cross_node::balance_mask(sys, cpu, own);
    sys.charge += Ns::from(sys.costs.balance_cpu) * u64::from(mask.weight());
    let Some((busiest, imbalance)) = find_busiest_queue(sys, cpu, idle, mask) else {
        return 0;
    };
    sys.tried(busiest, FindBusiestQueue::Chosen(Imbalance(u64::from(imbalance))));
    sys.obs.decisions.turn_to(busiest);
    if sys.nr_running(busiest) <= sys.nr_running(cpu) + 1 {
        return 0;
    }
    let wanted = if idle == IdleType::Busy { imbalance } else { 1 };
    let mut order = sys.queues.pull_order(busiest);
    let node_of = &sys.machine.node_of;
    let (from, to) = (node_of[busiest], node_of[cpu]);
    cross_node::sort_candidates(sys, &mut order, from, to);
    let mut movable = Vec::new();
    for task in order {
        let answer = can_migrate(sys, task, busiest, cpu);
        sys.tried(busiest, answer);
        if answer == CanMigrateTask::Moved(Task(task)) {
            movable.push(task);
            if movable.len() == wanted as usize {
                break;
            }
        }
    }
    let cause = if !own.test(busiest) {
        Cause::Node
    } else if idle == IdleType::NewlyIdle {
        Cause::NewIdle
    } else {
        Cause::Periodic
    };
    let moved = movable.len() as u32;
    for task in movable {
        move_queued(sys, task, cpu, cause);
    }
    moved
}

/// `CAN_MIGRATE_TASK`: not running, not cache-hot, allowed there.
fn can_migrate(sys: &System, task: TaskId, src: CpuId, dst: CpuId) -> CanMigrateTask {
    let t = &sys.tasks[task];
    let ms = |time: Ns| time / Ns::ms(1);
    if sys.cpus[src].curr == Some(task) {
        CanMigrateTask::Running(Task(task))
    } else if !t.allowed.test(dst) {
        CanMigrateTask::NotAllowed(Task(task))
    } else if ms(sys.now).saturating_sub(ms(sys.queues.last_ran(task))) <= CACHE_DECAY_MS {
        CanMigrateTask::Hot(Task(task))
    } else {
        CanMigrateTask::Moved(Task(task))
    }
}

/// The longest queue of `mask` and half of what it has more. A busy CPU counts the shorter of now
/// and last time, and wants about twice its own length.
fn find_busiest_queue(sys: &mut System, cpu: CpuId, idle: IdleType, mask: CpuMask) -> Option<(CpuId, u32)> {
    let busy = idle == IdleType::Busy;
    let lengths: Vec<(CpuId, u32)> = mask.iter().map(|c| (c, sys.nr_running(c))).collect();
    for &(c, nr) in &lengths {
        sys.tried(c, FindBusiestQueue::Load(Load(u64::from(nr))));
    }
    let own_now = sys.nr_running(cpu);
    let before = &mut sys.node_balance[cpu].prev_nr_running;
    let own = if busy { own_now.max(before[cpu]) } else { own_now };
    let mut max = 1;
    let mut busiest = None;
    for (c, nr) in lengths {
        let load = if busy { nr.min(before[c]) } else { nr };
        before[c] = nr;
        if load > max && c != cpu {
            max = load;
            busiest = Some(c);
        }
    }
    let imbalance = max.saturating_sub(own) / 2;
    if busy && imbalance < max.div_ceil(4) {
        return None;
    }
    busiest.map(|b| (b, imbalance))
}

#[cfg(test)]
mod tests {
    use super::{CACHE_DECAY_MS, load_balance};
    use crate::balance::IdleType;
    use crate::engine::ids::CpuId;
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;
    use crate::system::System;

    /// How many tasks CPU 0, with so many of its own, pulls from CPU 1 with so many.
    fn pulled(own: usize, there: usize, idle: IdleType) -> u32 {
        let mut sys = System::bare(MachineId::Azusa8, kernel::rules(KernelId::V2_5), Features::default());
        // Long ago nobody's cache is hot, and what was counted last time is what is counted now.
        sys.crowd(CpuId(0), own);
        sys.crowd(CpuId(1), there);
        sys.now = Ns::ms(CACHE_DECAY_MS + 1);
        let before = &mut sys.node_balance[CpuId(0)].prev_nr_running;
        (before[CpuId(0)], before[CpuId(1)]) = (own as u32, there as u32);
        let moved = load_balance(&mut sys, CpuId(0), idle);
        assert_eq!(sys.nr_running(CpuId(0)), own as u32 + moved);
        moved
    }

    #[test]
    fn a_busy_cpu_pulls_half_the_difference_from_one_with_about_twice_as_many() {
        for (own, there, moves) in
            [(1, 2, 0), (2, 3, 0), (2, 4, 1), (3, 5, 0), (3, 6, 0), (4, 8, 2), (1, 8, 3)]
        {
            assert_eq!(pulled(own, there, IdleType::Busy), moves, "{own} and {there}");
        }
    }

    #[test]
    fn an_idle_cpu_takes_one_from_whoever_has_two() {
        for (there, moves) in [(1, 0), (2, 1), (9, 1)] {
            for idle in [IdleType::Idle, IdleType::NewlyIdle] {
                assert_eq!(pulled(0, there, idle), moves, "{there}");
            }
        }
    }
}
