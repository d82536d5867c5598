//! What the kernel offers to a hook (the kfuncs `scx_bpf_*`), and what a hook sees of tasks and CPUs.

use super::{Due, Hook};
use crate::engine::ids::{CpuId, Id, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::steps::{
    Line, Packed, ScxDsqInsert, ScxDsqMoveToLocal, ScxKickCpu, ScxPickIdleCpu, ScxSelectCpuDfl,
    ScxTestAndClearCpuIdle,
};
use crate::runqueue::ext::flags::{dsq, enq, errno, exit, pick, wake};
use crate::runqueue::ext::{Dsq, DsqRef, Insert, Owner, Release};
use crate::system::System;

/// The kernel as a hook that is being called sees it.
pub struct Kernel<'a> {
    pub(super) sys: &'a mut System,
}

/// A move of a task out of a queue that is iterated (`scx_bpf_dsq_move`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Move {
    /// The queue that is iterated.
    pub from: u64,
    /// Only tasks inserted up to this number are moved.
    pub before: u64,
    pub to: u64,
    pub flags: u64,
    /// Insert by vtime.
    pub by_vtime: bool,
    /// A new slice or vtime.
    pub slice: Option<u64>,
    pub vtime: Option<u64>,
}

impl Kernel<'_> {
    /// The simulated kernel.
    pub fn sys(&self) -> &System {
        self.sys
    }

    /// The line of the source that is being executed.
    pub fn at_line(&mut self, line: u32) {
        self.sys.ext.line = line;
    }

    /// Simulated time goes by (ns).
    pub fn takes(&mut self, time: Ns) {
        self.sys.charge += time;
    }

    /// A kfunc is called: its cost.
    pub(super) fn costs(&mut self) {
        self.sys.charge += Ns::from(self.sys.costs.ext_kfunc);
    }

    /// Notes a step of the decision that is being recorded: what a kfunc answered about `cpu`, and the source line.
    fn tried(&mut self, cpu: CpuId, step: impl FnOnce(Line) -> Packed) {
        let line = Line(self.sys.ext.line);
        self.sys.tried(cpu, step(line));
    }

    pub fn release(&self) -> Release {
        self.sys.ext.release()
    }

    /// `scx_bpf_now` (ns)
    pub fn now(&self) -> u64 {
        self.sys.now.0
    }

    /// The CPU that executes the hook.
    pub fn this_cpu(&self) -> CpuId {
        self.sys.actor
    }

    fn is_unlocked(&self) -> bool {
        let hook = self.sys.ext.call.map(|call| call.hook);
        matches!(hook, Some(Hook::Init | Hook::InitTask | Hook::Exit | Hook::Timer))
    }

    /// `scx_bpf_create_dsq`: 0 or an error number.
    pub fn create_dsq(&mut self, id: u64, node: i64) -> i64 {
        if id & dsq::BUILTIN != 0 || node >= self.sys.machine.nr_nodes as i64 || node < -1 {
            return errno::EINVAL;
        }
        if self.sys.ext.user.contains_key(&id) {
            return if self.release() == Release::V6_12_0 { 0 } else { errno::EEXIST };
        }
        let line = self.sys.actor;
        self.sys.ext.user.insert(id, Dsq::new(line));
        0
    }

    /// `scx_bpf_destroy_dsq`
    pub fn destroy_dsq(&mut self, id: u64) {
        match self.sys.ext.user.get(&id) {
            Some(queue) if !queue.is_empty() => {
                self.error(format!("attempting to destroy in-use dsq {id:#x} (nr={})", queue.len()));
            }
            _ => {
                self.sys.ext.user.remove(&id);
            }
        }
    }

    /// `scx_bpf_dsq_insert`
    pub fn dsq_insert(&mut self, task: TaskId, dsq: u64, slice: u64, flags: u64) {
        self.tried(self.sys.tasks[task].cpu, |line| ScxDsqInsert::At(line).into());
        self.sys.ext_dsq_insert(task, dsq, slice, None, flags);
    }

    /// `scx_bpf_dsq_insert_vtime`
    pub fn dsq_insert_vtime(&mut self, task: TaskId, dsq: u64, slice: u64, vtime: u64, flags: u64) {
        self.tried(self.sys.tasks[task].cpu, |line| ScxDsqInsert::At(line).into());
        self.sys.ext_dsq_insert(task, dsq, slice, Some(vtime), flags);
    }

    /// `scx_bpf_dsq_move_to_local`
    pub fn move_to_local(&mut self, id: u64) -> bool {
        let Some(Hook::Dispatch) = self.sys.ext.call.map(|call| call.hook) else {
            self.error(
                "scx_bpf_dsq_move_to_local() called from another operation than ops.dispatch()".to_string(),
            );
            return false;
        };
        let cpu = self.sys.pass_cpu();
        self.sys.ext_flush(cpu);
        if !self.sys.ext.user.contains_key(&id) {
            self.error(format!("invalid DSQ ID {id:#018x}"));
            return false;
        }
        let moved = self.sys.ext_consume(DsqRef::User(id), cpu);
        self.tried(cpu, |line| match moved {
            true => ScxDsqMoveToLocal::Moved(line).into(),
            false => ScxDsqMoveToLocal::No(line).into(),
        });
        moved
    }

    /// `scx_bpf_dsq_nr_queued`: an error number if there is no such queue.
    pub fn dsq_nr_queued(&mut self, id: u64) -> i64 {
        let ext = &self.sys.ext;
        let queue = match id {
            dsq::LOCAL => Some(&ext.local[self.sys.actor]),
            _ if id & dsq::LOCAL_ON == dsq::LOCAL_ON => {
                u16::try_from(id & dsq::CPU_MASK).ok().and_then(|cpu| ext.local.of(CpuId(cpu)))
            }
            _ => ext.user.get(&id),
        };
        queue.map_or(errno::ENOENT, |queue| queue.len() as i64)
    }

    /// The number of the latest insertion: an iteration that begins now sees tasks up to it.
    pub fn last_insertion(&self) -> u64 {
        self.sys.ext.seq
    }

    /// The tasks of a user queue from the head, or from the tail; `None`: there is no such queue.
    pub fn queued(&mut self, id: u64, reverse: bool) -> Option<Vec<TaskId>> {
        let tasks = self.sys.ext.user.get(&id)?.iter().map(|queued| queued.task);
        Some(if reverse { tasks.rev().collect() } else { tasks.collect() })
    }

    /// A task is in a user queue, and has been since the insertion `before` or an earlier one.
    pub fn is_queued(&self, task: TaskId, id: u64, before: u64) -> bool {
        let queue = self.sys.ext.user.get(&id);
        queue.is_some_and(|queue| queue.iter().any(|queued| queued.task == task && queued.seq <= before))
    }

    /// `scx_bpf_dsq_move`, `scx_bpf_dsq_move_vtime`
    pub fn dsq_move(&mut self, task: TaskId, how: Move) -> bool {
        let in_dispatch = self.sys.ext.call.is_some_and(|call| call.hook == Hook::Dispatch);
        if !in_dispatch && !self.is_unlocked() {
            self.error("scx_bpf_dsq_move() called from another operation than ops.dispatch()".to_string());
            return false;
        }
        let there = self.is_queued(task, how.from, how.before);
        if !there {
            return false;
        }
        let cpu = if in_dispatch { self.sys.pass_cpu() } else { self.sys.tasks[task].cpu };
        self.sys.ext_move_between(task, how, cpu);
        true
    }

    /// `scx_bpf_dispatch_nr_slots`
    pub fn dispatch_nr_slots(&mut self) -> u32 {
        self.sys.ext.ops.dispatch_max_batch.saturating_sub(self.sys.ext.buffer.len() as u32)
    }

    /// `scx_bpf_dispatch_cancel`
    pub fn dispatch_cancel(&mut self) {
        if self.sys.ext.buffer.pop().is_none() {
            self.error("dispatch buffer underflow".to_string());
        }
    }

    /// The built-in masks of idle CPUs are kept.
    pub fn tracks_idle(&self) -> bool {
        self.sys.ext.tracks_idle()
    }

    fn has_idle_masks(&mut self) -> bool {
        let tracked = self.sys.ext.tracks_idle();
        if !tracked {
            self.error("built-in idle tracking is disabled".to_string());
        }
        tracked
    }

    /// `scx_bpf_select_cpu_dfl`: a CPU, and whether it is idle and claimed.
    pub fn select_cpu_dfl(&mut self, task: TaskId, prev: CpuId, wake_flags: u64) -> (CpuId, bool) {
        if !self.has_idle_masks() {
            return (prev, false);
        }
        let (waker, allowed) = (self.sys.actor, self.sys.tasks[task].allowed);
        let found = self.sys.select_cpu_dfl(waker, task, prev, wake_flags, allowed, 0);
        let (cpu, idle) = (found.unwrap_or(prev), found.is_some());
        self.tried(cpu, |line| match idle {
            true => ScxSelectCpuDfl::Idle(line).into(),
            false => ScxSelectCpuDfl::Busy(line).into(),
        });
        (cpu, idle)
    }

    /// `scx_bpf_select_cpu_and`: an idle CPU of a set, or an error number.
    pub fn select_cpu_and(
        &mut self,
        task: TaskId,
        prev: CpuId,
        wake_flags: u64,
        mask: CpuMask,
        flags: u64,
    ) -> i64 {
        if !self.has_idle_masks() {
            return errno::EBUSY;
        }
        let (waker, allowed) = (self.sys.actor, self.sys.tasks[task].allowed.and(mask));
        let found = self.sys.select_cpu_dfl(waker, task, prev, wake_flags & !wake::FORK, allowed, flags);
        found.map_or(errno::EBUSY, |cpu| i64::from(cpu.0))
    }

    /// `scx_bpf_pick_idle_cpu`
    pub fn pick_idle_cpu(&mut self, mask: CpuMask, flags: u64) -> i64 {
        if !self.has_idle_masks() {
            return errno::EBUSY;
        }
        let found = self.sys.pick_idle(mask, flags & pick::CORE != 0);
        self.tried(found.unwrap_or(self.sys.actor), |line| match found {
            Some(_) => ScxPickIdleCpu::Idle(line).into(),
            None => ScxPickIdleCpu::Busy(line).into(),
        });
        found.map_or(errno::EBUSY, |cpu| i64::from(cpu.0))
    }

    /// `scx_bpf_pick_any_cpu`
    pub fn pick_any_cpu(&mut self, mask: CpuMask, flags: u64) -> i64 {
        if self.sys.ext.tracks_idle()
            && let Some(cpu) = self.sys.pick_idle(mask, flags & pick::CORE != 0)
        {
            return i64::from(cpu.0);
        }
        let (by, of) = (self.sys.actor, mask.and(self.sys.machine.cpus()));
        let any = self.sys.ext.idle.as_mut().and_then(|idle| idle.after_last(by, of));
        any.map_or(errno::EBUSY, |cpu| i64::from(cpu.0))
    }

    /// `scx_bpf_test_and_clear_cpu_idle`
    pub fn test_and_clear_cpu_idle(&mut self, cpu: i64) -> bool {
        let Some(cpu) = self.cpu(cpu) else { return false };
        let idle = self.has_idle_masks() && self.sys.claim_idle(cpu);
        self.tried(cpu, |line| match idle {
            true => ScxTestAndClearCpuIdle::Idle(line).into(),
            false => ScxTestAndClearCpuIdle::Busy(line).into(),
        });
        idle
    }

    /// `scx_bpf_get_idle_cpumask`, or `_smtmask`
    pub fn idle_mask(&mut self, cores: bool) -> CpuMask {
        if !self.has_idle_masks() {
            return CpuMask::EMPTY;
        }
        self.live_idle_mask(cores)
    }

    /// The mask as it is now, without a call.
    pub fn live_idle_mask(&self, cores: bool) -> CpuMask {
        let Some(idle) = &self.sys.ext.idle else { return CpuMask::EMPTY };
        if cores && self.sys.machine.has_smt { idle.smt } else { idle.cpu }
    }

    /// A CPU that a policy names; another number is an error.
    pub fn cpu(&mut self, number: i64) -> Option<CpuId> {
        let cpu = self.sys.machine.cpu(number);
        if cpu.is_none() {
            self.error(format!("invalid CPU {number}"));
        }
        cpu
    }

    /// `scx_bpf_kick_cpu`
    pub fn kick_cpu(&mut self, cpu: i64, flags: u64) {
        if let Some(cpu) = self.cpu(cpu) {
            self.tried(cpu, |line| ScxKickCpu::At(line).into());
            self.sys.ext_ask_kick(cpu, flags);
        }
    }

    /// `scx_bpf_nr_cpu_ids`
    pub fn nr_cpu_ids(&self) -> usize {
        self.sys.nr_cpu_ids()
    }

    pub fn task_cpu(&self, task: TaskId) -> CpuId {
        self.sys.tasks[task].cpu
    }

    pub fn task_running(&self, task: TaskId) -> bool {
        self.sys.ext.prev == Some(task) || self.sys.cpus[self.sys.tasks[task].cpu].curr == Some(task)
    }

    pub fn weight(&self, task: TaskId) -> u32 {
        self.sys.ext.tasks[task].weight
    }

    pub fn slice(&self, task: TaskId) -> u64 {
        self.sys.ext.tasks[task].slice
    }

    pub fn set_slice(&mut self, task: TaskId, slice: u64) {
        self.sys.ext.tasks[task].slice = slice;
    }

    pub fn vtime(&self, task: TaskId) -> u64 {
        self.sys.ext.tasks[task].vtime
    }

    pub fn set_vtime(&mut self, task: TaskId, vtime: u64) {
        self.sys.ext.tasks[task].vtime = vtime;
    }

    /// `scx_bpf_error`
    pub fn bpf_error(&mut self, msg: String) {
        self.sys.ext_error(exit::ERROR_BPF, 0, self.argument(), msg);
    }

    /// `scx_bpf_exit`
    pub fn bpf_exit(&mut self, code: i64, msg: String) {
        self.sys.ext_error(exit::UNREG_BPF, code, self.argument(), msg);
    }

    /// An error that the kernel finds.
    pub fn error(&mut self, msg: String) {
        self.sys.ext_error(exit::ERROR, 0, self.argument(), msg);
    }

    /// The task that the hook is about.
    fn argument(&self) -> Option<TaskId> {
        self.sys.ext.call.and_then(|call| call.task)
    }

    /// Starts a timer of the policy, which fires on this CPU.
    pub fn start_timer(&mut self, number: u64, at: u64) {
        self.sys.stop_ext_timer(number);
        let (at, cpu) = (Ns(at).max(self.sys.now), self.sys.actor);
        self.sys.start_ext_timer(at, cpu, Due::Policy(number));
    }

    /// Stops it. Whether it was running.
    pub fn stop_timer(&mut self, number: u64) -> bool {
        self.sys.stop_ext_timer(number)
    }
}

