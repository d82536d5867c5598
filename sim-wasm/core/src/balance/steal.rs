//! Idle stealing (Sistare, on 4.20-rc1): a CPU about to go idle takes a task from an overloaded CPU
//! of its LLC, found through a bitmap.

use crate::balance::detach::move_queued;
use crate::observe::vocab::Cause;
use crate::scenario::Steal;
use crate::system::System;

/// `SCHED_STEAL_COST`: with less average idle time than this (ns) it does not try.
pub const STEAL_COST: u64 = 10_000;
/// `sched_steal_node_limit`: with more nodes than this stealing is off unless forced.
const NODE_LIMIT: usize = 2;

/// Whether the switch is on for this machine.
pub fn is_active(sys: &System) -> bool {
    match sys.features.steal {
        Steal::Off => false,
        Steal::On => sys.machine.nr_nodes <= NODE_LIMIT,
        Steal::Force => true,
    }
}

/// `try_steal`: first from the sibling threads, then around the LLC from this CPU on. Returns
/// whether a task came.
pub fn try_steal(sys: &mut System, dst: usize) -> bool {
    if !is_active(sys) || sys.cpus[dst].avg_idle < STEAL_COST {
        return false;
    }
    let overloaded = sys.overload[sys.machine.llc_of[dst] as usize];
    let siblings =
        if sys.machine.has_smt { sys.machine.smt_mask[dst].and(overloaded) } else { Default::default() };
    let mut looked = 0;
    for src in siblings.iter().chain(overloaded.iter_wrap(dst)) {
        looked += 1;
        if steal_from(sys, dst, src) {
            sys.charge += u64::from(sys.costs.steal);
            return true;
        }
    }
    sys.charge += u64::from(looked * sys.costs.scan_cpu);
    false
}

/// The least recently run task that may move. Cache heat is not asked for.
fn steal_from(sys: &mut System, dst: usize, src: usize) -> bool {
    if src == dst || sys.nr_running(src) < 2 {
        return false;
    }
    let curr = sys.cpus[src].curr;
    let candidate = sys.cpus[src]
        .cfs
        .by_last_run()
        .iter()
        .copied()
        .find(|&t| t != curr && sys.tasks[t as usize].allowed.test(dst));
    match candidate {
        Some(task) => {
            move_queued(sys, task, dst, Cause::Steal);
            true
        }
        None => false,
    }
}
