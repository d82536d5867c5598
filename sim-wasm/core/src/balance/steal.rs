//! Idle stealing (Sistare, on 4.20-rc1): a CPU about to go idle takes a task from an overloaded CPU
//! of its LLC, found through a bitmap.

use crate::balance::detach::move_queued;
use crate::engine::mask::CpuMask;
use crate::observe::vocab::{Answer, Cause, Decided, Func};
use crate::runqueue::SchedClass;
use crate::system::System;

/// `SCHED_STEAL_COST`: with less average idle time than this (ns) it does not try.
pub const STEAL_COST: u64 = 10_000;

/// `try_steal`: first from the sibling threads, then around the LLC from this CPU on. Returns
/// whether a task came.
pub fn try_steal(sys: &mut System, dst: usize) -> bool {
    if !sys.steals() {
        return false;
    }
    sys.decide(Decided::Steal, dst, dst);
    let before = sys.charge;
    let stolen = search(sys, dst);
    sys.decided(stolen, dst, 0, before);
    sys.obs.steal_fail += u64::from(stolen.is_none());
    stolen.is_some()
}

fn search(sys: &mut System, dst: usize) -> Option<u16> {
    let avg_idle = sys.cpus[dst].avg_idle;
    if avg_idle < STEAL_COST {
        sys.tried(Func::TrySteal, dst, Answer::Gated, avg_idle as u32);
        return None;
    }
    let overloaded = sys.overload.of(sys.machine.llc_of[dst] as usize);
    if sys.obs.decisions.is_open() {
        for cpu in overloaded.iter() {
            let length = sys.nr_running(cpu) as u32;
            sys.tried(Func::TrySteal, cpu, Answer::Overloaded, length << 16);
        }
    }
    let siblings =
        if sys.machine.has_smt { sys.machine.smt_mask[dst].and(overloaded) } else { CpuMask::EMPTY };
    let mut looked = 0;
    for src in siblings.iter().chain(overloaded.iter_wrap(dst)) {
        looked += 1;
        if let Some(task) = steal_from(sys, dst, src) {
            sys.charge += u64::from(sys.costs.steal);
            return Some(task);
        }
    }
    sys.charge += u64::from(looked * sys.costs.scan_cpu);
    None
}

/// The least recently run task that may move. Cache heat is not asked for.
fn steal_from(sys: &mut System, dst: usize, src: usize) -> Option<u16> {
    if src == dst {
        return None;
    }
    let length = sys.nr_running(src) as u32;
    let recheck = if length < 2 { Answer::No } else { Answer::Yes };
    sys.tried(Func::StealFrom, src, recheck, length);
    if length < 2 {
        return None;
    }
    let task = detach_next_task(sys, dst, src)?;
    sys.obs.decisions.turn_to(src);
    move_queued(sys, task, dst, Cause::Steal);
    Some(task)
}

/// `detach_next_task`: from the tail of the list on, which is the least recently run one.
fn detach_next_task(sys: &mut System, dst: usize, src: usize) -> Option<u16> {
    let curr = sys.cpus[src].curr;
    let mut place = 0;
    while let Some(task) = sys.queues.pull_at(src, place) {
        place += 1;
        let answer = if task == curr {
            Answer::Running
        } else if sys.tasks[task as usize].allowed.test(dst) {
            Answer::Moved
        } else {
            Answer::NotAllowed
        };
        sys.tried(Func::DetachNextTask, src, answer, u32::from(task));
        if answer == Answer::Moved {
            return Some(task);
        }
    }
    None
}