impl System {
    /// The CPU for which `dispatch` is being called.
    fn pass_cpu(&self) -> CpuId {
        self.ext.pass.unwrap_or(self.actor)
    }

    /// A task goes from a user queue to another queue at once.
    fn ext_move_between(&mut self, task: TaskId, how: Move, cpu: CpuId) {
        let (line, now) = (self.ext.line, self.now);
        if let Some(queue) = self.ext.user.get_mut(&how.from) {
            queue.remove(task);
        }
        self.ext_touch(DsqRef::User(how.from));
        let t = &mut self.ext.tasks[task];
        (t.dsq, t.owner) = (None, Owner::Core);
        t.slice = how.slice.unwrap_or(t.slice);
        t.vtime = how.vtime.unwrap_or(t.vtime);
        t.last = Insert { dsq: how.to, line, at: now };
        self.ext.moved = true;
        let flags = how.flags | if how.by_vtime { enq::DSQ_PRIQ } else { 0 };
        match self.ext_resolve(how.to, task, cpu) {
            DsqRef::Local(to) if self.tasks[task].allowed.test(to) => self.ext_to_local(task, to, flags),
            DsqRef::Local(to) => {
                let msg = format!("SCX_DSQ_LOCAL[_ON] target CPU {to} not allowed for {}", self.comm(task));
                self.ext_error(exit::ERROR, 0, Some(task), msg);
                let node = self.machine.node_of[self.tasks[task].cpu];
                self.ext_insert(DsqRef::Global(node), task, flags & !enq::DSQ_PRIQ);
            }
            to => self.ext_insert(to, task, flags),
        }
    }

    /// The last CPU number plus one.
    pub fn nr_cpu_ids(&self) -> usize {
        self.machine.cpus().iter().last().map_or(0, |last| last.index() + 1)
    }
}
